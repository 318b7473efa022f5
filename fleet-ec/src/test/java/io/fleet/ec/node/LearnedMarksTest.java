package io.fleet.ec.node;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.Quorums;
import org.junit.jupiter.api.Test;

class LearnedMarksTest {
    @Test
    void shouldNeedSoManyAnswersThatOneHasLearnedWhatIsAcknowledged() { // Q2
        final LearnedMarks marks = new LearnedMarks(null, Quorums.ofCode(3, 2), null);
        assertFalse(marks.isQuorum(0b00001));
        assertFalse(marks.isQuorum(0b10101), "three of five may be those that f + 1 = 2 others are ahead of");
        assertTrue(marks.isQuorum(0b11101));
    }
}
