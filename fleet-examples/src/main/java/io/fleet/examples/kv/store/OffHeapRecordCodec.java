package io.fleet.examples.kv.store;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.hash.serialization.SizedReader;
import net.openhft.chronicle.hash.serialization.SizedWriter;

/** Writes records into a Chronicle Map; reads by saying where they lie, without a copy. Has no state. */
final class OffHeapRecordCodec implements SizedReader<OffHeapRecord>, SizedWriter<OffHeapRecord> {
    @Override
    public OffHeapRecord read(final Bytes<?> in, final long size, final OffHeapRecord using) {
        final OffHeapRecord record = using == null ? new OffHeapRecord() : using;
        record.wrap(in.addressForRead(in.readPosition()), Math.toIntExact(size));
        in.readSkip(size);
        return record;
    }

    @Override
    public long size(final OffHeapRecord record) {
        return record.length();
    }

    @Override
    public void write(final Bytes<?> out, final long size, final OffHeapRecord record) {
        out.write(record.bytes(), 0, record.length());
    }
}
