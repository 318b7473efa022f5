package io.fleet.node;

import io.fleet.protocol.EntryLog;
import io.fleet.protocol.GroupLogs;
import io.fleet.protocol.NodeLives;
import io.fleet.protocol.PromiseStore;
import io.fleet.protocol.StandingStore;

/**
 * What one group keeps on the disks of its node.
 *
 * @param entries     its records of the scattered log.
 * @param steps       its records of the log of steps; null where the node has none.
 * @param ordered     its entries of the ordered log, to write.
 * @param recorded    the same, to read.
 * @param promises    what it has promised.
 * @param standing    whether it votes.
 * @param holdings    whether it holds all that it stored.
 * @param lives       in which life each node is listened to.
 * @param incarnation how often the node has been started with its meta store.
 */
record GroupStorage(EntryLog entries, EntryLog steps, GroupOrderedLog ordered, GroupOrderedLog recorded,
                    PromiseStore promises, StandingStore standing, StandingStore holdings, NodeLives lives,
                    long incarnation) implements GroupLogs {
    static GroupStorage of(final int groupId, final NodeStorage storage, final NodeLives lives) {
        final GroupOrderedLog ordered = new GroupOrderedLog(groupId, storage);
        return new GroupStorage(new GroupEntryLog(groupId, storage.scattered(), storage),
            storage.steps() == null ? null : new GroupEntryLog(groupId, storage.steps(), storage), ordered, ordered,
            new DurablePromise(groupId, storage.meta()), DurableStanding.ofVotes(groupId, storage),
            DurableStanding.ofHoldings(groupId, storage), lives, storage.meta().incarnation());
    }
}
