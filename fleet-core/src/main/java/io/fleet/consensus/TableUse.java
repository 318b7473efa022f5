package io.fleet.consensus;

import io.fleet.consensus.common.Counter;

/**
 * How full the bounded tables of one group on one node are (S13). The node's thread looks some ten times a second; any
 * thread may read. {@code docs/bounds.md} names the bound of each.
 */
public final class TableUse {
    /** Bodies that wait on this node to be ordered; at most {@code pendingEntries}. */
    public final Counter pendingEntries = new Counter();
    /** Bytes of those; at most {@code pendingBytes}. */
    public final Counter pendingBytes = new Counter();
    /** Entries that this node ordered as leader, and neither applied nor recorded; {@code windowEntries} at most. */
    public final Counter windowEntries = new Counter();
    /** Bytes of those; at most {@code pendingBytes} and one entry. */
    public final Counter windowBytes = new Counter();
    /** Batchers whose entries this node, as leader, knows; at most 16,384. */
    public final Counter batchers = new Counter();
    /** What this node, as leader, lets each client have without an answer; 0 where it bounds nobody, or leads not. */
    public final Counter credit = new Counter();
    /** How many microseconds entries took lately, from body to applied; 0 where none did, or this node leads not. */
    public final Counter entryMicros = new Counter();
    /** Clients in this process that are open. */
    public final Counter clients = new Counter();
    /** Their commands that are in flight; at most {@code clientWindow} for each. */
    public final Counter clientCommands = new Counter();
    /** Bytes of heap of answers that sessions keep; at most {@code sessionBytes}. */
    public final Counter keptReplyBytes = new Counter();
    /** Bytes of heap of answers that wait for the network; 64 MiB, or one longer answer. */
    public final Counter waitingReplyBytes = new Counter();
    /** Bytes of heap of answers that wait until what they show is released; 32 MiB, or one longer answer. */
    public final Counter parkedReplyBytes = new Counter();
}
