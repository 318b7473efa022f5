package io.fleet.testkit.checker.machine;

import io.fleet.machine.SnapshotWriter;
import io.fleet.testkit.sim.SimHash;
import org.agrona.DirectBuffer;

/** Takes a snapshot and keeps nothing but the hash of its bytes. */
final class HashingSnapshotWriter implements SnapshotWriter {
    private long hash = SimHash.START;
    private long word;
    private int bytesInWord;
    private long length;

    /** The hash of all bytes so far, however they were cut into calls. */
    long hash() {
        return SimHash.mix(SimHash.mix(hash, word), length);
    }

    @Override
    public void write(final DirectBuffer source, final int offset, final int count) {
        for (int i = 0; i < count; i++) {
            add(source.getByte(offset + i), Byte.BYTES);
        }
    }

    @Override
    public void write(final byte[] source, final int offset, final int count) {
        for (int i = 0; i < count; i++) {
            add(source[offset + i], Byte.BYTES);
        }
    }

    @Override
    public void writeInt(final int value) {
        add(value, Integer.BYTES);
    }

    @Override
    public void writeLong(final long value) {
        add(value, Long.BYTES);
    }

    private void add(final long value, final int bytes) {
        for (int i = 0; i < bytes; i++) {
            word = word << Byte.SIZE | value >>> i * Byte.SIZE & 0xFF;
            if (++bytesInWord == Long.BYTES) {
                hash = SimHash.mix(hash, word);
                word = 0;
                bytesInWord = 0;
            }
        }
        length += bytes;
    }
}
