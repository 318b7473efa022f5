package io.fleet.node.status;

import io.fleet.consensus.common.Counter;

/** What a node counts beside its groups. Written by the node's thread, read by any. */
public final class NodeCounters {
    /** Packets received. */
    public final ReceivedCounters received = new ReceivedCounters();
    /** Packets sent, one for each call to the transport. */
    public final Counter packetsSent = new Counter();
    /** Of these, packets for all other nodes. */
    public final BroadcastCounters toAll = new BroadcastCounters();
    /** Bytes of packets sent. */
    public final Counter bytesSent = new Counter();
    /** Packets that the transport did not take. */
    public final Counter packetsNotSent = new Counter();
    /** Messages to this node itself that found no room. */
    public final Counter loopbackDrops = new Counter();
    /** Messages for groups that this node does not host. */
    public final Counter unknownGroups = new Counter();
    /** Messages of nodes or clients that were given another list of members or other agreed settings. */
    public final Counter foreignConfigs = new Counter();
    /** How often the wall clock advanced more than the monotonic one: the machine stood still, or the clock was set. */
    public final Counter clockGaps = new Counter();
    /** Records that the disks could not read for other nodes. */
    public final Counter unreadableRecords = new Counter();
    /** Records of the scattered log that became durable. */
    public final Counter recordsDurable = new Counter();
    /** Snapshots written, while the node runs and when it stops. */
    public final Counter snapshotsWritten = new Counter();
    /** Bytes of the snapshots that were written while the node runs. */
    public final Counter snapshotBytes = new Counter();
    /** Groups whose state was read from a snapshot at the start. */
    public final Counter snapshotsRestored = new Counter();
    /** Snapshots that could not be written, or not be used at the start. */
    public final Counter snapshotsFailed = new Counter();
    /** Snapshots whose writing did not go on for twenty election timeouts, whatever became of them later. */
    public final Counter snapshotsHeldUp = new Counter();
    /** Packets of members in a life that another one came after: an older process, or an older directory. */
    public final Counter formerPackets = new Counter();
    /** Packets that another process has sent in the name of this node. */
    public final Counter twinPackets = new Counter();
    /** Hellos of remote clients that were given another cluster, group or agreed settings than this node has. */
    public final Counter refusedClients = new Counter();
    /** Remote clients connected now. */
    public final Counter remoteClients = new Counter();
}
