package io.fleet.verify.fuzz;

import io.fleet.error.SnapshotFormatException;
import io.fleet.replica.timer.TimerTable;
import io.fleet.testkit.checker.machine.MemorySnapshot;
import java.util.Arrays;
import java.util.List;

/**
 * The timers in a snapshot. Declared: {@link SnapshotFormatException}, after which the table is empty. A table that was
 * read writes the bytes that it was read from, and all its timers are due after the log time of the snapshot.
 */
final class TimerTarget implements FuzzTarget {
    private static final long LOG_TIME = 1_000;
    /** A timer in both arrays and in the map, all of which have room for up to twice and four times as many. */
    private static final long BYTES_OF_TIMER = 16;
    private static final long GROWTH = 16;

    @Override
    public String name() {
        return "timers";
    }

    @Override
    public List<byte[]> seeds() {
        final TimerTable table = new TimerTable();
        final byte[] empty = written(table);
        for (int i = 0; i < 20; i++) {
            table.schedule(i * 7 % 20, LOG_TIME + 1 + i % 3);
        }
        return List.of(empty, written(table));
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final TimerTable table = new TimerTable();
        final MemorySnapshot snapshot = MemorySnapshot.of(input);
        try {
            meter.within((input.length / BYTES_OF_TIMER + 64) * BYTES_OF_TIMER * GROWTH,
                () -> table.readSnapshot(snapshot.reader(), LOG_TIME));
        } catch (final SnapshotFormatException e) {
            Check.that(table.size() == 0, "a table that could not be read is not empty");
            return e.getMessage();
        }
        final byte[] again = written(table);
        Check.that(again.length <= input.length, "the table is larger than it was");
        Check.same("the table", Arrays.copyOf(input, again.length), again);
        Check.that(!table.isDue(LOG_TIME), "a timer is due at the time of the snapshot");
        while (table.size() > 0) {
            table.poll();
        }
        return Fuzzer.TAKEN;
    }

    private static byte[] written(final TimerTable table) {
        final MemorySnapshot out = new MemorySnapshot();
        table.writeSnapshot(out);
        return out.bytes();
    }
}
