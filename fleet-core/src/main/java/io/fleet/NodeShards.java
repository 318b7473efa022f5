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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All duty threads of a node. They start and end together: when one fails, the others stop in good order, and hand over
 * what they lead. Thread-safe.
 */
final class NodeShards {
    private static final Logger LOG = System.getLogger("io.fleet.FleetNode");

    private final NodeConfig config;
    private final ShardDirectories directories;
    private final List<NodeShard> shards = new ArrayList<>();
    private final Int2ObjectHashMap<NodeShard> byGroup = new Int2ObjectHashMap<>();
    private final AtomicReference<Throwable> first = new AtomicReference<>();
    private final CompletableFuture<Void> terminated;

    /**
     * Starts all of them: none recovers before all have their directories and ports, and none takes part before all
     * have recovered.
     *
     * @param shared transports by index of the duty thread, which others use too; null for some of their own.
     */
    NodeShards(final NodeConfig config, final EventLog events, final @Nullable List<AeronTransports> shared) {
        this.config = config;
        directories = ShardDirectories.open(config.directories(), config.dutyThreads());
        final NodeEventLogger log = new NodeEventLogger(config.nodeId(), events);
        try {
            for (final Shard shard : config.shards()) {
                final NodeShard taken = new NodeShard(config, shard, shared == null ? null : shared.get(shard.index()));
                shards.add(taken);
                config.groupsOf(shard).forEach(group -> byGroup.put(group.groupId(), taken));
            }
            directories.require(); // what another process has done before it gave the locks back
            shards.forEach(this::requireFounder);
            for (final Shard shard : config.shards()) {
                shards.get(shard.index()).prepare(log.of(shard));
            }
            shards.forEach(NodeShard::recover);
            log.starts(config, cores());
            shards.forEach(NodeShard::start);
        } catch (final RuntimeException | Error e) {
            boolean haveEnded = true;
            for (final NodeShard shard : shards) {
                haveEnded &= closeAfter(e, shard);
            }
            if (haveEnded) {
                attempt(e, directories::close);
            }
            throw e;
        }
        terminated = shards.size() == 1 ? shards.get(0).runner().terminated() : allTerminated();
        terminated.thenRun(log::stopped);
    }

    /** A founder of a group of one has nobody to tell it that the group exists: its operator must say so. */
    private void requireFounder(final NodeShard shard) {
        if (config.members().size() > 1 || config.joins() || shard.isOld()) {
            return;
        }
        if (shards.stream().anyMatch(NodeShard::isOld)) {
            throw new ConfigException("node " + config.nodeId() + " is its only member, and directory "
                + shard.directory()
                + " is new, while others of its duty threads have theirs: what was in it is lost, or"
                + " the first start was cut short. Put it back from a backup; where the node has never served, empty"
                + " its directories and start it anew");
        }
        if (!config.foundsAlone()) {
            throw new ConfigException("node " + config.nodeId() + " is its only member, and its directory "
                + shard.directory() + " is new: to found groups of one, set foundsAlone to true (fleet kv: --alone);"
                + " if others have joined its groups before, and its directory was lost, it must join them: set joins"
                + " to true (--join), and name the others;"
                + " see docs/runbook.md#when-a-founder-has-lost-its-directories");
        }
    }

    private static boolean closeAfter(final Throwable failure, final NodeShard shard) {
        final AtomicBoolean hasEnded = new AtomicBoolean();
        attempt(failure, () -> hasEnded.set(shard.close(0)));
        return hasEnded.get();
    }

    private static void attempt(final Throwable before, final Runnable step) {
        try {
            step.run();
        } catch (final RuntimeException | Error e) {
            if (e != before) {
                before.addSuppressed(e);
            }
        }
    }

    private CompletableFuture<Void> allTerminated() {
        final CompletableFuture<Void> all = new CompletableFuture<>();
        final AtomicInteger left = new AtomicInteger(shards.size());
        for (final NodeShard shard : shards) {
            shard.runner().failing().thenAccept(failure -> onFailure(shard, failure));
            shard.runner().terminated().whenComplete((end, failure) -> {
                try {
                    onFailure(shard, failure);
                } finally {
                    if (left.decrementAndGet() == 0) {
                        complete(all);
                    }
                }
            });
        }
        return all;
    }

    private void onFailure(final NodeShard shard, final @Nullable Throwable failure) {
        if (failure == null) {
            return;
        }
        if (first.compareAndSet(null, failure)) {
            final List<NodeShard> others = shards.stream().filter(other -> other != shard).toList();
            LOG.log(Level.ERROR, () -> "node " + config.nodeId() + ": one of its duty threads has failed, so the other "
                + others.size() + " hand over and stop");
            inBackground(() -> closeAll(others, TimeUnit.MILLISECONDS.toNanos(config.handOverMillis())),
                () -> others.forEach(NodeShard::stop));
            return;
        }
        final Throwable before = first.get();
        if (before != null && before != failure && !List.of(before.getSuppressed()).contains(failure)) {
            before.addSuppressed(failure);
        }
    }

    private void complete(final CompletableFuture<Void> all) {
        final Throwable failure = failure();
        if (failure == null) {
            all.complete(null);
        } else {
            all.completeExceptionally(failure);
        }
    }

    /** The first failure of one of them; null as long as there is none. */
    @Nullable
    Throwable failure() {
        Throwable failure = first.get();
        for (final NodeShard shard : shards) {
            failure = failure != null ? failure : shard.runner().failing().getNow(null);
            failure = failure != null ? failure : failureOf(shard.runner().terminated());
        }
        return failure;
    }

    private static @Nullable Throwable failureOf(final CompletableFuture<Void> ended) {
        return ended.isDone() ? ended.handle((end, failure) -> failure).join() : null;
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

    /** The core of each duty thread, in their order. */
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
                inBackground(() -> closeAll(others, handOverNs), () -> others.forEach(NodeShard::stop));
                terminated.whenComplete((end, failure) -> directories.close());
                return shard.close(handOverNs);
            }
        }
        final boolean haveEnded = closeAll(shards, handOverNs);
        if (shards.stream().allMatch(shard -> shard.runner().terminated().isDone())) {
            awaitTerminated();
        }
        if (haveEnded) {
            directories.close();
        }
        return haveEnded;
    }

    /** All have ended; what depends on one of them may not have returned, and is not waited for. */
    private void awaitTerminated() {
        if (!terminated.isDone()) {
            inBackground(() -> complete(terminated), () -> complete(terminated));
        }
        while (!terminated.isDone()) {
            Thread.onSpinWait();
        }
    }

    private boolean closeAll(final List<NodeShard> those, final long handOverNs) {
        final List<CompletableFuture<Boolean>> behind = new ArrayList<>();
        for (int i = 1; i < those.size(); i++) {
            final NodeShard shard = those.get(i);
            final CompletableFuture<Boolean> ended = new CompletableFuture<>();
            behind.add(ended);
            final Runnable close = () -> close(shard, handOverNs, ended);
            inBackground(close, close);
        }
        boolean haveEnded = true;
        try {
            haveEnded = those.isEmpty() || those.get(0).close(handOverNs);
        } finally {
            CompletableFuture.allOf(behind.toArray(CompletableFuture[]::new)).exceptionally(failure -> null).join();
        }
        for (final CompletableFuture<Boolean> ended : behind) {
            haveEnded &= ended.join();
        }
        return haveEnded;
    }

    private static void close(final NodeShard shard, final long handOverNs, final CompletableFuture<Boolean> ended) {
        try {
            ended.complete(shard.close(handOverNs));
        } catch (final RuntimeException | Error e) {
            ended.completeExceptionally(e);
        }
    }

    private void inBackground(final Runnable action, final Runnable withoutThread) {
        if (shards.size() == 1) {
            return; // there are no others
        }
        try {
            new Thread(action, "fleet-node-" + config.nodeId() + "-close").start();
        } catch (final OutOfMemoryError e) {
            LOG.log(Level.ERROR, "node " + config.nodeId() + " gets no thread to close another one: " + e.getMessage());
            withoutThread.run();
        }
    }
}
