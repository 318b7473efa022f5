package io.fleet.protocol.scattered;

import io.fleet.protocol.message.EntryBody;
import io.fleet.storage.EntryMeta;
import org.agrona.concurrent.UnsafeBuffer;

/** A body that is here, on its way, or asked for. Pooled by {@link PendingBodies}. */
final class PendingBody {
    long batcherId;
    long sequence;
    long targetBallot;
    long digest;
    int length;
    /** The LSN it was ordered at, or 0. Once set, the body is kept until the replica has recorded that LSN. */
    long lsn;
    boolean complete;
    /** Whether {@link BodyFetcher} has it on its list. */
    boolean wanted;
    /** Whether it is asked for because others hold the body of a recorded entry. */
    boolean recorded;
    int fetchAttempts;
    long nextFetchNs;
    /** How often it was shown to a leader that did not order it ({@link StrayBodies}). */
    int shown;
    long arrivalNs;
    /** When the last chunk came. */
    long chunkNs;
    byte[] array;
    final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    /** Neighbours in the list of bodies that are not ordered, oldest first. */
    PendingBody older;
    PendingBody newer;
    private int missing;
    private final long[] chunks = new long[4];

    void expect(final long bodyDigest, final int bodyLength) {
        digest = bodyDigest;
        length = bodyLength;
        missing = bodyLength;
        complete = false;
        java.util.Arrays.fill(chunks, 0);
    }

    boolean matches(final EntryMeta meta) {
        return digest == meta.digest && length == meta.length;
    }

    /**
     * Takes a chunk; true when it was the last one missing. Chunks lie at multiples of the largest chunk, so that
     * repeats are known.
     */
    boolean take(final EntryBody chunk) {
        final int index = chunk.offset / EntryBody.MAX_CHUNK;
        final int expected = Math.min(EntryBody.MAX_CHUNK, length - chunk.offset);
        if (chunk.offset % EntryBody.MAX_CHUNK != 0 || chunk.chunkLength != expected || index >= 256) {
            return false;
        }
        final long bit = 1L << (index & 63);
        if ((chunks[index >>> 6] & bit) != 0) {
            return false;
        }
        chunks[index >>> 6] |= bit;
        buffer.putBytes(chunk.offset, chunk.buffer, chunk.bufferOffset, chunk.chunkLength);
        missing -= chunk.chunkLength;
        return missing == 0;
    }

    /** Where the first chunk that is missing starts. */
    int firstMissing() {
        int offset = 0;
        while (offset < length
            && (chunks[offset / EntryBody.MAX_CHUNK >>> 6] & 1L << (offset / EntryBody.MAX_CHUNK & 63)) != 0) {
            offset += EntryBody.MAX_CHUNK;
        }
        return Math.min(offset, length);
    }

    void reset() {
        batcherId = 0;
        sequence = 0;
        targetBallot = 0;
        lsn = 0;
        complete = false;
        wanted = false;
        recorded = false;
        fetchAttempts = 0;
        shown = 0;
        older = null;
        newer = null;
        array = null;
    }
}
