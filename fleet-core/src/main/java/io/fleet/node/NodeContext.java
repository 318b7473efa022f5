package io.fleet.node;

import io.fleet.storage.disk.Disk;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.transport.Transport;
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
 * @param epochClock    wall clock in milliseconds.
 * @param randomSeed    seeds election timeouts, batcher ids and the like; must differ at each start of a node.
 * @param loopbackBytes capacity of the queue of messages to itself; a power of two of at least 1 MiB.
 * @param events        hears of what an operator wants to know.
 */
public record NodeContext(long clusterId, int nodeId, int[] members, List<GroupSpec> groups, Transport transport,
                          List<Disk> disks,
                          ScatteredLogConfig scatteredLog, OrderedLogConfig orderedLog, EpochClock epochClock,
                          long randomSeed,
                          int loopbackBytes, NodeEvents events) {
}
