package io.fleet.testkit.run;

import io.fleet.config.GroupConfig;
import io.fleet.config.Persistence;
import io.fleet.config.ReplierPolicy;
import io.fleet.config.WriteQuorum;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.Message;
import io.fleet.machine.StateMachine;
import io.fleet.node.config.TrimPolicy;
import io.fleet.node.status.GroupStatus;
import io.fleet.storage.VoterState;
import io.fleet.testkit.checker.GroupChecker;
import io.fleet.testkit.checker.machine.ApplyChecker;
import io.fleet.testkit.checker.machine.CheckedMachine;
import io.fleet.testkit.disk.DamageOracle;
import io.fleet.testkit.history.History;
import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.Verdict;
import io.fleet.testkit.run.check.CatchUpChecker;
import io.fleet.testkit.run.check.CopiesChecker;
import io.fleet.testkit.run.check.PowerCutChecker;
import io.fleet.testkit.run.check.ReadChecker;
import io.fleet.testkit.run.check.TrimChecker;
import io.fleet.testkit.run.cluster.DiskOperator;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.workload.Service;
import io.fleet.testkit.workload.TimedMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.ObjLongConsumer;

/**
 * A group that the nodes of a run host beside the first one, with clients and witnesses of its own. It shares with the
 * others what their nodes have once: logs and their flushers, the meta store, the network. Faults are the first
 * group's: the leader that is isolated there need not lead here. One group of three has little to do and soon nothing,
 * so that what it wrote last lies in old files while the others write on.
 *
 * @param <I> what clients ask for.
 * @param <O> what they are answered.
 */
final class SideGroup<I, O> {
    private static final int MOST_CLIENTS = 3;
    private static final int MOST_COMMANDS = 300;
    private static final int FEW_COMMANDS = 12;
    private static final int IDLE_IN = 3;
    /** An idle group has asked for everything by this part of a run. */
    private static final int SOON = 4;

    private final SimCluster cluster;
    private final List<SimNode> nodes;
    private final RunPlan plan;
    private final Workload workload;
    private final Service<I, O> service;
    private final int firstClient;
    private final Map<Integer, CheckedMachine> machines = new TreeMap<>();
    private final History<I, O> history = new History<>();
    private final List<SimClient<I, O>> clients = new ArrayList<>();
    private final GroupChecker group;
    private final ApplyChecker applied;
    private final ReadChecker<I, O> reads;
    private final PowerCutChecker powerCuts;
    private final CatchUpChecker catchUps;
    private final TrimChecker trims;

    /**
     * Sets a group up, before any node starts.
     *
     * @param first       the first group, and what it shares with this one.
     * @param groupId     the id of this one.
     * @param plan        of the run.
     * @param service     what all groups serve.
     * @param nodes       all nodes; they have not started.
     * @param oracle      which of them are damaged.
     * @param underDamage which of them are being damaged.
     * @param slowestClock how slow a clock may be.
     * @param firstClient the number of its first client.
     */
    SideGroup(final SimCluster first, final int groupId, final RunPlan plan, final Service<I, O> service,
              final List<SimNode> nodes, final DamageOracle oracle, final IntPredicate underDamage,
              final double slowestClock, final int firstClient) {
        this.plan = plan;
        this.service = service;
        this.nodes = nodes;
        this.firstClient = firstClient;
        workload = workload(plan, groupId);
        cluster = first.hosting(groupId, config(plan, groupId), this::machine);
        group = new GroupChecker(groupId, cluster.nodes(), cluster::config, cluster.electorate(),
            cluster.violations());
        applied = new ApplyChecker(cluster.violations(), 16);
        reads = new ReadChecker<>(cluster.violations(), slowestClock);
        powerCuts = new PowerCutChecker(cluster, nodes, oracle, group, underDamage);
        catchUps = new CatchUpChecker(cluster.nodes(), cluster.electorate(), cluster.violations());
        trims = new TrimChecker(cluster, nodes, oracle);
        for (int i = 0; i < workload.clients(); i++) {
            final SimNode home = i < workload.embedded() ? nodes.get(homeOf(i)) : null;
            clients.add(new SimClient<>(cluster, firstClient + i, home, service, history, applied, reads, workload));
        }
    }

    /** What the clients of a group beside the first one do; the same whenever it is asked for. */
    static Workload workload(final RunPlan plan, final int groupId) {
        final SplittableRandom random = new RandomStreams(plan.seed()).stream("side-group", groupId);
        final Workload first = plan.workload();
        final int clients = 1 + random.nextInt(MOST_CLIENTS);
        final boolean idle = random.nextInt(IDLE_IN) == 0;
        final int commands = clients + random.nextInt(idle ? FEW_COMMANDS : MOST_COMMANDS);
        return new Workload(clients, random.nextInt(clients + 1), commands,
            idle ? Math.max(Workload.MIN_SPAN_NS, first.spanNs() / SOON) : first.spanNs(), null,
            1 + random.nextInt(Workload.CONCURRENCY), random.nextInt(3) == 0 ? 5 : 0, first.timerPercent(),
            first.quorumPercent(), first.stalePercent(), false, first.keptPercent());
    }

    /** Groups of one node need not have the same policies. */
    private static GroupConfig config(final RunPlan plan, final int groupId) {
        final SplittableRandom random = new RandomStreams(plan.seed()).stream("side-config", groupId);
        final GroupConfig first = plan.config().config();
        final boolean quorum = first.persistence() == Persistence.SCATTERED && random.nextBoolean();
        return first.withCopies(quorum ? WriteQuorum.QUORUM : WriteQuorum.ALL)
            .withReplierPolicy(random.nextBoolean() ? ReplierPolicy.JBSQ : ReplierPolicy.RANDOM);
    }

    private int homeOf(final int client) {
        return client % plan.config().founders();
    }

    int groupId() {
        return cluster.groupId();
    }

    List<SimClient<I, O>> clients() {
        return clients;
    }

    int leaders() {
        return group.leaders();
    }

    private StateMachine machine(final int node, final int incarnation) {
        final String name = "group " + groupId() + " of node " + node + "/" + incarnation;
        final CheckedMachine machine =
            new CheckedMachine(service.newMachine(name, cluster.violations(), workload.timerPercent()),
                applied.cursor(name), group.queries(node));
        machines.put(node, machine);
        return cluster.hosted(name, machine, service);
    }

    /** Clients that are processes of their own begin; the others did with their nodes. */
    void run() {
        clients.stream().skip(workload.embedded()).forEach(SimClient::start);
        clients.forEach(SimClient::run);
    }

    /** A message of this group was sent. */
    void onMessage(final int version, final int sender, final Message message, final long nowNs) {
        group.onMessage(groupId(), sender, message, nowNs);
        powerCuts.onMessage(version, sender, message);
        catchUps.onMessage(sender, message);
    }

    /** A packet of whatever group arrived. */
    void onArrival(final int from, final int to, final long nowNs) {
        group.onArrival(from, to, nowNs);
    }

    /** A node has read a message of this group. */
    void onReceipt(final int to, final int from, final Message message) {
        group.onReceipt(groupId(), to, from, message);
        catchUps.onReceipt(to, from, message);
    }

    /** A node has ended a duty cycle. */
    void cycled(final int node) {
        LeaseWatch.cycled(group.leases(), node, nodes.get(node), groupId());
        trims.check(node, nodes.get(node).core());
        final GroupStatus status = nodes.get(node).status(groupId());
        if (status.standing() != VoterState.VOTER) {
            group.rejoins().onWaiting(node, status.repairTarget());
        }
    }

    /** A node begins to count in the quorums of this group. */
    void onVoter(final int node, final VoterState before, final String reason) {
        if (reason.startsWith(DiskOperator.REPAIRED)) {
            powerCuts.onRepaired(node, group.rejoins().onRepaired(node));
        } else if (before != VoterState.SUSPECT) {
            group.rejoins().onFirstStart(node);
        }
    }

    /** A node has started. */
    void started(final int node) {
        catchUps.restarted(node);
        trims.restarted(node);
        final VoterState standing = nodes.get(node).status(groupId()).standing();
        if (standing == VoterState.NEW || standing == VoterState.LOST) {
            group.forget(node);
            powerCuts.forget(node);
        }
        homed(node, true);
    }

    /** The clients that live in a node begin with it, and end with it. */
    void homed(final int node, final boolean up) {
        for (int i = 0; i < workload.embedded(); i++) {
            if (homeOf(i) == node && up) {
                clients.get(i).start();
            } else if (homeOf(i) == node) {
                clients.get(i).lose();
            }
        }
    }

    /** Whether all that are left have applied the same, and that durably. */
    boolean isConverged(final List<SimNode> survivors) {
        GroupStatus first = null;
        boolean led = false;
        for (final SimNode node : nodes) {
            led |= node.isUp() && node.status(groupId()).role() == Role.LEADER && !isOverdue(node);
        }
        for (final SimNode node : survivors) {
            final GroupStatus status = node.status(groupId());
            first = first == null ? status : first;
            if (status.applied() != first.applied() || status.applied() != status.ordered()
                || status.durable() != status.applied()) {
                return false;
            }
        }
        return led;
    }

    private boolean isOverdue(final SimNode leader) {
        return machines.get(leader.nodeId()).machine() instanceof TimedMachine timed
            && timed.nextDeadline() <= leader.clock().epochMillis();
    }

    /** Everything is at rest: states, and what is on which disk. */
    void atEnd(final List<SimNode> survivors) {
        survivors.forEach(node -> machines.get(node.nodeId()).compareState());
        if (cluster.violations().isEmpty() && (plan.config().ownSettings()
            || cluster.config().copies() == WriteQuorum.QUORUM
            || cluster.snapshotConfig().trim() != TrimPolicy.OFF)) {
            new CopiesChecker(cluster).check(nodes);
        }
    }

    /** Judges what clients saw. */
    void judge() {
        if (service.model() != null) {
            forEachApplied((operation, lsn) -> reads.onApplied(operation.input(), lsn));
            reads.check(service.model());
        }
        final List<Operation<I, O>> order = new ArrayList<>();
        forEachApplied((operation, lsn) -> order.add(operation));
        final Verdict verdict = service.check(history, order);
        if (!verdict.isLinearizable()) {
            cluster.violations().report("the history of group " + groupId() + " is " + verdict.kind() + ": "
                + verdict.explanation());
        }
    }

    private void forEachApplied(final ObjLongConsumer<Operation<I, O>> consumer) {
        for (final long operation : applied.operations()) {
            final int client = SimClient.clientOf(operation) - firstClient;
            final int place = client >= 0 && client < clients.size() ? clients.get(client).placeOf(operation) : -1;
            if (place >= 0) {
                consumer.accept(history.operations().get(place), applied.lsnOf(operation));
            }
        }
    }
}
