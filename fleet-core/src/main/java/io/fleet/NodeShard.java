package io.fleet;

import io.fleet.client.handle.Callbacks;
import io.fleet.consensus.reads.ReadServers;
import io.fleet.node.NodeCore;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.Shard;
import io.fleet.node.config.UserThreads;
import io.fleet.node.thread.NodeRunner;
import io.fleet.node.thread.PrepareThreads;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.meta.MetaStore;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.AeronTransports;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.concurrent.SystemEpochClock;
import org.jspecify.annotations.Nullable;

/**
 * One {@link Shard} of a node: first its directories and its port are taken, then its groups are recovered, then it is
 * started. What it was given is its own from then on, but for transports that others use too.
 */
final class NodeShard {
    private static final int LOOPBACK_BYTES = 16 << 20;

    private final NodeConfig config;
    private final Shard shard;
    private final AeronTransports transports;
    private final boolean ownsTransports;
    private final List<RealDisk> disks = new ArrayList<>();
    private final Transport transport;
    private final UserThreads user;
    private @Nullable NodeContext context;
    private @Nullable NodeCore core;
    private @Nullable NodeRunner runner;

    /** Takes directories and port: transports of its own, or some that others use too and close. */
    NodeShard(final NodeConfig config, final Shard shard, final @Nullable AeronTransports shared) {
        this.config = config;
        this.shard = shard;
        ownsTransports = shared == null;
        transports = shared == null ? AeronTransports.launch(AeronSettings.of(config, shard)) : shared;
        user = new UserThreads(ReadServers.FOUND.threads(config.readThreads()),
            new PrepareThreads(config.prepareThreads()));
        try {
            for (final Path directory : config.directories()) {
                disks.add(RealDisk.open(shard.directory(directory)));
            }
            transport = transports.node(config.nodeId(),
                Member.endpoints(config.members(), shard, config.transport()));
        } catch (final RuntimeException | Error e) {
            try {
                CloseHelper.closeAll(disks);
            } finally {
                closeTransports();
            }
            throw e;
        }
    }

    /** Whether it has taken part before, as far as its directories know. */
    boolean isOld() {
        return MetaStore.exists(disks.get(0));
    }

    /** Where its meta store is, or is to be. */
    String directory() {
        return disks.get(0).name();
    }

    /** Looks at what it was given, before anything is written. */
    void prepare(final NodeEventLogger log) {
        context = new NodeContext(config.clusterId(), config.nodeId(), founders(config),
            config.groupsOf(shard), transport, List.copyOf(disks), config.scatteredLog(), config.orderedLog(),
            config.snapshots(), SystemEpochClock.INSTANCE, new SecureRandom().nextLong(), LOOPBACK_BYTES, log, user,
            shard);
        context.requireRoom();
    }

    /** Recovers its groups; nothing is said to anybody. */
    void recover() {
        core = new NodeCore(there(context));
    }

    private static int[] founders(final NodeConfig config) {
        return config.joins() ? new int[0] : config.members().stream().mapToInt(Member::nodeId).toArray();
    }

    /** Gives it its threads. */
    void start() {
        final String name = shard.name("fleet-node-" + config.nodeId());
        runner = new NodeRunner(core(), name, config.flush(), config.threading() == Threading.DEDICATED, user,
            new Callbacks(name + "-callbacks", config.callbacks()),
            () -> disks.stream().mapToLong(RealDisk::operations).sum(),
            TimeUnit.MILLISECONDS.toNanos(config.machinePatienceMillis()));
        runner.start();
    }

    /** What it is made of, once it has recovered. */
    NodeCore core() {
        return there(core);
    }

    /** What runs it, once it is started. */
    NodeRunner runner() {
        return there(runner);
    }

    private <T> T there(final @Nullable T part) {
        if (part == null) {
            throw new IllegalStateException(shard.name("node " + config.nodeId()) + " has not been started");
        }
        return part;
    }

    /** Asks it to end, and gives up its transports when it has; returns at once. */
    void stop() {
        runner().terminated().whenComplete((end, failure) -> closeTransports());
        runner().stop();
    }

    /**
     * Stops it in good order, as {@link FleetNode#close()} says; answers false when it does not end: its transports are
     * left to it, since its thread may come back to them.
     */
    boolean close(final long handOverNs) {
        if (runner == null) {
            abandon();
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

    /** It has said and done nothing: its directories are left as they were, closed in good order where they were. */
    private void abandon() {
        try {
            if (core != null) {
                closeCore(core);
            } else {
                CloseHelper.quietClose(transport);
                CloseHelper.closeAll(disks);
            }
        } finally {
            closeTransports();
        }
    }

    private static void closeCore(final NodeCore recovered) {
        try {
            recovered.stop();
        } finally {
            recovered.close();
        }
    }

    /** Who closes them while another does waits for that. */
    private synchronized void closeTransports() {
        if (ownsTransports) {
            transports.close();
        }
    }
}
