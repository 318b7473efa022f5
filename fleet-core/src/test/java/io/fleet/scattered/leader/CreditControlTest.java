package io.fleet.scattered.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.flow.Credit;
import io.fleet.consensus.message.replication.Order;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/**
 * What a leader makes of the times that it measures, with a group that applies so many commands in a millisecond, and
 * clients that keep as many in flight as they want, or may.
 */
class CreditControlTest {
    private static final long MS = 1_000_000;
    private static final int QUEUE_MILLIS = 10;

    private CreditControl control = control(QUEUE_MILLIS);
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();
    private long now = 7 * MS;
    private long ordered;
    private long applied;
    /** The mean time of those that were applied in the last {@link #run}. */
    private long meanMillis;

    private static CreditControl control(final int queueMillis) {
        final CreditControl made = new CreditControl(GroupConfig.scattered().withQueueMillis(queueMillis));
        made.begin(7 * MS);
        return made;
    }

    /** Commands arrive and are applied, so many in a millisecond, no sooner than after a delay. */
    private void run(final int millis, final int perMilli, final int delayMillis, final int... wanted) {
        long sum = 0;
        long count = 0;
        for (int i = 0; i < millis; i++) {
            now += MS;
            final int credit = control.credit() == 0 ? Integer.MAX_VALUE : control.credit();
            long mayHave = 0;
            for (final int each : wanted) {
                control.onBody(each, now);
                mayHave += Math.min(each, credit);
            }
            while (waiting.size() < mayHave) {
                waiting.add(now);
                control.onOrdered(++ordered, now);
            }
            for (int n = 0; n < perMilli && !waiting.isEmpty() && now - waiting.peek() >= delayMillis * MS; n++) {
                sum += now - waiting.poll();
                count++;
                applied++;
            }
            control.doWork(applied, now);
        }
        meanMillis = count == 0 ? 0 : sum / count / MS;
    }

    @Test
    void shouldHoldNobodyBackBelowWhatOneNeeds() {
        run(2_000, 1_000, 2, 256);
        assertTrue(control.credit() >= Credit.START, control.credit() + "");
        assertEquals(2, meanMillis);
    }

    @Test
    void shouldBoundTheTimeThatCommandsWaitInAFlood() {
        run(3_000, 40, 1, 100_000, 10);
        run(1_000, 40, 1, 100_000, 10);
        assertTrue(meanMillis <= 12, meanMillis + " ms");
        assertTrue(meanMillis >= 5, "it takes no less than it can: " + meanMillis + " ms");
    }

    @Test
    void shouldShareWhatTheGroupTakesAmongThoseThatFlood() {
        run(3_000, 300, 1, 100_000, 100_000, 10);
        run(1_000, 300, 1, 100_000, 100_000, 10);
        assertTrue(meanMillis <= 12, meanMillis + " ms");
        final int shared = control.credit();
        run(3_000, 300, 1, 100_000, 10);
        assertTrue(control.credit() > shared * 3 / 2, "one leaves its part to the other: " + control.credit());
    }

    @Test
    void shouldGiveMoreWhereMoreIsUsedAndNothingWaits() {
        run(3_000, 10_000, 2, 20_000);
        assertTrue(control.credit() >= 20_000, control.credit() + "");
        assertEquals(10_000 * 2, waiting.size(), 10_000, "the group has all that it can do");
    }

    @Test
    void shouldTakeBackWhatNobodyUses() {
        run(3_000, 10_000, 2, 20_000);
        run(10_000, 10_000, 2, 10);
        assertEquals(Credit.START, control.credit());
    }

    @Test
    void shouldNotMindADiskThatHangsForAMoment() {
        run(3_000, 1_000, 2, 400);
        final int before = control.credit();
        run(300, 0, 2, 400);
        run(500, 1_000, 2, 400);
        assertTrue(control.credit() >= Math.min(before, 400), "from " + before + " to " + control.credit());
        run(1_000, 1_000, 2, 400);
        assertTrue(control.credit() >= Credit.START, control.credit() + "");
    }

    @Test
    void shouldBoundNobodyWhereItIsOff() {
        control = control(0);
        run(3_000, 100, 1, 5_000);
        assertEquals(0, control.credit());
        assertEquals(Credit.NOT_TOLD, told().creditNumber);
        assertTrue(control.micros() > 40_000, "what entries take is told all the same: " + control.micros());
    }

    @Test
    void shouldLetClientsHaveLessWhileNothingIsApplied() {
        run(2_000, 1_000, 2, 1_000);
        final int before = control.credit();
        run(2_000, 0, 2, 1_000);
        assertEquals(Credit.LEAST, control.credit(), "from " + before);
    }

    @Test
    void shouldNotMindABodyThatIsGone() {
        for (int i = 0; i < 30; i++) {
            now += 100 * MS;
            control.onBody(1, now);
            control.onGone();
            control.doWork(0, now + 99 * MS);
        }
        assertEquals(Credit.START, control.credit());
    }

    @Test
    void shouldNeverGoBelowTheLeastNorAboveTheMost() {
        run(10_000, 1, 1, 100_000);
        assertEquals(Credit.LEAST, control.credit());
        for (int i = 0; i < 100; i++) {
            run(110, 100_000, 1, Integer.MAX_VALUE / 4_000);
            control.onBody(Integer.MAX_VALUE, now);
        }
        assertTrue(control.credit() <= Credit.MOST, control.credit() + "");
    }

    @Test
    void shouldNumberEachOtherCredit() {
        final Order before = told();
        run(3_000, 40, 1, 100_000);
        final Order after = told();
        assertTrue(after.creditNumber > before.creditNumber && after.credit != before.credit);
        control.begin(now);
        assertEquals(Credit.START, told().credit, "another ballot begins anew");
    }

    private Order told() {
        final Order order = new Order();
        control.tell(order);
        return order;
    }
}
