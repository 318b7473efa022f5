package io.fleet;

import io.fleet.node.GroupStatus;
import io.fleet.node.Leadership;
import io.fleet.node.NodeContext;
import io.fleet.node.NodeCore;
import io.fleet.node.NodeRunner;
import io.fleet.protocol.message.HandOverRequest;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.AeronTransports;
import io.fleet.transport.aeron.Endpoint;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemEpochClock;

/**
 * One node of a cluster in this process: its durable directories, its groups and its threads.
 *
 * <p>{@link #launch} recovers from the directories first. What is damaged, missing or foreign there makes it throw a
 * {@link io.fleet.storage.StorageException} that says what and where; the node has not voted or served then. A node
 * that fails later stops loudly: it logs, fails what its clients have in flight, and {@link #terminated()} completes
 * with the failure.
 */
public final class FleetNode implements AutoCloseable {
    private static final int LOOPBACK_BYTES = 16 << 20;

    private final NodeConfig config;
    private final NodeRunner runner;
    private final AeronTransports transports;

    private FleetNode(final NodeConfig config, final NodeRunner runner, final AeronTransports transports) {
        this.config = config;
        this.runner = runner;
        this.transports = transports;
    }

    /**
     * Starts a node.
     *
     * @param config what it is started with.
     * @return the running node.
     */
    public static FleetNode launch(final NodeConfig config) {
        final AeronTransports transports = AeronTransports.launch(AeronSettings.of(config));
        try {
            return new FleetNode(config, start(config, transports), transports);
        } catch (final RuntimeException | Error e) {
            transports.close();
            throw e;
        }
    }

    /** Starts a node on transports that are shared with others and closed by their owner. */
    static FleetNode launch(final NodeConfig config, final AeronTransports shared) {
        return new FleetNode(config, start(config, shared), null);
    }

    /**
     * Opens a client of a group, for any number of threads.
     *
     * @param groupId the group.
     * @return the client; close it when it is not needed any more.
     */
    public FleetClient client(final int groupId) {
        return runner.openClient(groupId);
    }

    /**
     * How a group stands on this node.
     *
     * @param groupId the group.
     * @return its status, at most about a millisecond old.
     */
    public GroupStatus status(final int groupId) {
        return runner.core().status(groupId);
    }

    /**
     * Hands the leadership of a group over to a node: to be asked of any running node, whichever leads. Commands go on:
     * those under way are answered, new ones wait for some milliseconds. Returns at once.
     *
     * @param groupId the group.
     * @param node    the node that is to lead.
     * @return who leads then, at once when that node leads already; completes with a
     * {@link io.fleet.machine.HandOverException} that says why not when the node is down, slow, about to stop or too
     * far behind, when no leader is known, or when it comes to nothing within seven election timeouts: the old leader
     * goes on then, or an election follows. Completed on the node's thread: do not block there.
     */
    public CompletableFuture<Leadership> transferLeadership(final int groupId, final int node) {
        return runner.transferLeadership(groupId, node);
    }

    /**
     * Hands the leadership of a group over to another node than the one that leads: that of the highest
     * {@linkplain NodeConfig.Builder#leaderPriority priority}, and of equals the one that has come farthest; the next
     * best where it is not elected.
     *
     * @param groupId the group.
     * @return as {@link #transferLeadership(int, int)}.
     */
    public CompletableFuture<Leadership> transferLeadership(final int groupId) {
        return runner.transferLeadership(groupId, HandOverRequest.ANY);
    }

    /**
     * The node's core, for counters.
     *
     * @return the core; only its thread-safe methods may be called.
     */
    public NodeCore core() {
        return runner.core();
    }

    /**
     * What the node was started with.
     *
     * @return the configuration.
     */
    public NodeConfig config() {
        return config;
    }

    /**
     * Completes when the node has ended: normally after {@link #close()}, exceptionally when it failed.
     *
     * @return the future.
     */
    public CompletableFuture<Void> terminated() {
        return runner.terminated();
    }

    /**
     * Stops the node in good order. First it leaves, for {@link NodeConfig#handOverMillis()} at most: it hands over the
     * groups that it leads, takes nothing more from its own clients, and waits until all replies that it owes, and all
     * that its clients have in flight, are answered. What is not by then fails. Returns when everything is on disk,
     * with a snapshot of each group that is due one ({@link NodeConfig#snapshotEntries()}). Idempotent.
     */
    @Override
    public void close() {
        close(config.handOverMillis());
    }

    /** Stops the node in good order, and leaves for so many milliseconds at most. */
    void close(final long handOverMillis) {
        runner.close(TimeUnit.MILLISECONDS.toNanos(handOverMillis));
        if (transports != null) {
            transports.close();
        }
    }

    static List<Endpoint> endpoints(final List<Member> members) {
        return members.stream().map(member -> new Endpoint(member.nodeId(), member.host(), member.port())).toList();
    }

    private static NodeRunner start(final NodeConfig config, final AeronTransports transports) {
        final NodeLog log = new NodeLog(config.nodeId());
        final List<Disk> disks = new ArrayList<>();
        Transport transport = null;
        try {
            for (final Path directory : config.directories()) {
                disks.add(RealDisk.open(directory));
            }
            transport = transports.node(config.nodeId(), endpoints(config.members()));
            final NodeCore core = new NodeCore(new NodeContext(config.clusterId(), config.nodeId(),
                config.members().stream().mapToInt(Member::nodeId).toArray(), config.groups(), transport, disks,
                config.scatteredLog(),
                config.orderedLog(), config.snapshotEntries(),
                SystemEpochClock.INSTANCE, new SecureRandom().nextLong(), LOOPBACK_BYTES,
                log));
            log.starts(config, core);
            final NodeRunner runner = new NodeRunner(core, "fleet-node-" + config.nodeId(),
                config.flush(), config.threading() == Threading.DEDICATED);
            runner.terminated().thenRun(log::stopped);
            return runner;
        } catch (final RuntimeException | Error e) {
            if (transport != null) {
                transport.close();
            }
            disks.forEach(Disk::close);
            throw e;
        }
    }
}
