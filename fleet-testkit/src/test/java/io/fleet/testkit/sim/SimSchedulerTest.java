package io.fleet.testkit.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SimSchedulerTest {
    private final SimScheduler scheduler = new SimScheduler();

    @Test
    void shouldRunEventsByTimeAndThenByOrder() {
        final Random random = new Random(1);
        final List<long[]> ran = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            final long time = random.nextInt(500);
            final long order = i;
            scheduler.at(time, now -> {
                assertEquals(time, now);
                ran.add(new long[] {now, order});
            });
        }
        while (scheduler.runNext()) {
            assertEquals(scheduler.eventsRun(), ran.size());
        }
        assertEquals(5000, ran.size());
        for (int i = 1; i < ran.size(); i++) {
            final long[] before = ran.get(i - 1);
            final long[] after = ran.get(i);
            assertTrue(before[0] < after[0] || before[0] == after[0] && before[1] < after[1]);
        }
    }

    @Test
    void shouldRunEventsThatEventsAdd() {
        final List<Long> ran = new ArrayList<>();
        scheduler.at(10, now -> {
            scheduler.at(5, then -> ran.add(then));
            scheduler.after(7, then -> ran.add(then));
        });
        scheduler.runUntil(16);
        assertEquals(List.of(10L), ran);
        assertEquals(16, scheduler.nowNs());
        scheduler.runUntil(17);
        assertEquals(List.of(10L, 17L), ran);
        assertFalse(scheduler.runNext());
    }

    @Test
    void shouldGiveEachConcernItsOwnStream() {
        final RandomStreams streams = new RandomStreams(42);
        final long first = streams.stream("disk", 1).nextLong();
        streams.stream("network", 0).nextLong();
        assertEquals(first, streams.stream("disk", 1).nextLong());
        assertNotEquals(first, streams.stream("disk", 2).nextLong());
        assertNotEquals(first, streams.stream("network", 1).nextLong());
        assertNotEquals(first, new RandomStreams(43).stream("disk", 1).nextLong());
    }

    @Test
    void shouldRunClockAtItsRateAndNeverBackwards() {
        final NodeClock clock = new NodeClock(scheduler, -5_000, 1_000_000);
        scheduler.runUntil(2_000_000);
        assertEquals(1_995_000, clock.nanoTime());
        clock.rate(0.5);
        assertEquals(1_995_000, clock.nanoTime());
        scheduler.runUntil(6_000_000);
        assertEquals(3_995_000, clock.nanoTime());
        assertEquals(1_000_004, clock.epochMillis());
        clock.jump(-3_000);
        assertEquals(997_004, clock.epochClock().time());
        assertEquals(3_995_000, clock.nanoTime());
        clock.reboot(17);
        assertEquals(17, clock.nanoTime());
        assertEquals(997_004, clock.epochMillis());
        assertTrue(clock.toVirtualNs(100) >= 200);
        assertThrows(IllegalArgumentException.class, () -> clock.rate(Double.NaN));
    }

    @Test
    void shouldHashStepsButNotNotes() {
        final SimTrace one = new SimTrace();
        final SimTrace two = new SimTrace();
        one.step(1, "send", 2, 3, 4);
        two.note(1, () -> "a note");
        two.step(1, "send", 2, 3, 4);
        assertEquals(one.hash(), two.hash());
        two.step(1, "send", 2, 3, 5);
        one.step(1, "send", 2, 4, 4);
        assertNotEquals(one.hash(), two.hash());
        assertEquals(2, one.steps());
    }
}
