package io.fleet.ec.group;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.spread.SegmentStore;
import java.util.function.BooleanSupplier;

/**
 * What keeps a coded group going for years: snapshots in the place of what was decided long ago, and parts that are
 * looked at before they are needed. On the thread of the {@link CodedGroup} that it belongs to.
 */
public final class Upkeep {
    private final DecisionLog decisions;
    private final Learner learner;
    private final Applier applier;
    private final SnapshotCover cover;
    private final SegmentStore store;
    private final Repairer repairer;
    private final Scrubber scrubber;

    Upkeep(final DecisionLog decisions, final Learner learner, final Applier applier, final SnapshotCover cover,
           final SegmentStore store, final Repairer repairer, final Scrubber scrubber) {
        this.decisions = decisions;
        this.learner = learner;
        this.applier = applier;
        this.cover = cover;
        this.store = store;
        this.repairer = repairer;
        this.scrubber = scrubber;
    }

    /**
     * This node has a snapshot of its own state, durable and read back.
     *
     * @param upTo the slot up to which it covers everything, at most {@link CodedGroup#applied}; 0 when what there was
     *             turns out to be unsound.
     */
    public void onSnapshot(final long upTo) {
        cover.onOwn(upTo);
    }

    /**
     * The state of this node has come from a snapshot, which is durable here: its own, at the start and before anything
     * else, or that of another member. Slots up to there are not applied. Parts that the state refers to are to be
     * asked for by {@link #require} before.
     *
     * @param upTo the slot up to which it covers everything.
     */
    public void install(final long upTo) {
        if (upTo > decisions.appended()) {
            learner.skipTo(upTo);
        }
        if (applier.skipTo(upTo)) {
            repairer.skip();
        }
        cover.onOwn(upTo);
    }

    /**
     * This node is to hold its part of an entry: it is rebuilt where it is missing.
     *
     * @param id of an entry that was decided.
     * @return false when as many wait as may; try again later.
     */
    public boolean require(final EntryId id) {
        if (store.holds(id)) {
            store.onDecided(id);
            return true;
        }
        return repairer.require(id);
    }

    /**
     * As long as a test says that not all parts have been asked for that the state refers to, a node that has lost
     * parts does not count as one that holds all of them.
     *
     * @param isMore whether more will be asked for.
     */
    public void waitsFor(final BooleanSupplier isMore) {
        repairer.waitsFor(isMore);
    }

    /**
     * Up to where the snapshots of so many members cover everything, this node's own among them: with f + 1 of them,
     * decisions up to there may go, and so may parts that no state refers to; with all, nobody needs another's
     * snapshot.
     *
     * @param count how many members.
     * @return the slot; 0 for none.
     */
    public long coveredBy(final int count) {
        return cover.by(count);
    }

    /**
     * How fast the parts that this node holds are read and verified in the background; ten pieces a second unless said
     * otherwise. Damaged ones are rebuilt.
     *
     * @param intervalNs one piece is read in each; 0 for none.
     */
    public void scrubEvery(final long intervalNs) {
        scrubber.pace(intervalNs);
    }

    /**
     * How often all parts have been verified in this life.
     *
     * @return passes.
     */
    public long scrubs() {
        return scrubber.passes();
    }
}
