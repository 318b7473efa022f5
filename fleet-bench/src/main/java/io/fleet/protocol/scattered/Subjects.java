package io.fleet.protocol.scattered;

import io.fleet.machine.GroupConfig;
import io.fleet.protocol.EntryLog;
import io.fleet.protocol.GroupCounters;
import io.fleet.protocol.Outbound;
import io.fleet.protocol.ReplicaProgress;
import io.fleet.protocol.SnapshotExchange;
import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.message.Message;

/** The surroundings of a role under a benchmark: a group of three, of which this is the first; nothing is sent. */
final class Subjects {
    static final int MEMBERS = 3;

    private Subjects() {
    }

    /** A context without storage: for roles that only count. */
    static GroupContext context(final GroupConfig config, final ReplicaProgress progress) {
        final EntryLog none = null;
        return new GroupContext(config, Membership.of(0, 0, 1, 2), new Nowhere(), none, null,
            null, null, SnapshotExchange.NONE, null, progress, null, new GroupCounters(), 1);
    }

    /** A replica that has done nothing yet. */
    static final class Untouched implements ReplicaProgress {
        @Override
        public long applied() {
            return 0;
        }

        @Override
        public long recorded() {
            return 0;
        }

        @Override
        public long durable() {
            return 0;
        }

        @Override
        public long logTime() {
            return 0;
        }

        @Override
        public long nextDeadline() {
            return Long.MAX_VALUE;
        }

        @Override
        public Configuration recordedConfiguration() {
            return Configuration.UNKNOWN;
        }
    }

    /** Takes nothing. */
    private static final class Nowhere implements Outbound {
        @Override
        public int self() {
            return 0;
        }

        @Override
        public boolean broadcast(final Message message) {
            throw new IllegalStateException("nothing is to be sent");
        }

        @Override
        public boolean send(final int node, final Message message) {
            throw new IllegalStateException("nothing is to be sent");
        }

        @Override
        public boolean sendToBatcher(final long batcherId, final Message message) {
            throw new IllegalStateException("nothing is to be sent");
        }
    }
}
