package io.fleet.replica.timer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.machine.MemorySnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimerTableTest {
    private static final int MAGIC = 0x4D495446;

    private final TimerTable table = new TimerTable(4);

    @Test
    void shouldFireInTheOrderOfDeadlinesAndThenOfIds() { // S11
        table.schedule(7, 30);
        table.schedule(9, 20);
        table.schedule(-3, 30);
        table.schedule(8, 20);
        assertEquals(List.of(8L, 9L, -3L, 7L), drain(table, 30));
    }

    @Test
    void shouldFireNothingBeforeItIsDue() { // S11
        table.schedule(1, 10);
        assertFalse(table.isDue(9));
        assertTrue(table.isDue(10));
        assertEquals(10, table.nextDeadline());
        assertEquals(1, table.poll());
        assertFalse(table.isDue(Long.MAX_VALUE));
        assertEquals(TimerTable.NONE, table.nextDeadline());
    }

    @Test
    void shouldNeverFireWhatIsDueNever() {
        table.schedule(1, Long.MAX_VALUE);
        assertFalse(table.isDue(Long.MAX_VALUE));
    }

    @Test
    void shouldMoveATimerThatIsScheduledAgain() {
        table.schedule(1, 10);
        table.schedule(2, 20);
        table.schedule(1, 30);
        assertEquals(2, table.size());
        assertEquals(List.of(2L, 1L), drain(table, 30));
    }

    @Test
    void shouldForgetWhatIsCancelled() {
        table.schedule(1, 10);
        table.schedule(2, 20);
        assertTrue(table.cancel(1));
        assertFalse(table.cancel(1));
        assertFalse(table.contains(1));
        assertEquals(List.of(2L), drain(table, 30));
    }

    @Test
    void shouldTakeNoMoreThanItsBound() { // S13
        for (int i = 0; i < 4; i++) {
            assertTrue(table.schedule(i, i));
        }
        assertFalse(table.schedule(4, 0));
        assertTrue(table.schedule(3, 9), "moving one needs no room");
        assertEquals(List.of(0L, 1L, 2L, 3L), drain(table, 9));
    }

    @Test
    void shouldDoAsAModelDoesAndKeepAllOfItInASnapshot() { // S11
        final SplittableRandom random = new SplittableRandom(17);
        for (int round = 0; round < 200; round++) {
            TimerTable real = new TimerTable(24);
            final Map<Long, Long> model = new HashMap<>();
            long now = 0;
            for (int step = 0; step < 200; step++) {
                now += random.nextInt(3);
                real = step(real, model, now, random);
                assertEquals(model.size(), real.size());
                assertEquals(due(model, now), drain(real, now));
                final long time = now;
                model.values().removeIf(deadline -> deadline <= time);
            }
        }
    }

    @Test
    void shouldWriteTheSameBytesHoweverItCameAbout() { // S9
        final TimerTable other = new TimerTable(4);
        table.schedule(1, 10);
        table.schedule(2, 20);
        table.schedule(3, 5);
        other.schedule(3, 5);
        other.schedule(4, 1);
        other.schedule(2, 20);
        other.schedule(1, 10);
        other.cancel(4);
        assertEquals(hex(table), hex(other));
        assertEquals(List.of(3L, 1L, 2L), drain(other, 20), "and goes on");
    }

    @Test
    void shouldRefuseWhatIsNoTable() {
        refuses(0, 1, 0);
        refuses(MAGIC, 2, 0);
        refuses(MAGIC, 1, -1);
        refuses(MAGIC, 1, 5);
        refuses(MAGIC, 1, 1, 100, 1);
        refuses(MAGIC, 1, 2, 102, 1, 101, 2);
        refuses(MAGIC, 1, 2, 101, 2, 101, 1);
        refuses(MAGIC, 1, 2, 101, 1, 102, 1);
        refuses(MAGIC, 1, 2, 101, 1);
    }

    private void refuses(final int magic, final int version, final int count, final long... rest) {
        final MemorySnapshot snapshot = new MemorySnapshot();
        snapshot.writeInt(magic);
        snapshot.writeInt(version);
        snapshot.writeInt(count);
        for (final long each : rest) {
            snapshot.writeLong(each);
        }
        table.schedule(9, 900);
        assertThrows(RuntimeException.class, () -> table.readSnapshot(snapshot.reader(), 100));
        assertEquals(0, table.size(), "what was there is gone, and half of a table is none");
        assertFalse(table.contains(1));
    }

    private static TimerTable step(final TimerTable real, final Map<Long, Long> model, final long now,
                                   final SplittableRandom random) {
        final long id = random.nextInt(30);
        switch (random.nextInt(8)) {
            case 0, 1 -> assertEquals(model.remove(id) != null, real.cancel(id));
            case 2 -> {
                final TimerTable restored = new TimerTable(24);
                final MemorySnapshot snapshot = new MemorySnapshot();
                real.writeSnapshot(snapshot);
                restored.readSnapshot(snapshot.reader(), now - 2);
                assertEquals(hex(real), hex(restored));
                return random.nextBoolean() ? real : restored;
            }
            default -> {
                final long deadline = now + random.nextInt(12);
                final boolean room = model.containsKey(id) || model.size() < 24;
                assertEquals(room, real.schedule(id, deadline));
                if (room) {
                    model.put(id, deadline);
                }
            }
        }
        return real;
    }

    private static List<Long> due(final Map<Long, Long> model, final long now) {
        return model.entrySet().stream().filter(timer -> timer.getValue() <= now)
            .sorted(Comparator.comparing((Map.Entry<Long, Long> timer) -> timer.getValue())
                .thenComparing(Map.Entry::getKey)).map(Map.Entry::getKey).toList();
    }

    private static List<Long> drain(final TimerTable timers, final long now) {
        final List<Long> fired = new ArrayList<>();
        while (timers.isDue(now)) {
            fired.add(timers.poll());
        }
        return fired;
    }

    private static String hex(final TimerTable timers) {
        final MemorySnapshot snapshot = new MemorySnapshot();
        timers.writeSnapshot(snapshot);
        final StringBuilder text = new StringBuilder();
        final var reader = snapshot.reader();
        while (reader.remaining() > 0) {
            text.append(Integer.toHexString(reader.readInt())).append(' ');
        }
        return text.toString();
    }
}
