package io.fleet.machine;

/** How the leader chooses the replica that answers the batcher. */
public enum ReplierPolicy {
    /** Join the shortest of the bounded queues (HovercRaft section 3.6). */
    JBSQ,
    /** Any replica whose queue is not full. */
    RANDOM,
    /** Always the leader, as Raft does. */
    LEADER
}
