package io.fleet.testkit.run.cluster;

import io.fleet.config.Mode;
import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.TransferOutcome;
import io.fleet.consensus.common.Counter;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.machine.StateMachine;
import io.fleet.node.NodeCore;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.TrimPolicy;
import io.fleet.node.identity.FormerLifeException;
import io.fleet.node.status.GroupStatus;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.Life;
import io.fleet.storage.StorageException;
import io.fleet.storage.VoterState;
import io.fleet.storage.disk.Disk;
import io.fleet.testkit.disk.DamageCounters;
import io.fleet.testkit.disk.DamageOracle;
import io.fleet.testkit.disk.DiskHost;
import io.fleet.testkit.sim.DiskOperation;
import io.fleet.testkit.sim.NodeClock;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.testkit.sim.SimulatedCrash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * One simulated machine: its disks and clocks live on, its process ({@link NodeCore}, the production class) comes and
 * goes. The process runs when a packet arrives, when a flush is done and once a tick; its flushers run some virtual
 * time after they were handed something.
 */
public final class SimNode implements DiskHost {
    private static final long MIN_TICK_NS = 1_000_000;
    private static final long MIN_AGAIN_NS = 10_000;
    private static final int PACES = 4;
    private static final int ONE_IN = 8;
    private static final int SLOWEST_DISK = 40;
    private static final int MOST_SNAPSHOT_US = 600_000;
    /** So long does writing a snapshot take at most. */
    public static final long MOST_SNAPSHOT_NS = TimeUnit.MICROSECONDS.toNanos(MOST_SNAPSHOT_US);
    private static final int SNAPSHOT_PACES = 12;
    private static final int LOOPBACK_BYTES = 1 << 20;
    private static final long WEIGH_APART_NS = 200_000_000;
    /** Looking for the tables takes as long as many duty cycles, weighing them a part of that. */
    private static final int FIND_EACH = 8;
    private static final long EPOCH_MS = 1_700_000_000_000L;
    /** In the place of the 1 that a group says in each turn at which it holds a lease. */
    private static final long HELD_IN_ITS_LAST_TURN = -1;

    private final SimCluster cluster;
    /** All that it hosts, known when it starts. */
    private List<SimCluster> groups = List.of();
    private final int nodeId;
    private final List<SimMedium> media = new ArrayList<>();
    private final NodeClock clock;
    private final SplittableRandom flushTimes;
    private final SplittableRandom pace;
    private final SplittableRandom snapshotTimes;
    private final long tickNs;
    private final long againNs;
    /** Some machines have slow disks, always: what they stage stays undecided for long. */
    private final double diskPace;
    private NodeCore core;
    /** What each group counts of leases, by its id; those that have none are not among them. */
    private final Map<Integer, Map<String, Counter>> leases = new HashMap<>();
    private SimFlushers flushers;
    private SimReadThreads reads;
    private boolean readsAreQuick;
    private int incarnation;
    private boolean paused;
    private boolean suspended;
    private boolean cycleDue;
    private boolean snapshotDue;
    private long mostStored;
    private long mostRetained;
    private long nextWeighNs;
    private long weighed;
    private boolean weighs;
    private TableBytes tables;
    private double diskSlowness = 1;
    private long cyclesApartNs;
    private long nextCycleNs;
    private boolean leaving;
    private long leaveUntilNs;
    private long leaveCrashAt;
    private int leaderPriority = LeaderFitness.DEFAULT_PRIORITY;
    private long restarts;
    private long bytesWritten;
    private DiskOperator operator;
    private Runnable onDeath = () -> {};
    private Runnable onStart = () -> {};
    private Runnable onCycle = () -> {};
    private final List<BiConsumer<Integer, String>> onDelete = new ArrayList<>();

    public SimNode(final SimCluster cluster, final int nodeId) {
        this.cluster = cluster;
        this.nodeId = nodeId;
        flushTimes = cluster.streams().stream("flush", nodeId);
        pace = cluster.streams().stream("pace", nodeId);
        snapshotTimes = cluster.streams().stream("snapshot", nodeId);
        tickNs = MIN_TICK_NS * (1 + pace.nextInt(PACES));
        againNs = MIN_AGAIN_NS << pace.nextInt(PACES);
        final SplittableRandom disks = cluster.streams().stream("disk-pace", nodeId);
        diskPace = disks.nextInt(ONE_IN) == 0 ? 2 + disks.nextInt(SLOWEST_DISK) : 1;
        final SplittableRandom random = cluster.streams().stream("node", nodeId);
        operator = new DiskOperator(cluster, new DamageOracle(cluster.nodes(), cluster.nodes(), new DamageCounters()),
            node -> false, node -> false, (groupId, node, before, reason) -> {});
        clock = new NodeClock(cluster.scheduler(), random.nextLong(1L << 40) - (1L << 39), EPOCH_MS
            + random.nextInt(10_000));
        for (int i = 0; i < cluster.disks(); i++) {
            final int disk = i;
            media.add(new SimMedium("node-" + nodeId + "/disk-" + i,
                cluster.streams().stream("disk", nodeId * 64L + i)));
            media.get(i).observe((number, operation, file, position, length) -> {
                if (operation == DiskOperation.DELETE) {
                    onDelete.forEach(each -> each.accept(disk, file));
                }
            });
        }
    }

    public void listener(final Runnable started, final Runnable died, final Runnable cycled) {
        onCycle = cycled;
        onStart = started;
        onDeath = died;
    }

    /** Is told, beside others, of each file that is about to be deleted, and on which disk. */
    public void onDelete(final BiConsumer<Integer, String> observer) {
        onDelete.add(observer);
    }

    /** Who looks after the disks, where they may be damaged; set before the first start. */
    public void operator(final DiskOperator newOperator) {
        operator = newOperator;
    }

    public int nodeId() {
        return nodeId;
    }

    public boolean isUp() {
        return core != null;
    }

    public NodeCore core() {
        return core;
    }

    public NodeClock clock() {
        return clock;
    }

    @Override
    public List<SimMedium> media() {
        return media;
    }

    @Override
    public long restarts() {
        return restarts;
    }

    /** How the first group stands here. */
    public GroupStatus status() {
        return status(SimCluster.GROUP_ID);
    }

    public GroupStatus status(final int groupId) {
        return core.group(groupId).status();
    }

    /** All groups, as a process on these disks is told of them. */
    List<GroupSpec> groups(final Supplier<? extends StateMachine> machines) {
        return cluster.groups().stream().map(group -> group.spec(nodeId, group.config(), machines)).toList();
    }

    /** From now on long reads take little time. */
    void quickReads() {
        readsAreQuick = true;
    }

    boolean readsAreQuick() {
        return readsAreQuick;
    }

    void diskSlowness(final double factor) {
        diskSlowness = factor;
    }

    /** Lets up to so many nanoseconds pass between the end of a duty cycle and the next. */
    void cyclesApart(final long longestNs) {
        cyclesApartNs = longestNs;
        nextCycleNs = 0;
    }

    /** Whether the process is still the one of that life. */
    boolean lives(final int mine) {
        return mine == incarnation;
    }

    /**
     * Whether it holds a lease: {@code leases.held} as leader, {@code leases.replica.held} as replica. That is what the
     * group has said in a turn since this was asked last, so ask after each duty cycle. One of several groups has no
     * turn in most of them, and its lease may be over meanwhile: nobody is answered under it before the next turn.
     */
    public boolean takeHoldsLease(final int groupId, final String name) {
        final Map<String, Counter> counters = leases.get(groupId);
        if (counters == null) {
            return false;
        }
        final Counter counter = counters.get(name);
        final boolean holds = counter.get() > 0;
        if (holds) {
            counter.set(HELD_IN_ITS_LAST_TURN);
        }
        return holds;
    }

    /** How much longer than usual operations of a disk take. */
    double diskPace(final int disk) {
        return Math.max(diskSlowness, diskPace) * media.get(disk < media.size() ? disk : 0).faults().slowness();
    }

    boolean isPaused() {
        return paused || suspended;
    }

    /** Whether the process runs and counts in the quorums of all groups. */
    @Override
    public boolean isVoter() {
        return core != null && cluster.groups().stream().allMatch(group -> isVoter(group.groupId()))
            && (cluster.config().code() == null || holdsParts());
    }

    /** Whether the process, which runs, counts in the quorums of a group. */
    boolean isVoter(final int groupId) {
        return status(groupId).standing() == VoterState.VOTER;
    }

    private boolean holdsParts() {
        final boolean holdsParts = PartsChecker.holdsParts(cluster, this);
        if (holdsParts) {
            operator.onHoldsParts(nodeId, status().chosen());
        }
        return holdsParts;
    }

    @Override
    public boolean knows() {
        return core != null && cluster.groups().stream()
            .allMatch(group -> isVoter(group.groupId()) && status(group.groupId()).chosen() > 0);
    }

    @Override
    public long life() {
        return core == null ? Life.NONE : core.life();
    }

    @Override
    public boolean knowsLife(final int node, final long life) {
        return core != null && core.durableLifeOf(node) == life;
    }

    @Override
    public void stop() {
        stop(0);
    }

    @Override
    public void start() {
        if (core != null) {
            return;
        }
        groups = cluster.groups();
        incarnation++;
        restarts++;
        cluster.settings().begin(nodeId, incarnation);
        final OwnSettings own = cluster.settings().of(nodeId);
        paused = false;
        suspended = false;
        final int mine = incarnation;
        trace("start");
        final SplittableRandom random = cluster.streams().stream("boot", nodeId + 64L * mine);
        clock.reboot(random.nextLong(1L << 40) - (1L << 39));
        final List<Disk> disks = new ArrayList<>();
        reads = new SimReadThreads(cluster, this, mine);
        final SimEvents events = new SimEvents(cluster, nodeId, operator, this::onSnapshot);
        try {
            media.forEach(medium -> disks.add(medium.mount()));
            core = new NodeCore(new NodeContext(SimCluster.CLUSTER_ID, nodeId, founders(),
                cluster.groups().stream().map(group -> group.spec(nodeId, group.config(nodeId),
                    () -> group.machines().create(nodeId, mine))).toList(),
                cluster.network().node(nodeId), disks, own.scatteredLog(), own.orderedLog(),
                own.snapshots(), clock.epochClock(), random.nextLong(), LOOPBACK_BYTES,
                events, reads.threads()));
            leaderPriority(leaderPriority);
            leases.clear();
            cluster.groups().forEach(group -> core.group(group.groupId()).modeCounters().stream()
                .filter(each -> each.name().startsWith("leases."))
                .forEach(each -> leases.computeIfAbsent(group.groupId(), id -> new HashMap<>()).put(each.name(),
                    each.counter())));
            events.started();
            if (cluster.config().mode() == Mode.CODED) {
                PartUpkeep.hasten(core, cluster.streams().stream("part-upkeep", nodeId + 64L * mine));
            }
            groups.forEach(this::tellConfiguration);
        } catch (final SimulatedCrash crash) {
            media.forEach(SimMedium::losePower);
            return;
        } catch (final StorageException e) {
            media.forEach(SimMedium::killProcess);
            operator.onRefusal(this, e);
            return;
        }
        cluster.network().onArrival(nodeId, () -> cycleSoon(mine));
        tables = new TableBytes(new TableBytes.Settings(cluster.config(nodeId),
            cluster.settings().mostWindowEntries(cluster.config()),
            cluster.settings().mostPendingBytes(cluster.config()), cluster.nodes(), groups.size(),
            own.readThreads()));
        snapshotDue = false;
        flushers = new SimFlushers(cluster, this, core, mine, flushTimes);
        onStart.run();
        tick(mine);
    }

    /** What a node recorded, and acted on only after it had started again. */
    private void tellConfiguration(final SimCluster group) {
        final Configuration configuration = core.group(group.groupId()).watch().configuration();
        if (configuration.version() > 0) {
            group.electorate().onConfiguration(nodeId, configuration);
        }
    }

    /** The process ends at once; the machine and its page cache live on. */
    public void kill() {
        if (core != null) {
            end("kill", false);
        }
    }

    /**
     * The process stops in good order, as the runtime does it, and then the machine is switched off.
     *
     * @param crashAt at which operation of the first disk the power fails before that is done; 0 for none.
     */
    public void stop(final long crashAt) {
        if (core == null || isPaused()) {
            return;
        }
        if (crashAt > 0) {
            media.get(0).crashAtOperation(crashAt);
        }
        guarded(() -> {
            reads.endAll();
            flushers.end();
            try {
                core.stop();
            } finally {
                core.close();
            }
        });
        if (core != null) {
            end("stop", true);
        }
    }

    /**
     * Asks that a node leads.
     *
     * @param to the node, or -1 for any.
     * @return whether the process runs and could be asked.
     */
    boolean transferLeadership(final int to) {
        if (core == null || isPaused()) {
            return false;
        }
        cluster.groups().forEach(group -> core.group(group.groupId()).transferLeadership(to, TransferOutcome.NONE));
        cycleSoon(incarnation);
        return true;
    }

    /**
     * The process leaves, and stops in good order when it has left, or when it took too long.
     *
     * @param longestNs how long that may take.
     * @param crashAt   as for {@link #stop}.
     * @return whether the process runs and does so.
     */
    boolean leave(final long longestNs, final long crashAt) {
        if (core == null || isPaused() || leaving) {
            return false;
        }
        trace("leave");
        leaving = true;
        leaveCrashAt = crashAt;
        leaveUntilNs = cluster.scheduler().nowNs() + longestNs;
        core.leave();
        cycleSoon(incarnation);
        return true;
    }

    boolean isLeaving() {
        return leaving;
    }

    /**
     * Asks for a change of the group's members; false when the node is down.
     */
    boolean changeMembers(final MemberChange change) {
        if (core == null || isPaused()) {
            return false;
        }
        core.group(SimCluster.GROUP_ID).changeMembers(change, MemberOutcome.NONE);
        cycleSoon(incarnation);
        return true;
    }

    /** The members that a node is told when it is set up; one that is to join is told none. */
    int[] founders() {
        return nodeId < cluster.founders() ? cluster.members() : new int[0];
    }

    /** From now on, and after each start. */
    void leaderPriority(final int priority) {
        leaderPriority = priority;
        if (core != null) {
            cluster.groups().forEach(group -> core.group(group.groupId()).leaderPriority(priority));
        }
    }

    private void stopWhenLeft() {
        if (leaving && core != null && !isPaused()
            && (core.hasLeft() || cluster.scheduler().nowNs() >= leaveUntilNs)) {
            stop(leaveCrashAt);
        }
    }

    /** The machine goes dark, whether or not the process still runs. */
    @Override
    public void losePower() {
        if (core != null) {
            end("power loss", true);
        } else {
            media.forEach(SimMedium::losePower);
        }
    }

    public void pause(final boolean stop) {
        paused = stop;
        goOn();
    }

    /** As {@link #pause}, and the monotonic clock of the machine stands still. */
    void suspend(final boolean stop) {
        if (stop) {
            clock.stop();
        } else {
            clock.goOn();
        }
        suspended = stop;
        goOn();
    }

    private void goOn() {
        if (!isPaused() && core != null) {
            cycleSoon(incarnation, 0);
            flushers.runThreads();
        }
    }

    /** Runs a cycle soon, for instance because a client has something. */
    public void nudge() {
        if (core != null) {
            cycleSoon(incarnation);
        }
    }

    /** A snapshot of one LSN says the same on every node that executes; what a damaged disk makes of it is another
     * matter. */
    private void onSnapshot(final int groupId, final long lsn) {
        if (!operator.isDamaged(nodeId) && !cluster.isWitness(nodeId)) {
            cluster.group(groupId).sameSnapshots().onSnapshot(nodeId, media.get(0), lsn);
        }
    }

    /** How much the logs of this machine's processes have written and synced so far, that is, entries and promises. */
    public long bytesWritten() {
        return bytesWritten + (core == null ? 0 : flushers.bytes());
    }

    private void end(final String how, final boolean power) {
        trace(how);
        bytesWritten += flushers.bytes();
        core = null;
        leaving = false;
        incarnation++;
        cycleDue = false;
        media.forEach(power ? SimMedium::losePower : SimMedium::killProcess);
        onDeath.run();
    }

    private void tick(final int mine) {
        if (mine == incarnation) {
            flushers.tick(tickNs);
            cycle(mine);
            cluster.scheduler().after(tickNs, now -> tick(mine));
        }
    }

    /** Runs a duty cycle of this life soon: there is something to do. */
    void cycleSoon(final int mine) {
        cycleSoon(mine, againNs);
    }

    private void cycleSoon(final int mine, final long delayNs) {
        if (mine == incarnation && !cycleDue) {
            cycleDue = true;
            cluster.scheduler().after(delayNs, now -> {
                if (mine == incarnation) {
                    cycleDue = false;
                    cycle(mine);
                }
            });
        }
    }

    private void cycle(final int mine) {
        if (isPaused() || mine != incarnation) {
            return;
        }
        final long nowNs = cluster.scheduler().nowNs();
        if (nowNs < flushers.busyUntilNs()) {
            cycleSoon(mine, flushers.busyUntilNs() - nowNs);
            return;
        }
        if (cyclesApartNs > 0) {
            if (nowNs < nextCycleNs) {
                cycleSoon(mine, nextCycleNs - nowNs);
                return;
            }
            nextCycleNs = nowNs + pace.nextLong(cyclesApartNs);
        }
        guarded(() -> {
            final int work = flushers.machines().cycle(clock.nanoTime());
            for (int i = 0; i < groups.size(); i++) {
                groups.get(i).bounds().check(nodeId, core);
            }
            cluster.births().look(nodeId, core);
            weigh(nowNs);
            onCycle.run();
            if (work + flushers.afterCycle(work == 0) > 0) {
                cycleSoon(mine);
            }
            writeSnapshotLater(mine);
            if (cluster.snapshotConfig().trim() != TrimPolicy.OFF) {
                mostStored = Math.max(mostStored, flushers.storedBytes());
            }
        });
        stopWhenLeft();
    }

    /** Whether to look often how much memory tables take, as what goes through them is long. */
    public void weigh(final boolean doesWeigh) {
        weighs = doesWeigh;
    }

    private void weigh(final long nowNs) {
        if (weighs && nowNs >= nextWeighNs) {
            nextWeighNs = nowNs + WEIGH_APART_NS;
            if (weighed++ % FIND_EACH == 0 || !tables.isKnown()) {
                tables.find(core);
            }
            tables.weigh(this::exceeds);
        }
    }

    /** Looks how much memory each table takes, and what is in none. */
    public void weighAll() {
        if (core != null) {
            mostRetained = Math.max(mostRetained, tables.weighAll(core, cluster.settings().of(nodeId)
                .stagingBeyond(cluster, media.size()), this::exceeds));
        }
    }

    /** One that has lost its ordered log reads again all that its scattered log holds, of more than a window. */
    private void exceeds(final String table, final long bytes, final long most) {
        if (table.equals(TableBytes.WRITTEN) && operator.wasDamaged(nodeId)) {
            return;
        }
        cluster.violations().report("a table exceeds its bound: node " + nodeId + ": " + table + " take " + bytes
            + " bytes, but must take at most " + most);
    }

    /** The most memory that a process of this machine was found to keep. */
    public long mostRetained() {
        return mostRetained;
    }

    /** The most space that the logs of this machine have taken so far; told where they are trimmed. */
    public long mostStored() {
        return mostStored;
    }

    /** The state machines of a run are small; real ones take from no time to very long, and so do these. */
    private void writeSnapshotLater(final int mine) {
        if (!snapshotDue && core.snapshots().hasWork()) {
            snapshotDue = true;
            final long latency = snapshotTimes.nextInt(MOST_SNAPSHOT_US >> snapshotTimes.nextInt(SNAPSHOT_PACES))
                * 1_000L;
            cluster.scheduler().after(latency, now -> writeSnapshot(mine));
        }
    }

    private void writeSnapshot(final int mine) {
        if (mine != incarnation) {
            return;
        }
        snapshotDue = false;
        if (!isPaused()) {
            guarded(() -> {
                core.snapshots().doWork();
                cycleSoon(mine);
            });
        }
    }

    /** Runs a piece of the process; what it dies of decides what is left of its machine. */
    void guarded(final ThrowingAction action) {
        try {
            action.run();
        } catch (final SimulatedCrash crash) {
            losePower();
        } catch (final StorageException e) {
            trace("stops: " + e.getMessage());
            if ((e instanceof DamagedStorageException || e instanceof FormerLifeException) && core != null) {
                closeDamaged();
            }
            kill();
            operator.onStop(this, e);
        } catch (final Exception | AssertionError e) {
            cluster.violations().report("node " + nodeId + " failed: " + describe(e));
            kill();
        }
    }

    /** As the runtime does it: that what it has is damaged, or former, becomes durable where that is possible. */
    private void closeDamaged() {
        reads.endAll();
        flushers.end();
        try {
            core.close();
        } catch (final SimulatedCrash crash) {
            losePower();
        } catch (final StorageException e) {
            trace("does not close: " + e.getMessage());
        }
    }

    private void trace(final String what) {
        cluster.trace().step(cluster.scheduler().nowNs(), what, nodeId, incarnation, 0);
    }

    private static String describe(final Throwable failure) {
        final java.io.StringWriter text = new java.io.StringWriter();
        failure.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }

    /** A piece of a process. */
    interface ThrowingAction {
        void run() throws Exception;
    }
}
