package io.fleet;

import io.fleet.client.FleetClient;
import io.fleet.config.Checks;
import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.consensus.message.election.LeadershipTransferRequest;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.error.ConfigException;
import io.fleet.error.NotAppliedException;
import io.fleet.node.HostedGroup;
import io.fleet.node.NodeCore;
import io.fleet.node.config.Shard;
import io.fleet.node.status.EventLog;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.Leadership;
import io.fleet.node.status.NodeEvent;
import io.fleet.node.status.NodeStatus;
import io.fleet.transport.aeron.AeronTransports;
import io.fleet.transport.aeron.config.Endpoint;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.SystemEpochClock;
import org.jspecify.annotations.Nullable;

/**
 * One node of a cluster in this process: its durable directories, its groups and its threads. Each group belongs to one
 * of the node's duty threads ({@link NodeConfig.Builder#dutyThreads}); all that is said here of "the node's thread" is
 * said of that one.
 *
 * <p>{@link #launch} recovers from the directories first. What is damaged, missing or foreign there makes it throw a
 * {@link io.fleet.storage.StorageException} that says what and where; the node has not voted or served then. A node
 * that fails later stops loudly: it logs, fails what its clients have in flight, and {@link #terminated()} completes
 * with the failure.
 */
public final class FleetNode implements AutoCloseable {
    private final NodeConfig config;
    private final EventLog events = new EventLog(SystemEpochClock.INSTANCE);
    private final NodeShards shards;
    private final StatusReader status;

    private FleetNode(final NodeConfig config, final @Nullable List<AeronTransports> shared) {
        this.config = config;
        shards = new NodeShards(config, events, shared);
        status = new StatusReader(config, shards);
    }

    /**
     * Starts a node.
     *
     * @param config what it is started with.
     * @return the running node.
     */
    public static FleetNode launch(final NodeConfig config) {
        return new FleetNode(Checks.notNull("config", config), null);
    }

    /**
     * Starts a node on transports that are shared with others and closed by their owner, one for each duty thread.
     */
    static FleetNode launch(final NodeConfig config, final List<AeronTransports> shared) {
        return new FleetNode(config, shared);
    }

    /**
     * Opens a client of a group, for any number of threads. May be called in a callback. One that runs on a duty thread
     * ({@link NodeConfig.Builder#callbacks}, {@code ReplyHandler}) waits for another one to open a client of its group:
     * do that before, since two that wait for each other stand still for those 30 seconds.
     *
     * @param groupId the group.
     * @return the client; close it when it is not needed any more.
     * @throws NotAppliedException when the node's thread does not answer for 30 seconds.
     */
    public FleetClient client(final int groupId) {
        return shards.of(groupId).openClient(groupId);
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
        return shards.of(groupId).requestSnapshot(groupId);
    }

    /**
     * How a group stands on this node.
     *
     * @param groupId the group.
     * @return its status, at most about a millisecond old.
     */
    public GroupStatus status(final int groupId) {
        return group(groupId).status();
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
        return shards.of(groupId).transferLeadership(groupId, node);
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
        return shards.of(groupId).transferLeadership(groupId, LeadershipTransferRequest.ANY);
    }

    /**
     * Adds a node to a group: to be asked of any running member, whichever leads. The new node has been started with
     * {@link NodeConfig.Builder#joins}, or is soon; it learns first, and votes when it has caught up. Commands go on
     * meanwhile. One change is made at a time. Returns at once.
     *
     * @param groupId the group.
     * @param member  the new node, and where it is reached, as {@link NodeConfig#members()} gives it: at its first port
     *                where there are several; over shared memory only its number counts.
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
        return addNode(groupId, member, Checks.notNull("member", member).role());
    }

    /**
     * Adds a node to a group in a role, as {@link #addNode(int, Member)} does. An observer ({@link MemberRole#REPLICA})
     * belongs to the group as soon as a leader is elected in the configuration that names it, whether the node runs or
     * not; it gets everything and serves reads, and counts for nothing. One that is added once more, as {@link
     * MemberRole#FULL}, learns and votes; {@link #replaceNode} puts it in the place of another member. A witness
     * ({@link MemberRole#STORAGE}) is a node that was given the group by {@link NodeConfig.Builder#witness}; it votes
     * when it has caught up. More than half of those that vote must execute: others are refused. With storage groups or
     * a grid, who comes has no place in it until {@link #changeQuorums} gives it one.
     *
     * @param groupId the group.
     * @param member  the node, and where it is reached.
     * @param role    what it is for.
     * @return as for {@link #addNode(int, Member)}; for an observer when it belongs to the group.
     */
    public CompletableFuture<Configuration> addNode(final int groupId, final Member member, final MemberRole role) {
        return changeMembers(groupId, switch (Checks.notNull("role", role)) {
            case FULL -> MemberChange.ADD;
            case REPLICA -> MemberChange.ADD_OBSERVER;
            case STORAGE -> MemberChange.ADD_WITNESS;
        }, member, MemberChange.NOBODY);
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
        return changed(groupId, change);
    }

    /**
     * Puts a new node in the place of another: it is added, and when it has caught up, it votes and the other one is
     * removed in one step. The other need not run. Otherwise as {@link #addNode}.
     *
     * @param groupId the group.
     * @param nodeId  the node that goes.
     * @param member  the node that comes, with a number of its own; a witness where its role is {@link
     *                MemberRole#STORAGE}.
     * @return as for {@link #addNode}.
     */
    public CompletableFuture<Configuration> replaceNode(final int groupId, final int nodeId, final Member member) {
        if (Checks.notNull("member", member).role() == MemberRole.REPLICA) {
            throw new ConfigException("role of member " + member.nodeId() + " is REPLICA, but must be FULL or STORAGE:"
                + " an observer takes nobody's place");
        }
        return changeMembers(groupId,
            member.role() == MemberRole.STORAGE ? MemberChange.REPLACE_BY_WITNESS : MemberChange.REPLACE, member,
            Checks.range("nodeId", nodeId, 0, Endpoint.MAX_NODE_ID));
    }

    /**
     * Lets the voters of a group count in another way: in storage groups, in a grid, or as a majority. Commands go on
     * meanwhile. Where too few could be asked for what the system before had chosen, both systems count for elections
     * in between, in a configuration of its own. Otherwise as {@link #addNode}.
     *
     * @param groupId the group.
     * @param quorums how they are to count; each node that is named votes already.
     * @return who belongs to the group once nothing else counts any more; otherwise as for {@link #addNode}; refused
     * too when too few of those that execute have copies of what was written so far, durably: a snapshot on each node
     * helps.
     */
    public CompletableFuture<Configuration> changeQuorums(final int groupId, final QuorumLayout quorums) {
        final MemberChange change = new MemberChange();
        change.kind = MemberChange.QUORUMS;
        change.quorums = Checks.notNull("quorums", quorums);
        return changed(groupId, change);
    }

    /**
     * Who belongs to a group, as far as this node acts on it.
     *
     * @param groupId the group.
     * @return the members, each with the address that it was given by, at its first port where there are several; none
     * where the node has not been added yet.
     */
    public Configuration members(final int groupId) {
        return Member.asGiven(group(groupId).watch().configuration(), shard(groupId));
    }

    private CompletableFuture<Configuration> changeMembers(final int groupId, final int kind, final Member member,
                                                           final int replaced) {
        final Shard shard = shard(groupId);
        Checks.notNull("member", member);
        if (config.transport() != TransportKind.IPC) {
            Ports.require("port of node " + member.nodeId(), member.port(), shard.count());
        }
        final Endpoint endpoint = member.endpoint(shard, config.transport());
        final MemberChange change = new MemberChange();
        change.kind = kind;
        change.node = member.nodeId();
        change.replaced = replaced;
        change.endpoint = config.transport() == TransportKind.IPC ? ""
            : NewMemberCheck.requireAddress(member.nodeId(), member.endpoint(Shard.ALL, config.transport()).address());
        final Optional<String> objection = NewMemberCheck.objection(members(groupId), change, shard.count());
        if (objection.isPresent()) {
            return CompletableFuture.failedFuture(
                new NotAppliedException("group " + groupId + ": members stay: " + objection.get()));
        }
        change.endpoint = change.endpoint.isEmpty() ? "" : endpoint.address();
        return changed(groupId, change);
    }

    private Shard shard(final int groupId) {
        return Shard.of(Checks.range("groupId", groupId, 0, Integer.MAX_VALUE), config.dutyThreads());
    }

    private CompletableFuture<Configuration> changed(final int groupId, final MemberChange change) {
        final CompletableFuture<Configuration> done = shards.of(groupId).changeMembers(groupId, change);
        if (config.dutyThreads() == 1) {
            return done;
        }
        // A dependent future would wrap its failure.
        final CompletableFuture<Configuration> asGiven = new CompletableFuture<>();
        done.whenComplete((group, failure) -> {
            try {
                if (failure == null) {
                    asGiven.complete(Member.asGiven(group, shard(groupId)));
                } else {
                    asGiven.completeExceptionally(failure);
                }
            } catch (final RuntimeException e) {
                asGiven.completeExceptionally(e);
            }
        });
        return asGiven;
    }

    /**
     * A group of this node, for counters.
     *
     * @param groupId the group.
     * @return the group; only its thread-safe methods may be called.
     */
    public HostedGroup group(final int groupId) {
        return shards.of(groupId).core().group(groupId);
    }

    /**
     * The core of a node with one duty thread, for counters.
     *
     * @return the core; only its thread-safe methods may be called.
     * @throws IllegalStateException when {@link NodeConfig#dutyThreads()} are more than one: {@link #cores()} has all.
     */
    public NodeCore core() {
        if (config.dutyThreads() > 1) {
            throw new IllegalStateException("node " + config.nodeId() + " has " + config.dutyThreads()
                + " duty threads, each with a core of its own: ask for cores()");
        }
        return shards.cores().get(0);
    }

    /**
     * The core of each duty thread, for counters.
     *
     * @return the cores of those that have groups, in the order of their indexes; only their thread-safe methods may be
     * called.
     */
    public List<NodeCore> cores() {
        return shards.cores();
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
     * #close()} gave it up. What depends on it runs on the node's thread, which has nothing else to do then. Where one
     * of several duty threads fails, the others hand over and stop before. {@link #health()} says that it failed as
     * soon as it does, which may be a while before it has ended. What depends on it runs on the last of them then, or
     * on the thread that closes.
     *
     * @return the future.
     */
    public CompletableFuture<Void> terminated() {
        return shards.terminated();
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
        return shards.close(handOverMillis);
    }
}
