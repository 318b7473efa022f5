package io.fleet.verify.crashpoint.workload;

import io.fleet.storage.Digest;
import io.fleet.storage.EntryMeta;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A body and what names it, made from a number alone.
 *
 * @param meta names it.
 * @param body its bytes.
 */
public record TestEntry(EntryMeta meta, UnsafeBuffer body) {
    public static TestEntry of(final long number, final int length) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (number * 31 + i * 7L + (i >> 8) * 13L + 1);
        }
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = 77;
        meta.sequence = number;
        meta.length = length;
        meta.timestamp = 1_000 + number;
        final UnsafeBuffer body = new UnsafeBuffer(bytes);
        meta.digest = new Digest().of(body, 0, length);
        return new TestEntry(meta, body);
    }

    boolean isIn(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] found = new byte[length];
        buffer.getBytes(offset, found);
        return Arrays.equals(found, body.byteArray());
    }
}
