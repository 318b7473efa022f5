package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.NoLeaderException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The rule by itself, and in a batcher. */
class BatchPacingTest extends BatcherFixture {
    private static final UnsafeBuffer BYTES = new UnsafeBuffer(new byte[2 << 20]);
    private static final int MEBIBYTE = 1 << 20;
    private static final int LARGE = 400_000;
    private static final long SECOND = 1000 * MILLI;
    private static final long START = Long.MAX_VALUE - 500_000;

    private final CommandWindow window = new CommandWindow(1024);

    @Test
    void shouldBeginAtOnceWhenNothingIsUnderWay() {
        add(10, START);
        assertTrue(BatchPacing.mayBegin(window, START));
    }

    @Test
    void shouldWaitForAQuarterOfWhatIsUnderWay() {
        send(12);
        add(10, START);
        add(10, START);
        assertFalse(BatchPacing.mayBegin(window, START), "2 beside 12");
        add(10, START);
        assertTrue(BatchPacing.mayBegin(window, START), "3 beside 12");
        window.sent(window.unsentSlot());
        assertFalse(BatchPacing.mayBegin(window, START), "2 beside 13");
        for (int i = 0; i < 5; i++) {
            window.release(window.oldestSlot());
        }
        assertTrue(BatchPacing.mayBegin(window, START), "2 beside 8");
    }

    @Test
    void shouldBeginAtOnceBesideLittle() {
        send(4);
        add(10, START);
        assertTrue(BatchPacing.mayBegin(window, START), "1 beside 4");
        window.sent(window.unsentSlot());
        add(10, START);
        assertFalse(BatchPacing.mayBegin(window, START), "1 beside 5");
    }

    @Test
    void shouldWaitForAMillisecondAtMost() {
        send(100);
        add(10, START);
        add(10, START + 900_000);
        assertFalse(BatchPacing.mayBegin(window, START));
        assertFalse(BatchPacing.mayBegin(window, START + 999_999));
        assertTrue(BatchPacing.mayBegin(window, START + 1_000_000), "the first has waited");
        window.sent(window.unsentSlot());
        assertFalse(BatchPacing.mayBegin(window, START + 1_000_000), "the second has not");
        assertTrue(BatchPacing.mayBegin(window, START + 1_900_000));
    }

    @Test
    void shouldNotHaveMoreThanAMebibyteUnderWay() {
        addFrame(MEBIBYTE - 1000);
        window.sent(window.unsentSlot());
        addFrame(1001);
        assertFalse(BatchPacing.mayBegin(window, START + SECOND), "however long it has waited");
        window.release(window.oldestSlot());
        assertTrue(BatchPacing.mayBegin(window, START));
    }

    @Test
    void shouldHaveAMebibyteUnderWay() {
        addFrame(MEBIBYTE - 1000);
        window.sent(window.unsentSlot());
        addFrame(1000);
        assertTrue(BatchPacing.mayBegin(window, START + SECOND));
    }

    @Test
    void shouldAlwaysHaveOneUnderWay() {
        addFrame(MEBIBYTE + 1);
        assertTrue(BatchPacing.mayBegin(window, START));
        window.sent(window.unsentSlot());
        addFrame(100);
        assertFalse(BatchPacing.mayBegin(window, START + SECOND));
    }

    @Test
    void shouldHoldBackFewAndSendThemTogether() {
        open();
        offerAll(1, 6);
        batcher.doWork(now);
        final int before = wire.bodies.size();
        offer(7, "g");
        batcher.doWork(now);
        batcher.doWork(now + MILLI - 1);
        assertEquals(before, wire.bodies.size(), "1 beside 6");
        offer(8, "h");
        batcher.doWork(now + MILLI - 1);
        assertEquals(before + 1, wire.bodies.size(), "2 beside 6");
        assertEquals(2, wire.last().frames().size());
    }

    @Test
    void shouldNotHoldBackForLongerThanAMillisecond() {
        open();
        offerAll(1, 7);
        batcher.doWork(now);
        final int before = wire.bodies.size();
        offer(8, "h");
        batcher.doWork(now + MILLI);
        assertEquals(before + 1, wire.bodies.size());
    }

    @Test
    void shouldGoOnWhenWhatIsUnderWayWasAnswered() {
        final long first = openAndFill();
        reply(ReplyFrame.FAILED, SESSION, first, "machine");
        run(1);
        assertEquals(first + 2, lastSequence(), "one out, one in");
        run(20);
        assertEquals(first + 2, lastSequence());
        reply(ReplyFrame.OK, SESSION, first + 1, "");
        run(1);
        assertEquals(first + 3, lastSequence());
    }

    @Test
    void shouldGoOnWhenWhatIsUnderWayHasExpired() {
        final long first = openAndFill();
        run(1000);
        offerLarge(9);
        run(1010);
        assertFailure(1, OutcomeUnknownException.class, "no answer within");
        assertFailure(2, OutcomeUnknownException.class, "no answer within");
        assertFailure(5, NoLeaderException.class, "never sent");
        assertEquals(first + 5, lastSequence());
        reply(ReplyFrame.OK, SESSION, first + 5, "late");
        assertEquals("late", outcomes.get(9L));
    }

    @Test
    void shouldGoOnWhenTheSessionOfWhatIsUnderWayIsGone() {
        final long first = openAndFill();
        reply(ReplyFrame.NO_SESSION, SESSION, first, "");
        run(1);
        final Body.Frame open = wire.last().frames().get(0);
        assertEquals(CommandFrame.OPEN_SESSION, open.kind);
        reply(ReplyFrame.SESSION_OPENED, SESSION + 1, open.sequence, "");
        run(2);
        assertEquals(first + 3, lastSequence(), "the first two of those that were never sent");
        assertEquals(SESSION + 1, wire.last().frames().get(0).session);
    }

    @Test
    void shouldSendAgainWhatIsUnderWayHoweverMuchThatIs() {
        final long first = openAndFill();
        final int before = wire.bodies.size();
        batcher.onLeader(9, 0, now);
        run(1);
        assertEquals(List.of(first, first + 1), wire.bodies.subList(before, wire.bodies.size()).stream()
            .map(body -> body.frames().get(0).sequence).toList());
    }

    /** Offers five commands, of which two make less than a mebibyte; the sequence of the first. */
    private long openAndFill() {
        open();
        for (int id = 1; id <= 5; id++) {
            offerLarge(id);
        }
        run(5);
        return lastSequence() - 1;
    }

    private long lastSequence() {
        return wire.last().frames().get(0).sequence;
    }

    private void offerLarge(final long id) {
        assertTrue(batcher.offer(false, BYTES, 0, 0, BYTES, 0, LARGE, id, new Outcome(), now));
    }

    private void offerAll(final long from, final long to) {
        for (long id = from; id <= to; id++) {
            assertTrue(offer(id, "x"));
        }
    }

    private void add(final int length, final long submitNs) {
        window.add(false, BYTES, 0, 0, BYTES, 0, length, 1, null, submitNs);
    }

    private void addFrame(final int frameLength) {
        add(frameLength - CommandFrame.HEADER_LENGTH, START);
    }

    private void send(final int commands) {
        for (int i = 0; i < commands; i++) {
            add(10, START);
            window.sent(window.unsentSlot());
        }
    }
}
