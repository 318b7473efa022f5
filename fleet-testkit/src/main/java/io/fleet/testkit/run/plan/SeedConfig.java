package io.fleet.testkit.run.plan;

import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.config.Learning;
import io.fleet.config.Persistence;
import io.fleet.config.QuorumLayout;
import io.fleet.config.ReplierPolicy;
import io.fleet.config.WriteQuorum;
import io.fleet.consensus.reads.ReadPool;
import io.fleet.ec.consensus.Quorums;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.util.List;

/**
 * The cluster that a seed draws: its size, its policies, and bounds small enough that runs reach them.
 *
 * @param nodes        how many nodes.
 * @param spares how many of them, the last ones, are no members at first.
 * @param disks        how many disks each has.
 * @param config       the group's configuration.
 * @param scatteredLog sizes of the scattered log.
 * @param orderedLog   sizes and pace of the ordered log.
 * @param snapshots    when nodes write snapshots, and what they trim behind them.
 * @param flushing     who writes, and who makes log files.
 * @param readThreads  how many threads execute long reads on each node; 0 where they are executed like short ones.
 * @param groups       how many groups each node hosts: the one that all this is about, and others beside it.
 * @param ownSettings  whether each process draws settings of its own around these, as far as they may differ.
 * @param witnesses    which nodes have no state machine, and are witnesses where they are members: a bit for each.
 */
public record SeedConfig(int nodes, int spares, int disks, GroupConfig config, ScatteredLogConfig scatteredLog,
                         OrderedLogConfig orderedLog, SnapshotConfig snapshots, Flushing flushing, int readThreads,
                         int groups,
                         boolean ownSettings, long witnesses) {
    /** The most groups of a run. */
    public static final int MAX_GROUPS = 4;

    /**
     * A cluster with nothing special about it: three nodes with one disk each. It stays as it is, whatever becomes of
     * the defaults of production, since scripts say only how they differ from it.
     */
    public static SeedConfig plain() {
        final int staging = 256 << 10;
        return new SeedConfig(3, 0, 1, GroupConfig.scattered().withPersistence(Persistence.SCATTERED)
            .withCopies(WriteQuorum.ALL).withHedgeMillis(0).withDissemination(Dissemination.BATCHER)
            .withReplierPolicy(ReplierPolicy.JBSQ).withLearning(Learning.EVERYONE)
            .withWindowEntries(256).withPendingEntries(512).withPendingBytes(128 << 20).withMaxBatchBytes(64 << 10)
            .withMaxBatchCommands(0).withMaxCommandBytes(160_000).withMaxReplyBytes(64_000).withClientWindow(128)
            .withMaxSessions(64).withSessionTimeoutMillis(20_000).withSessionBytes(64 << 20).withReplierQueueBound(64)
            .withQueueMillis(0)
            .withElectionTimeoutMillis(300).withHeartbeatMillis(30).withResendMillis(30)
            .withRequestTimeoutMillis(5_000).withRetryMillis(200),
            new ScatteredLogConfig(1 << 20, staging), new OrderedLogConfig(1 << 20, staging, 16 << 10, 20_000_000),
            SnapshotConfig.atStop(0), Flushing.plain(), 0, 1, false, 0);
    }

    /**
     * The same with another number of nodes.
     *
     * @param newNodes how many.
     * @return a changed copy.
     */
    public SeedConfig withNodes(final int newNodes) {
        final int newSpares = Math.min(spares, newNodes - 1);
        final long founding = witnesses & (1L << newNodes - newSpares) - 1;
        final boolean areThere = config.quorums().parts().stream().flatMap(List::stream)
            .allMatch(node -> node < newNodes - newSpares);
        final GroupConfig counted = areThere ? config : config.withQuorums(QuorumLayout.majority());
        final boolean areFew = Long.bitCount(founding) * 2 < newNodes - newSpares;
        return new SeedConfig(newNodes, newSpares, disks, counted, scatteredLog, orderedLog, snapshots, flushing,
            readThreads, groups, ownSettings, areFew || areThere && !config.quorums().isMajority() ? witnesses : 0);
    }

    /**
     * The same for a coded group, on as many nodes as its code has members.
     *
     * @param dataSegments   k.
     * @param paritySegments m.
     * @return a changed copy.
     */
    public SeedConfig withCode(final int dataSegments, final int paritySegments) {
        return withSpares(0).withGroups(1).withNodes(dataSegments + paritySegments)
            .withConfig(CodedRuns.config(GroupConfig.coded(dataSegments, paritySegments), config));
    }

    /**
     * How many nodes must be up for anything to go on.
     *
     * @return a majority, or n - f in a coded group; where there are other quorums, all.
     */
    public int enough() {
        return !config.quorums().isMajority() ? nodes : config.code() == null ? nodes / 2 + 1 : Quorums.ofCode(config
            .code().k(), config.code().m()).enough();
    }

    /**
     * The same with other spare nodes.
     *
     * @param newSpares how many of the nodes are no members at first.
     * @return the settings.
     */
    public SeedConfig withSpares(final int newSpares) {
        return new SeedConfig(nodes, newSpares, disks, config, scatteredLog, orderedLog, snapshots, flushing,
            readThreads, groups, ownSettings, witnesses);
    }

    /** The same with voters that count as a majority: for faults that leave no more than one. */
    public SeedConfig withMajority() {
        return withConfig(config.withQuorums(QuorumLayout.majority())).withNodes(nodes);
    }

    /** Whether the voters count in storage groups or a grid. */
    public boolean areCountedOtherwise() {
        return !config.quorums().isMajority();
    }

    /** How many members the group begins with. */
    public int founders() {
        return nodes - spares;
    }

    /**
     * The same with another number of disks.
     *
     * @param newDisks how many each node has.
     * @return a changed copy.
     */
    public SeedConfig withDisks(final int newDisks) {
        return new SeedConfig(nodes, spares, newDisks, config, scatteredLog, orderedLog, snapshots, flushing,
            readThreads, groups, ownSettings, witnesses);
    }

    /**
     * The same with another configuration of the group.
     *
     * @param newConfig the group's configuration.
     * @return a changed copy.
     */
    public SeedConfig withConfig(final GroupConfig newConfig) {
        return new SeedConfig(nodes, spares, disks, newConfig, scatteredLog, orderedLog, snapshots, flushing,
            readThreads, groups, ownSettings, witnesses);
    }

    /**
     * The same with another scattered log.
     *
     * @param newScatteredLog sizes of the scattered log.
     * @return a changed copy.
     */
    public SeedConfig withScatteredLog(final ScatteredLogConfig newScatteredLog) {
        return new SeedConfig(nodes, spares, disks, config, newScatteredLog, orderedLog, snapshots, flushing,
            readThreads, groups, ownSettings, witnesses);
    }

    /**
     * The same with another ordered log.
     *
     * @param newOrderedLog sizes and pace of the ordered log.
     * @return a changed copy.
     */
    public SeedConfig withOrderedLog(final OrderedLogConfig newOrderedLog) {
        return new SeedConfig(nodes, spares, disks, config, scatteredLog, newOrderedLog, snapshots, flushing,
            readThreads, groups, ownSettings, witnesses);
    }

    /**
     * The same with other snapshots.
     *
     * @param newSnapshotEntries how many entries are worth a snapshot; 0 for none.
     * @return a changed copy.
     */
    public SeedConfig withSnapshotEntries(final int newSnapshotEntries) {
        return new SeedConfig(nodes, spares, disks, config, scatteredLog, orderedLog,
            snapshots.withAtStopEntries(newSnapshotEntries), flushing, readThreads, groups, ownSettings, witnesses);
    }

    /**
     * The same with other snapshots and other trimming.
     *
     * @param newSnapshots when nodes write snapshots, and what they trim behind them.
     * @return a changed copy.
     */
    public SeedConfig withSnapshots(final SnapshotConfig newSnapshots) {
        return new SeedConfig(nodes, spares, disks, config, scatteredLog, orderedLog, newSnapshots, flushing,
            readThreads, groups, ownSettings, witnesses);
    }

    /**
     * How many entries are worth a snapshot when a node stops.
     *
     * @return entries; 0 for no snapshots at all.
     */
    public int snapshotEntries() {
        return snapshots.atStopEntries();
    }

    /**
     * The same with other writers.
     *
     * @param newFlushing who writes, and who makes log files.
     * @return a changed copy.
     */
    public SeedConfig withFlushing(final Flushing newFlushing) {
        return new SeedConfig(nodes, spares, disks, config, scatteredLog, orderedLog, snapshots, newFlushing,
            readThreads, groups, ownSettings, witnesses);
    }

    /**
     * The same with other threads for long reads.
     *
     * @param newReadThreads how many each node has; 0 for none.
     * @return a changed copy.
     */
    public SeedConfig withReadThreads(final int newReadThreads) {
        if (newReadThreads < 0 || newReadThreads > ReadPool.MAX_THREADS) {
            throw new IllegalArgumentException("readThreads is " + newReadThreads + ", but must be from 0 to "
                + ReadPool.MAX_THREADS);
        }
        return new SeedConfig(nodes, spares, disks, config, scatteredLog, orderedLog, snapshots, flushing,
            newReadThreads, groups, ownSettings, witnesses);
    }

    /**
     * The same with other groups beside the one that this is about.
     *
     * @param newGroups how many there are, with that one.
     * @return a changed copy.
     */
    public SeedConfig withGroups(final int newGroups) {
        if (newGroups < 1 || newGroups > MAX_GROUPS) {
            throw new IllegalArgumentException("groups is " + newGroups + ", but must be from 1 to " + MAX_GROUPS);
        }
        return new SeedConfig(nodes, spares, disks, config, scatteredLog, orderedLog, snapshots, flushing,
            readThreads, newGroups, ownSettings, witnesses);
    }

    /**
     * The same with processes that have settings of their own, or all the same.
     *
     * @param newOwnSettings whether each draws those that may differ.
     * @return a changed copy.
     */
    public SeedConfig withOwnSettings(final boolean newOwnSettings) {
        return new SeedConfig(nodes, spares, disks, config, scatteredLog, orderedLog, snapshots, flushing,
            readThreads, groups, newOwnSettings, witnesses);
    }

    /**
     * The same with other witnesses.
     *
     * @param newWitnesses which nodes have no state machine; of the founders fewer than half.
     * @return a changed copy.
     */
    public SeedConfig withWitnesses(final long newWitnesses) {
        return new SeedConfig(nodes, spares, disks, config, scatteredLog, orderedLog, snapshots, flushing,
            readThreads, groups, ownSettings, newWitnesses);
    }

    /**
     * Whether a node has no state machine.
     *
     * @param node its id.
     * @return true for a node that is a witness wherever it is a member.
     */
    public boolean isWitness(final int node) {
        return (witnesses >>> node & 1) != 0;
    }
}
