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
        notice.hear(3, 1, 400);
        notice.hear(2, 9, 900);
        assertEquals(500, told(3));
        assertEquals(2, answers.creditNumber);
        notice.hear(4, 1, 600);
        assertEquals(600, told(4));
        assertEquals(1, answers.creditNumber);
    }

    @Test
    void shouldTellNothingOfAnotherBallotThanTheAnswersName() {
        notice.hear(3, 1, 400);
        assertEquals(400, told(3));
        assertEquals(Credit.NONE, told(4), "what the last message said does not stay");
        assertEquals(0, answers.creditNumber);
    }

    @Test
    void shouldTellNothingWithAnswersToReadsBesideTheLog() {
        notice.hear(3, 1, 400);
        answers.reads = true;
        assertEquals(Credit.NONE, told(3));
    }

    @Test
    void shouldCountACommandOnceMoreForEachFourKibibytes() {
        assertEquals(1, Credit.cost(0));
        assertEquals(1, Credit.cost(4095));
        assertEquals(2, Credit.cost(4096));
        assertEquals(257, Credit.cost(1 << 20));
    }

    private int told(final long ballot) {
        answers.ballot = ballot;
        notice.tell(answers);
        return answers.credit;
    }
}
