package io.fleet.ec.consensus;

/** What this node knows of one open slot; reused for another when the slot is settled. */
final class SlotState {
    /** The slot's number; 0 before the first use. */
    long number;
    /** The phase of the STATE or VOTE that is being forced or was sent; 0 while it is about PROPOSALs. */
    int phase;
    /** The vote that is being forced. */
    long vote;
    /** Whether the log has not taken that vote yet. */
    boolean isUnstaged;
    /** Whether the newest message was found durable at the start, so that nobody may have got it. */
    boolean isOverdue;
    /** Whether n - f PROPOSALs are in, and since when. */
    boolean hasEnough;
    long enoughSinceNs;
    /** When this node's newest message was sent. */
    long sentNs;
    long decidedNs;
    /** What this node proposes. */
    final EntryId own = new EntryId();
    /** The one id that may have a majority of PROPOSALs, once it is known; null before (rule R1). */
    final EntryId known = new EntryId();
    /** What the slot holds, once it is decided. */
    final EntryId decided = new EntryId();
    final ProposalTally proposals;
    final PhaseTally states;
    final PhaseTally votes;
    private SlotStage stage = SlotStage.IDLE;

    SlotState(final int nodes) {
        proposals = new ProposalTally(nodes);
        states = new PhaseTally(nodes);
        votes = new PhaseTally(nodes);
    }

    void open(final long newNumber) {
        number = newNumber;
        stage = SlotStage.IDLE;
        phase = 0;
        vote = 0;
        isUnstaged = false;
        isOverdue = false;
        hasEnough = false;
        own.setNull();
        known.setNull();
        decided.setNull();
        proposals.clear();
        states.clear();
        votes.clear();
    }

    /** Forgets what others have said. The id that a STATE or VOTE of this node rests on stays known (R1). */
    void keepOnly(final int self) {
        hasEnough = false;
        isOverdue = true;
        if (phase == 0) {
            known.setNull();
        }
        proposals.keepOnly(self);
        states.keepOnly(self);
        votes.keepOnly(self);
    }

    SlotStage stage() {
        return stage;
    }

    void stage(final SlotStage next) {
        if (stage == SlotStage.DECIDED) {
            throw new IllegalStateException("slot " + number + " is decided and would become " + next);
        }
        stage = next;
    }

    boolean isDecided() {
        return stage == SlotStage.DECIDED;
    }

    /** Whether this node has sent something and waits for others. */
    boolean isWaiting() {
        return stage == SlotStage.PROPOSED || stage == SlotStage.STATED || stage == SlotStage.VOTED;
    }
}
