package io.fleet.testkit.coded;

import io.fleet.ec.dissemination.ValueSource;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;
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
    private static final int HEADER_LENGTH = 24;
    private static final int KEY_OFFSET = 16;
    private static final int KEYS = 6;
    private static final long NO_KEY = -1;
    private static final int LATE_ONE_IN = 8;

    static CodedEntry random(final long batcherId, final long sequence, final int maxLength,
                             final SplittableRandom random) {
        final UnsafeBuffer header = new UnsafeBuffer(new byte[HEADER_LENGTH]);
        header.putLong(0, batcherId);
        header.putLong(Long.BYTES, sequence);
        header.putLong(KEY_OFFSET, randomKey(random));
        final byte[] bytes = new byte[random.nextInt(maxLength + 1)];
        random.nextBytes(bytes);
        return new CodedEntry(batcherId, sequence, header, new UnsafeBuffer(bytes));
    }

    /** An ordered read: it writes no key, and only takes its place in the order (RC-14). */
    static CodedEntry read(final long batcherId, final long sequence) {
        final UnsafeBuffer header = new UnsafeBuffer(new byte[HEADER_LENGTH]);
        header.putLong(0, batcherId);
        header.putLong(Long.BYTES, sequence);
        header.putLong(KEY_OFFSET, NO_KEY);
        return new CodedEntry(batcherId, sequence, header, new UnsafeBuffer(new byte[0]));
    }

    static long randomKey(final SplittableRandom random) {
        return random.nextInt(KEYS);
    }

    long key() {
        return header.getLong(KEY_OFFSET);
    }

    /** Its bytes, some of which are not there when they are asked for. */
    ValueSource source(final SplittableRandom random) {
        return (from, length, to, at) -> {
            if (random.nextInt(LATE_ONE_IN) == 0) {
                return false;
            }
            to.putBytes(at, value, from, length);
            return true;
        };
    }

    /** Whether bytes are those of its header. */
    boolean hasHeader(final DirectBuffer bytes, final int offset) {
        return header.equals(new UnsafeBuffer(bytes, offset, header.capacity()));
    }

    /** Whether bytes are those of its value from a place on. */
    boolean hasValue(final int from, final DirectBuffer bytes, final int offset, final int length) {
        return new UnsafeBuffer(value, from, length).equals(new UnsafeBuffer(bytes, offset, length));
    }

    int headerLength() {
        return header.capacity();
    }

    int valueLength() {
        return value.capacity();
    }
}
