package io.fleet.testkit.run;

import io.fleet.config.Mode;
import io.fleet.config.WriteQuorum;
import io.fleet.consensus.common.Role;
import io.fleet.machine.StateMachine;
import io.fleet.node.config.TrimPolicy;
import io.fleet.node.status.GroupStatus;
import io.fleet.storage.VoterState;
import io.fleet.testkit.checker.GroupChecker;
import io.fleet.testkit.checker.ReceiptChecker;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.checker.WireChecker;
import io.fleet.testkit.checker.machine.ApplyChecker;
import io.fleet.testkit.checker.machine.CheckedMachine;
import io.fleet.testkit.disk.DamageCounters;
import io.fleet.testkit.disk.DamageOracle;
import io.fleet.testkit.disk.DiskFaults;
import io.fleet.testkit.fault.Fate;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultCounters;
import io.fleet.testkit.fault.FaultHandler;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.fault.NetworkFaults;
import io.fleet.testkit.history.History;
import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.Verdict;
import io.fleet.testkit.run.check.CatchUpChecker;
import io.fleet.testkit.run.check.CodedCheckers;
import io.fleet.testkit.run.check.CopiesChecker;
import io.fleet.testkit.run.check.LiveBounds;
import io.fleet.testkit.run.check.PowerCutChecker;
import io.fleet.testkit.run.check.ReadChecker;
import io.fleet.testkit.run.check.TrimChecker;
import io.fleet.testkit.run.cluster.DiskOperator;
import io.fleet.testkit.run.cluster.MemberChanges;
import io.fleet.testkit.run.cluster.NodeFaults;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.run.cluster.SnapshotCounts;
import io.fleet.testkit.run.hostile.ForeignTraffic;
import io.fleet.testkit.run.hostile.MessageNames;
import io.fleet.testkit.run.hostile.StrayMember;
import io.fleet.testkit.run.plan.Feature;
import io.fleet.testkit.run.plan.PlannedOperation;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.Accidents;
import io.fleet.testkit.sim.NodeClock;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.Service;
import io.fleet.testkit.workload.TimedMachine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

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
    private static final long REPAIR_NS = 30_000 * MS;
    private static final int LAST_OPERATIONS = 10;
    /** Where a slow node may lead, and answer, much at once takes long. */
    private static final int LAST_OPERATIONS_OF_SLOW = 3;
    /** Endpoints beside those of clients: the stray member, and the strangers. */
    private static final int STRANGERS = 2;
    private static final int LONG_REPLY_BYTES = 1 << 20;
    private static final long BEYOND_NS = 5_000 * MS;

    private final RunPlan plan;
    private final SimTrace trace;
    private final Service<I, O> service;
    private final SimScheduler scheduler = new SimScheduler();
    private final Violations violations = new Violations();
    private final FaultCounters faults = new FaultCounters();
    private final SeedConfig config;
    private final SimCluster cluster;
    private final Accidents accidents;
    private final Map<Integer, CheckedMachine> machines = new TreeMap<>();
    private final NetworkFaults networkFaults;
    private final NodeFaults nodeFaults;
    private final MemberChanges memberChanges;
    private final ForeignTraffic strangers;
    private final GroupChecker group;
    private final ApplyChecker applied;
    private final ReadChecker<I, O> reads;
    private final History<I, O> history = new History<>();
    private final List<SimNode> nodes = new ArrayList<>();
    private final List<SimClient<I, O>> clients = new ArrayList<>();
    private final SideGroups<I, O> sideGroups = new SideGroups<>();
    /** Those of all groups. */
    private final List<SimClient<I, O>> allClients = new ArrayList<>();
    private final DamageCounters damage = new DamageCounters();
    private final DamageOracle oracle;
    private final DiskFaults diskFaults;
    private final PowerCutChecker powerCuts;
    private final FaultTiming rush;
    private final CatchUpChecker catchUps;
    private final TrimChecker trims;
    /** Witnesses of leaders, ballots and promises have nothing to look at where nobody leads. */
    private final boolean isLed;
    /** Null where somebody leads. */
    private final CodedCheckers coded;
    private final LiveBounds live;
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
        isLed = config.config().mode() == Mode.SCATTERED;
        final Workload workload = plan.workload();
        final RandomStreams streams = new RandomStreams(plan.seed());
        final long chance = streams.stream("network", 0).nextLong();
        accidents = plan.accidents() == null ? new Accidents(chance) : new Accidents(chance, plan.accidents());
        final SimNetwork network =
            new SimNetwork(scheduler, accidents, trace, config.nodes(),
                workload.clients() + STRANGERS + SideGroups.clientsOf(plan));
        network.connect(!isLed);
        applied = new ApplyChecker(violations, 16);
        final double slowestClock = plan.faults().faults().stream()
            .anyMatch(fault -> fault.kind() == FaultKind.CLOCK_DRIFT) ? NodeClock.MIN_RATE : 1;
        reads = new ReadChecker<>(violations, slowestClock);
        final SimCluster same = new SimCluster(scheduler, network, trace, streams, violations, config.config(),
            config.nodes(), config.disks(), config.scatteredLog(), config.orderedLog(), config.snapshots(),
            config.flushing(), new SnapshotCounts(), this::machine).withFounders(config.founders()).withWitnesses(config
                .witnesses())
            .withReadThreads(config.readThreads());
        cluster = config.ownSettings() ? same.withOwnSettings() : same;
        group = new GroupChecker(SimCluster.GROUP_ID, config.nodes(), cluster::config, cluster.electorate(),
            violations);
        catchUps = new CatchUpChecker(config.nodes(), cluster.electorate(), violations);
        oracle = new DamageOracle(config.nodes(), config.enough(), damage);
        live = new LiveBounds(config, cluster.settings(), plan.faults().fate() == Fate.SLOW);
        powerCuts = new PowerCutChecker(cluster, nodes, oracle, group, this::isUnderDamage);
        final StrayMember stray = new StrayMember(cluster, workload.clients());
        strangers = new ForeignTraffic(cluster, workload.clients() + 1, this::ballot);
        listen(network, stray);
        networkFaults = new NetworkFaults(network, this::leader);
        rush = new FaultTiming(scheduler, streams.stream("rush", 0).nextLong(), allClients, networkFaults);
        memberChanges = new MemberChanges(nodes, config::isWitness, config.areCountedOtherwise());
        nodeFaults = new NodeFaults(nodes, scheduler, () -> healing);
        for (int i = 0; i < config.nodes(); i++) {
            nodes.add(new SimNode(cluster, i));
        }
        diskFaults = new DiskFaults(nodes, oracle, damage);
        trims = new TrimChecker(cluster, nodes, oracle);
        coded = isLed ? null
            : new CodedCheckers(cluster, nodes, applied, oracle, trims, node -> machines.get(node).machine());
        hireOperator();
        final boolean isLong = workload.bigPercent() > 0 || config.config().maxReplyBytes() > LONG_REPLY_BYTES;
        nodes.forEach(node -> node.weigh(isLong));
        for (int i = 0; i < workload.clients(); i++) {
            final SimNode home = i < workload.embedded() ? nodes.get(i % config.founders()) : null;
            clients.add(new SimClient<>(cluster, i, home, service, history, applied, reads, workload));
        }
        allClients.addAll(clients);
        for (int id = SimCluster.GROUP_ID + 1; id < config.groups(); id++) {
            final SideGroup<I, O> side = new SideGroup<>(cluster, id, plan, service, nodes, oracle,
                this::isUnderDamage, slowestClock, allClients.size() + STRANGERS);
            sideGroups.add(side);
            allClients.addAll(side.clients());
        }
    }

    /** Who looks after the disks of all nodes. */
    private void hireOperator() {
        final DiskOperator operator = new DiskOperator(cluster, oracle, diskFaults::hasLost,
            diskFaults::isSetBack, this::onVoter);
        nodes.forEach(node -> node.operator(operator));
        if (!isLed) {
            operator.onHoldsParts(coded::onHoldsParts);
        }
    }

    /** Has all that goes over the network heard by who must hear it. */
    private void listen(final SimNetwork network, final StrayMember stray) {
        final WireChecker wire = new WireChecker(SimCluster.CLUSTER_ID, config.nodes(), StrayMember.CONFIG_VERSION,
            violations, (groupId, version, sender, message) -> {
                if (isSetBack(sender)) {
                    return;
                }
                if (groupId != SimCluster.GROUP_ID) {
                    sideGroups.with(groupId,
                        side -> side.onMessage(version, sender, message, scheduler.nowNs()));
                    return;
                }
                if (isLed) {
                    group.onMessage(groupId, sender, message, scheduler.nowNs());
                    powerCuts.onMessage(version, sender, message);
                    catchUps.onMessage(sender, message);
                } else {
                    coded.onMessage(sender, message);
                }
                stray.hear(message);
                strangers.hear(version, message);
            });
        network.observer((from, buffer, offset, length) -> {
            if (from != strangers.endpoint()) {
                wire.onPacket(from, buffer, offset, length);
            }
        });
        network.names(new MessageNames());
        network.arrivals((from, to, nowNs) -> {
            if (isLed) {
                group.onArrival(from, to, nowNs);
            }
            if (!sideGroups.isEmpty()) {
                sideGroups.forEach(side -> side.onArrival(from, to, nowNs));
            }
        });
        network.receipts(new ReceiptChecker(SimCluster.CLUSTER_ID, config.nodes(), StrayMember.CONFIG_VERSION,
            (groupId, to, from, life, message) -> {
                if (from >= 0 && diskFaults.isSetBack(from, life)) {
                    return;
                }
                if (groupId != SimCluster.GROUP_ID) {
                    sideGroups.with(groupId, side -> side.onReceipt(to, from, message));
                } else if (isLed) {
                    group.onReceipt(groupId, to, from, message);
                    catchUps.onReceipt(to, from, message);
                }
            }));
    }

    /** What a node says that was set back counts for nobody, so that no witness takes it for what the node says. */
    private boolean isSetBack(final int sender) {
        return sender >= 0 && sender < nodes.size() && diskFaults.isSetBack(sender);
    }

    /** Keeps what is drawn in the run, for {@link #asItHappened()}. To be called before the run. */
    public void keep() {
        accidents.keep();
        clients.forEach(SimClient::keep);
    }

    /**
     * The plan of a run like this one in which nothing is left to be drawn that can be told: every operation and every
     * accident is given. To be called after {@link #keep()} and the run.
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
     * What clients saw. To be called after the run.
     *
     * @return all of it.
     */
    public History<I, O> history() {
        return history;
    }

    /**
     * The most space that the logs of any node have taken, where they are trimmed. To be called after the run.
     *
     * @return bytes of log files.
     */
    public long mostStored() {
        return nodes.stream().mapToLong(SimNode::mostStored).max().orElse(0);
    }

    /** The most memory that any node was found to keep, in bytes. */
    public long mostRetained() {
        return nodes.stream().mapToLong(SimNode::mostRetained).max().orElse(0);
    }

    /** The most that any node that runs has counted of something of its mode. */
    public long mostCounted(final String name) {
        return nodes.stream().filter(SimNode::isUp).flatMap(node -> node.core().group(SimCluster.GROUP_ID)
            .modeCounters()
            .stream()).filter(each -> each.name().equals(name))
            .mapToLong(each -> each.counter().get()).max().orElseThrow();
    }

    /**
     * Runs the plan.
     *
     * @return what became of it.
     */
    public SeedResult run() {
        for (int i = 0; i < nodes.size(); i++) {
            final int node = i;
            nodes.get(i).listener(() -> started(node), () -> homed(node, false), () -> cycled(node));
            nodes.get(i).start();
        }
        for (int i = plan.workload().embedded(); i < clients.size(); i++) {
            clients.get(i).start();
        }
        clients.forEach(SimClient::run);
        sideGroups.forEach(SideGroup::run);
        rush.schedule(plan.faults());
        plan.faults().schedule(scheduler, this);
        scheduleFinalUntil(plan.workload().spanNs());
        if (goesOn()) {
            heal();
        }
        if (goesOn()) {
            if (service.model() != null) {
                forEachApplied((operation, lsn) -> reads.onApplied(operation.input(), lsn));
                reads.check(service.model());
            }
            final Verdict verdict = verdict();
            if (!verdict.isLinearizable()) {
                violations.report("the history is " + verdict.kind() + ": " + verdict.explanation());
            }
            sideGroups.forEach(SideGroup::judge);
        }
        return result();
    }

    /** Judges what clients saw. To be called after the run. */
    public Verdict verdict() {
        final List<Operation<I, O>> order = new ArrayList<>();
        forEachApplied((operation, lsn) -> order.add(operation));
        return service.check(history, order);
    }

    /** Tells of the operations that replicas were seen to apply, in their order, with the LSN of each. */
    private void forEachApplied(final ObjLongConsumer<Operation<I, O>> consumer) {
        for (final long operation : applied.operations()) {
            final int client = SimClient.clientOf(operation);
            final int place = client < clients.size() ? clients.get(client).placeOf(operation) : -1;
            if (place >= 0) {
                consumer.accept(history.operations().get(place), applied.lsnOf(operation));
            }
        }
    }

    @Override
    public void begin(final Fault fault, final long nowNs) {
        if (!healing) {
            faults.increment(fault.kind());
            trace.note(nowNs, () -> "begins: " + fault);
            networkFaults.begin(fault, nowNs);
            diskFaults.begin(fault, nowNs);
            nodeFaults.begin(fault, nowNs);
            memberChanges.begin(fault, nowNs);
            strangers.begin(fault, nowNs);
        }
    }

    @Override
    public void end(final Fault fault, final long nowNs) {
        if (!healing) {
            networkFaults.end(fault, nowNs);
            diskFaults.end(fault, nowNs);
            nodeFaults.end(fault, nowNs);
            strangers.end(fault, nowNs);
        }
    }

    /** Which node leads at the highest ballot; where nobody does, the first that is up. */
    private int leader() {
        if (!isLed) {
            return nodes.stream().filter(SimNode::isUp).mapToInt(SimNode::nodeId).filter(this::mayLive).findFirst()
                .orElse(Fault.NONE);
        }
        int leader = Fault.NONE;
        long ballot = 0;
        for (final SimNode node : nodes) {
            if (node.isUp() && node.status().role() == Role.LEADER && node.status().ballot() > ballot) {
                ballot = node.status().ballot();
                leader = node.nodeId();
            }
        }
        return leader;
    }

    private boolean mayLive(final int node) {
        return !healing || plan.faults().survives(node);
    }

    /** At which ballot that one leads; 0 when none does. */
    private long ballot() {
        final int leader = leader();
        return leader == Fault.NONE ? 0 : nodes.get(leader).status().ballot();
    }

    /**
     * No more faults: a bare majority is up and connected, the rest meets its fate, and all that is pending must
     * complete soon.
     */
    private void heal() {
        healing = true;
        rush.end();
        final FaultPlan plans = plan.faults();
        nodes.forEach(SimNode::weighAll);
        trace.note(scheduler.nowNs(), () -> "healing; survivors " + Integer.toBinaryString(plans.survivors())
            + ", the others are " + plans.fate());
        networkFaults.heal();
        strangers.heal();
        allClients.forEach(SimClient::faultsAreOver);
        nodes.forEach(nodeFaults::heal);
        diskFaults.heal();
        if (oracle.damagedNodes() > 0 || !hasFormed()) {
            repair();
        }
        if (oracle.isBeyond()) {
            return;
        }
        for (final SimNode node : nodes) {
            node.pause(false);
            if (!plans.survives(node.nodeId())) {
                nodeFaults.strand(node, plans.fate(), networkFaults::cutOff, live.slowCycleNs());
            } else {
                node.start();
            }
        }
        final int last = plans.fate() == Fate.SLOW ? LAST_OPERATIONS_OF_SLOW : LAST_OPERATIONS;
        final long boundNs = live.boundNs(allClients.size() * (1L + last)) + LiveBounds.restNs(plans);
        allClients.forEach(client -> client.finish(isStranded(client) ? 0 : last));
        await("every pending operation completes and live replicas reach the same LSN", boundNs,
            () -> allClients.stream().allMatch(client -> isStranded(client) || client.isDone()) && converged());
        allClients.stream().filter(client -> client.isConnected() && !isStranded(client)).forEach(SimClient::askAtEnd);
        await("what is asked at the end is answered", boundNs,
            () -> allClients.stream().allMatch(client -> isStranded(client) || client.inFlight() == 0));
        await("callers at nodes that others do not hear are told", live.strandedBoundNs(boundNs),
            () -> allClients.stream().allMatch(client -> client.inFlight() == 0));
        await("live replicas reach the same LSN", boundNs, this::converged);
        survivors().stream().filter(node -> !config.isWitness(node.nodeId()))
            .forEach(node -> machines.get(node.nodeId()).compareState());
        sideGroups.forEach(side -> side.atEnd(survivors()));
        if (goesOn() && isLed && (config.ownSettings() || config.config().copies() == WriteQuorum.QUORUM
            || config.snapshots().trim() != TrimPolicy.OFF)) {
            new CopiesChecker(cluster).check(nodes);
        }
        if (goesOn() && !isLed) {
            coded.atEnd(survivors(), machines.get(survivors().get(0).nodeId()).machine());
        }
        if (goesOn() && config.snapshotEntries() > 0) {
            survivors().forEach(node -> node.stop(0));
        }
    }

    private boolean isStranded(final SimClient<I, O> client) {
        return client.home() != null && !isLeft(client.home());
    }

    /** Whether a node survives, and belongs to the group. */
    private boolean isLeft(final SimNode node) {
        return plan.faults().survives(node.nodeId())
            && (cluster.electorate().newestMembers() >>> node.nodeId() & 1) != 0;
    }

    private List<SimNode> survivors() {
        return nodes.stream().filter(node -> isLeft(node) && node.isUp()).toList();
    }

    /** A first start takes all founders, those too that are to meet another fate than the survivors. */
    private boolean hasFormed() {
        final long members = cluster.electorate().newestMembers();
        for (int node = 0; node < config.founders(); node++) {
            if ((members >>> node & 1) != 0 && !diskFaults.hasCounted(node)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Damaged nodes are repaired from the others, which takes all of them, and so does it to form a cluster. Where more
     * were damaged than the cluster can bear, it may fail to come back, but gets time to say something wrong.
     */
    private void repair() {
        for (final SimNode node : nodes) {
            node.pause(false);
            node.start();
        }
        if (oracle.isBeyond()) {
            scheduleFinalUntil(scheduler.nowNs() + BEYOND_NS);
        } else {
            await("damaged nodes are repaired", REPAIR_NS + live.lazyNs(),
                () -> diskFaults.isRepaired() && hasFormed());
        }
    }

    private boolean converged() {
        GroupStatus first = null;
        final int leader = leader();
        for (final SimNode node : survivors()) {
            final GroupStatus status = node.status();
            first = first == null ? status : first;
            if (status.applied() != first.applied() || status.applied() != status.ordered()
                || status.durable() != status.applied()) {
                return false;
            }
        }
        return leader != Fault.NONE && (plan.faults().survives(leader) || plan.faults().fate() == Fate.SLOW)
            && !isOverdue(leader) && sideGroups.areConverged(survivors());
    }

    /** Whether a timer waits though it is due by the clock of the leader, which alone lets log time pass. */
    private boolean isOverdue(final int leader) {
        return machines.get(leader).machine() instanceof TimedMachine timed
            && timed.nextDeadline() <= nodes.get(leader).clock().epochMillis();
    }

    private void await(final String what, final long boundNs, final java.util.function.BooleanSupplier condition) {
        final long deadline = scheduler.nowNs() + boundNs;
        while (goesOn() && !condition.getAsBoolean()) {
            if (scheduler.nowNs() >= deadline) {
                violations.report("not live: " + what + " within " + boundNs / MS + " ms after the faults: "
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
            text.append(node.isUp() ? "\n        " + node.core().group(SimCluster.GROUP_ID).counters() : "");
            if (node.isUp()) {
                text.append("\n        ").append(node.core().group(SimCluster.GROUP_ID).modeCounters().stream()
                    .map(each -> each.name() + ' ' + each.counter().get()).toList());
            }
            text.append(sideGroups.describe(node));
        }
        for (final SimClient<I, O> client : allClients) {
            text.append("\n    client: ").append(client.inFlight()).append(" in flight");
        }
        return text.append("\n    ").append(config).toString();
    }

    /** Whether the run has broken no rule yet, and could still show something. */
    private boolean goesOn() {
        return violations.isEmpty() && !oracle.isTrusted();
    }

    private void scheduleFinalUntil(final long untilNs) {
        while (goesOn() && scheduler.nowNs() < untilNs) {
            scheduler.runUntil(Math.min(untilNs, scheduler.nowNs() + 50 * MS));
        }
    }

    private boolean isUnderDamage(final int node) {
        return diskFaults.isUnderDamage(node);
    }

    private void cycled(final int node) {
        if (isLed) {
            LeaseWatch.cycled(group.leases(), node, nodes.get(node), SimCluster.GROUP_ID);
        }
        trims.check(node, nodes.get(node).core());
        if (!isLed) {
            coded.cycled(node);
        }
        if (!sideGroups.isEmpty()) {
            sideGroups.forEach(side -> side.cycled(node));
        }
        final GroupStatus status = nodes.get(node).status();
        if (status.role() == Role.LEADER) {
            rush.onLeader(node, status.ballot());
        }
        if (isLed && status.standing() != VoterState.VOTER) {
            group.rejoins().onWaiting(node, status.repairTarget());
        }
    }

    /** A node begins to count in quorums; what it says for a reason is checked against what it was told. */
    private void onVoter(final int groupId, final int node, final VoterState before, final String reason) {
        if (groupId != SimCluster.GROUP_ID) {
            sideGroups.with(groupId, side -> side.onVoter(node, before, reason));
            return;
        }
        if (!isLed) {
            if (before != VoterState.SUSPECT) {
                coded.onBegun(node);
            }
            return;
        }
        if (reason.startsWith(DiskOperator.REPAIRED)) {
            powerCuts.onRepaired(node, group.rejoins().onRepaired(node));
        } else if (before != VoterState.SUSPECT) {
            group.rejoins().onFirstStart(node);
        }
    }

    /** A node that does not vote may have lost what it promised and acknowledged; nothing of that binds it now. */
    private void started(final int node) {
        catchUps.restarted(node);
        trims.restarted(node);
        if (!isLed) {
            coded.started(node);
        }
        final VoterState standing = nodes.get(node).status().standing();
        if (standing == VoterState.NEW || standing == VoterState.LOST) {
            group.forget(node);
            powerCuts.forget(node);
            if (oracle.isDamaged(node)) {
                oracle.found(node, true);
            }
        }
        homed(node, true);
    }

    private void homed(final int node, final boolean up) {
        sideGroups.homed(node, up);
        for (int i = 0; i < plan.workload().embedded(); i++) {
            if (i % config.founders() == node) {
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
        final CheckedMachine machine =
            new CheckedMachine(service.newMachine(name, violations, plan.workload().timerPercent()),
                applied.cursor(name), isLed ? group.queries(node) : lsn -> {});
        machines.put(node, machine);
        return cluster.hosted(name, machine, service);
    }

    private SeedResult result() {
        oracle.finish();
        final Outcomes outcomes = Outcomes.of(allClients);
        final FaultCounters effects = new FaultCounters();
        effects.add(nodeFaults.effects());
        effects.add(strangers.effects());
        effects.add(memberChanges.effects());
        for (final FaultKind kind : FaultKind.values()) {
            effects.add(kind, networkFaults.effect(kind) + damage.effects(kind));
        }
        return new SeedResult(plan.seed(), Feature.of(plan), violations.reports(), trace.hash(), scheduler.eventsRun(),
            outcomes.issued(), outcomes.acknowledged(), outcomes.unknown(), outcomes.notApplied(),
            group.leaders() + sideGroups.leaders(), cluster.snapshots().written, cluster.snapshots().restored,
            cluster.snapshots().installed,
            faults, effects, damage, nodes.stream().mapToLong(SimNode::bytesWritten).sum(), scheduler.nowNs());
    }
}
