package io.fleet;

import io.fleet.client.FleetClient;
import io.fleet.client.handle.Callbacks;
import io.fleet.config.Checks;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.consensus.message.election.LeadershipTransferRequest;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.reads.ReadPool;
import io.fleet.consensus.reads.ReadServers;
import io.fleet.error.ConfigException;
import io.fleet.error.NotAppliedException;
import io.fleet.node.NodeCore;
import io.fleet.node.config.NodeContext;
import io.fleet.node.status.EventLog;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.Leadership;
import io.fleet.node.status.NodeEvent;
import io.fleet.node.status.NodeStatus;
import io.fleet.node.thread.NodeRunner;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.meta.MetaStore;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.AeronTransports;
import io.fleet.transport.aeron.config.Endpoint;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemEpochClock;
import org.jspecify.annotations.Nullable;

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
    private final @Nullable AeronTransports transports;
    private final EventLog events;
    private final StatusReader status;

    private FleetNode(final NodeConfig config, final EventLog events, final AeronTransports transports,
                      final boolean isOwner) {
        this.config = config;
        this.events = events;
        this.runner = start(config, events, transports);
        this.transports = isOwner ? transports : null;
        status = new StatusReader(config, runner.core(), runner.terminated());
    }

    /**
     * Starts a node.
     *
     * @param config what it is started with.
     * @return the running node.
     */
    public static FleetNode launch(final NodeConfig config) {
        final AeronTransports transports = AeronTransports.launch(AeronSettings.of(Checks.notNull("config", config)));
        try {
            return new FleetNode(config, new EventLog(SystemEpochClock.INSTANCE), transports, true);
        } catch (final RuntimeException | Error e) {
            transports.close();
            throw e;
        }
    }

    /** Starts a node on transports that are shared with others and closed by their owner. */
    static FleetNode launch(final NodeConfig config, final AeronTransports shared) {
        return new FleetNode(config, new EventLog(SystemEpochClock.INSTANCE), shared, false);
    }

    /**
     * Opens a client of a group, for any number of threads. May be called in a callback.
     *
     * @param groupId the group.
     * @return the client; close it when it is not needed any more.
     * @throws NotAppliedException when the node's thread does not answer for 30 seconds.
     */
    public FleetClient client(final int groupId) {
        return runner.openClient(groupId);
    }

    /**
     * Asks for a snapshot of a group on this node, whether or not one is due. The node goes on meanwhile: its replica
     * stops applying while the state is written, and the other nodes answer.
     *
     * @param groupId the group.
     * @return completes on a thread of {@link NodeConfig#callbacks()} with the LSN up to which the snapshot covers the
     * log,
     * at least what was applied when it was asked for; exceptionally with a
     * {@link io.fleet.error.SnapshotFailedException} when it cannot be written, or the node ends.
     */
    public CompletableFuture<Long> requestSnapshot(final int groupId) {
        return runner.requestSnapshot(groupId);
    }

    /**
     * How a group stands on this node.
     *
     * @param groupId the group.
     * @return its status, at most about a millisecond old.
     */
    public GroupStatus status(final int groupId) {
        return runner.core().group(groupId).status();
    }

    /**
     * How the node stands, with all its groups and directories. Looks at the directories, so it may wait for the disk.
     *
     * @return its status, at most about a millisecond old; also when the node has ended.
     */
    public NodeStatus status() {
        return status.read(config.directories());
    }

    /**
     * As {@link #status()}, but without the directories: it never waits for the disk.
     *
     * @return its status; {@link NodeStatus#directories()} is empty.
     */
    public NodeStatus health() {
        return status.read(List.of());
    }

    /**
     * What changed on the node lately: roles, leaders, standings, snapshots, problems.
     *
     * @return the last {@link EventLog#CAPACITY} changes, the oldest first.
     */
    public List<NodeEvent> events() {
        return events.list();
    }

    /**
     * Hands the leadership of a group over to a node: to be asked of any running node, whichever leads. Commands go on:
     * those under way are answered, new ones wait for some milliseconds. Returns at once.
     *
     * @param groupId the group.
     * @param node    the node that is to lead.
     * @return who leads then, at once when that node leads already; completes with a
     * {@link io.fleet.error.LeadershipTransferException} that says why not when the node is down, slow, about to stop
     * or too
     * far behind, when no leader is known, or when it comes to nothing within seven election timeouts: the old leader
     * goes on then, or an election follows; with a {@link io.fleet.error.LeaderlessException}, which is one too,
     * where nobody leads groups of its mode. Completed on a thread of {@link NodeConfig#callbacks()}.
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
        return runner.transferLeadership(groupId, LeadershipTransferRequest.ANY);
    }

    /**
     * Adds a node to a group: to be asked of any running member, whichever leads. The new node has been started with
     * {@link NodeConfig.Builder#joins}, or is soon; it learns first, and votes when it has caught up. Commands go on
     * meanwhile. One change is made at a time. Returns at once.
     *
     * @param groupId the group.
     * @param member  the new node, and where it is reached; over shared memory only its number counts.
     * @return who belongs to the group when the node votes; completes with a {@link
     * io.fleet.error.NotAppliedException} that says why when nothing was changed, because it is a member already,
     * another member has its address, one of both can be reached on its own machine alone, or another change is under
     * way (a {@link io.fleet.error.FixedMembersException}, which is one too, where members of groups of its mode
     * never change), and with an {@link io.fleet.error.OutcomeUnknownException} when no leader answers for ten
     * election timeouts, or this node ends: {@link #members} tells then, and asking again is safe. A node that never
     * comes keeps it from completing; {@link #removeNode} ends that. Completed on a thread of {@link
     * NodeConfig#callbacks()}.
     * @throws ConfigException when the address is none of one host.
     */
    public CompletableFuture<Configuration> addNode(final int groupId, final Member member) {
        return addNode(groupId, member, MemberRole.FULL);
    }

    /**
     * Adds a node to a group in a role, as {@link #addNode(int, Member)} does. An observer ({@link MemberRole#REPLICA})
     * belongs to the group as soon as a leader is elected in the configuration that names it, whether the node runs or
     * not; it gets everything and serves reads, and counts for nothing. One that is added once more, as {@link
     * MemberRole#FULL}, learns and votes; {@link #replaceNode} puts it in the place of another member.
     *
     * @param groupId the group.
     * @param member  the node, and where it is reached.
     * @param role    what it is for.
     * @return as for {@link #addNode(int, Member)}; for an observer when it belongs to the group.
     */
    public CompletableFuture<Configuration> addNode(final int groupId, final Member member, final MemberRole role) {
        return changeMembers(groupId, Checks.notNull("role", role) == MemberRole.FULL ? MemberChange.ADD
            : MemberChange.ADD_OBSERVER, member, MemberChange.NOBODY);
    }

    /**
     * Removes a node from a group, whether it runs or not; otherwise as {@link #addNode}. One that leads hands over
     * first. A removed node serves no more ({@link NodeStatus#notReady()}), and keeps what it has on disk.
     *
     * @param groupId the group.
     * @param nodeId  the node that goes.
     * @return as for {@link #addNode}; refused too when it is the last that votes, or holds bodies that too few others
     * hold ({@link io.fleet.config.WriteQuorum#QUORUM}).
     */
    public CompletableFuture<Configuration> removeNode(final int groupId, final int nodeId) {
        final MemberChange change = new MemberChange();
        change.kind = MemberChange.REMOVE;
        change.node = Checks.range("nodeId", nodeId, 0, Endpoint.MAX_NODE_ID);
        return runner.changeMembers(groupId, change);
    }

    /**
     * Puts a new node in the place of another: it is added, and when it has caught up, it votes and the other one is
     * removed in one step. The other need not run. Otherwise as {@link #addNode}.
     *
     * @param groupId the group.
     * @param nodeId  the node that goes.
     * @param member  the node that comes, with a number of its own.
     * @return as for {@link #addNode}.
     */
    public CompletableFuture<Configuration> replaceNode(final int groupId, final int nodeId, final Member member) {
        return changeMembers(groupId, MemberChange.REPLACE, member,
            Checks.range("nodeId", nodeId, 0, Endpoint.MAX_NODE_ID));
    }

    /**
     * Who belongs to a group, as far as this node acts on it.
     *
     * @param groupId the group.
     * @return the members; none where the node has not been added yet.
     */
    public Configuration members(final int groupId) {
        return runner.core().group(groupId).watch().configuration();
    }

    private CompletableFuture<Configuration> changeMembers(final int groupId, final int kind, final Member member,
                                                           final int replaced) {
        final Endpoint endpoint = endpoints(List.of(Checks.notNull("member", member))).get(0);
        final MemberChange change = new MemberChange();
        change.kind = kind;
        change.node = member.nodeId();
        change.replaced = replaced;
        change.endpoint =
            config.transport() == TransportKind.IPC ? "" : NewMemberCheck.requireAddress(member.nodeId(),
                endpoint.address());
        return NewMemberCheck.objection(members(groupId), change)
            .<CompletableFuture<Configuration>>map(why -> CompletableFuture.failedFuture(
                new NotAppliedException("group " + groupId + ": members stay: " + why)))
            .orElseGet(() -> runner.changeMembers(groupId, change));
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
     * Completes when the node has ended: normally after {@link #close()}, exceptionally when it failed, or when {@link
     * #close()} gave it up. What depends on it runs on the node's thread, which has nothing else to do then.
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
     *
     * <p>That may take long, but not for ever: when for a minute nothing has come of it, neither a step of its threads
     * nor a write to a disk, because a disk hangs or a query does not return, it returns too. The log says at ERROR
     * which thread is where, {@link #terminated()} has completed with a failure, and the directories stay locked: end
     * the process then. A state machine that does not return from an entry is waited for for half a minute; then the
     * node ends without it, its logs closed, and {@link #terminated()} says so. Called in a callback on the node's own
     * thread it returns at once.
     */
    @Override
    public void close() {
        close(config.handOverMillis());
    }

    /** Stops the node in good order, and leaves for so many milliseconds at most. */
    void close(final long handOverMillis) {
        closeWithin(handOverMillis);
    }

    /**
     * The same; answers false when the node does not end: its transports are left to it, since its thread may come back
     * to them.
     */
    boolean closeWithin(final long handOverMillis) {
        final boolean hasEnded = runner.close(TimeUnit.MILLISECONDS.toNanos(handOverMillis));
        if (transports != null && runner.isCurrentThread()) {
            runner.terminated().whenComplete((end, failure) -> transports.close());
        } else if (transports != null && hasEnded) {
            transports.close();
        }
        return hasEnded;
    }

    static List<Endpoint> endpoints(final List<Member> members) {
        return members.stream().map(member -> new Endpoint(member.nodeId(), member.host(), member.port())).toList();
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

    private static NodeRunner start(final NodeConfig config, final EventLog events, final AeronTransports transports) {
        final NodeEventLogger log = new NodeEventLogger(config.nodeId(), events);
        final List<RealDisk> disks = new ArrayList<>();
        Transport transport = null;
        try {
            for (final Path directory : config.directories()) {
                disks.add(RealDisk.open(directory));
            }
            requireFounder(config, disks.get(0));
            transport = transports.node(config.nodeId(), endpoints(config.members()));
            final ReadPool reads = ReadServers.FOUND.threads(config.readThreads());
            final NodeCore core = new NodeCore(new NodeContext(config.clusterId(), config.nodeId(),
                founders(config), config.groups(), transport, List.copyOf(disks),
                config.scatteredLog(),
                config.orderedLog(), config.snapshots(),
                SystemEpochClock.INSTANCE, new SecureRandom().nextLong(), LOOPBACK_BYTES,
                log, reads));
            log.starts(config, core);
            final String name = "fleet-node-" + config.nodeId();
            final NodeRunner runner = new NodeRunner(core, name, config.flush(),
                config.threading() == Threading.DEDICATED, reads,
                new Callbacks(name + "-callbacks", config.callbacks()),
                () -> disks.stream().mapToLong(RealDisk::operations).sum(),
                TimeUnit.MILLISECONDS.toNanos(config.machinePatienceMillis()));
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
