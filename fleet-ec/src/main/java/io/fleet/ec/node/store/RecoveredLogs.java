package io.fleet.ec.node.store;

import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LogUser;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.store.PartFormat;
import io.fleet.ec.group.CodedGroup;
import io.fleet.storage.EntryMeta;

/** What the node's logs tell a coded group: its votes and parts as they are found at a start, and become durable. */
public final class RecoveredLogs {
    private final int groupId;
    private final CodedGroup group;
    private final EntryId id = new EntryId();
    /** By log. */
    private final LogUser[] users = {new Parts(), new Votes()};

    /** For one group. */
    public RecoveredLogs(final int groupId, final CodedGroup group) {
        this.groupId = groupId;
        this.group = group;
    }

    /** Who is told of a log. */
    public LogUser user(final LogKind log) {
        return users[log.ordinal()];
    }

    /** Votes in the log of their own, until their slots' decisions are durable here. */
    private final class Votes implements LogUser {
        @Override
        public void onRecovered(final long lsn, final long recordBallot, final int storageGroup, final EntryMeta meta,
                                final long bodyPosition) {
            group.recoverVote(lsn, recordBallot, RecordIds.idOf(meta, id));
        }

        @Override
        public void onDurable(final long lsn, final long recordBallot, final long position) {
            group.onVoteDurable(lsn, recordBallot);
        }

        @Override
        public long forgettable(final long coveredUpTo) {
            return group.settled();
        }
    }

    /** Parts of entries, which have numbers of their own. */
    private final class Parts implements LogUser {
        @Override
        public void onRecovered(final long lsn, final long recordBallot, final int storageGroup, final EntryMeta meta,
                                final long bodyPosition) {
            PartFormat.check(groupId, storageGroup);
            group.recoverPiece(lsn, recordBallot, RecordIds.idOf(meta, id), StoredParts.tag(meta), bodyPosition,
                meta.length);
        }

        @Override
        public void onDurable(final long lsn, final long recordBallot, final long position) {
            group.onPieceDurable(lsn, position);
        }

        @Override
        public long forgettable(final long coveredUpTo) {
            return group.parts().forgettableParts();
        }
    }
}
