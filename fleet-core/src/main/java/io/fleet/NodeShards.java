package io.fleet;

import io.fleet.error.ConfigException;
import io.fleet.node.NodeCore;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.Shard;
import io.fleet.node.status.EventLog;
import io.fleet.node.thread.NodeRunner;
import io.fleet.transport.aeron.AeronTransports;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All duty threads of a node that have groups. They start and end together: when one fails, the others stop in good
 * order, and hand over what they lead. Thread-safe.
 */
final class NodeShards {
    private static final Logger LOG = System.getLogger("io.fleet.FleetNode");

    private final NodeConfig config;
    private final List<NodeShard> shards = new ArrayList<>();
    private final Int2ObjectHashMap<NodeShard> byGroup = new Int2ObjectHashMap<>();
    private final CompletableFuture<Void> terminated = new CompletableFuture<>();

    /**
     * Opens all of them, so that none takes part where another cannot start, and starts them.
     *
     * @param shared transports by index of the duty thread, which others use too; null for some of their own.
     */
    NodeShards(final NodeConfig config, final EventLog events, final @Nullable List<AeronTransports> shared) {
        this.config = config;
        ShardDirectories.require(config.directories(), config.dutyThreads());
        final NodeEventLogger log = new NodeEventLogger(config.nodeId(), events);
        try {
            for (final Shard shard : config.shards()) {
                open(shard, log.of(shard), shared == null ? null : shared.get(shard.index()));
            }
            log.starts(config, cores());
            shards.forEach(NodeShard::start);
        } catch (final RuntimeException | Error e) {
            shards.forEach(shard -> closeAfter(e, shard));
            throw e;
        }
        terminated.thenRun(log::stopped);
        endTogether();
    }

    private void open(final Shard shard, final NodeEventLogger log, final @Nullable AeronTransports shared) {
        final NodeShard opened = new NodeShard(config, shard, log, shared);
        shards.add(opened);
        for (final GroupSpec group : config.groupsOf(shard)) {
            byGroup.put(group.groupId(), opened);
        }
    }

    private static void closeAfter(final Throwable failure, final NodeShard shard) {
        try {
            shard.close(0);
        } catch (final RuntimeException | Error e) {
            failure.addSuppressed(e);
        }
    }

    private void endTogether() {
        final AtomicReference<Throwable> first = new AtomicReference<>();
        final AtomicInteger left = new AtomicInteger(shards.size());
        for (final NodeShard shard : shards) {
            shard.runner().terminated().whenComplete((end, failure) -> {
                if (failure != null && first.compareAndSet(null, failure)) {
                    endOthers(shard);
                }
                if (left.decrementAndGet() > 0) {
                    return;
                }
                if (first.get() == null) {
                    terminated.complete(null);
                } else {
                    terminated.completeExceptionally(first.get());
                }
            });
        }
    }

    private void endOthers(final NodeShard failed) {
        final List<NodeShard> others = shards.stream().filter(shard -> shard != failed).toList();
        if (!others.isEmpty()) {
            LOG.log(Level.ERROR, () -> "node " + config.nodeId() + ": one of its duty threads has failed, so the other "
                + others.size() + " hand over and stop");
            inBackground(() -> closeAll(others, handOverNs()));
        }
    }

    private long handOverNs() {
        return TimeUnit.MILLISECONDS.toNanos(config.handOverMillis());
    }

    /**
     * What runs a group.
     *
     * @throws ConfigException when the node does not host it.
     */
    NodeRunner of(final int groupId) {
        final NodeShard shard = byGroup.get(groupId);
        if (shard == null) {
            throw new ConfigException("group " + groupId + " is not hosted by node " + config.nodeId()
                + ": it hosts " + config.groups().stream().map(GroupSpec::groupId).toList());
        }
        return shard.runner();
    }

    /** The core of each duty thread that has groups, in their order. */
    List<NodeCore> cores() {
        return shards.stream().map(NodeShard::core).toList();
    }

    /** Completes when all have ended, with the first failure where one failed. */
    CompletableFuture<Void> terminated() {
        return terminated;
    }

    /**
     * Stops all of them in good order, at the same time. Called on one of their threads it returns at once.
     *
     * @return false when one does not end.
     */
    boolean close(final long handOverMillis) {
        final long handOverNs = TimeUnit.MILLISECONDS.toNanos(handOverMillis);
        for (final NodeShard shard : shards) {
            if (shard.runner().isCurrentThread()) {
                final List<NodeShard> others = shards.stream().filter(other -> other != shard).toList();
                inBackground(() -> closeAll(others, handOverNs));
                return shard.close(handOverNs);
            }
        }
        final boolean haveEnded = closeAll(shards, handOverNs);
        terminated.handle((end, failure) -> end).join();
        return haveEnded;
    }

    private boolean closeAll(final List<NodeShard> those, final long handOverNs) {
        final List<CompletableFuture<Boolean>> behind = new ArrayList<>();
        for (final NodeShard shard : those.subList(Math.min(1, those.size()), those.size())) {
            final CompletableFuture<Boolean> ended = new CompletableFuture<>();
            behind.add(ended);
            inBackground(() -> {
                try {
                    ended.complete(shard.close(handOverNs));
                } catch (final RuntimeException | Error e) {
                    ended.completeExceptionally(e);
                    throw e;
                }
            });
        }
        boolean haveEnded = those.isEmpty() || those.get(0).close(handOverNs);
        for (final CompletableFuture<Boolean> ended : behind) {
            haveEnded &= ended.join();
        }
        return haveEnded;
    }

    private void inBackground(final Runnable action) {
        new Thread(action, "fleet-node-" + config.nodeId() + "-close").start();
    }
}
