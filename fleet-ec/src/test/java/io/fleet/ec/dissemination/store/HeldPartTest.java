package io.fleet.ec.dissemination.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.ec.consensus.EntryId;
import org.junit.jupiter.api.Test;

/** What a node may promise of a part (rule R6): it goes when its slot is covered, so slots count that may hold it. */
class HeldPartTest {
    private final HeldPart part = new HeldPart();

    HeldPartTest() {
        part.start(new EntryId(1, 2, 3), 1);
    }

    /** What is settled and not yet marked may be of this entry. */
    @Test
    void shouldPromiseNothingAboutDecisionsThatItHasNotBeenToldOf() {
        part.startUndecided(10);
        assertEquals(10, part.reliedOn(7));
        assertEquals(40, part.reliedOn(40));
        part.onDecided(50);
        assertEquals(49, part.reliedOn(90));
    }

    /** The same entry is written for another time: slots from before its part came are of the time before. */
    @Test
    void shouldKeepAPartThatCameAfterTheDecision() {
        part.startUndecided(60);
        part.onDecided(50);
        assertEquals(0, part.decidedAt);
        assertEquals(60, part.reliedOn(55));
    }

    @Test
    void shouldPromiseNothingOfWhatIsDecidedSomeTime() {
        part.onDecidedUpTo(30);
        assertEquals(0, part.reliedOn(90));
    }
}
