package io.fleet.transport.aeron.reach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeardByTest {
    private static final long START_NS = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(1);
    private static final int NODE = 2;

    private final List<String> told = new ArrayList<>();
    private final HeardBy heardBy =
        new HeardBy("239.255.7.1:40456", (level, text) -> told.add(level.getName() + ' ' + text));
    private long nowNs = START_NS;

    @Test
    void shouldSendCopiesToWhoeverHasNotSaidThatItHears() {
        passes(0);
        assertTrue(heardBy.needsCopy(NODE));
        answers(true);
        assertFalse(heardBy.needsCopy(NODE));
        assertTrue(heardBy.needsCopy(NODE + 1));
        answers(false);
        assertTrue(heardBy.needsCopy(NODE));
    }

    @Test
    void shouldForgetAnAnswerAfterASecond() {
        passes(0);
        answers(true);
        passes(HeardBy.VALID_NS - 1);
        assertFalse(heardBy.needsCopy(NODE));
        passes(1);
        assertTrue(heardBy.needsCopy(NODE));
    }

    @Test
    void shouldAskFourTimesASecond() {
        assertTrue(heardBy.isDueToAsk(nowNs));
        assertFalse(heardBy.isDueToAsk(nowNs + HeardBy.ASK_NS - 1));
        assertTrue(heardBy.isDueToAsk(nowNs + HeardBy.ASK_NS));
        assertTrue(heardBy.isDueToAsk(nowNs + 10 * HeardBy.ASK_NS));
        assertFalse(heardBy.isDueToAsk(nowNs + 11 * HeardBy.ASK_NS - 1));
    }

    @Test
    void shouldTellOfANodeThatIsDeafForTwoSecondsAndOfItsEnd() {
        passes(0);
        answers(true);
        answersFor(HeardBy.TELL_NS, false);
        assertEquals(List.of(), told);
        assertEquals(0, heardBy.deaf());
        answersFor(2 * HeardBy.TELL_NS, false);
        assertEquals(1, told.size());
        assertTrue(told.get(0).startsWith("WARNING node 2 at 10.0.0.3:9001 does not hear what is multicast to"
            + " 239.255.7.1:40456"), told.get(0));
        assertEquals(1, heardBy.deaf());
        answers(true);
        answers(true);
        assertEquals(2, told.size());
        assertTrue(told.get(1).startsWith("INFO node 2 at 10.0.0.3:9001 hears"), told.get(1));
        assertEquals(0, heardBy.deaf());
    }

    @Test
    void shouldTellNothingOfANodeThatHasJustComeBack() {
        passes(0);
        answers(false);
        passes(10 * HeardBy.TELL_NS);
        answers(false);
        assertEquals(List.of(), told);
        answers(true);
        passes(10 * HeardBy.TELL_NS);
        answers(false);
        assertEquals(List.of(), told);
    }

    @Test
    void shouldNotCountADeafNodeThatHasGone() {
        passes(0);
        answersFor(2 * HeardBy.TELL_NS, false);
        assertEquals(1, heardBy.deaf());
        passes(HeardBy.VALID_NS);
        assertEquals(0, heardBy.deaf());
        answersFor(HeardBy.ASK_NS, false);
        assertEquals(1, heardBy.deaf());
        heardBy.forget(NODE);
        assertEquals(0, heardBy.deaf());
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
        assertEquals(null, ReachPacket.kind(0));
        assertEquals(null, ReachPacket.kind(-1));
        assertEquals(null, ReachPacket.kind(ask | 0xFFL << 48));
    }

    private void answersFor(final long timeNs, final boolean hears) {
        for (long passedNs = 0; passedNs < timeNs; passedNs += HeardBy.ASK_NS) {
            answers(hears);
            passes(HeardBy.ASK_NS);
        }
    }

    private void answers(final boolean hears) {
        heardBy.onAnswer(NODE, "10.0.0.3:9001", hears);
    }

    private void passes(final long timeNs) {
        nowNs += timeNs;
        heardBy.isDueToAsk(nowNs);
    }
}
