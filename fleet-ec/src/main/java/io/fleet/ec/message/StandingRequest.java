package io.fleet.ec.message;

import io.fleet.consensus.message.FromVoterToBe;

/**
 * What a member asks every other one after each start: who counts, and what it may have said before it lost what it
 * lost (rules S15, R5). Answered by {@link StandingAnswer}.
 */
public final class StandingRequest implements CodedMessage, FromVoterToBe {
    /** Names the life of the asker; the answer repeats it. */
    public long life;
    /** Up to where the asker needs all slots decided; 0 when unknown. */
    public long upTo;
    /** Whether the asker wants to know which parts of undecided entries the other holds. */
    public boolean isListing;
    /** Where the list is to go on; 0 at first. */
    public int from;
    /** Whether the asker's state machine uses payload handles; members must agree (rule C1). */
    public boolean usesPayloads;

    @Override
    public Kind kind() {
        return Kind.STANDING_REQUEST;
    }
}
