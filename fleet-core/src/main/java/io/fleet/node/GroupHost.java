package io.fleet.node;

import io.fleet.client.command.Batcher;
import io.fleet.client.command.ClientCounters;
import io.fleet.client.command.ClientReads;
import io.fleet.client.handle.ClientHandle;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.DurableSnapshots;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.GroupState;
import io.fleet.consensus.MemberChanges;
import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.TableUse;
import io.fleet.consensus.TransferOutcome;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.reads.ReadContext;
import io.fleet.consensus.reads.ReadServer;
import io.fleet.consensus.reads.ReadServers;
import io.fleet.consensus.store.LogKind;
import io.fleet.node.client.RemoteClients;
import io.fleet.node.config.AgreedSettings;
import io.fleet.node.config.NodeContext;
import io.fleet.node.snapshot.GroupSnapshots;
import io.fleet.node.snapshot.SnapshotController;
import io.fleet.node.snapshot.SnapshotInstaller;
import io.fleet.node.snapshot.SnapshotTransfer;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.GroupView;
import io.fleet.node.status.NodeEvents;
import io.fleet.node.status.StatusBoard;
import io.fleet.node.store.GroupStore;
import io.fleet.node.store.NodeStore;
import io.fleet.replica.Replica;
import io.fleet.replica.ReplicaReads;
import io.fleet.storage.VoterState;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;

/** One group on one node: its protocol, its replica and the clients that live here. */
final class GroupHost implements HostedGroup {
    private static final long STATUS_INTERVAL_NS = 1_000_000;
    private static final int NOBODY = -1;

    private final int groupId;
    private final GroupConfig config;
    private final GroupOutbound outbound;
    private final GroupStore storage;
    private final RefusalReports refusals;
    private final GroupCounters counters;
    private final TableUse use = new TableUse();
    private final GroupClients local;
    private final MessageRoutes routes;
    private final Introductions introductions;
    private final GroupSnapshots snapshots;
    private final SnapshotTransfer transfer;
    private final SnapshotInstaller installer;
    private final SnapshotController running;
    private final Replica replica;
    private final GroupProtocol protocol;
    private final ReadServer reads;
    private final ReplicaExchange exchange;
    private final StatusBoard status;
    private final GroupView watch;
    private final IntervalTimer statusTime = new IntervalTimer(STATUS_INTERVAL_NS);
    private final GroupTurn turn;
    private boolean newLeader;
    private boolean newMembers;

    GroupHost(final RecoveredGroup group, final NodeContext context, final NodeStore nodeStorage,
              final RemoteClients clients, final SplittableRandom random, final GroupTurn turn) {
        groupId = group.spec().groupId();
        config = group.spec().config();
        outbound = group.outbound();
        storage = group.storage();
        counters = group.counters();
        this.turn = turn;
        snapshots = group.snapshots();
        transfer = group.transfer();
        replica = group.replica();
        protocol = group.protocol();
        routes = group.routes();
        local = new GroupClients(config, outbound, random);
        final NodeEvents events = context.events();
        refusals = new RefusalReports(groupId, events);
        status = new StatusBoard(groupId);
        watch = new GroupView(context.nodeId());
        reads = ReadServers.FOUND.create(new ReadContext(groupId, config, outbound, routes, protocol.members(),
            protocol.readMarks(), new ReplicaReads(replica, protocol.state()::leaderBallot, turn::signal),
            context.reads(), context.randomSeed() ^ groupId * 0xC2B2AE3D27D4EB4FL));
        introductions = new Introductions(groupId, outbound, protocol, clients, events);
        exchange = new ReplicaExchange(groupId, outbound, replica, protocol, events, counters);
        context.speculate(replica, turn::signal, exchange.effects());
        register();
        membershipMet();
        group.news().tell(this::membershipMet, () -> {
            newLeader = true;
            turn.wake();
        });
        protocol.election().ifPresent(election -> election.priority(group.spec().leaderPriority()));
        installer = new SnapshotInstaller(replica, transfer, snapshots, counters, protocol.snapshots()::onInstalled);
        running = new SnapshotController(groupId, context.snapshots(), snapshots, nodeStorage.snapshotDesk(), replica,
            protocol.snapshots().turn(), this::onCovered, events, config.electionTimeoutMillis());
        publishStatus();
    }

    private void onCovered(final long lsn) {
        replica.covered(lsn);
        protocol.snapshots().cover().onOwn(lsn);
    }

    private void membershipMet() {
        final GroupMembers membership = protocol.members();
        outbound.membersChanged(membership.heard(), membership.current().members().size() > 1
            || membership.heard().members().size() > 1 || !membership.told().isEmpty());
        watch.members(membership.isRemoved() ? membership.heard() : membership.current(), membership.isRemoved());
        local.members(membership.heard());
        newMembers = true;
        turn.wake();
    }

    /** Who comes to it and knows too little of it. */
    Introductions introductions() {
        return introductions;
    }

    /** Whether a node belongs to the group, or is going to, as far as this one has heard. */
    boolean isKnown(final int node) {
        return protocol.members().current().member(node) != null || protocol.members().heard().member(node) != null
            || protocol.members().told().stream().anyMatch(told -> told.member(node) != null);
    }

    @Override
    public GroupMembers membership() {
        return protocol.members();
    }

    @Override
    public void changeMembers(final MemberChange change, final MemberOutcome outcome) {
        turn.wake();
        protocol.disturb(turn.nowNs());
        protocol.memberChanges().ifPresentOrElse(changes -> changes.request(change, outcome, turn.nowNs()),
            () -> outcome.onFixed("its mode is " + AgreedSettings.of(config).mode()
                + ", whose members are those who found a group"));
    }

    int groupId() {
        return groupId;
    }

    @Override
    public CompletableFuture<Long> requestSnapshot() {
        turn.wake();
        return running.request();
    }

    /** A snapshot of this group would let go of log files. */
    void wantSnapshot() {
        turn.wake();
        running.want();
    }

    /** Entries up to an LSN cannot be read any more, and records up to another may be deleted. */
    void trimmed(final long ordered, final long scattered) {
        counters.trimmedLsn.set(ordered);
        counters.forgottenLsn.set(Math.max(counters.forgottenLsn.get(), scattered));
    }

    @Override
    public GroupCounters counters() {
        return counters;
    }

    @Override
    public GroupStatus status() {
        return status.read();
    }

    @Override
    public GroupView watch() {
        return watch;
    }

    @Override
    public TableUse tables() {
        return use;
    }

    @Override
    public ClientCounters clientCounters() {
        return local.counters();
    }

    /** Whether it counts in quorums. */
    boolean isVoter() {
        return protocol.state().standing() == VoterState.VOTER;
    }

    /** Which snapshots the members hold. */
    DurableSnapshots cover() {
        return protocol.snapshots().cover();
    }

    /** {@code LogUser.forgettable}. */
    long forgettable(final LogKind log, final long covered) {
        return protocol.user(log).forgettable(covered);
    }

    /** {@code SnapshotRules.forgettableOrdered}. */
    long forgettableOrdered(final long covered) {
        return protocol.snapshots().forgettableOrdered(covered);
    }

    @Override
    public void leaderPriority(final int value) {
        turn.wake();
        protocol.disturb(turn.nowNs());
        protocol.election().ifPresent(election -> election.priority(value));
    }

    @Override
    public int replierQueueDepth(final int node) {
        final var member = watch.configuration().member(node);
        return member == null ? 0
            : protocol.election().map(election -> election.replierQueueDepth(member.slot())).orElse(0);
    }

    @Override
    public int unorderedBodies() {
        return protocol.state().unorderedBodies();
    }

    @Override
    public long measureSessions() {
        return replica.measureSessions();
    }

    @Override
    public long replyBytes() {
        return replica.replyBytes();
    }

    /** A record of a log is durable. */
    void onDurable(final LogKind log, final long lsn, final long ballot, final long position) {
        turn.wake();
        protocol.user(log).onDurable(lsn, ballot, position);
    }

    @Override
    public List<ModeCounter> modeCounters() {
        return Stream.of(protocol.state().counters(), reads.counters(), replica.counters()).flatMap(List::stream)
            .toList();
    }

    @Override
    public Batcher openBatcher() {
        turn.wake();
        final Batcher batcher = local.newBatcher();
        local.add(batcher);
        local.leader(batcher, protocol.state().leaderBallot(), turn.nowNs());
        return batcher;
    }

    @Override
    public ClientReads openReads(final Batcher batcher) {
        return local.addReads(batcher);
    }

    @Override
    public void closeBatcher(final Batcher batcher) {
        local.remove(batcher);
    }

    @Override
    public ClientHandle openClient(final Runnable wakeUp, final NanoClock clock, final Executor callbacks) {
        final Batcher batcher = local.newBatcher();
        final ClientHandle client =
            new ClientHandle(config, batcher, local.newReads(batcher), () -> {
                turn.signal();
                wakeUp.run();
            }, clock, callbacks);
        local.add(client);
        local.leader(batcher, protocol.state().leaderBallot(), turn.nowNs());
        return client;
    }

    /** Hands a message to whoever registered for it. */
    void onMessage(final int sender, final Message message, final long nowNs) {
        watch.onMessage(sender, message, nowNs);
        routes.dispatch(sender, message, nowNs);
        if (turn.isWaiting()) {
            final MessageType type = message.type();
            if (type != MessageType.ORDER && type != MessageType.ACK
                && type != MessageType.COLLECTED_ACKS && type != MessageType.SNAPSHOT_NOTICE
                && type != MessageType.MEMBER_PROGRESS || !protocol.isAtRest(nowNs)) {
                turn.wake();
            }
        }
    }

    /** Beside what the mode takes, and what serves reads. */
    private void register() {
        introductions.register(routes);
        routes.on(MessageType.REPLY_BATCH, local::onReplyBatch);
        routes.on(MessageType.REJECT_ENTRY, local::onReject);
        exchange.register(routes);
    }

    /** What comes before its replica applies. */
    int begin(final long epochMillis) {
        final long nowNs = turn.nowNs();
        exchange.begin(nowNs);
        final int work = transfer.doWork(nowNs) + installer.doWork(protocol.snapshots().ceiling(), nowNs);
        return turn.began(work + protocol.doWork(nowNs, epochMillis) + takeBack());
    }

    /** Finishes what another thread has applied, if it has. */
    int takeBack() {
        return replica.begin(protocol.chosenEntries(), protocol.state().leaderBallot());
    }

    /** What applies. */
    Replica replica() {
        return replica;
    }

    /** What comes after its replica has applied. */
    int end() {
        final long nowNs = turn.nowNs();
        int work = replica.end() + exchange.doWork() + reads.doWork(nowNs);
        final long unsound = transfer.takeUnsound();
        if (unsound >= 0) {
            running.replace(unsound);
        }
        if (protocol.snapshots().isWanted()) {
            running.want();
        }
        work += running.doWork(nowNs);
        refusals.tell(protocol.state().refusal(), nowNs);
        work += local.doWork(nowNs);
        introductions.doWork(nowNs);
        if (statusTime.isDue(nowNs)) {
            counters.snapshotLsn.set(snapshots.last());
            protocol.state().measure(use);
            local.measure(use);
            replica.measure(use);
            publishStatus();
        }
        turn.quiet(introductions.isAsking() || local.keepSessions() ? 0 : protocol.quietLeftNs(nowNs), protocol.pulseNs(
            nowNs));
        if (work > 0 || local.isDriven() || running.isUnderWay() || replica.isAway() || protocol.wantsEachCycle()) {
            turn.goOn();
        } else {
            turn.pause(protocol.isAtRest(nowNs) && running.isIdle() && replica.waitingReplyBytes() == 0 && !exchange
                .isWaiting()
                && !local.isBusy() && !local.askForSessions() && !reads.isWaiting());
        }
        return work;
    }

    /** One duty cycle while it is not known which cluster this node belongs to: clients in this process are served. */
    int await() {
        final long nowNs = turn.nowNs();
        final int work = turn.began(local.doWork(nowNs));
        if (statusTime.isDue(nowNs)) {
            publishStatus();
        }
        if (local.isDriven()) {
            turn.goOn();
        } else {
            turn.pause(false);
        }
        return work;
    }

    /** Keeps what is here of a snapshot that another node sends; after the flushers have stopped. */
    void closeTransfer() {
        transfer.close();
    }

    @Override
    public void transferLeadership(final int node, final TransferOutcome outcome) {
        turn.wake();
        protocol.disturb(turn.nowNs());
        protocol.election().ifPresentOrElse(election -> election.transfer(node, outcome, turn.nowNs()),
            () -> outcome.onLeaderless("nobody leads it, as its mode is " + AgreedSettings.of(config).mode()));
    }

    /** The node is about to stop: leads no more, and takes nothing more from clients in this process. */
    void leave() {
        turn.wake();
        protocol.disturb(turn.nowNs());
        local.drain();
        protocol.election().ifPresent(election -> election.resign(turn.nowNs()));
    }

    /** Whether nobody needs the node for this group any more, not even for answers that wait to be released (L8). */
    boolean hasLeft() {
        return !local.isBusy() && replica.parkedReplyBytes() == 0 && protocol.hasLeft(turn.nowNs());
    }

    void shutdown() {
        running.close();
        local.shutdown(turn.nowNs());
        reads.close();
    }

    /** Whether a stop should write a snapshot of this group. */
    boolean isSnapshotDue() {
        return snapshots.isDue(replica.applied());
    }

    /** Hands what is applied to the ordered log; how many entries. */
    int record() {
        return replica.record(protocol.chosenEntries());
    }

    /** Writes a snapshot where one is due and the ordered log holds all of it durably. Waits for the disk. */
    void writeSnapshot() {
        snapshots.write(replica, storage.ordered().durable());
    }

    /** The monotonic clock may have stood still while time passed. */
    void onStoodStill() {
        turn.wake();
        protocol.onStoodStill(turn.nowNs());
        reads.onStoodStill();
    }

    /** Tells batchers of a new leader; between messages, so that none of them is in the middle of a call. */
    void tellBatchers() {
        if (newMembers) {
            newMembers = false;
            introductions.tellMembers();
        }
        if (!newLeader) {
            return;
        }
        newLeader = false;
        local.leader(protocol.state().leaderBallot(), turn.nowNs());
        introductions.tellLeader();
    }

    private void publishStatus() {
        final GroupState state = protocol.state();
        final Optional<MemberChanges> changes = protocol.memberChanges();
        watch.leaderHeard(state.isLed(turn.nowNs()), changes.isEmpty() || changes.get().isInStep());
        final long ballot = state.leaderBallot();
        status.begin();
        if (!replica.isAway()) {
            status.state(replica.sessionCount(), replica.timerCount());
        }
        status.leadership(state.role(), ballot, state.role() == Role.PROXY ? NOBODY : Ballot.node(ballot))
            .progress(state.ordered(), protocol.chosenEntries().chosen(), replica.applied(),
                storage.ordered().durable())
            .standing(state.standing(), state.repairTarget(), state.refusal())
            .end();
    }
}
