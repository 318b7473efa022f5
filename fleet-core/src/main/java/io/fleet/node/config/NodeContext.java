package io.fleet.node.config;

import io.fleet.config.SizeLimits;
import io.fleet.consensus.ProtocolFactory;
import io.fleet.consensus.reads.ReadPool;
import io.fleet.error.ConfigException;
import io.fleet.node.status.NodeEvents;
import io.fleet.replica.Replica;
import io.fleet.replica.effects.EffectExchange;
import io.fleet.replica.speculation.SpeculationMeans;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.meta.GroupSettings;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.transport.Transport;
import io.fleet.wire.WireIdentity;
import java.util.List;
import org.agrona.concurrent.EpochClock;

/**
 * What a node is made of. The node owns transport and disks from then on and closes them.
 *
 * @param clusterId     the cluster; packets and files of others are refused.
 * @param nodeId        this node.
 * @param members       the node ids of all members, ascending.
 * @param groups        the groups it hosts.
 * @param transport     its endpoint of the network.
 * @param disks         its log directories; the first also holds meta store, ordered log and snapshots.
 * @param scatteredLog  sizes of the scattered log.
 * @param orderedLog    sizes and flush interval of the ordered log.
 * @param snapshots     when snapshots are written, and what is trimmed behind them.
 * @param epochClock    wall clock in milliseconds.
 * @param randomSeed    seeds election timeouts, batcher ids and the like; must differ at each start of a node.
 * @param loopbackBytes capacity of the queue of messages to itself; a power of two of at least 1 MiB.
 * @param events        hears of what an operator wants to know.
 * @param user          runs what is the user's beside the duty cycle.
 * @param shard         which of its node's duty threads runs it.
 */
public record NodeContext(long clusterId, int nodeId, int[] members, List<GroupSpec> groups, Transport transport,
                          List<Disk> disks,
                          ScatteredLogConfig scatteredLog, OrderedLogConfig orderedLog, SnapshotConfig snapshots,
                          EpochClock epochClock,
                          long randomSeed,
                          int loopbackBytes, NodeEvents events, UserThreads user, Shard shard) {
    private static final int ENTRY_OVERHEAD = 64;
    private static final long LEAST_SNAPSHOT_BYTES = 1L << 20;

    /**
     * A node of one duty thread.
     *
     * @param clusterId     see above.
     * @param nodeId        see above.
     * @param members       see above.
     * @param groups        see above.
     * @param transport     see above.
     * @param disks         see above.
     * @param scatteredLog  see above.
     * @param orderedLog    see above.
     * @param snapshots     see above.
     * @param epochClock    see above.
     * @param randomSeed    see above.
     * @param loopbackBytes see above.
     * @param events        see above.
     * @param user          see above.
     */
    public NodeContext(final long clusterId, final int nodeId, final int[] members, final List<GroupSpec> groups,
                       final Transport transport, final List<Disk> disks, final ScatteredLogConfig scatteredLog,
                       final OrderedLogConfig orderedLog, final SnapshotConfig snapshots, final EpochClock epochClock,
                       final long randomSeed, final int loopbackBytes, final NodeEvents events,
                       final UserThreads user) {
        this(clusterId, nodeId, members, groups, transport, disks, scatteredLog, orderedLog, snapshots, epochClock,
            randomSeed, loopbackBytes, events, user, Shard.ALL);
    }

    /**
     * A node of one duty thread, and no others for what is the user's.
     *
     * @param clusterId     see above.
     * @param nodeId        see above.
     * @param members       see above.
     * @param groups        see above.
     * @param transport     see above.
     * @param disks         see above.
     * @param scatteredLog  see above.
     * @param orderedLog    see above.
     * @param snapshots     see above.
     * @param epochClock    see above.
     * @param randomSeed    see above.
     * @param loopbackBytes see above.
     * @param events        see above.
     */
    public NodeContext(final long clusterId, final int nodeId, final int[] members, final List<GroupSpec> groups,
                       final Transport transport, final List<Disk> disks, final ScatteredLogConfig scatteredLog,
                       final OrderedLogConfig orderedLog, final SnapshotConfig snapshots, final EpochClock epochClock,
                       final long randomSeed, final int loopbackBytes, final NodeEvents events) {
        this(clusterId, nodeId, members, groups, transport, disks, scatteredLog, orderedLog, snapshots, epochClock,
            randomSeed, loopbackBytes, events, UserThreads.NONE);
    }

    /**
     * Whatever a group may order must fit into a flush of each log, and into the table of pending bodies. A
     * configuration does: a leader orders none that is longer than the larger of maxBatchBytes and maxCommandBytes.
     * Where longer values are taken, each has several records.
     */
    public void requireRoom() {
        for (final GroupSpec group : groups) {
            final int largest = Math.max(group.config().maxBatchBytes(), group.config().maxCommandBytes())
                + ENTRY_OVERHEAD;
            final String what = "group " + group.groupId() + ": the larger of maxBatchBytes and maxCommandBytes, plus "
                + ENTRY_OVERHEAD + ", is " + largest + ", but must be at most ";
            final int record = Math.min(largest, SizeLimits.SHORT_BYTES + ENTRY_OVERHEAD);
            final ProtocolFactory mode = ProtocolFactories.of(group.config());
            requireAtMost(record, scatteredLog.maxBodyLength() - mode.recordOverhead(),
                what, "what the scattered log's staging area holds");
            requireAtMost(record, orderedLog.maxBodyLength(), what, "what the ordered log's staging area holds");
            requireAtMost(largest, group.config().pendingBytes(), what, "pendingBytes");
            group.config().check();
            mode.check(group.groupId(), group.config(), members);
        }
    }

    /**
     * Has the commands of a replica prepared whose machine speculates.
     *
     * @param replica the replica.
     * @param signal  called by another thread when the replica waits for what was prepared.
     * @param effects what travels between replicas, where the machine ships effects.
     */
    public void speculate(final Replica replica, final Runnable signal, final EffectExchange effects) {
        replica.speculate(new SpeculationMeans(user.prepares(), signal, effects));
    }

    /** What executes long reads. */
    public ReadPool reads() {
        return user.reads();
    }

    /** Whose packets it sends and takes. */
    public WireIdentity newIdentity() {
        return new WireIdentity(clusterId, nodeId);
    }

    /** What its files say whose they are. */
    public StorageIdentity storageIdentity() {
        return StorageIdentity.of(clusterId, nodeId, shard.index(), shard.count());
    }

    /** The index of its duty thread; -1 where the node has one. */
    public int dutyThread() {
        return shard.count() == 1 ? -1 : shard.index();
    }

    /** How many duty threads the node has. */
    public int dutyThreads() {
        return shard.count();
    }

    /** How many bytes of snapshots its duty thread may write in a second; 0 for any. */
    public long snapshotBytesPerSecond() {
        final long ofNode = snapshots.writeBytesPerSecond();
        return ofNode == 0 ? 0 : Math.max(LEAST_SNAPSHOT_BYTES, ofNode / shard.count());
    }

    /** What all who talk to a group must have been given as this node was. */
    public GroupSettings agreed(final GroupSpec spec) {
        return AgreedSettings.of(spec.config(), shard.count());
    }

    /** The version of a group that this node founds; unknown for one that it joins. */
    public int groupVersion(final GroupSpec spec) {
        return members.length == 0 ? GroupFingerprint.UNKNOWN
            : GroupFingerprint.of(members, spec.witnesses(), spec.config().quorums(), agreed(spec));
    }

    private static void requireAtMost(final int largest, final int limit, final String what, final String name) {
        if (largest > limit) {
            throw new ConfigException(what + limit + ", " + name);
        }
    }
}
