package io.fleet.verify.fuzz;

import io.fleet.config.GroupConfig;
import io.fleet.error.SnapshotFormatException;
import io.fleet.session.ReplyFrame;
import io.fleet.session.SessionTable;
import io.fleet.testkit.checker.machine.MemorySnapshot;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The session table in a snapshot. Declared: {@link SnapshotFormatException}, after which the table is empty. A table
 * that was read writes the bytes that it was read from.
 */
final class SessionTarget implements FuzzTarget {
    /** The shortest session with a result. */
    private static final int VERSION_OFFSET = 4;
    private static final int SHORTEST = 44;
    /** Its ring when the result is at the far end of the largest window, and the smaller rings before. */
    private static final long LARGEST_RING = 2 * 65_536 * (Long.BYTES + Byte.BYTES + Integer.BYTES + Long.BYTES);

    @Override
    public String name() {
        return "sessions";
    }

    @Override
    public List<byte[]> seeds() {
        final SessionTable table = new SessionTable(GroupConfig.scattered());
        final byte[] empty = written(table);
        table.onEntry(1_000);
        final UnsafeBuffer reply = new UnsafeBuffer("an answer of some bytes".getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < 3; i++) {
            table.from(40 + i);
            final long session = i == 0 ? table.openSession() : table.openOwnedSession();
            for (int sequence = 1; sequence <= 2 * i; sequence++) {
                table.admitWrite(session, sequence, 1);
                table.store(session, sequence, sequence == 2 ? ReplyFrame.FAILED : ReplyFrame.OK, reply, 0,
                    5 * sequence);
            }
            table.onEntry(2_000 + i);
        }
        return List.of(empty, written(table));
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final SessionTable table = new SessionTable(GroupConfig.scattered());
        final MemorySnapshot snapshot = MemorySnapshot.of(input);
        try {
            meter.within((input.length / SHORTEST + 1) * LARGEST_RING + 8L * input.length,
                () -> table.readSnapshot(snapshot.reader()));
        } catch (final SnapshotFormatException e) {
            Check.that(table.sessionCount() == 0, "a table that could not be read is not empty");
            return e.getMessage();
        }
        final byte[] again = written(table);
        if (input[VERSION_OFFSET] < 3) {
            // It is written in the version of today, and stays so.
            final SessionTable second = new SessionTable(GroupConfig.scattered());
            second.readSnapshot(MemorySnapshot.of(again).reader());
            Check.same("the table", again, written(second));
        } else {
            Check.that(again.length <= input.length, "the table is larger than it was");
            Check.same("the table", Arrays.copyOf(input, again.length), again);
        }
        table.onEntry(Long.MAX_VALUE);
        return Fuzzer.TAKEN;
    }

    private static byte[] written(final SessionTable table) {
        final MemorySnapshot out = new MemorySnapshot();
        table.writeSnapshot(out);
        return out.bytes();
    }
}
