package io.fleet.verify.crashpoint.cluster;

import io.fleet.client.ReplyHandler;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Role;
import io.fleet.error.FleetException;
import io.fleet.error.NotAppliedException;
import io.fleet.machine.StateMachine;
import io.fleet.node.client.RemoteClientCore;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.NodeEvents;
import io.fleet.storage.VoterState;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.checker.ChosenChecker;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.checker.WireChecker;
import io.fleet.testkit.checker.machine.ApplyChecker;
import io.fleet.testkit.checker.machine.CheckedMachine;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.sim.Accidents;
import io.fleet.testkit.sim.SimHash;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterCodec;
import io.fleet.testkit.workload.RegisterMachine;
import io.fleet.verify.crashpoint.machine.CrashPlan;
import io.fleet.verify.crashpoint.machine.Outage;
import io.fleet.verify.crashpoint.machine.Tripwire;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One run of the script on a cluster of production nodes in virtual time, with the planned crashes. Who crashes comes
 * back after a while; the script waits for conditions only, and goes on whatever becomes of a command.
 */
public final class ClusterRun implements ReplyHandler {
    static final long CLUSTER = 7;
    static final int GROUP = 0;
    static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(16 << 10, 8 << 10);
    static final OrderedLogConfig ORDERED = new OrderedLogConfig(16 << 10, 8 << 10, 2_000, 3_000_000);
    /** All nodes fail together. */
    public static final int ALL = -1;
    private static final int NOBODY = -2;
    private static final long MS = 1_000_000;
    private static final long PATIENCE_NS = 30_000 * MS;
    private static final long DOWN_NS = 25 * MS;
    /** Snapshots and trimming have their own pace: once a second they look what there is to do. */
    private static final long TRIM_NS = 50 * MS;
    private static final long CLIENT_TICK_NS = 2 * MS;
    private static final long SEED = 11;

    private final SimScheduler scheduler = new SimScheduler();
    private final Violations violations = new Violations();
    private final ApplyChecker applied = new ApplyChecker(violations, 1);
    private final SimNetwork network;
    private final int[] members;
    private final GroupConfig config;
    private final List<CrashNode> nodes = new ArrayList<>();
    private final List<CrashNode> failing;
    private final Tripwire wire;
    private final ClusterScript script;
    private final PromiseChecker promises;
    private final UnsafeBuffer header =
        new UnsafeBuffer(new byte[CheckedMachine.PREFIX_LENGTH + RegisterCodec.LENGTH]);
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[4_000]);
    private RemoteClientCore client;
    private long packets;
    private long lastOperation;
    private int pending;
    private long acknowledged;
    /** The node whose meta store is lost, until it is repaired. */
    private int forgetful = NOBODY;
    private boolean noticed;

    /** Sets a run up; inline, nodes write in their duty cycles, and log files are made elsewhere. */
    ClusterRun(final ClusterScript script, final int size, final int target, final boolean inline,
               final List<CrashPlan> plans) {
        this.script = script;
        members = IntStream.range(0, size).toArray();
        config = GroupConfig.scattered().withMaxCommandBytes(4_096).withMaxBatchBytes(4_096).withWindowEntries(16)
            .withPendingEntries(16).withClientWindow(16).withMaxSessions(8).withElectionTimeoutMillis(100)
            .withHeartbeatMillis(20).withResendMillis(20).withRetryMillis(50).withRequestTimeoutMillis(20_000);
        network = new SimNetwork(scheduler, new Accidents(SEED), new SimTrace(), size, 1);
        for (final int member : members) {
            nodes.add(new CrashNode(this, member, inline));
        }
        failing = target == ALL ? nodes : List.of(nodes.get(target));
        wire = new Tripwire(new Outage(failing.stream().map(CrashNode::machine).toList()), plans, this::progress);
        failing.forEach(node -> node.machine().gate(wire));
        wire.listening(script == ClusterScript.LIFE);
        final ChosenChecker chosen = new ChosenChecker(size, size / 2 + 1, violations);
        promises = new PromiseChecker(size, violations);
        final WireChecker witness = new WireChecker(CLUSTER, size, violations, (group, version, sender, message) -> {
            chosen.onMessage(group, sender, message);
            promises.onMessage(sender, message);
        });
        network.observer((from, buffer, offset, length) -> {
            packets++;
            witness.onPacket(from, buffer, offset, length);
        });
    }

    /** Runs the script to its end; what is wrong then, nothing as a rule. */
    List<String> run() {
        client = new RemoteClientCore(CLUSTER, GROUP, config, members, network.client(0), SEED, () -> {},
            scheduler::nowNs);
        clientTick();
        nodes.forEach(CrashNode::start);
        if (await("a first leader", this::isLed)
            && playScript()) {
            finish();
        }
        wire.requireAllStruck(violations);
        return violations.reports();
    }

    Tripwire wire() {
        return wire;
    }

    SimScheduler scheduler() {
        return scheduler;
    }

    SimNetwork network() {
        return network;
    }

    Violations violations() {
        return violations;
    }

    SnapshotConfig snapshots() {
        return script.snapshots();
    }

    GroupConfig config() {
        return config;
    }

    int[] members() {
        return members;
    }

    StateMachine machine(final String name) {
        final StateMachine machine = new CheckedMachine(new RegisterMachine(), applied.cursor(name));
        return script == ClusterScript.TRANSFER ? new BulkyMachine(machine) : machine;
    }

    NodeEvents events(final int nodeId) {
        return new NodeEvents() {
            @Override
            public void onRole(final int groupId, final Role from, final Role to, final long ballot,
                               final String reason) {
            }

            @Override
            public void onStateLost(final String what) {
                if (nodeId == forgetful) {
                    noticed = true;
                    return;
                }
                violations.report("node " + nodeId + " after a mere crash: " + what);
            }

            @Override
            public void onSnapshotProblem(final int groupId, final String problem) {
                violations.report("node " + nodeId + " after a mere crash: " + problem);
            }
        };
    }

    /** A node met its planned crash, and those that fail with it are gone too. */
    void crashed() {
        failing.forEach(CrashNode::gone);
        failing.forEach(node -> promises.onCrash(node.nodeId(), members, node.machine()));
        scheduler.after(DOWN_NS, now -> {
            wire.restarted();
            final int struck = wire.struck();
            for (int i = 0; i < failing.size() && wire.struck() == struck; i++) {
                failing.get(i).start();
            }
        });
    }

    /** A node has opened its disks, or has met its end in there. */
    void started(final CrashNode node) {
        if (node.isUp() && node.nodeId() == forgetful && (node.status().standing() == VoterState.NEW || !noticed)) {
            violations.report("node " + forgetful + " has lost its meta store, and does not know it: "
                + node.status().standing());
        }
        if (node == failing.get(failing.size() - 1) && node.isUp()) {
            wire.recovered();
        }
    }

    private boolean playScript() {
        return switch (script) {
            case LIFE -> life();
            case TRANSFER -> transfer();
            case META_MISSING, META_DAMAGED -> metaLost();
        };
    }

    private boolean life() {
        commands(300, 2_500, 0, 1_200, 3_000);
        awayAndBack(node -> node.status().role() != Role.LEADER);
        commands(900);
        leaderLost(true);
        commands(2_000, 100);
        leaderLost(false);
        commands(1_500);
        nodes.forEach(CrashNode::stop);
        nodes.forEach(CrashNode::start);
        if (!await("a leader after a stop of all", this::isLed)) {
            return false;
        }
        commands(700, 3_300);
        nodes.forEach(CrashNode::kill);
        nodes.forEach(CrashNode::start);
        commands(200);
        return violations.isEmpty();
    }

    /** A node misses some commands and catches up. */
    private void awayAndBack(final Predicate<CrashNode> which) {
        final CrashNode away = up(which);
        if (away == null) {
            return;
        }
        away.stop();
        commands(1_000, 2_000);
        away.start();
        await("a node that was away has caught up", this::converged);
    }

    /** The last node lacks what the others have trimmed: first some of it, then everything. */
    private boolean transfer() {
        final CrashNode receiver = nodes.get(nodes.size() - 1);
        commands(300, 2_500);
        receiver.stop();
        trimTo(lastOperation + 1);
        wire.listening(true);
        receiver.start();
        installed(receiver, "a node that lacks what was trimmed");
        commands(700);
        await("all are up", () -> nodes.stream().allMatch(CrashNode::isUp));
        receiver.losePower();
        receiver.wipe();
        promises.onWiped(receiver.nodeId());
        receiver.start();
        installed(receiver, "a node with an empty disk");
        commands(200, 1_800, 400, 200, 700, 300);
        nodes.forEach(CrashNode::kill);
        nodes.forEach(CrashNode::start);
        await("a leader after an end of all", this::isLed);
        commands(200);
        return violations.isEmpty();
    }

    /** The last node does not know any more what it has promised, and its logs are there. */
    private boolean metaLost() {
        final CrashNode loser = nodes.get(nodes.size() - 1);
        commands(300, 2_500, 0);
        loser.losePower();
        commands(400);
        loser.machine().lose("meta", script == ClusterScript.META_MISSING);
        promises.onWiped(loser.nodeId());
        forgetful = loser.nodeId();
        wire.listening(true);
        loser.start();
        await("a node without its meta store is repaired", () -> converged()
            && loser.status().standing() == VoterState.VOTER);
        forgetful = NOBODY;
        commands(200);
        return violations.isEmpty();
    }

    /** A node that is back takes over a snapshot; one that has crashed meanwhile may have done so before. */
    private void installed(final CrashNode receiver, final String what) {
        await(what + " has caught up", this::converged);
        if (violations.isEmpty() && wire.struck() == 0 && receiver.installed() == 0) {
            violations.report(what + " has caught up without a snapshot");
        }
    }

    /** Commands until those that are up hold entries above an LSN only. */
    private void trimTo(final long lsn) {
        for (int i = 0; i < 60 && nodes.stream().anyMatch(node -> node.isUp() && node.trimmed() < lsn); i++) {
            commands(100, 100);
            scheduler.runUntil(scheduler.nowNs() + TRIM_NS);
        }
        if (violations.isEmpty() && nodes.stream().anyMatch(node -> node.isUp() && node.trimmed() < lsn)) {
            violations.report("not live: nobody trims its log up to LSN " + lsn);
        }
    }

    /** The leader goes, the others go on without it, and it comes back. */
    private void leaderLost(final boolean inGoodOrder) {
        await("a leader to lose", this::isLed);
        final CrashNode leader = up(node -> node.status().role() == Role.LEADER);
        if (leader == null) {
            return;
        }
        if (inGoodOrder) {
            leader.stop();
        } else {
            leader.losePower();
        }
        if (nodes.size() > 1) {
            await("another leader", this::isLed);
            commands(400, 1_800);
        }
        leader.start();
        await("the leader that was lost is back", this::converged);
    }

    private void finish() {
        await("all nodes are up", () -> nodes.stream().allMatch(CrashNode::isUp));
        final long before = acknowledged;
        for (int i = 0; i < 10 && acknowledged < before + 2; i++) {
            commands(500);
        }
        if (acknowledged < before + 2) {
            violations.report("not live: of the last ten commands " + (acknowledged - before) + " were acknowledged");
        }
        await("all replicas reach the same state", this::converged);
    }

    /** Issues commands of these sizes, the first alone, the others at once, and waits for what becomes of them. */
    private void commands(final int... lengths) {
        for (int i = 0; i < lengths.length; i++) {
            issue(lengths[i]);
            if (i == 0) {
                await("the outcome of a command", () -> pending == 0);
            }
        }
        await("the outcome of commands", () -> pending == 0);
    }

    private void issue(final int length) {
        final long operation = ++lastOperation;
        header.putLong(0, operation, ByteOrder.LITTLE_ENDIAN);
        RegisterCodec.encode(RegisterInput.add(operation % 4, operation), header,
            CheckedMachine.PREFIX_LENGTH);
        payload.setMemory(0, length, (byte) operation);
        pending++;
        if (!client.batcher().offer(false, header, 0, header.capacity(), payload, 0, length, operation, this,
            scheduler.nowNs())) {
            pending--;
            applied.notApplied(operation);
        }
    }

    @Override
    public void onReply(final long operation, final DirectBuffer buffer, final int offset, final int length) {
        pending--;
        acknowledged++;
        applied.acknowledged(operation, ApplyChecker.hashOf(buffer, offset, length));
    }

    @Override
    public void onFailure(final long operation, final FleetException failure) {
        pending--;
        if (failure instanceof NotAppliedException) {
            applied.notApplied(operation);
        }
    }

    private CrashNode up(final Predicate<CrashNode> which) {
        return nodes.stream().filter(CrashNode::isUp).filter(which).findFirst().orElse(null);
    }

    private boolean isLed() {
        return up(node -> node.status().role() == Role.LEADER) != null;
    }

    private boolean converged() {
        long applied = -1;
        for (final CrashNode node : nodes) {
            if (!node.isUp()) {
                return false;
            }
            final GroupStatus status = node.status();
            if (applied >= 0 && status.applied() != applied || status.applied() != status.durable()) {
                return false;
            }
            applied = status.applied();
        }
        return isLed();
    }

    private boolean await(final String what, final BooleanSupplier condition) {
        final long deadline = scheduler.nowNs() + PATIENCE_NS;
        while (violations.isEmpty() && !condition.getAsBoolean()) {
            if (scheduler.nowNs() >= deadline) {
                violations.report("not live: no " + what + " within " + PATIENCE_NS / MS + " ms: "
                    + nodes.stream().map(node -> node.isUp() ? node.status().toString() : "down").toList());
            }
            scheduler.runUntil(scheduler.nowNs() + MS);
        }
        return violations.isEmpty();
    }

    private void clientTick() {
        client.doWork(scheduler.nowNs());
        scheduler.after(CLIENT_TICK_NS, now -> clientTick());
    }

    private long progress() {
        return SimHash.mix(scheduler.eventsRun(), packets);
    }
}
