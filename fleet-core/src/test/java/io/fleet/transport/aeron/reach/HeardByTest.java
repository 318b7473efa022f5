package io.fleet.transport.aeron.reach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeardByTest {
    private static final long START_NS = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(1);
    private static final int NODE = 2;

    private final List<String> told = new ArrayList<>();
    private final HeardBy heardBy =
        new HeardBy("239.255.7.1:40456", (level, text) -> told.add(level.getName() + ' ' + text));
    private long nowNs = START_NS;
    private boolean isBlocked;

    @BeforeEach
    void add() {
        heardBy.add(NODE, "10.0.0.3:9001");
        passes(0);
    }

    @Test
    void shouldSendCopiesToWhoDoesNotSayThatItHears() {
        assertTrue(heardBy.needsCopy(NODE));
        assertFalse(heardBy.isDeaf(NODE));
        assertTrue(heardBy.onAnswer(NODE, true));
        assertFalse(heardBy.needsCopy(NODE));
        assertFalse(heardBy.onAnswer(NODE, true));
        assertTrue(heardBy.onAnswer(NODE, false));
        assertTrue(heardBy.needsCopy(NODE));
        assertTrue(heardBy.isDeaf(NODE));
        assertFalse(heardBy.onAnswer(NODE, false));
        assertFalse(heardBy.onAnswer(NODE + 1, false), "nobody that is known");
    }

    @Test
    void shouldSendCopiesWhereAQuestionIsUnansweredForASecond() {
        heardBy.onAnswer(NODE, true);
        passes(HeardBy.VALID_NS);
        assertFalse(heardBy.needsCopy(NODE), "it was not asked");
        heardBy.onAsked(NODE);
        passes(HeardBy.VALID_NS - 1);
        heardBy.onAsked(NODE);
        assertFalse(heardBy.needsCopy(NODE));
        passes(1);
        assertTrue(heardBy.needsCopy(NODE));
        heardBy.onAnswer(NODE, true);
        assertFalse(heardBy.needsCopy(NODE));
    }

    @Test
    void shouldAskFourTimesASecondAndAgainWhereThatWasNotTaken() {
        assertTrue(heardBy.isToBeAsked(NODE));
        heardBy.onAsked(NODE);
        assertFalse(heardBy.isToBeAsked(NODE));
        passes(HeardBy.ASK_NS - 1);
        assertFalse(heardBy.isToBeAsked(NODE));
        passes(1);
        assertTrue(heardBy.isToBeAsked(NODE));
        passes(10 * HeardBy.ASK_NS);
        assertTrue(heardBy.isToBeAsked(NODE), "not taken until now");
    }

    @Test
    void shouldRelyOnWhoKnowsOfNoQuestions() {
        asksFor((HeardBy.MUTE_QUESTIONS - 1) * HeardBy.ASK_NS);
        assertTrue(heardBy.needsCopy(NODE));
        passes(100 * HeardBy.ASK_NS);
        assertTrue(heardBy.needsCopy(NODE), "it could not be asked");
        asksFor(HeardBy.ASK_NS);
        assertFalse(heardBy.needsCopy(NODE));
        int asked = 0;
        for (int i = 0; i < 160; i++) {
            passes(HeardBy.ASK_NS);
            if (heardBy.isToBeAsked(NODE)) {
                heardBy.onAsked(NODE);
                asked++;
            }
        }
        assertEquals(10, asked, "seldom");
        assertFalse(heardBy.needsCopy(NODE));
        heardBy.onAnswer(NODE, false);
        assertTrue(heardBy.needsCopy(NODE), "it knows of them now");
        assertEquals(List.of(), told);
    }

    @Test
    void shouldNotRelyOnWhoCannotBeAsked() {
        passes(10 * HeardBy.SILENT_NS);
        assertTrue(heardBy.needsCopy(NODE));
    }

    @Test
    void shouldTellOfANodeThatIsDeafForTwoSecondsAndOfItsEnd() {
        heardBy.onAnswer(NODE, true);
        answersFor(HeardBy.TELL_NS, false);
        assertEquals(List.of(), told);
        assertEquals(0, heardBy.deaf());
        answersFor(HeardBy.TELL_NS, false);
        assertEquals(1, told.size());
        assertTrue(told.get(0).startsWith("WARNING node 2 at 10.0.0.3:9001 does not hear what is multicast to"
            + " 239.255.7.1:40456"), told.get(0));
        assertEquals(1, heardBy.deaf());
        answersFor(HeardBy.ASK_NS, true);
        assertEquals(2, told.size());
        assertTrue(told.get(1).startsWith("INFO node 2 at 10.0.0.3:9001 hears"), told.get(1));
        assertEquals(0, heardBy.deaf());
    }

    @Test
    void shouldTellOfANodeAtMostOnceAMinute() {
        for (int i = 0; i < 5; i++) {
            answersFor(2 * HeardBy.TELL_NS, false);
            assertEquals(1, heardBy.deaf());
            answersFor(HeardBy.ASK_NS, true);
            assertEquals(0, heardBy.deaf());
        }
        assertEquals(2, told.size());
        answersFor(HeardBy.QUIET_NS, false);
        assertEquals(3, told.size(), "the last word is what is so");
        assertTrue(told.get(2).startsWith("WARNING"), told.get(2));
    }

    @Test
    void shouldTellNothingOfANodeThatIsDeafForAMomentEachTimeThatItComes() {
        for (int i = 0; i < 3; i++) {
            answersFor(HeardBy.ASK_NS, false);
            answersFor(HeardBy.TELL_NS, true);
            asksFor(2 * HeardBy.TELL_NS);
            passes(10 * HeardBy.TELL_NS);
        }
        assertEquals(List.of(), told);
    }

    @Test
    void shouldNotCountADeafNodeThatHasGone() {
        answersFor(2 * HeardBy.TELL_NS, false);
        assertEquals(1, heardBy.deaf());
        passes(HeardBy.VALID_NS);
        assertEquals(0, heardBy.deaf());
        answersFor(2 * HeardBy.ASK_NS, false);
        assertEquals(1, heardBy.deaf());
        heardBy.remove(NODE);
        assertEquals(0, heardBy.deaf());
    }

    @Test
    void shouldTellLaterOfANodeThatSaysNothingSinceItMayHaveEnded() {
        answersFor(HeardBy.TELL_NS, true);
        asksFor(HeardBy.SILENT_NS);
        assertEquals(List.of(), told);
        asksFor(HeardBy.VALID_NS + HeardBy.ASK_NS);
        assertEquals(1, told.size());
        assertTrue(told.get(0).contains("does not say whether it hears"), told.get(0));
        assertEquals(1, heardBy.deaf());
    }

    @Test
    void shouldTellWhereNothingCanBeMulticast() {
        isBlocked = true;
        answersFor(HeardBy.SILENT_NS, true);
        assertEquals(List.of(), told);
        answersFor(HeardBy.VALID_NS, true);
        assertEquals(1, told.size());
        assertTrue(told.get(0).contains("nobody takes what this process multicasts"), told.get(0));
        isBlocked = false;
        answersFor(HeardBy.ASK_NS, true);
        assertEquals(2, told.size());
    }

    @Test
    void shouldForgetWhatWasSaidOfAnotherStream() {
        heardBy.restart();
        assertFalse(heardBy.isDeaf(NODE), "it has said nothing");
        heardBy.onAnswer(NODE, true);
        heardBy.restart();
        assertTrue(heardBy.needsCopy(NODE));
        assertTrue(heardBy.isDeaf(NODE));
        heardBy.onAnswer(NODE, true);
        assertFalse(heardBy.needsCopy(NODE));
    }

    @Test
    void shouldUnderstandWhatItSays() {
        final long ask = ReachPacket.encode(ReachPacket.Kind.ASK, ReachPacket.CLIENT, -7);
        assertEquals(ReachPacket.Kind.ASK, ReachPacket.kind(ask));
        assertEquals(ReachPacket.CLIENT, ReachPacket.node(ask));
        assertEquals(-7, ReachPacket.session(ask));
        final long deaf = ReachPacket.encode(ReachPacket.Kind.DEAF, 62, Integer.MIN_VALUE);
        assertEquals(ReachPacket.Kind.DEAF, ReachPacket.kind(deaf));
        assertEquals(62, ReachPacket.node(deaf));
        assertEquals(Integer.MIN_VALUE, ReachPacket.session(deaf));
        assertNull(ReachPacket.kind(0));
        assertNull(ReachPacket.kind(-1));
        assertNull(ReachPacket.kind(ask | 0xFFL << 48));
    }

    private void answersFor(final long timeNs, final boolean hears) {
        for (long passedNs = 0; passedNs < timeNs; passedNs += HeardBy.ASK_NS) {
            passes(HeardBy.ASK_NS);
            heardBy.onAsked(NODE);
            heardBy.onAnswer(NODE, hears);
        }
    }

    private void asksFor(final long timeNs) {
        for (long passedNs = 0; passedNs < timeNs; passedNs += HeardBy.ASK_NS) {
            heardBy.onAsked(NODE);
            passes(HeardBy.ASK_NS);
        }
    }

    private void passes(final long timeNs) {
        nowNs += timeNs;
        heardBy.onTime(nowNs, isBlocked);
    }
}
