package io.fleet.consensus.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.fixture.mark.Expects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The control law by itself, and with a group where n commands in flight take {@code base + n / capacity}, give or take
 * a tenth, and each time is known only when it is over.
 */
class FlowControlTest {
    private static final double MS = 1_000_000;
    /** Commands in a millisecond. */
    private static final double CAPACITY = 1_000;

    private final SplittableRandom random = new SplittableRandom(17);
    private FlowControl flow = flow(10);
    private long millis;

    private static FlowControl flow(final int queueMillis) {
        final FlowControl made = new FlowControl(GroupConfig.scattered().withQueueMillis(queueMillis));
        made.begin(0);
        return made;
    }

    /** What clients that want so many each get in so many milliseconds. */
    private final class Group {
        private final double base;
        private final int clients;
        private final long wanted;
        private final int[] credits = new int[100_000];
        private double noise = 1;
        private double commands;
        private double sum;

        Group(final double base, final int clients, final long wanted) {
            this.base = base;
            this.clients = clients;
            this.wanted = wanted;
        }

        private double took(final int credit) {
            return base + clients * Math.min(wanted, credit) / CAPACITY;
        }

        /** Returns commands in a millisecond. */
        double run(final int count) {
            commands = 0;
            sum = 0;
            final long first = millis;
            while (millis < first + count) {
                noise = millis % 20 == 0 ? 0.9 + random.nextDouble() * 0.2 : noise;
                credits[(int) millis] = flow.credit();
                // What ends now began as long ago as it took.
                long began = millis;
                while (began > 0 && millis - began < took(credits[(int) began])) {
                    began--;
                }
                final double took = took(credits[(int) began]) * noise;
                if (began > 0) {
                    flow.onTook((long) (took * MS));
                }
                flow.onWanted(wanted);
                commands += clients * Math.min(wanted, flow.credit()) / took;
                sum += took;
                millis++;
                flow.doWork((long) (millis * MS), (long) (took / 2 * MS));
            }
            return commands / count;
        }

        double mean(final int count) {
            return sum / count;
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2048", "8, 4096", "50, 4096", "8, 256", "50, 256"})
    void shouldLeaveALoneClientWhatItHasWithoutABound(final int base, final int wanted) {
        flow = flow(0);
        final double unbounded = new Group(base, 1, wanted).run(20_000);
        assertEquals(Credit.UNBOUNDED, flow.credit());
        millis = 0;
        flow = flow(3 * base);
        final double bounded = new Group(base, 1, wanted).run(20_000);
        assertTrue(bounded >= 0.9 * unbounded, bounded + " of " + unbounded + " commands in a millisecond");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "8, 1", "8, 20", "50, 1", "50, 100"})
    void shouldBoundAFlood(final int base, final int clients) {
        flow = flow(3 * base);
        final Group group = new Group(base, clients, 1_000_000);
        group.run(20_000);
        group.run(10_000);
        assertTrue(group.mean(10_000) <= 3.3 * base, group.mean(10_000) + " ms");
        assertTrue(group.mean(10_000) >= 2 * base, "it takes no less than it can: " + group.mean(10_000) + " ms");
    }

    @Test
    void shouldKeepACommandForEachClientToTheFloorWhereTheGoalIsTooLow() {
        flow = flow(5);
        final Group group = new Group(50, 1, 4096);
        group.run(5_000);
        assertEquals(Credit.LEAST / 50.256, group.run(5_000), 1, "the floor in each round trip");
    }

    private int interval(final double took, final long wanted) {
        flow.onWanted(wanted);
        flow.onTook((long) (took * MS));
        return pass();
    }

    private int pass() {
        millis += 100;
        flow.doWork((long) (millis * MS), 0);
        return flow.credit();
    }

    @Test
    @Expects("flow-control.less-is-allowed")
    void shouldTakeNoMoreThanHalfAtATimeAndOnlyAfterTwoIntervals() {
        assertEquals(Credit.START, interval(1_000, 5_000));
        assertEquals(Credit.START / 2, interval(1_000, 5_000));
        assertEquals(Credit.START, interval(1, 5_000));
        assertEquals(Credit.START, interval(1_000, 5_000), "one alone counts for nothing");
        assertEquals(2 * Credit.START, interval(1, 5_000));
        interval(12, 5_000);
        assertEquals(2 * Credit.START * 10 / 12, interval(12, 5_000), "in proportion");
    }

    @Test
    @Expects("flow-control.more-is-allowed")
    void shouldGrowSlowlyBelowTheGoalIfItIsInUse() {
        assertEquals(1088, interval(9, 1024));
        assertEquals(1156, interval(9, 100), "the interval before counts too");
        final int before = flow.credit();
        assertEquals(before, interval(9, 200), "it is not in use");
    }

    @Test
    @Expects("flow-control.what-nobody-uses-is-taken-back")
    void shouldTakeBackSlowlyWhatNobodyUses() {
        while (flow.credit() < 16_384) {
            interval(1, 100_000);
        }
        interval(1, 1);
        assertEquals(30_720, interval(1, 1), "in the second interval without use");
        for (int i = 0; i < 100; i++) {
            interval(1, 1);
        }
        assertEquals(Credit.START, flow.credit());
    }

    @Test
    @Expects("flow-control.begins-anew-after-nothing-was-wanted")
    void shouldBeginAnewAfterTenIntervalsWithNothingWanted() {
        for (int i = 0; i < 5; i++) {
            interval(100, 5_000);
        }
        assertEquals(Credit.LEAST, flow.credit());
        for (int i = 0; i < 9; i++) {
            assertEquals(Credit.LEAST, pass());
        }
        assertEquals(Credit.START, pass());
    }

    @Test
    void shouldFallWhileSomethingWaitsAndNothingIsDone() {
        for (int i = 1; i <= 5; i++) {
            millis += 100;
            flow.doWork((long) (millis * MS), (long) (i * 100 * MS));
        }
        assertEquals(Credit.LEAST, flow.credit());
    }

    @Test
    void shouldBoundNobodyAndTellNoneWhereItIsOff() {
        flow = flow(0);
        interval(1_000, 5_000);
        interval(1_000, 5_000);
        assertEquals(Credit.UNBOUNDED, flow.credit());
        assertEquals(Credit.NOT_TOLD, flow.number());
        assertEquals(1_000 * MS, flow.meanNs(), "it is measured all the same");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Integer.MAX_VALUE, Credit.MOST})
    void shouldNeverGoAboveTheMostWhateverAClientWants(final long wanted) {
        for (int i = 0; i < 100; i++) {
            interval(0, wanted);
        }
        assertEquals(Credit.MOST, flow.credit());
    }
}
