package io.fleet.storage.fault;

import io.fleet.storage.Digest;
import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Bodies and metas that follow from a number, so that a test can tell a right one from a wrong one. */
public final class Bodies {
    private Bodies() {
    }

    public static UnsafeBuffer body(final long seed, final int length) {
        final byte[] bytes = new byte[length];
        long state = seed * 0x9E37_79B9_7F4A_7C15L + 1;
        for (int i = 0; i < length; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            bytes[i] = (byte) state;
        }
        return new UnsafeBuffer(bytes);
    }

    public static EntryMeta meta(final long seed, final DirectBuffer body) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = seed * 31 + 7;
        meta.sequence = seed;
        meta.timestamp = 1_700_000_000_000L + seed;
        meta.length = body.capacity();
        meta.digest = new Digest().of(body, 0, body.capacity());
        return meta;
    }
}
