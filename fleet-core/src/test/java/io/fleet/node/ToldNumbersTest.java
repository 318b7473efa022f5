package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.mark.Expects;
import io.fleet.protocol.message.LifeNotice;
import io.fleet.storage.Life;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of a node it is known that it has reached a number, and not in which life it is. */
class ToldNumbersTest extends LivesFixture {
    private static final long FIRST = Life.of(1, 4, 9);
    private static final long SECOND_NUMBER = Life.ofNumber(2);

    @Test
    @Tag("hazard-U-number-heard")
    void shouldTellOnANumberThatItWasToldAndHasNotHeard() {
        lives.noteLeastNumber(1, 2);
        lives.tellOne(2, 1);
        assertEquals(SECOND_NUMBER, sent().life);
        assertTrue(isTaken(1, FIRST));
        lives.tellOne(2, 1);
        assertEquals(SECOND_NUMBER, sent().life, "it does not count in the life in which it is listened to");
        transport.last = new byte[0];
        lives.doWork(now);
        now += Lives.REPEAT_INTERVAL_NS;
        lives.doWork(now);
        assertEquals(1, sent().node);
        assertEquals(SECOND_NUMBER, sent().life, "all are told now and then");
        assertTrue(isTaken(1, Life.of(2, 7, 7)));
        lives.tellOne(2, 1);
        assertEquals(Life.of(2, 7, 7), sent().life);
    }

    @Test
    @Tag("hazard-U-number-heard")
    void shouldTellOnANumberThatTheConfigurationNames() {
        configured = node -> node == 1 ? 2 : 0;
        lives.tellOne(2, 1);
        assertEquals(SECOND_NUMBER, sent().life);
        assertTrue(isTaken(2, FIRST));
        final LifeNotice question = notice(1, Life.NONE);
        question.nonce = 77;
        lives.onNotice(2, FIRST, question, now);
        assertEquals(SECOND_NUMBER, question().life, "also to who asks for it");
        assertEquals(76, question().nonce);
    }

    @Test
    @Tag("hazard-U-number-heard")
    void shouldTakeAWordOfANumberForNoLife() {
        voters = new int[] {0, 1, 2, 3, 4};
        assertTrue(isTaken(1, FIRST));
        for (int voter = 2; voter <= 4; voter++) {
            tell(voter, notice(1, SECOND_NUMBER));
        }
        assertEquals(FIRST, lives.lifeOf(1), "all name the same, and nobody is in that life");
        assertEquals(2, lives.leastNumber(1));
        assertTrue(isTaken(1, FIRST), "it is heard");
        assertTrue(isTaken(1, Life.of(2, 1, 9)), "the life that has the number");
        assertEquals(Life.of(2, 1, 9), lives.lifeOf(1));
        for (int voter = 2; voter <= 4; voter++) {
            tell(voter, notice(1, SECOND_NUMBER));
        }
        assertEquals(Life.of(2, 1, 9), lives.lifeOf(1));
        assertEquals(2, lives.countedNumber(1));
    }

    @Test
    @Tag("hazard-U-number-heard")
    void shouldCountALaterNumberAsLongAsAVoterTellsOfIt() {
        assertTrue(isTaken(1, FIRST));
        tell(2, notice(1, SECOND_NUMBER));
        assertEquals(2, lives.countedNumber(1));
        assertEquals(1, lives.leastNumber(1), "one word");
    }

    @Test
    @Tag("hazard-U-number-heard")
    void shouldNotTakeItsOwnNumberForAnotherLife() {
        beVoter();
        tell(1, notice(0, Life.ofNumber(1)));
        tell(2, notice(0, Life.ofNumber(1)));
        assertFalse(lives.isDoubted(), "they have not heard it yet");
        assertEquals(List.of(), reports);
    }

    @Test
    @Tag("hazard-U-number-heard")
    void shouldAskForTheStartThatItKnowsWhateverTheLeastNumberIs() {
        assertTrue(isTaken(1, FIRST));
        lives.noteLeastNumber(1, 2);
        assertFalse(isTakenAtOnce(1, Life.of(1, 5, 3)));
        assertEquals(1, sent().node);
        assertEquals(FIRST, sent().life, "no directory has a start of a number only");
    }

    @Test
    @Tag("hazard-U-number-far")
    void shouldListenToANumberThatIsNotFarAboveTheLeastThatCounts() {
        assertTrue(isTaken(1, FIRST));
        configured = node -> node == 1 ? Lives.MAX_JUMP + 1 : 0;
        assertTrue(isTaken(1, FIRST));
        assertTrue(isTaken(1, Life.of(Lives.MAX_JUMP + 2, 1, 9)), "the next that it can claim");
        assertTrue(isTaken(2, FIRST));
        lives.noteLeastNumber(2, Lives.MAX_JUMP + 1);
        assertFalse(isTaken(2, Life.of(2 * Lives.MAX_JUMP + 2, 1, 9)));
        assertTrue(isTaken(2, Life.of(2 * Lives.MAX_JUMP + 1, 1, 9)));
    }

    @Test
    @Tag("hazard-U-number-far")
    void shouldClaimANumberThatNobodyCallsFar() {
        voters = new int[] {0, 1, 2, 3, 4};
        lives.isHeardAs(1, Life.of(1, 1, 1));
        lives.isHeardAs(2, Life.of(1, 1, 1));
        lives.isHeardAs(3, Life.of(1, 1, 1));
        lives.isHeardAs(4, Life.of(Lives.MAX_JUMP, 1, 1));
        lives.claim();
        assertEquals(Lives.MAX_JUMP + 1, Life.number(lives.life()), "no more than that above what all others know");
    }

    @Test
    @Tag("hazard-U-number-far")
    void shouldClaimANumberThatEnoughKnowAfterOneThatTheyCallFar() {
        voters = new int[] {0, 1, 2, 3, 4};
        lives.isHeardAs(1, Life.of(20_000, 1, 1));
        lives.isHeardAs(2, Life.of(20_000, 1, 1));
        lives.isHeardAs(3, Life.of(20_000, 1, 1));
        lives.claim();
        assertEquals(20_001, Life.number(lives.life()));
        for (int voter = 1; voter <= 3; voter++) {
            tell(voter, notice(0, Life.of(3, 1, 1)));
        }
        assertTrue(lives.mustClaim());
        lives.claim();
        assertEquals(4, Life.number(lives.life()));
    }

    @Test
    @Tag("hazard-U-number-far")
    @Expects("lives.counted-in-no-life-so-low")
    void shouldReportThatItIsCountedInALaterLifeAndEndWhenEnoughSaySo() {
        beVoter();
        final long own = lives.life();
        tell(1, notice(0, Life.ofNumber(17)));
        assertEquals(List.of("by node 1: 17, not " + Life.format(own)), reports);
        assertFalse(lives.isDoubted(), "no copy is listened to");
        assertTrue(storage.meta().mayBeVoter());
        final LifeNotice word = notice(0, Life.ofNumber(17));
        final String said = assertThrows(FormerLifeException.class, () -> tell(2, word)).getMessage();
        assertTrue(said.contains("count node 0 in no life below 17"), said);
    }

    @Test
    @Tag("hazard-U-number-far")
    void shouldReportThatAnotherLifeOfItIsListenedTo() {
        beVoter();
        tell(1, notice(0, Life.of(2, 1, 1)));
        assertEquals(List.of("node 0: 2.1.1, not " + Life.format(lives.life())), reports);
        assertFalse(lives.isDoubted());
    }

    @Test
    @Tag("hazard-U-number-removed")
    void shouldEndAsALearnerInDirectoriesOfWhenItWasAMember() {
        beVoter();
        voters = new int[] {1, 2, 3};
        tell(1, notice(0, Life.ofNumber(3)));
        final LifeNotice word = notice(0, Life.ofNumber(3));
        assertThrows(FormerLifeException.class, () -> tell(2, word), "it would acknowledge nothing as it is");
    }

    private void beVoter() {
        lives.claim();
        storage.meta().becomeVoter(GROUP, 3);
        storage.meta().sync();
    }
}
