package io.fleet.bench.peer.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.SnapshotFormatException;
import io.fleet.testkit.checker.machine.MemorySnapshot;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Both places for values keep the same, and read what the other one wrote. */
class ValuesTest {
    /** More than a block of them. */
    private static final int LONGEST = 6 << 20;
    private static final int KEYS = 5;

    private static List<Values> both() {
        return List.of(new HeapValues(KEYS), new OffHeapValues(KEYS, LONGEST));
    }

    private static void put(final Values values, final long key, final int length, final int fill) {
        final byte[] value = new byte[length];
        Arrays.fill(value, (byte) fill);
        values.put(key, new UnsafeBuffer(value));
    }

    private static byte[] snapshot(final Values values) {
        final MemorySnapshot snapshot = new MemorySnapshot();
        values.writeSnapshot(snapshot);
        return snapshot.bytes();
    }

    @Test
    void shouldReadWhatTheOtherOneWrote() {
        for (final Values writer : both()) {
            put(writer, 0, 3, 1);
            put(writer, 0, 2, 2);
            put(writer, 3, LONGEST, 3);
            put(writer, 4, 0, 0);
            final byte[] written = snapshot(writer);
            for (final Values reader : both()) {
                reader.readSnapshot(MemorySnapshot.of(written).reader());
                assertEquals(2, reader.length(0));
                assertEquals(Values.NONE, reader.length(1));
                assertEquals(LONGEST, reader.length(3));
                assertEquals(0, reader.length(4));
                assertArrayEquals(written, snapshot(reader));
            }
        }
    }

    @Test
    void shouldRefuseSnapshotsOfAnotherKind() {
        final byte[] ofMore = snapshot(new HeapValues(KEYS + 1));
        final MemorySnapshot tooLong = new MemorySnapshot();
        tooLong.writeInt(KEYS);
        tooLong.writeInt(100);
        for (final Values each : both()) {
            assertTrue(assertThrows(SnapshotFormatException.class,
                () -> each.readSnapshot(MemorySnapshot.of(ofMore).reader())).getMessage()
                .contains("6 keys, but must have 5"), "keys");
            assertTrue(assertThrows(SnapshotFormatException.class,
                () -> each.readSnapshot(MemorySnapshot.of(tooLong.bytes()).reader())).getMessage()
                .contains("has 100 bytes, but must have from 0 to 0"), "length");
        }
    }

    @Test
    void shouldRefuseWhatHasNoPlaceBesideTheHeap() {
        final Values values = new OffHeapValues(KEYS, 10);
        assertThrows(IllegalArgumentException.class, () -> put(values, KEYS, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> put(values, -1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> put(values, 0, 11, 1));
        final Values longer = new HeapValues(KEYS);
        put(longer, 0, 11, 1);
        assertThrows(SnapshotFormatException.class,
            () -> values.readSnapshot(MemorySnapshot.of(snapshot(longer)).reader()));
    }
}
