package io.fleet.bench.peer.microraft;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.peer.EmbeddedClient;
import io.fleet.bench.peer.NodeWork;
import io.microraft.Ordered;
import io.microraft.QueryPolicy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** Calls the leader; outcomes come in on its thread. */
final class MicroRaftMapClient implements EmbeddedClient {
    private final MicroRaftCluster cluster;
    private final Outcomes outcomes;
    private volatile int leader;

    MicroRaftMapClient(final MicroRaftCluster cluster, final Outcomes outcomes) {
        this.cluster = cluster;
        this.outcomes = outcomes;
        leader = cluster.leader();
    }

    @Override
    public boolean put(final long key, final byte[] value, final long correlation) {
        final int target = leader;
        return hear(cluster.node(target).replicate(new Put(key, value)), new Call(correlation, target));
    }

    @Override
    public boolean get(final long key, final long correlation) {
        final int target = leader;
        return hear(cluster.node(target).query(new Get(key), QueryPolicy.LINEARIZABLE, Optional.empty(),
            Optional.empty()), new Call(correlation, target));
    }

    private static boolean hear(final CompletableFuture<Ordered<Object>> future, final Call call) {
        future.whenComplete(call);
        call.isStarted = true;
        return true;
    }

    @Override
    public List<NodeWork> work() {
        return cluster.work();
    }

    @Override
    public void close() {
        cluster.close();
    }

    /**
     * Waits for one answer. One that is there before anybody waits for it would be told from inside the call that
     * started the operation, so it is told on the replica's thread.
     */
    private final class Call implements BiConsumer<Ordered<Object>, Throwable> {
        private final long correlation;
        private final int target;
        private final Thread starter = Thread.currentThread();
        /** Read by the starter only, or when another thread has the answer. */
        private boolean isStarted;

        Call(final long correlation, final int target) {
            this.correlation = correlation;
            this.target = target;
        }

        @Override
        public void accept(final Ordered<Object> result, final Throwable failure) {
            if (Thread.currentThread() == starter && !isStarted) {
                cluster.thread(target).execute(() -> tell(result, failure));
            } else {
                tell(result, failure);
            }
        }

        private void tell(final Ordered<Object> result, final Throwable failure) {
            if (failure == null) {
                final byte[] value = (byte[]) result.getResult();
                outcomes.onReply(correlation, value == null ? -1 : value.length);
                return;
            }
            final int now = cluster.leader();
            leader = now < 0 ? leader : now;
            outcomes.onFailure(correlation, failure.toString());
        }
    }
}
