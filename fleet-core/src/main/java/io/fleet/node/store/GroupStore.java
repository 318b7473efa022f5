package io.fleet.node.store;

import io.fleet.consensus.store.AcceptedLog;
import io.fleet.consensus.store.GroupLogs;
import io.fleet.consensus.store.NodeLives;
import io.fleet.consensus.store.PromiseStore;
import io.fleet.consensus.store.VoterStateStore;

/**
 * What one group keeps on the disks of its node.
 *
 * @param entries     its records of the scattered log.
 * @param votes       its records of the log of votes; null where the node has none.
 * @param ordered     its entries of the ordered log, to write.
 * @param recorded    the same, to read.
 * @param promises    what it has promised.
 * @param standing    whether it votes.
 * @param holdings    whether it holds all that it stored.
 * @param lives       in which life each node is listened to.
 * @param incarnation how often the node has been started with its meta store.
 */
public record GroupStore(AcceptedLog entries, AcceptedLog votes, GroupOrderedLog ordered, GroupOrderedLog recorded,
                    PromiseStore promises, VoterStateStore standing, VoterStateStore holdings, NodeLives lives,
                    long incarnation) implements GroupLogs {
    public static GroupStore of(final int groupId, final NodeStore storage, final NodeLives lives) {
        final GroupOrderedLog ordered = new GroupOrderedLog(groupId, storage);
        return new GroupStore(new GroupAcceptedLog(groupId, storage.scattered(), storage),
            storage.votes() == null ? null : new GroupAcceptedLog(groupId, storage.votes(), storage), ordered, ordered,
            new DurablePromise(groupId, storage.meta()), DurableVoterState.ofVotes(groupId, storage),
            DurableVoterState.ofHoldings(groupId, storage), lives, storage.meta().incarnation());
    }
}
