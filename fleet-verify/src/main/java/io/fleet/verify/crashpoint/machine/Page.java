package io.fleet.verify.crashpoint.machine;

import io.fleet.testkit.sim.SimHash;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** 4096 bytes of a file as the device holds them; never changed, so that copies of a machine share them. */
final class Page {
    static final int LENGTH = 4096;

    final byte[] bytes;
    private long hash;

    Page(final byte[] bytes) {
        this.bytes = bytes;
    }

    /** This page, or zeros where there is none, with some bytes replaced. */
    static Page with(final Page before, final int at, final byte[] source, final int offset, final int length) {
        final byte[] bytes = before == null ? new byte[LENGTH] : Arrays.copyOf(before.bytes, LENGTH);
        System.arraycopy(source, offset, bytes, at, length);
        return new Page(bytes);
    }

    long hash() {
        if (hash == 0) {
            final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
            long sum = SimHash.START;
            for (int i = 0; i < LENGTH; i += Long.BYTES) {
                sum = sum * 31 + buffer.getLong(i, ByteOrder.LITTLE_ENDIAN);
            }
            hash = SimHash.mix(SimHash.START, sum) | 1;
        }
        return hash;
    }
}
