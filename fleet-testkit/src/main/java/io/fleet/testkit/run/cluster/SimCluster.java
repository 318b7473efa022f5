package io.fleet.testkit.run.cluster;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.machine.StateMachine;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.checker.Electorate;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.checker.machine.CheckedMachine;
import io.fleet.testkit.run.plan.Flushing;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.Service;
import io.fleet.wire.WireIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What all simulated nodes of one run share.
 *
 * @param scheduler    virtual time.
 * @param network      the network.
 * @param trace        records every step.
 * @param streams      chance.
 * @param violations   where broken rules are reported.
 * @param config       the group's configuration.
 * @param nodes        how many nodes.
 * @param disks        how many disks each node has.
 * @param scatteredLog sizes of the scattered log.
 * @param orderedLog   sizes of the ordered log.
 * @param snapshotConfig when nodes write snapshots, and what they trim.
 * @param flushing     who writes, and who makes log files.
 * @param snapshots    counts what became of snapshots.
 * @param machines     makes empty state machines.
 * @param sameSnapshots compares snapshots of different nodes.
 * @param bounds       looks whether tables keep theirs.
 * @param founding who are members at first.
 * @param electorate who votes when.
 * @param births looks at which cluster nodes take theirs for.
 * @param readThreads how many threads execute long reads on each node; 0 for none.
 * @param groupId the group that this is about.
 * @param settings what each node's process has of its own.
 * @param sideGroups the groups that the same nodes host beside that one; empty where this is about one of these.
 */
public record SimCluster(SimScheduler scheduler, SimNetwork network, SimTrace trace, RandomStreams streams,
                         Violations violations,
                         GroupConfig config, int nodes, int disks, ScatteredLogConfig scatteredLog,
                         OrderedLogConfig orderedLog, SnapshotConfig snapshotConfig, Flushing flushing,
                         SnapshotCounts snapshots,
                         MachineFactory machines, SnapshotChecker sameSnapshots, BoundsChecker bounds,
                         Founding founding, Electorate electorate, BirthChecker births, int readThreads, int groupId,
                         NodeSettings settings, List<SimCluster> sideGroups) {
    /**
     * How many of the nodes are members at first, and which have no state machine: a bit for each.
     *
     * @param count     how many, the first ones.
     * @param witnesses the nodes.
     */
    public record Founding(int count, long witnesses) {
    }

    public SimCluster(final SimScheduler scheduler, final SimNetwork network, final SimTrace trace,
                      final RandomStreams streams, final Violations violations, final GroupConfig config,
                      final int nodes,
                      final int disks, final ScatteredLogConfig scatteredLog, final OrderedLogConfig orderedLog,
                      final SnapshotConfig snapshotConfig, final Flushing flushing, final SnapshotCounts snapshots,
                      final MachineFactory machines) {
        this(scheduler, network, trace, streams, violations, config, nodes, disks, scatteredLog, orderedLog,
            snapshotConfig, flushing, snapshots, machines, new SnapshotChecker(GROUP_ID, violations),
            new BoundsChecker(GROUP_ID, node -> config, violations), new Founding(nodes, 0), new Electorate(nodes,
                violations),
            new BirthChecker(violations), 0, GROUP_ID,
            NodeSettings.same(nodes, new OwnSettings(scatteredLog, orderedLog, snapshotConfig, 0)), new ArrayList<>());
    }

    /** The same with processes that draw settings of their own. */
    public SimCluster withOwnSettings() {
        final NodeSettings own = NodeSettings.mixed(nodes, shared(readThreads), config.mode(), streams);
        return new SimCluster(scheduler, network, trace, streams, violations, config, nodes, disks, scatteredLog,
            orderedLog, snapshotConfig, flushing, snapshots, machines, sameSnapshots,
            new BoundsChecker(GROUP_ID, node -> own.of(node, config), violations), founding, electorate, births,
            readThreads, groupId, own, sideGroups);
    }

    private OwnSettings shared(final int threads) {
        return new OwnSettings(scatteredLog, orderedLog, snapshotConfig, threads);
    }

    /** What a node's process has of this group. */
    public GroupConfig config(final int node) {
        return settings.of(node, config);
    }

    /** Of a process that speaks as one of this cluster; {@link BirthChecker#tell} before it says anything. */
    public static WireIdentity identity(final int sender) {
        return new WireIdentity(CLUSTER_ID, sender);
    }

    /** The same with members only some of which belong to the group at first. */
    public SimCluster withFounders(final int newFounders) {
        return new SimCluster(scheduler, network, trace, streams, violations, config, nodes, disks, scatteredLog,
            orderedLog, snapshotConfig, flushing, snapshots, machines, sameSnapshots, bounds, new Founding(newFounders,
                founding.witnesses()),
            new Electorate(newFounders, founding.witnesses(), config.quorums(), violations), births, readThreads,
            groupId, settings, sideGroups);
    }

    /** The same with nodes that have no state machine. */
    public SimCluster withWitnesses(final long newWitnesses) {
        return new SimCluster(scheduler, network, trace, streams, violations, config, nodes, disks, scatteredLog,
            orderedLog, snapshotConfig, flushing, snapshots, machines, sameSnapshots, bounds, new Founding(founding
                .count(), newWitnesses), new Electorate(founding.count(), newWitnesses, config.quorums(), violations),
            births, readThreads, groupId, settings, sideGroups);
    }

    /** How many of the nodes are members at first. */
    public int founders() {
        return founding.count();
    }

    /** Whether any node has no state machine. */
    public boolean hasWitnesses() {
        return founding.witnesses() != 0;
    }

    /** Whether a node has no state machine. */
    public boolean isWitness(final int node) {
        return (founding.witnesses() >>> node & 1) != 0;
    }

    /** This group as a node is told of it. */
    GroupSpec spec(final int node, final GroupConfig told, final Supplier<? extends StateMachine> made) {
        return new GroupSpec(groupId, told, isWitness(node) ? null : made).with(LeaderFitness.DEFAULT_PRIORITY,
            IntStream.range(0, founders()).filter(this::isWitness).boxed().toList());
    }

    /** The same with threads for long reads. */
    public SimCluster withReadThreads(final int newReadThreads) {
        return new SimCluster(scheduler, network, trace, streams, violations, config, nodes, disks, scatteredLog,
            orderedLog, snapshotConfig, flushing, snapshots, machines, sameSnapshots, bounds, founding, electorate,
            births, newReadThreads, groupId, NodeSettings.same(nodes, shared(newReadThreads)), sideGroups);
    }

    /**
     * Another group on the same nodes, with what watches it; to be asked for before any node starts.
     *
     * @param newGroupId  its id.
     * @param newConfig   its configuration.
     * @param newMachines makes its state machines.
     * @return what that group's clients and witnesses share with these nodes.
     */
    public SimCluster hosting(final int newGroupId, final GroupConfig newConfig, final MachineFactory newMachines) {
        final SimCluster side = new SimCluster(scheduler, network, trace, streams, violations, newConfig, nodes, disks,
            scatteredLog, orderedLog, snapshotConfig, flushing, snapshots, newMachines,
            new SnapshotChecker(newGroupId, violations),
            new BoundsChecker(newGroupId, node -> settings.of(node, newConfig), violations), founding,
            new Electorate(founders(), violations), births, readThreads, newGroupId, settings,
            List.of());
        sideGroups.add(side);
        return side;
    }

    /** All groups of the nodes, this one first; to be asked of what is about the first group. */
    List<SimCluster> groups() {
        final List<SimCluster> groups = new ArrayList<>();
        groups.add(this);
        groups.addAll(sideGroups);
        return groups;
    }

    /** One of the groups of the nodes. */
    SimCluster group(final int id) {
        return id == groupId ? this : sideGroups.stream().filter(each -> each.groupId == id).findFirst().orElseThrow();
    }

    public static final long CLUSTER_ID = 7;
    /** The first group, which all faults are about; there may be others beside it. */
    public static final int GROUP_ID = 0;

    public int[] members() {
        final int[] members = new int[founders()];
        for (int i = 0; i < members.length; i++) {
            members[i] = i;
        }
        return members;
    }

    /**
     * What a node hosts.
     *
     * @param name    who it is for, for messages.
     * @param machine a machine that does not speculate.
     * @param service makes one that does, where this run has such.
     * @return the machine, or both of them.
     */
    public StateMachine hosted(final String name, final CheckedMachine machine, final Service<?, ?> service) {
        return flushing.prepareThreads() == 0 ? machine : service.watched(name, machine,
            flushing.shipsEffects(), violations);
    }
}
