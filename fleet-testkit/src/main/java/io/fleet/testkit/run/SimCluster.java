package io.fleet.testkit.run;

import io.fleet.machine.GroupConfig;
import io.fleet.node.SnapshotConfig;
import io.fleet.storage.BirthId;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.witness.Electorate;
import io.fleet.testkit.witness.Violations;
import io.fleet.wire.WireIdentity;

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
 * @param founders how many of the nodes are members at first.
 * @param electorate who votes when.
 * @param readThreads how many threads execute long reads on each node; 0 for none.
 */
record SimCluster(SimScheduler scheduler, SimNetwork network, SimTrace trace, RandomStreams streams,
                  Violations violations,
                  GroupConfig config, int nodes, int disks, ScatteredLogConfig scatteredLog,
                  OrderedLogConfig orderedLog, SnapshotConfig snapshotConfig, Flushing flushing,
                  SnapshotCounts snapshots,
                  MachineFactory machines, SnapshotWitness sameSnapshots, BoundsWitness bounds,
                  int founders, Electorate electorate, int readThreads) {

    SimCluster(final SimScheduler scheduler, final SimNetwork network, final SimTrace trace,
               final RandomStreams streams, final Violations violations, final GroupConfig config, final int nodes,
               final int disks, final ScatteredLogConfig scatteredLog, final OrderedLogConfig orderedLog,
               final SnapshotConfig snapshotConfig, final Flushing flushing, final SnapshotCounts snapshots,
               final MachineFactory machines) {
        this(scheduler, network, trace, streams, violations, config, nodes, disks, scatteredLog, orderedLog,
            snapshotConfig, flushing, snapshots, machines, new SnapshotWitness(violations),
            new BoundsWitness(config, violations), nodes, new Electorate(nodes, violations), 0);
    }

    /** Of a process that speaks as one of this cluster. */
    static WireIdentity identity(final int sender) {
        return new WireIdentity(CLUSTER_ID, sender).birthId(BirthId.ofNumber(CLUSTER_ID));
    }

    /** The same with members only some of which belong to the group at first. */
    SimCluster withFounders(final int newFounders) {
        return new SimCluster(scheduler, network, trace, streams, violations, config, nodes, disks, scatteredLog,
            orderedLog, snapshotConfig, flushing, snapshots, machines, sameSnapshots, bounds, newFounders,
            new Electorate(newFounders, violations), readThreads);
    }

    /** The same with threads for long reads. */
    SimCluster withReadThreads(final int newReadThreads) {
        return new SimCluster(scheduler, network, trace, streams, violations, config, nodes, disks, scatteredLog,
            orderedLog, snapshotConfig, flushing, snapshots, machines, sameSnapshots, bounds, founders, electorate,
            newReadThreads);
    }

    static final long CLUSTER_ID = 7;
    static final int GROUP_ID = 0;

    int[] members() {
        final int[] members = new int[founders];
        for (int i = 0; i < founders; i++) {
            members[i] = i;
        }
        return members;
    }
}
