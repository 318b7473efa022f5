package io.fleet.ec.group.retention;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.dissemination.store.PartSweeper;
import io.fleet.ec.group.decision.DecidedMarker;
import io.fleet.ec.group.repair.PartRebuilder;
import io.fleet.ec.group.repair.PartScrubber;
import java.util.function.BooleanSupplier;

/**
 * What keeps the parts of this node sound for years: those that are missing are rebuilt, those that are here are looked
 * at before they are needed, and those that nobody needs go. On the thread of the group.
 */
public final class PartMaintenance {
    private final PartStore store;
    private final PartRebuilder rebuilder;
    private final PartScrubber scrubber;
    private final DecidedMarker marker;
    private final PartSweeper sweeper;
    private final PartNeeds needs;

    /** Nothing is done before the first {@link #doWork}. */
    public PartMaintenance(final PartStore store, final PartRebuilder rebuilder, final PartScrubber scrubber,
                           final DecidedMarker marker, final PartSweeper sweeper, final PartNeeds needs) {
        this.store = store;
        this.rebuilder = rebuilder;
        this.scrubber = scrubber;
        this.marker = marker;
        this.sweeper = sweeper;
        this.needs = needs;
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
        return store.holds(id) || rebuilder.want(id, upTo);
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
     * As long as a test says that not all parts have been asked for that the state refers to, a node that has lost
     * parts does not count as one that holds all of them.
     *
     * @param isMore whether more will be asked for.
     */
    public void waitsFor(final BooleanSupplier isMore) {
        rebuilder.waitsFor(isMore);
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

    /** How many entries wait until this node's part of them is rebuilt. */
    public int repairs() {
        return rebuilder.waiting();
    }

    /** All parts that were durable at the start have been found. */
    public void endRecovery() {
        marker.begin();
    }

    /** One duty cycle; nothing is let go of before it is known which parts are of decided entries. */
    public int doWork(final long nowNs) {
        int work = rebuilder.doWork(nowNs);
        work += scrubber.doWork(nowNs);
        work += marker.doWork();
        return work + (marker.isDone() ? sweeper.doWork(nowNs) : 0);
    }
}
