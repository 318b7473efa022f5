package io.fleet.ec.consensus;

import io.fleet.consensus.common.Counter;

/** What the order of one group counts. Written by its owner, read by any thread. */
public final class SlotConsensusCounters {
    /** Slots that were decided to hold an id. */
    public final Counter ids = new Counter();
    /** Slots that were decided to hold nothing (RC-10). */
    public final Counter forfeited = new Counter();
    /** Slots that PROPOSALs alone decided, in one message delay. */
    public final Counter fast = new Counter();
    /** Slots that VOTEs decided. */
    public final Counter voted = new Counter();
    /** Slots whose outcome another node told. */
    public final Counter adopted = new Counter();
    /** Phases that this node went through; none in a slot that PROPOSALs alone decide. */
    public final Counter phases = new Counter();
    /** Slots with an id that an earlier one has already (rule C10). */
    public final Counter repeated = new Counter();
    /** How often the common coin gave a state. */
    public final Counter coins = new Counter();
    /** Messages that were sent again. */
    public final Counter resent = new Counter();
    /** Messages that were answered with DECIDED. */
    public final Counter helped = new Counter();
    /** Messages about slots above the window, which were dropped. */
    public final Counter beyond = new Counter();
    /** Messages that no correct node sends, which were dropped. */
    public final Counter malformed = new Counter();
    /** Messages that contradict what their sender, or agreement, had said; above 0, some node has lost its votes. */
    public final Counter contradictions = new Counter();

    /** Creates counters at 0. */
    public SlotConsensusCounters() {
    }
}
