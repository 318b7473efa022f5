package io.fleet.storage;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What may be told of a number without telling the number, nor anything else that is made from it. */
public final class OneWayHash {
    private OneWayHash() {
    }

    /**
     * The first 64 bits of the SHA-256 of a number.
     *
     * @param secret the number.
     * @return always the same for the same number.
     */
    public static long of(final long secret) {
        try {
            final byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(secret).array();
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes)).getLong();
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
