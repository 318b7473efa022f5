package io.fleet;

import io.fleet.client.handle.Callbacks;
import io.fleet.consensus.reads.ReadPool;
import io.fleet.consensus.reads.ReadServers;
import io.fleet.error.ConfigException;
import io.fleet.node.NodeCore;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.Shard;
import io.fleet.node.thread.NodeRunner;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.meta.MetaStore;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.AeronTransports;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemEpochClock;
import org.jspecify.annotations.Nullable;

/**
 * One {@link Shard} of a node: it is opened first, which recovers its groups, and then started. What it was given is
 * its own from then on, but for transports that others use too.
 */
final class NodeShard {
    private static final int LOOPBACK_BYTES = 16 << 20;

    private final NodeConfig config;
    private final Shard shard;
    private final AeronTransports transports;
    private final boolean ownsTransports;
    private final List<RealDisk> disks = new ArrayList<>();
    private final ReadPool reads;
    private final NodeCore core;
    private @Nullable NodeRunner runner;

    /** Opens it on transports of its own, or on some that others use too and close. */
    NodeShard(final NodeConfig config, final Shard shard, final NodeEventLogger log,
              final @Nullable AeronTransports shared) {
        this.config = config;
        this.shard = shard;
        ownsTransports = shared == null;
        transports = shared == null ? AeronTransports.launch(AeronSettings.of(config, shard)) : shared;
        Transport transport = null;
        try {
            for (final Path directory : config.directories()) {
                disks.add(RealDisk.open(shard.directory(directory)));
            }
            requireFounder(config, disks.get(0));
            transport = transports.node(config.nodeId(),
                Member.endpoints(config.members(), shard, config.transport()));
            reads = ReadServers.FOUND.threads(config.readThreads());
            core = new NodeCore(new NodeContext(config.clusterId(), config.nodeId(), founders(config),
                config.groupsOf(shard), transport, List.copyOf(disks), config.scatteredLog(), config.orderedLog(),
                config.snapshots(), SystemEpochClock.INSTANCE, new SecureRandom().nextLong(), LOOPBACK_BYTES, log,
                reads, shard));
        } catch (final RuntimeException | Error e) {
            if (transport != null) {
                transport.close();
            }
            disks.forEach(Disk::close);
            closeTransports();
            throw e;
        }
    }

    private static int[] founders(final NodeConfig config) {
        return config.joins() ? new int[0] : config.members().stream().mapToInt(Member::nodeId).toArray();
    }

    /** A founder of a group of one has nobody to tell it that the group exists: its operator must say so. */
    private static void requireFounder(final NodeConfig config, final Disk first) {
        if (config.members().size() == 1 && !config.joins() && !config.foundsAlone() && !MetaStore.exists(first)) {
            throw new ConfigException("node " + config.nodeId() + " is its only member, and its directory "
                + first.name() + " is new: to found groups of one, set foundsAlone to true (fleet kv: --alone);"
                + " if others have joined its groups before, and its directory was lost, it must join them: set joins"
                + " to true (--join), and name the others;"
                + " see docs/runbook.md#when-a-founder-has-lost-its-directories");
        }
    }

    /** Gives it its threads. */
    void start() {
        final String name = shard.name("fleet-node-" + config.nodeId());
        runner = new NodeRunner(core, name, config.flush(), config.threading() == Threading.DEDICATED, reads,
            new Callbacks(name + "-callbacks", config.callbacks()),
            () -> disks.stream().mapToLong(RealDisk::operations).sum(),
            TimeUnit.MILLISECONDS.toNanos(config.machinePatienceMillis()));
    }

    NodeCore core() {
        return core;
    }

    /** What runs it, once it is started. */
    NodeRunner runner() {
        if (runner == null) {
            throw new IllegalStateException(shard.name("node " + config.nodeId()) + " has not been started");
        }
        return runner;
    }

    /**
     * Stops it in good order, as {@link FleetNode#close()} says; answers false when it does not end: its transports are
     * left to it, since its thread may come back to them.
     */
    boolean close(final long handOverNs) {
        if (runner == null) {
            core.close();
            closeTransports();
            return true;
        }
        final boolean hasEnded = runner.close(handOverNs);
        if (runner.isCurrentThread()) {
            runner.terminated().whenComplete((end, failure) -> closeTransports());
        } else if (hasEnded) {
            closeTransports();
        }
        return hasEnded;
    }

    private void closeTransports() {
        if (ownsTransports) {
            transports.close();
        }
    }
}
