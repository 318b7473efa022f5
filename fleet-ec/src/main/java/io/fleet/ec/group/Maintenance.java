package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.store.PartSweeper;
import io.fleet.ec.dissemination.store.SegmentStore;
import java.util.function.BooleanSupplier;

/**
 * What keeps a coded group going for years: snapshots in the place of what was decided long ago, and parts that are
 * looked at before they are needed. On the thread of the {@link CodedGroup} that it belongs to.
 */
public final class Maintenance {
    /** A snapshot is due when one in so many of all parts may have come since the last one. */
    private static final int PER_SNAPSHOT = 4;
    /** One part in so many is room for what is under way when nothing new is taken, beside what proxies spread. */
    private static final int SPARE = 64;
    /** Of that room and the rest so many times as much is for entries without a value. */
    private static final int WITHOUT_VALUE = 4;

    private final DecisionLog decisions;
    private final CodedLearner learner;
    private final Applier applier;
    private final CodedSnapshotCover cover;
    private final SegmentStore store;
    private final Repairer repairer;
    private final Scrubber scrubber;
    private final PartSweeper sweeper;
    private final PartNeeds needs;
    private final int copies;
    private final int window;
    private final int mostParts;
    private final int spare;

    Maintenance(final DecisionLog decisions, final CodedLearner learner, final Applier applier,
        final CodedSnapshotCover cover,
           final SegmentStore store, final Repairer repairer, final Scrubber scrubber, final PartSweeper sweeper,
           final PartNeeds needs, final int copies, final int window, final int mostParts, final int underWay) {
        this.decisions = decisions;
        this.learner = learner;
        this.applier = applier;
        this.cover = cover;
        this.store = store;
        this.repairer = repairer;
        this.scrubber = scrubber;
        this.sweeper = sweeper;
        this.needs = needs;
        this.copies = copies;
        this.window = window;
        this.mostParts = mostParts;
        spare = Math.min(mostParts / (2 * WITHOUT_VALUE), underWay + mostParts / SPARE);
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
        learner.skipped(upTo);
        applier.skipTo(upTo);
        repairer.skip(upTo, needs::isReferenced);
        cover.onOwn(upTo);
    }

    /**
     * This node is to hold its part of an entry: it is rebuilt where it is missing.
     *
     * @param id   of an entry that a state refers to.
     * @param upTo the slot of that state, at least 1: where members do without the entry at a later one, it is not
     *             rebuilt.
     * @return false when as many wait as may; try again later.
     */
    public boolean require(final EntryId id, final long upTo) {
        return store.holds(id) || repairer.want(id, upTo);
    }

    /**
     * Sets who knows which entries the state refers to; to be called before anything else. Unless this is done, nothing
     * does, and what is decided is let go of when snapshots cover it.
     *
     * @param references the one; there is no other.
     */
    public void references(final PartReferences references) {
        needs.references(references);
    }

    /**
     * How much of the log of parts may be dead beside as much as is alive, before what is in front is written again.
     *
     * @param bytes at least 0; 64 MiB unless said otherwise.
     */
    public void slack(final long bytes) {
        sweeper.slack(bytes);
    }

    /**
     * Up to which number records may go from the log of parts.
     *
     * @return the number; 0 for none.
     */
    public long forgettableParts() {
        return sweeper.forgettable();
    }

    /**
     * Up to which slot decisions may go: the snapshots of f + 1 cover them, it is durable which parts are of decided
     * entries, and enough are left to tell late announcements from new ones.
     *
     * @return the slot; 0 or less for none.
     */
    public long forgettableDecisions() {
        return Math.min(cover.by(copies), sweeper.noted()) - 2L * window;
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
     * Up to where the snapshot of a member covers everything, as last heard of it.
     *
     * @param member its position.
     * @return the slot; 0 for none.
     */
    public long coveredOf(final int member) {
        return cover.of(member);
    }

    /**
     * What this node has room for. Whoever takes more, as it knows of another node's room too late, is refused parts
     * only when all of it is used.
     *
     * @return the room; there is more when parts are let go of.
     */
    public PartCapacity room() {
        final int left = mostParts - store.size();
        return left > WITHOUT_VALUE * spare ? PartCapacity.FOR_ALL
            : left > spare ? PartCapacity.FOR_ENTRIES_WITHOUT_VALUE : PartCapacity.FOR_NOTHING_NEW;
    }

    /**
     * Whether so many slots have been applied since this node's snapshot that another one is needed for their parts to
     * go before there is no room for more: a part stays until the snapshots of f + 1 members cover it.
     */
    public boolean isSnapshotDue() {
        return applier.applied() - cover.own() >= mostParts / PER_SNAPSHOT;
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
