package io.fleet.config;

/**
 * Whom storage nodes tell that they hold an entry durably, and so who counts for itself what is chosen (S6). What is
 * chosen is the same whoever counts, so members may differ in this: each chooses only whom it tells, and for how long a
 * leader keeps to itself what it knows to be chosen.
 *
 * <p>In all cases the node that acknowledges tells itself and, at once or by a collector, the leader; and what the
 * leader knows to be chosen goes to everyone, with its next ORDER at the latest. But with {@link #EVERYONE}
 * one acknowledgement in an election timeout goes to everyone nevertheless, since it tells who lives, how far it has
 * applied and what its clock shows.
 */
public enum Learning {
    /**
     * Each acknowledgement goes to everyone: n (n - 1) messages a round, and every replica knows of a choice as soon as
     * the leader does. What is chosen waits for the next ORDER or heartbeat, for whoever has lost acknowledgements.
     */
    EVERYONE,
    /**
     * Acknowledgements of others go to the leader alone, which tells at once what is chosen: 2 (n - 1) messages, and
     * n - 1 more while no ORDER is due. The replier may know one hop later, if it is not the leader. As Raft does.
     */
    LEADER,
    /**
     * While one entry is in flight its acknowledgement goes to the leader and to the replier, so answers take no hop
     * more. It goes to everyone where one packet to all costs no more, since two for each of them, one sent and one
     * received, are more than n; and as soon as more than one entry is in flight, as far as the member knows. What is
     * chosen and no ORDER brings, the leader tells after a millisecond.
     */
    ADAPTIVE,
    /**
     * Acknowledgements go to one member, which the leader names with its orders, and that one tells them to all,
     * several in one packet: at once where they make something chosen, otherwise within a millisecond. So what a leader
     * receives for an entry does not grow with the voters; a choice is known one hop later. For groups of five voters
     * and more, above all such with witnesses. The leader asks members that are in no quorum first, then witnesses, and
     * never itself. One that says nothing for four times as long as answers took so far, and for 5 milliseconds at
     * least, or by whom nothing is chosen for half of {@code resendMillis}, is passed by: the leader names the next, or
     * nobody while all were passed by a moment ago, and then all is as with {@link #ADAPTIVE}. What a collector keeps
     * is in memory, is of one ballot, and counts for nothing: each counts for itself the acknowledgements of the
     * members that it hears of (Compartmentalization, section 3.1; HovercRaft, section 4).
     */
    COLLECTOR,
    /**
     * As {@link #COLLECTOR}, and what the leader orders goes to that member too, which passes it on to all others: what
     * a leader sends for an entry does not grow with the members either. It takes one more hop, and is of no use where
     * the network copies packets (multicast). What is ordered while nobody passes it on, or again, and heartbeats go to
     * all from the leader itself (HovercRaft, section 4).
     */
    AGGREGATOR
}
