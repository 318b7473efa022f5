package io.fleet.verify.fuzz.kv;

import io.fleet.error.SnapshotFormatException;
import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvOp;
import io.fleet.verify.fuzz.AllocationMeter;
import io.fleet.verify.fuzz.Check;
import io.fleet.verify.fuzz.FuzzTarget;
import io.fleet.verify.fuzz.Fuzzer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Snapshots of the key-value store. Declared: {@link SnapshotFormatException}. A machine that was loaded writes a
 * snapshot from which another one is loaded that writes the same.
 */
final class KvSnapshotTarget implements FuzzTarget {
    private static final int KEYS_OFFSET = Integer.BYTES + Long.BYTES;
    private static final long BOUND = 64 * 1024;
    /** For each byte: an entry of nothing takes 16 in the snapshot. */
    private static final long FOR_EACH_BYTE = 32;

    @Override
    public String name() {
        return "kv-snapshot";
    }

    @Override
    public List<byte[]> seeds() {
        final Turns machine = new Turns();
        final byte[] empty = machine.snapshot();
        final KvBatch batch = new KvBatch();
        for (int i = 0; i < 6; i++) {
            batch.add(KvOp.SET, text("key-" + i), text("value-".repeat(i)));
        }
        batch.add(KvOp.PSETEX, text("short-lived"), text("60000"), text("x"));
        machine.run(false, batch.toBytes());
        final byte[] filled = machine.snapshot();
        batch.clear();
        batch.add(KvOp.WATCH, text("key-1"), text("none"));
        machine.run(false, batch.toBytes());
        return List.of(empty, filled, machine.snapshot());
    }

    private static byte[] text(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final Turns machine = new Turns();
        try {
            meter.within(BOUND + FOR_EACH_BYTE * input.length, () -> machine.load(input));
        } catch (final SnapshotFormatException e) {
            return e.getMessage();
        }
        final byte[] written = machine.snapshot();
        final Turns again = new Turns();
        again.load(written);
        Check.same("the snapshot of a machine that was loaded from it", written, again.snapshot());
        final boolean expired = keys(written) < keys(input);
        Check.that(expired ? written.length < input.length : written.length == input.length, "a snapshot of "
            + input.length + " bytes has become one of " + written.length);
        final byte[] size = machine.run(true, size());
        Check.same("the number of keys", size, again.run(true, size()));
        return Fuzzer.TAKEN + (expired ? " without what has expired" : "");
    }

    private static int keys(final byte[] snapshot) {
        return ByteBuffer.wrap(snapshot).order(ByteOrder.LITTLE_ENDIAN).getInt(KEYS_OFFSET);
    }

    private static byte[] size() {
        final KvBatch batch = new KvBatch();
        batch.add(KvOp.DBSIZE);
        batch.add(KvOp.KEYS, text("*"));
        return batch.toBytes();
    }
}
