package io.fleet.testkit.coded;

import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One entry that a client writes.
 *
 * @param batcherId who writes it.
 * @param sequence  its number there.
 * @param header    says the same to every node.
 * @param value     the bytes that are coded.
 */
record CodedEntry(long batcherId, long sequence, UnsafeBuffer header, UnsafeBuffer value) {
    private static final int HEADER_LENGTH = 16;

    static CodedEntry random(final long batcherId, final long sequence, final int maxLength,
                             final SplittableRandom random) {
        final UnsafeBuffer header = new UnsafeBuffer(new byte[HEADER_LENGTH]);
        header.putLong(0, batcherId);
        header.putLong(Long.BYTES, sequence);
        final byte[] bytes = new byte[random.nextInt(maxLength + 1)];
        random.nextBytes(bytes);
        return new CodedEntry(batcherId, sequence, header, new UnsafeBuffer(bytes));
    }

    int headerLength() {
        return header.capacity();
    }

    int valueLength() {
        return value.capacity();
    }
}
