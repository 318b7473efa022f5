package io.fleet.testkit.run;

import io.fleet.machine.StateMachine;
import io.fleet.node.GroupStatus;
import io.fleet.protocol.Role;
import io.fleet.testkit.disk.DamageCounters;
import io.fleet.testkit.disk.DamageOracle;
import io.fleet.testkit.disk.DiskFaults;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultCounters;
import io.fleet.testkit.fault.FaultHandler;
import io.fleet.testkit.fault.NetworkFaults;
import io.fleet.testkit.history.History;
import io.fleet.testkit.history.Verdict;
import io.fleet.testkit.sim.Accidents;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.witness.ApplyWitness;
import io.fleet.testkit.witness.GroupWitness;
import io.fleet.testkit.witness.Violations;
import io.fleet.testkit.witness.WireWitness;
import io.fleet.testkit.witness.WitnessedMachine;
import io.fleet.testkit.workload.Service;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One cluster of production nodes under one seed: clients and faults for some virtual seconds, then the faults end, a
 * bare majority lives on, and everything that is pending must complete. Rules are checked after every event by
 * witnesses that see each message and each applied command, and at the end by the linearizability of what clients saw.
 *
 * @param <I> what clients ask for.
 * @param <O> what they are answered.
 */
public final class SeedRun<I, O> implements FaultHandler {
    private static final long MS = 1_000_000L;
    private static final long HEAL_NS = 30_000 * MS;
    private static final long BEYOND_NS = 5_000 * MS;
    private static final long NEVER = 1L << 40;

    private final RunPlan plan;
    private final SimTrace trace;
    private final Service<I, O> service;
    private final SimScheduler scheduler = new SimScheduler();
    private final Violations violations = new Violations();
    private final FaultCounters faults = new FaultCounters();
    private final SeedConfig config;
    private final SimCluster cluster;
    private final Accidents accidents;
    private final Map<Integer, WitnessedMachine> machines = new TreeMap<>();
    private final NetworkFaults networkFaults;
    private final GroupWitness group;
    private final ApplyWitness applied;
    private final History<I, O> history = new History<>();
    private final List<SimNode> nodes = new ArrayList<>();
    private final List<SimClient<I, O>> clients = new ArrayList<>();
    private final DamageCounters damage = new DamageCounters();
    private final DamageOracle oracle;
    private final DiskFaults diskFaults;
    private boolean healing;

    /**
     * Sets a run up.
     *
     * @param plan    decides everything.
     * @param trace   records every step.
     * @param service what the group serves; for this run only.
     */
    public SeedRun(final RunPlan plan, final SimTrace trace, final Service<I, O> service) {
        this.plan = plan;
        this.service = service;
        this.trace = trace;
        config = plan.config();
        final Workload workload = plan.workload();
        final RandomStreams streams = new RandomStreams(plan.seed());
        final long chance = streams.stream("network", 0).nextLong();
        accidents = plan.accidents() == null ? new Accidents(chance) : new Accidents(chance, plan.accidents());
        final SimNetwork network =
            new SimNetwork(scheduler, accidents, trace, config.nodes(), workload.clients());
        applied = new ApplyWitness(violations, 16);
        cluster =
            new SimCluster(scheduler, network, trace, streams, violations, config.config(), config.nodes(),
            config.disks(),
            config.scatteredLog(), config.orderedLog(), config.snapshotEntries(), new SnapshotCounts(),
            this::machine);
        group = new GroupWitness(SimCluster.GROUP_ID, config.nodes(), config.config(), violations);
        network.observer(new WireWitness(SimCluster.CLUSTER_ID, config.nodes(), violations,
            (groupId, version, sender, message) -> group.onMessage(groupId, sender, message)));
        networkFaults = new NetworkFaults(network);
        for (int i = 0; i < config.nodes(); i++) {
            nodes.add(new SimNode(cluster, i));
        }
        oracle = new DamageOracle(config.nodes(), config.nodes() / 2 + 1, damage);
        diskFaults = new DiskFaults(nodes, oracle, damage);
        final DiskOperator operator = new DiskOperator(cluster, oracle);
        nodes.forEach(node -> node.operator(operator));
        for (int i = 0; i < workload.clients(); i++) {
            final SimNode home = i < workload.embedded() ? nodes.get(i % nodes.size()) : null;
            clients.add(new SimClient<>(cluster, i, home, service, history, applied, workload));
        }
    }

    /** Keeps what is drawn in the run, for {@link #asItHappened()}. To be called before the run. */
    public void keep() {
        accidents.keep();
        clients.forEach(SimClient::keep);
    }

    /**
     * The plan of a run like this one in which nothing is left to be drawn that can be told: every operation and every
     * accident is given. To be called after {@link #keep()} and the run.
     *
     * @return the plan.
     */
    public RunPlan asItHappened() {
        RunPlan told = plan.accidents() == null ? plan.withAccidents(accidents.recorded()) : plan;
        if (plan.workload().operations() == null) {
            final List<PlannedOperation> operations = new ArrayList<>();
            clients.forEach(client -> operations.addAll(client.recorded()));
            operations.sort(Comparator.comparingLong(PlannedOperation::atNs));
            told = told.withWorkload(plan.workload().withOperations(operations));
        }
        return told;
    }

    /**
     * Runs the plan.
     *
     * @return what became of it.
     */
    public SeedResult run() {
        for (int i = 0; i < nodes.size(); i++) {
            final int node = i;
            nodes.get(i).listener(() -> homed(node, true), () -> homed(node, false));
            nodes.get(i).start();
        }
        for (int i = plan.workload().embedded(); i < clients.size(); i++) {
            clients.get(i).start();
        }
        clients.forEach(SimClient::run);
        plan.faults().schedule(scheduler, this);
        scheduleFinalUntil(plan.workload().spanNs());
        if (violations.isEmpty()) {
            heal();
        }
        if (violations.isEmpty()) {
            final Verdict verdict = service.check(history);
            if (!verdict.isLinearizable()) {
                violations.report("the history is " + verdict.kind() + ": " + verdict.explanation());
            }
        }
        return result();
    }

    @Override
    public void begin(final Fault fault, final long nowNs) {
        if (healing) {
            return;
        }
        faults.increment(fault.kind());
        trace.note(nowNs, "begins: " + fault);
        networkFaults.begin(fault, nowNs);
        diskFaults.begin(fault, nowNs);
        final SimNode target = fault.target() < 0 ? null : nodes.get(fault.target());
        switch (fault.kind()) {
            case KILL -> target.kill();
            case STOP -> target.stop((long) fault.strength());
            case POWER_LOSS -> target.losePower();
            case CRASH_AT_DISK_OPERATION -> crashAtDiskOperation(target, (long) fault.strength());
            case POWER_LOSS_ALL -> nodes.forEach(SimNode::losePower);
            case PAUSE -> target.pause(true);
            case SLOW_DISK -> target.diskSlowness(fault.strength());
            case SYNC_FAILURE -> target.media().forEach(medium -> medium.failSyncs(1));
            case DISK_FULL -> target.media().forEach(medium -> medium.capacity(0));
            case CLOCK_DRIFT -> target.clock().rate(fault.strength());
            case CLOCK_JUMP -> target.clock().jump((long) fault.strength());
            default -> { }
        }
    }

    @Override
    public void end(final Fault fault, final long nowNs) {
        if (healing) {
            return;
        }
        networkFaults.end(fault, nowNs);
        diskFaults.end(fault, nowNs);
        final SimNode target = fault.target() < 0 ? null : nodes.get(fault.target());
        switch (fault.kind()) {
            case KILL, STOP, POWER_LOSS -> target.start();
            case CRASH_AT_DISK_OPERATION -> {
                target.media().forEach(medium -> medium.crashAtOperation(NEVER));
                target.start();
            }
            case POWER_LOSS_ALL -> restartAll();
            case PAUSE -> target.pause(false);
            case SLOW_DISK -> target.diskSlowness(1);
            case SYNC_FAILURE -> {
                target.media().forEach(medium -> medium.failSyncs(0));
                target.start();
            }
            case DISK_FULL -> {
                target.media().forEach(medium -> medium.capacity(Long.MAX_VALUE));
                target.start();
            }
            case CLOCK_DRIFT -> target.clock().rate(1);
            default -> { }
        }
    }

    private void crashAtDiskOperation(final SimNode target, final long operation) {
        if (target.isUp()) {
            target.media().get((int) (operation % target.media().size())).crashAtOperation(operation);
        }
    }

    private void restartAll() {
        for (int i = 0; i < nodes.size(); i++) {
            final SimNode node = nodes.get(i);
            scheduler.after(i * 7 * MS, now -> {
                if (!healing) {
                    node.start();
                }
            });
        }
    }

    /** No more faults: a bare majority is up and connected, the rest is dead, and everything pending must complete. */
    private void heal() {
        healing = true;
        trace.note(scheduler.nowNs(), "healing; survivors " + Integer.toBinaryString(plan.faults().survivors()));
        networkFaults.heal();
        for (final SimNode node : nodes) {
            node.diskSlowness(1);
            node.clock().rate(1);
            node.media().forEach(medium -> {
                medium.capacity(Long.MAX_VALUE);
                medium.failSyncs(0);
                medium.crashAtOperation(NEVER);
            });
        }
        diskFaults.heal();
        if (oracle.damagedNodes() > 0) {
            repair();
        }
        if (oracle.isBeyond()) {
            return;
        }
        for (final SimNode node : nodes) {
            if (plan.faults().survives(node.nodeId())) {
                node.pause(false);
                node.start();
            } else {
                node.losePower();
            }
        }
        finishBudget();
        await("every pending operation completes", () -> clients.stream().allMatch(SimClient::isDone));
        clients.stream().filter(SimClient::isConnected).forEach(SimClient::askAtEnd);
        await("what is asked at the end is answered", () -> clients.stream().allMatch(client -> client.inFlight() == 0));
        await("all live replicas reach the same LSN", this::converged);
        nodes.stream().filter(SimNode::isUp).forEach(node -> machines.get(node.nodeId()).compareState());
    }

    /**
     * Damaged nodes are repaired from the others, which takes all of them. Where more were damaged than the cluster can
     * bear, it may fail to come back, but gets time to say something wrong.
     */
    private void repair() {
        for (final SimNode node : nodes) {
            node.pause(false);
            node.start();
        }
        if (oracle.isBeyond()) {
            scheduleFinalUntil(scheduler.nowNs() + BEYOND_NS);
        } else {
            await("damaged nodes are repaired", diskFaults::isRepaired);
        }
    }

    /** What the faults kept clients from asking is asked now, by those that can. */
    private void finishBudget() {
        final int issued = clients.stream().mapToInt(SimClient::issued).sum();
        final int able = (int) clients.stream().filter(SimClient::isConnected).count();
        final int more = Math.max(0, plan.workload().commands() - issued) / Math.max(1, able) + 1;
        clients.forEach(client -> client.finish(more));
    }

    private boolean converged() {
        GroupStatus first = null;
        boolean led = false;
        for (final SimNode node : nodes) {
            if (!node.isUp()) {
                continue;
            }
            final GroupStatus status = node.status();
            first = first == null ? status : first;
            led |= status.role() == Role.LEADER;
            if (status.applied() != first.applied() || status.applied() != status.ordered()
                || status.durable() != status.applied()) {
                return false;
            }
        }
        return led;
    }

    private void await(final String what, final java.util.function.BooleanSupplier condition) {
        final long deadline = scheduler.nowNs() + HEAL_NS;
        while (violations.isEmpty() && !condition.getAsBoolean()) {
            if (scheduler.nowNs() >= deadline) {
                violations.report("not live: " + what + " within " + HEAL_NS / MS + " ms after the faults: "
                    + describe());
                return;
            }
            scheduler.runUntil(scheduler.nowNs() + 10 * MS);
        }
    }

    private String describe() {
        final StringBuilder text = new StringBuilder();
        for (final SimNode node : nodes) {
            text.append("\n    node ").append(node.nodeId()).append(": ").append(node.isUp() ? node.status() : "down");
            text.append(node.isUp() ? "\n        " + node.core().counters(SimCluster.GROUP_ID) : "");
        }
        for (final SimClient<I, O> client : clients) {
            text.append("\n    client: ").append(client.inFlight()).append(" in flight");
        }
        return text.append("\n    ").append(config).toString();
    }

    private void scheduleFinalUntil(final long untilNs) {
        while (violations.isEmpty() && scheduler.nowNs() < untilNs) {
            scheduler.runUntil(Math.min(untilNs, scheduler.nowNs() + 10 * MS));
        }
    }

    private void homed(final int node, final boolean up) {
        for (int i = 0; i < plan.workload().embedded(); i++) {
            if (i % nodes.size() == node) {
                if (up) {
                    clients.get(i).start();
                } else {
                    clients.get(i).lose();
                }
            }
        }
    }

    private StateMachine machine(final int node, final int incarnation) {
        final String name = "node " + node + "/" + incarnation;
        final WitnessedMachine machine =
            new WitnessedMachine(service.newMachine(name, violations), applied.cursor(name), group.queries(node));
        machines.put(node, machine);
        return machine;
    }

    private SeedResult result() {
        oracle.finish();
        long issued = 0;
        long acknowledged = 0;
        long unknown = 0;
        long notApplied = 0;
        for (final SimClient<I, O> client : clients) {
            issued += client.issued();
            acknowledged += client.acknowledged();
            unknown += client.unknown();
            notApplied += client.notApplied();
        }
        return new SeedResult(plan.seed(), violations.reports(), trace.hash(), scheduler.eventsRun(), issued, acknowledged,
            unknown, notApplied,
            group.leaders(), cluster.snapshots().written, cluster.snapshots().restored,
            faults, damage, scheduler.nowNs());
    }
}
