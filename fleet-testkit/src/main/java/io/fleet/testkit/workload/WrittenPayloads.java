package io.fleet.testkit.workload;

import io.fleet.testkit.sim.SimHash;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Payloads whose every byte follows from their number, which stands in the header of the command that brings them: so
 * whoever reads one, or a part of it, can tell whether it is what was written. Pure functions.
 */
final class WrittenPayloads {
    private WrittenPayloads() {
    }

    /** The number at the end of a header. */
    static long number(final DirectBuffer header) {
        return header.getLong(header.capacity() - Long.BYTES, ByteOrder.LITTLE_ENDIAN);
    }

    static void write(final long number, final MutableDirectBuffer buffer, final int length) {
        for (int i = 0; i < length; i++) {
            buffer.putByte(i, at(number, i));
        }
    }

    /** The first byte that is not the one of a payload at the same place; -1 where there is none. */
    static int difference(final long number, final int from, final DirectBuffer buffer, final int offset,
                          final int length) {
        long word = 0;
        for (int i = 0; i < length; i++) {
            final int at = from + i;
            if (i == 0 || (at & 7) == 0) {
                word = word(number, at);
            }
            if (buffer.getByte(offset + i) != (byte) (word >>> 8 * (at & 7))) {
                return i;
            }
        }
        return -1;
    }

    private static byte at(final long number, final int i) {
        return (byte) (word(number, i) >>> 8 * (i & 7));
    }

    private static long word(final long number, final int i) {
        return SimHash.mix(number, i >>> 3);
    }
}
