package io.fleet.node;

import io.fleet.consensus.store.LogKind;
import io.fleet.error.ConfigException;
import io.fleet.node.client.ClientHandshake;
import io.fleet.node.client.RemoteClients;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.ProtocolFactories;
import io.fleet.node.divergence.DivergedException;
import io.fleet.node.identity.ClockStepDetector;
import io.fleet.node.identity.ClusterIdentity;
import io.fleet.node.identity.FormerLifeException;
import io.fleet.node.identity.Lives;
import io.fleet.node.link.OutboundSender;
import io.fleet.node.snapshot.SnapshotHandoff;
import io.fleet.node.status.DiskWatch;
import io.fleet.node.status.NodeCounters;
import io.fleet.node.store.NodeRecovery;
import io.fleet.node.store.NodeStore;
import io.fleet.node.store.RecoveredRecords;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.Life;
import io.fleet.storage.log.FlushCounters;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.scattered.DurableHandler;
import io.fleet.transport.Refusal;
import io.fleet.transport.Waiter;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.WireErrors;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * A whole node without threads: whoever owns it calls {@link #doWork} again and again from one thread, and gives each
 * of {@link #flushers()} a thread, or runs those itself.
 *
 * <p>Opening it recovers from the disks. What is damaged or missing there is set aside, and the node does not vote
 * until the others have repaired it (S15); where there are no others, or files are foreign, the constructor throws a
 * {@link io.fleet.storage.StorageException} that says what and where, before the node has said a word to anyone.
 */
public final class NodeCore implements AutoCloseable {
    /** So many packets are taken between two looks at what the node says to itself. */
    private static final int POLL_LIMIT = 256;
    /**
     * A node of many groups takes so many packets in a cycle, two for each of a thousand groups: with fewer, groups
     * whose packets come later would wait for the turns of all that came before. With many more, none would have its
     * turn for milliseconds.
     */
    private static final int MOST_POLLED = 2048;
    /** In the place of a group, for what is about the node. */
    private static final int NODE = -1;

    private final NodeContext context;
    private final NodeStore storage;
    private final OutboundSender links;
    private final RemoteClients clients;
    private final NodeCounters counters = new NodeCounters();
    private final WireErrors wireErrors = new WireErrors();
    private final Lives lives;
    private final ClusterIdentity birth;
    private final InboundDispatcher reception;
    private final Int2ObjectHashMap<GroupHost> byId = new Int2ObjectHashMap<>();
    private final GroupHost[] groups;
    private final Connections connections;
    private final LogTrimmer trimmer;
    private final DiskWatch disks;
    private final ClockStepDetector clocks = new ClockStepDetector();
    private final SplittableRandom random;
    private final NodeNotices notices;
    private final DurableHandler onDurable = this::onDurable;
    private final DurableHandler onVoteDurable = this::onVoteDurable;
    private final ApplyTurns turns;
    private boolean inCycle;
    private boolean disconnected;
    private boolean stopped;

    /**
     * Opens a node.
     *
     * @param context what it is made of.
     */
    public NodeCore(final NodeContext context) {
        this.context = context;
        random = new SplittableRandom(context.randomSeed());
        context.requireRoom();
        final WireIdentity identity = context.newIdentity();
        groups = new GroupHost[context.groups().size()];
        turns = new ApplyTurns(groups);
        clients = new RemoteClients(context.transport(), counters);
        final CodecCatalog catalog = ProtocolFactories.catalog();
        links = new OutboundSender(identity, context.members().length, context.transport(), context.loopbackBytes(),
            counters, this::onOwnPacket, catalog);
        birth = new ClusterIdentity(context, links, identity, random.nextLong(), random.nextLong());
        lives = new Lives(context, links, identity, counters, birth.patienceNs(),
            turns::configurations);
        final int mark = Life.markOf(random.nextLong());
        reception = new InboundDispatcher(identity, wireErrors, birth, lives,
            new ClientHandshake(identity, links, clients, counters, context.events(), byId,
                context.dutyThreads()), counters, byId, catalog);
        reception.mark(turns.at());
        storage = new NodeRecovery(context, mark).recover(this::restoreGroups);
        storage.unreadable().countIn(counters.unreadableRecords);
        birth.open(storage, this::isAlone);
        notices = new NodeNotices(context, links, birth, lives, groups, turns);
        reception.pulses(notices::onPulse);
        connections = new Connections(context.nodeId(), context.transport(), groups);
        trimmer = new LogTrimmer(context.snapshots(), storage, groups);
        storage.snapshotDesk().bound(context.snapshotBytesPerSecond());
        disks = new DiskWatch(context.events());
        for (final Flusher flusher : storage.flushers()) {
            final FlushCounters written = flusher.counters();
            disks.add(written.log(), context.disks().get(written.directory()).name(), flusher::isFull);
        }
    }

    private NodeStore restoreGroups(final NodeStore opened, final RecoveredRecords found) {
        lives.open(opened);
        final CampaignGate gate = new CampaignGate();
        for (int i = 0; i < groups.length; i++) {
            final GroupSpec spec = context.groups().get(i);
            final GroupOutbound outbound =
                new GroupOutbound(spec.groupId(), links, clients, context.groupVersion(spec), context.agreed(spec));
            final RecoveredGroup group =
                new GroupRecovery(spec, context, outbound, opened, lives, counters, gate).recover(found);
            groups[i] = new GroupHost(group, context, opened, clients, random,
                turns.add(i, spec.groupId(), TimeUnit.MILLISECONDS.toNanos(spec.config().heartbeatMillis()),
                    TimeUnit.MILLISECONDS.toNanos(spec.config().electionTimeoutMillis())));
            byId.put(spec.groupId(), groups[i]);
        }
        return opened;
    }

    /**
     * One duty cycle: receives, sends, orders, persists, applies. Never waits, unless a state machine does: all is done
     * by the caller's thread.
     *
     * @param now the clock of this cycle in nanoseconds; never decreasing.
     * @return how much was done.
     * @throws DamagedStorageException as {@link #failed} tells.
     * @throws FormerLifeException likewise.
     * @throws DivergedException likewise.
     */
    public int doWork(final long now) {
        try {
            return begin(now) + turns.applyAll() + end(now);
        } catch (final RuntimeException e) {
            failed(e);
            throw e;
        }
    }

    /**
     * The first part of a duty cycle: receives, sends, orders, acknowledges. What comes of the parts is a failure of
     * the node, to be told by {@link #failed}.
     *
     * @param now the clock of this cycle in nanoseconds; never decreasing.
     * @return how much was done.
     */
    public int begin(final long now) {
        turns.onCycle(now);
        inCycle = true;
        reception.now(now);
        final long epochMillis = context.epochClock().time();
        watchClocks(now, epochMillis);
        int work = receive();
        work += birth.doWork(now) + lives.doWork(now);
        work += turns.begin(birth.isKnown(), epochMillis);
        return work + context.transport().flush();
    }

    /** What the node says to itself is read in between, as it does not wait where there is no room left. */
    private int receive() {
        final int most = Math.min(MOST_POLLED, POLL_LIMIT * groups.length);
        int own = 0;
        int taken = 0;
        int last;
        do {
            last = context.transport().poll(reception, POLL_LIMIT);
            own += links.pollLoopback();
            taken += last;
        } while (last >= POLL_LIMIT && taken < most);
        return taken + own;
    }

    /**
     * The second part of a duty cycle: what groups apply.
     *
     * @return the same each time.
     */
    public ApplyTurns turns() {
        return turns;
    }

    /**
     * The last part of a duty cycle: what is left to do behind what was applied.
     *
     * @param now as in {@link #begin}.
     * @return how much was done.
     */
    public int end(final long now) {
        int work = turns.end();
        notices.doWork(now);
        work += storage.poll(onDurable, onVoteDurable, turns.onDurable(), now);
        disks.doWork();
        work += trimmer.doWork(now);
        work += clients.doWork(now);
        if (links.takeChange()) {
            connections.onChange(now);
            notices.membersChanged();
            storage.membersChanged(turns.configurations(), links.self());
        }
        work += connections.doWork(now);
        work += context.transport().doWork(now) + context.transport().flush();
        inCycle = false;
        return work;
    }

    /**
     * A duty cycle has failed. Where something that was read is damaged ({@link DamagedStorageException}), or another
     * process is listened to in the name of this node ({@link FormerLifeException}), {@link #close()} makes durable
     * that it was so, and the next start sets the logs aside (S15). Where a majority of a group made something else of
     * the same commands ({@link DivergedException}), a file says so, and the node does not start while it is there.
     *
     * @param failure what was thrown.
     */
    public void failed(final Throwable failure) {
        if (failure instanceof DamagedStorageException || failure instanceof FormerLifeException) {
            storage.loseLogs();
        } else if (failure instanceof DivergedException) {
            storage.noteDiverged((DivergedException) failure);
        }
    }

    /** Whether no group has ever had another member than this one. */
    private boolean isAlone() {
        return context.members().length == 1
            && Arrays.stream(groups).allMatch(group -> group.membership().current().version() == 0);
    }

    /**
     * The cluster's birth id, as it is known and durable. Call on the node's thread.
     *
     * @return the id ({@link io.fleet.storage.BirthId}); 0 while it is not known.
     */
    public long birthId() {
        return storage.meta().birthId();
    }

    /**
     * The life of this process. Call on the node's thread.
     *
     * @return the life ({@link io.fleet.storage.Life}).
     */
    public long life() {
        return lives.life();
    }

    /**
     * The life in which a node is listened to, as far as that is on the disk. Call on the node's thread.
     *
     * @param node which.
     * @return the life ({@link io.fleet.storage.Life}); 0 where none is known, or a later one is being written.
     */
    public long durableLifeOf(final int node) {
        return lives.isDurable(node) ? lives.lifeOf(node) : Life.NONE;
    }

    /** Reads that came before the machine stood still were judged before, and those that came after will be later. */
    private void watchClocks(final long now, final long epochMillis) {
        if (!clocks.outran(now, epochMillis)) {
            return;
        }
        for (final GroupHost group : groups) {
            group.onStoodStill();
        }
        if (clocks.confirmedNs() > 0) {
            counters.clockGaps.increment();
            context.events().onClock(NODE, "the wall clock advanced by " + clocks.confirmedNs() / 1_000_000
                + " ms more than the monotonic one: the machine was suspended, or its wall clock was stepped");
        }
    }

    /**
     * Whether acknowledgements of entries wait for what a flusher writes.
     *
     * @param flusher one of {@link #flushers()}.
     */
    public boolean isAwaited(final Flusher flusher) {
        return storage.isAwaited(flusher);
    }

    /**
     * Where the thread that calls {@link #doWork} waits when it did nothing.
     *
     * @return that of the transport.
     */
    public Waiter waiter() {
        return context.transport().waiter();
    }

    /**
     * How often the transport refused senders. Any thread may ask.
     *
     * @param why the reason.
     * @return the count.
     */
    public long refused(final Refusal why) {
        return context.transport().refused(why);
    }

    /**
     * How many members do not hear what this node multicasts, and are sent copies. Any thread may ask.
     *
     * @return 0 without multicast.
     */
    public int deaf() {
        return context.transport().deaf();
    }

    /**
     * What writes to the disks; each may be run by a thread of its own. Any thread may ask for them and read their
     * counters.
     *
     * @return the flushers.
     */
    public List<Flusher> flushers() {
        return storage.flushers();
    }

    /**
     * Where snapshots wait to be written: give it a thread, or run it like the flushers. Any thread may ask for it.
     *
     * @return the desk.
     */
    public SnapshotHandoff snapshots() {
        return storage.snapshotDesk();
    }

    /**
     * Which of its node's duty threads runs it. Any thread.
     *
     * @return its index, from 0; -1 where the node has one.
     */
    public int dutyThread() {
        return context.dutyThread();
    }

    /** This node. Any thread. */
    public int nodeId() {
        return context.nodeId();
    }

    /**
     * The groups that this node hosts. Any thread.
     *
     * @return their numbers; owned by the caller.
     */
    public int[] groupIds() {
        return context.groups().stream().mapToInt(GroupSpec::groupId).toArray();
    }

    /**
     * Where the node's thread is, for people. Any thread.
     *
     * @return a group and an LSN, or what is of no group.
     */
    public String whereabouts() {
        final int groupId = turns.at().get();
        return groupId < 0 ? "what is of no group" : "group " + groupId + ", of which LSN "
            + group(groupId).counters().applyingLsn.get() + " is being applied or was the last";
    }

    /**
     * When the last duty cycle began. Any thread.
     *
     * @return by the clock of {@link #doWork}, in nanoseconds; 0 before the first.
     */
    public long lastCycleNs() {
        return turns.cycleNs();
    }

    /**
     * What the node counts. Any thread.
     *
     * @return its counters.
     */
    public NodeCounters counters() {
        return counters;
    }

    /** Packets that were refused, by cause. Any thread. */
    public WireErrors wireErrors() {
        return wireErrors;
    }

    /**
     * Begins to leave, before {@link #stop()}: hands over what it leads, takes nothing more from clients in this
     * process, and asks leaders not to name it as replier. Duty cycles go on until {@link #hasLeft()}, or for as long
     * as the owner cares to wait. Call on the node's thread.
     */
    public void leave() {
        for (final GroupHost group : groups) {
            group.leave();
        }
    }

    /**
     * Whether nobody needs this node any more, after {@link #leave()}: it leads no group that another node could lead,
     * it owes no replies, and all that its own clients had asked for has been answered. Call on the node's thread.
     */
    public boolean hasLeft() {
        for (final GroupHost group : groups) {
            if (!group.hasLeft()) {
                return false;
            }
        }
        return true;
    }

    /**
     * The first half of a stop in good order, before {@link #close()}; leave it out when anything has failed. Call on
     * the node's thread, after the flushers' threads have ended. Fails what embedded clients have in flight and closes
     * the transport. Then, for the groups that are due ({@link NodeContext#snapshots()}): makes the ordered log
     * durable up to what is applied, and only then writes a snapshot of that. Takes as long as the disk needs for it.
     * A snapshot that cannot be written is counted and told to {@code NodeEvents}, and is no failure. Does nothing
     * when the last duty cycle threw: a state machine may have stopped half-way. Without it, and while a group is a
     * suspect, {@link #close()} does not say that the node stopped in good order (S15).
     *
     * @throws io.fleet.storage.StorageException when a log cannot be written; call {@link #close()} all the same.
     */
    public void stop() {
        if (inCycle) {
            return;
        }
        turns.stop();
        disconnect();
        boolean due = false;
        for (final GroupHost group : groups) {
            due |= group.isSnapshotDue();
        }
        if (due) {
            settle();
            for (final GroupHost group : groups) {
                group.writeSnapshot();
            }
        }
        stopped = true;
    }

    /**
     * Fails what embedded clients have in flight, makes durable what is staged, and closes transport and storage. Call
     * after the flushers have stopped. After {@link #stop()} the next start trusts what it finds, unless this one was
     * a suspect and has been neither repaired nor trusted.
     */
    @Override
    public void close() {
        try {
            disconnect();
            closeTransfers();
        } finally {
            if (stopped && !isInDoubt()) {
                storage.close();
            } else {
                storage.closeInDoubt();
            }
        }
    }

    private void closeTransfers() {
        for (final GroupHost group : groups) {
            group.closeTransfer();
        }
    }

    /** Whether any group, hosted today or not, may still lack what this start could not find. */
    private boolean isInDoubt() {
        int voters = 0;
        for (final GroupHost group : groups) {
            voters += group.isVoter() ? 1 : 0;
        }
        return storage.isSuspect() && voters < storage.meta().voters();
    }

    /**
     * Fails what embedded clients have in flight, and closes the transport; the first part of {@link #close()}, which
     * may come long before the rest. Call on the node's thread. Idempotent.
     */
    public void disconnect() {
        if (!disconnected) {
            disconnected = true;
            for (final GroupHost group : groups) {
                group.shutdown();
            }
            context.transport().close();
        }
    }

    /** Records what is applied, and makes it durable, until nothing more can be done. */
    private void settle() {
        int work;
        do {
            work = storage.settle(onDurable, onVoteDurable);
            for (final GroupHost group : groups) {
                work += group.record();
            }
        } while (work > 0);
    }

    private void onOwnPacket(final DirectBuffer buffer, final int offset, final int length) {
        reception.onOwnPacket(buffer, offset, length);
    }

    private void onDurable(final int groupId, final long lsn, final long ballot, final long position) {
        counters.recordsDurable.increment();
        byId.get(groupId).onDurable(LogKind.ENTRIES, lsn, ballot, position);
    }

    private void onVoteDurable(final int groupId, final long lsn, final long ballot, final long position) {
        counters.recordsDurable.increment();
        byId.get(groupId).onDurable(LogKind.VOTES, lsn, ballot, position);
    }

    /**
     * A group that this node hosts. Any thread.
     *
     * @param groupId the group.
     * @return the group.
     * @throws ConfigException when the node does not host it.
     */
    public HostedGroup group(final int groupId) {
        final GroupHost group = byId.get(groupId);
        if (group == null) {
            throw new ConfigException("group " + groupId + " is not hosted by node " + context.nodeId() + ": it hosts "
                + byId.keySet());
        }
        return group;
    }
}
