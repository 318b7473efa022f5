package io.fleet.bench.subject;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.store.AcceptedLog;
import io.fleet.consensus.store.SnapshotExchange;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;

/** The surroundings of a role under a benchmark: a group of three, of which this is the first; nothing is sent. */
final class Subjects {
    static final int MEMBERS = 3;

    private Subjects() {
    }

    /** A context without storage: for roles that only count. */
    static GroupContext context(final GroupConfig config, final ReplicaProgress progress) {
        final AcceptedLog none = null;
        return new GroupContext(config, Membership.of(0, 0, 1, 2), new Nowhere(), new MessageRoutes(), none, null,
            null, null, SnapshotExchange.NONE, null, progress, null, new GroupCounters(), 1);
    }

    /** A replica that has done nothing yet. */
    static class Untouched implements ReplicaProgress {
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
