package io.fleet.consensus.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.consensus.message.client.ReplyBatch;
import org.junit.jupiter.api.Test;

/** What a node tells clients of what its leader says. */
class CreditNoticeTest {
    private final CreditNotice notice = new CreditNotice();
    private final ReplyBatch answers = new ReplyBatch();

    @Test
    void shouldTellWhatItsLeaderSaidLast() {
        notice.hear(3, 1, 400);
        notice.hear(3, 2, 500);
        assertEquals(500, told(3));
        assertEquals(2, answers.creditNumber);
        notice.hear(4, 1, 600);
        assertEquals(600, told(4));
        assertEquals(1, answers.creditNumber);
    }

    @Test
    void shouldBeHealedByTheNextWordOfWhatNobodyMeant() {
        notice.hear(3, Long.MAX_VALUE, Integer.MAX_VALUE);
        notice.hear(3, 2, 500);
        assertEquals(500, told(3));
        assertEquals(2, answers.creditNumber);
    }

    @Test
    void shouldTellNothingWhereTheLeaderBoundsNobody() {
        notice.hear(3, 1, 400);
        notice.hear(3, Credit.NOT_TOLD, 400);
        assertEquals(0, told(3));
        assertEquals(Credit.NOT_TOLD, answers.creditNumber);
    }

    @Test
    void shouldTellNothingOfAnotherBallotThanTheAnswersName() {
        notice.hear(3, 1, 400);
        assertEquals(400, told(3));
        assertEquals(0, told(4), "what the last message said does not stay");
        assertEquals(0, answers.creditNumber);
    }

    @Test
    void shouldTellNothingWithAnswersToReadsBesideTheLog() {
        notice.hear(3, 1, 400);
        answers.reads = true;
        assertEquals(0, told(3));
    }

    @Test
    void shouldCountACommandForAsManyAsItFills() {
        assertEquals(1, Credit.cost(0));
        assertEquals(1, Credit.cost(40 + 4096));
        assertEquals(2, Credit.cost(40 + 4097));
        assertEquals(256, Credit.cost(40 + (1 << 20)));
        assertEquals(1 << 19, Credit.cost(Integer.MAX_VALUE));
    }

    @Test
    void shouldTakeAnyNumberForOneWithinItsBounds() {
        assertEquals(Credit.LEAST, Credit.within(Integer.MIN_VALUE));
        assertEquals(Credit.LEAST, Credit.within(0));
        assertEquals(700, Credit.within(700));
        assertEquals(Credit.MOST, Credit.within(Integer.MAX_VALUE));
    }

    private int told(final long ballot) {
        answers.ballot = ballot;
        notice.tell(answers);
        return answers.credit;
    }
}
