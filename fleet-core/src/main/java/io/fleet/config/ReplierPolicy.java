package io.fleet.config;

/**
 * How the leader chooses the replica that answers the batcher. A command that is sent again, since its answer did not
 * come, is answered by a replica that its client hears, whatever this says, unless that one has too much to answer.
 */
public enum ReplierPolicy {
    /** Join the shortest of the bounded queues (HovercRaft section 3.6). */
    JBSQ,
    /** Any replica whose queue is not full. */
    RANDOM,
    /** Always the leader, as Raft does. */
    LEADER
}
