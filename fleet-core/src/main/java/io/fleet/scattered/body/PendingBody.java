package io.fleet.scattered.body;

import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.storage.EntryMeta;
import org.agrona.concurrent.UnsafeBuffer;

/** A body that is here, on its way, or asked for. Pooled by {@link PendingBodies}. */
public final class PendingBody {
    public long batcherId;
    public long sequence;
    public long targetBallot;
    /** What its batcher says of it, in the first chunk that came. */
    public final BodyWish wish = new BodyWish();
    public long digest;
    public int length;
    /** The LSN it was ordered at, or 0. Once set, the body is kept until the replica has recorded that LSN. */
    public long lsn;
    public boolean complete;
    /** How it is asked for. */
    final BodyRequest request = new BodyRequest();
    /** How often it was shown to a leader that did not order it ({@code UnorderedBodies}). */
    public int shown;
    public long arrivalNs;
    /** When the last chunk came. */
    public long chunkNs;
    /** When the last chunk came that was missing. */
    public long newChunkNs;
    /** The bytes of a body whose chunks have all come; null before. */
    byte[] array;
    public UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    /** Neighbours in the list of bodies that are not ordered, oldest first. */
    PendingBody older;
    public PendingBody newer;
    private int missing;
    private final long[] chunks = new long[4];
    /** The chunks of a longer body that have come, while others are missing: what is told takes no memory. */
    private byte[][] pieces;

    void expect(final long bodyDigest, final int bodyLength) {
        digest = bodyDigest;
        length = bodyLength;
        missing = bodyLength;
        complete = false;
        java.util.Arrays.fill(chunks, 0);
    }

    public boolean matches(final EntryMeta meta) {
        return digest == meta.digest && length == meta.length;
    }

    /**
     * Takes a chunk; true when it was the last one missing. Chunks lie at multiples of the largest chunk, so that
     * repeats are known. Memory is taken from the pool as chunks come.
     */
    boolean take(final EntryBody chunk, final BodyPool pool) {
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
        missing -= chunk.chunkLength;
        if (length <= EntryBody.MAX_CHUNK) {
            hold(pool);
            buffer.putBytes(0, chunk.buffer, chunk.bufferOffset, chunk.chunkLength);
        } else {
            keep(index, chunk, pool);
        }
        return missing == 0;
    }

    private void keep(final int index, final EntryBody chunk, final BodyPool pool) {
        if (pieces == null) {
            pieces = new byte[(length - 1) / EntryBody.MAX_CHUNK + 1][];
        }
        pieces[index] = pool.take(chunk.chunkLength);
        chunk.buffer.getBytes(chunk.bufferOffset, pieces[index], 0, chunk.chunkLength);
        if (missing > 0) {
            return;
        }
        hold(pool);
        for (int i = 0; i < pieces.length; i++) {
            final int offset = i * EntryBody.MAX_CHUNK;
            buffer.putBytes(offset, pieces[i], 0, Math.min(EntryBody.MAX_CHUNK, length - offset));
        }
        giveBackPieces(pool);
    }

    private void hold(final BodyPool pool) {
        if (array == null) {
            array = pool.take(length);
            buffer.wrap(array);
        }
    }

    /** Leaves buffer and bytes to who uses them, and goes on with a copy. */
    void lend(final BodyPool pool) {
        final byte[] copy = pool.take(length);
        System.arraycopy(array, 0, copy, 0, length);
        array = copy;
        buffer = new UnsafeBuffer(copy);
    }

    /** Lets go of all that has come of it. */
    void giveBack(final BodyPool pool) {
        if (array != null) {
            pool.give(array);
            array = null;
            buffer.wrap(0, 0);
        }
        giveBackPieces(pool);
    }

    private void giveBackPieces(final BodyPool pool) {
        if (pieces != null) {
            for (final byte[] piece : pieces) {
                if (piece != null) {
                    pool.give(piece);
                }
            }
            pieces = null;
        }
    }

    /** How many bytes of memory it takes. */
    long heldBytes() {
        long sum = array == null ? 0 : array.length;
        for (int i = 0; pieces != null && i < pieces.length; i++) {
            sum += pieces[i] == null ? 0 : pieces[i].length;
        }
        return sum;
    }

    /** Whether a part of it is here, and another is missing. */
    public boolean isPart() {
        return missing > 0 && missing < length;
    }

    /** Whether {@link BodyFetcher} has it on its list. */
    public boolean isWanted() {
        return request.isWanted();
    }

    /** How many bytes are missing. */
    int missing() {
        return missing;
    }

    /** Where the first chunk that is missing starts. */
    public int firstMissing() {
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
        wish.clear();
        lsn = 0;
        complete = false;
        request.end();
        shown = 0;
        older = null;
        newer = null;
    }
}
