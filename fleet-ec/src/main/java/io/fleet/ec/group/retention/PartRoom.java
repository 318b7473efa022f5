package io.fleet.ec.group.retention;

import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.group.decision.Applier;

/** How much room this node has for more parts of entries, and whether a snapshot is needed to make some. */
public final class PartRoom {
    /** A snapshot is due when one in so many of all parts may have come since the last one. */
    private static final int PER_SNAPSHOT = 4;
    /** One part in so many is room for what is under way when nothing new is taken, beside what proxies spread. */
    private static final int SPARE = 64;
    /** Of that room and the rest so many times as much is for entries without a value. */
    private static final int WITHOUT_VALUE = 4;

    private final PartStore store;
    private final Applier applier;
    private final MemberSnapshots cover;
    private final int mostParts;
    private final int spare;

    /** A view; {@code config} says how many parts there may be. */
    public PartRoom(final SpreadConfig config, final PartStore store, final Applier applier,
                    final MemberSnapshots cover) {
        this.store = store;
        this.applier = applier;
        this.cover = cover;
        mostParts = config.maxParts();
        spare = Math.min(mostParts / (2 * WITHOUT_VALUE),
            config.quorums().nodes() * config.maxEntries() + mostParts / SPARE);
    }

    /**
     * What this node has room for. Whoever takes more, as it knows of another node's room too late, is refused parts
     * only when all of it is used.
     *
     * @return the room; there is more when parts are let go of.
     */
    public PartCapacity capacity() {
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
}
