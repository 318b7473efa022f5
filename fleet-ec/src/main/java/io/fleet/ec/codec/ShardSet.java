package io.fleet.ec.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The shards of one call of an {@link ErasureCodec}: each is <i>given</i> (its bytes are there), <i>wanted</i> (its
 * bytes are to be written) or <i>absent</i>, as all are at first. Made once and used for many calls; what was set stays
 * until it is set again. Buffers may be on the Java heap or outside it, and each shard may have its own.
 *
 * <p>For one thread at a time. It refers to the caller's buffers until they are replaced or the set is cleared; they
 * stay the caller's.
 */
public final class ShardSet {
    private static final byte ABSENT = 0;
    private static final byte GIVEN = 1;
    private static final byte WANTED = 2;

    private final byte[] marks;
    private final DirectBuffer[] buffers;
    private final int[] offsets;
    /** Around byte buffers; made when first needed. */
    private final UnsafeBuffer[] wrappers;
    private int length;
    private int given;
    private int wanted;

    /**
     * A set in which all shards are absent and have no bytes.
     *
     * @param shards k + m of the codec, 1 to 256.
     */
    public ShardSet(final int shards) {
        if (shards < 1 || shards > ErasureCodec.MAX_SHARDS) {
            throw new IllegalArgumentException("shards are " + shards + ", but must be from 1 to "
                + ErasureCodec.MAX_SHARDS);
        }
        marks = new byte[shards];
        buffers = new DirectBuffer[shards];
        offsets = new int[shards];
        wrappers = new UnsafeBuffer[shards];
    }

    /** Makes all shards absent and lets go of all buffers. The length stays. */
    public void clear() {
        for (int shard = 0; shard < marks.length; shard++) {
            absent(shard);
        }
    }

    /**
     * Sets the length of each shard.
     *
     * @param bytes of one shard, 0 or more.
     */
    public void length(final int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("length of a shard is " + bytes + " bytes, but must be 0 or more");
        }
        length = bytes;
    }

    /**
     * The length of each shard.
     *
     * @return bytes of one shard.
     */
    public int length() {
        return length;
    }

    /**
     * A shard is there.
     *
     * @param shard  its index, from 0.
     * @param buffer that has it; is only read.
     * @param offset of its first byte in the buffer.
     */
    public void give(final int shard, final DirectBuffer buffer, final int offset) {
        mark(shard, GIVEN, buffer, offset);
    }

    /**
     * A shard is there, in a byte buffer, whose position and limit are neither used nor moved.
     *
     * @param shard  its index, from 0.
     * @param buffer that has it; is only read.
     * @param offset of its first byte, counted from the beginning of the buffer.
     */
    public void give(final int shard, final ByteBuffer buffer, final int offset) {
        mark(shard, GIVEN, wrap(shard, buffer), offset);
    }

    /**
     * A shard is missing and to be made.
     *
     * @param shard  its index, from 0.
     * @param buffer that takes it.
     * @param offset of its first byte in the buffer.
     */
    public void want(final int shard, final MutableDirectBuffer buffer, final int offset) {
        mark(shard, WANTED, buffer, offset);
    }

    /**
     * A shard is missing and to be made, in a byte buffer, whose position and limit are neither used nor moved.
     *
     * @param shard  its index, from 0.
     * @param buffer that takes it.
     * @param offset of its first byte, counted from the beginning of the buffer.
     * @throws IllegalArgumentException when the buffer is read-only.
     */
    public void want(final int shard, final ByteBuffer buffer, final int offset) {
        if (buffer.isReadOnly()) {
            throw new IllegalArgumentException("the buffer for shard " + shard + " is read-only, but must be writable");
        }
        mark(shard, WANTED, wrap(shard, buffer), offset);
    }

    /**
     * A shard is missing and not needed.
     *
     * @param shard its index, from 0.
     */
    public void absent(final int shard) {
        mark(shard, ABSENT, null, 0);
    }

    /**
     * How many shards there are.
     *
     * @return shards, whatever their marks.
     */
    public int count() {
        return marks.length;
    }

    /**
     * How many shards are there.
     *
     * @return given ones.
     */
    public int given() {
        return given;
    }

    /**
     * How many shards are to be made.
     *
     * @return wanted ones.
     */
    public int wanted() {
        return wanted;
    }

    /**
     * Whether a shard is there.
     *
     * @param shard its index, from 0.
     * @return true when it is given.
     */
    public boolean isGiven(final int shard) {
        return marks[shard] == GIVEN;
    }

    /**
     * Whether a shard is to be made.
     *
     * @param shard its index, from 0.
     * @return true when it is wanted.
     */
    public boolean isWanted(final int shard) {
        return marks[shard] == WANTED;
    }

    /**
     * Copies a given shard.
     *
     * @param shard  its index, from 0.
     * @param to     takes its bytes.
     * @param offset of the first one in that buffer.
     */
    public void copy(final int shard, final MutableDirectBuffer to, final int offset) {
        if (!isGiven(shard)) {
            throw new IllegalArgumentException("shard " + shard + " is to be copied, but is not given");
        }
        if (length > 0) {
            to.putBytes(offset, buffers[shard], offsets[shard], length);
        }
    }

    /** All ranges lie in their buffers; and what is wanted, where it is to be written, overlaps nothing. */
    void check(final int shards, final boolean writes) {
        if (marks.length != shards) {
            throw new IllegalArgumentException("the set is of " + marks.length + " shards, but must be of " + shards
                + " for this codec");
        }
        for (int shard = 0; shard < shards; shard++) {
            if (marks[shard] != ABSENT) {
                checkRange(shard);
            }
        }
        if (writes && length > 0 && wanted > 0) {
            for (int shard = 0; shard < shards; shard++) {
                if (marks[shard] == WANTED) {
                    checkOverlap(shard);
                }
            }
        }
    }

    /** Whether the marks are those of an earlier call. */
    boolean hasMarks(final byte[] earlier) {
        return Arrays.equals(marks, earlier);
    }

    void copyMarks(final byte[] to) {
        System.arraycopy(marks, 0, to, 0, marks.length);
    }

    /** The array that a shard lies in; null when it lies outside the Java heap. */
    byte[] array(final int shard) {
        return buffers[shard].byteArray();
    }

    /** The index of a shard's first byte in its array. */
    int arrayIndex(final int shard) {
        return buffers[shard].wrapAdjustment() + offsets[shard];
    }

    /** Copies bytes of a given shard. */
    void read(final int shard, final int from, final byte[] to, final int bytes) {
        buffers[shard].getBytes(offsets[shard] + from, to, 0, bytes);
    }

    /** Writes bytes of a wanted shard. */
    void write(final int shard, final int to, final byte[] from, final int bytes) {
        ((MutableDirectBuffer) buffers[shard]).putBytes(offsets[shard] + to, from, 0, bytes);
    }

    private void mark(final int shard, final byte mark, final DirectBuffer buffer, final int offset) {
        if (shard < 0 || shard >= marks.length) {
            throw new IllegalArgumentException("shard is " + shard + ", but must be from 0 to " + (marks.length - 1));
        }
        if (buffer == null && mark != ABSENT) {
            throw new IllegalArgumentException("the buffer of shard " + shard + " is null");
        }
        given += (mark == GIVEN ? 1 : 0) - (marks[shard] == GIVEN ? 1 : 0);
        wanted += (mark == WANTED ? 1 : 0) - (marks[shard] == WANTED ? 1 : 0);
        marks[shard] = mark;
        buffers[shard] = buffer;
        offsets[shard] = offset;
        if (wrappers[shard] != null && wrappers[shard] != buffer) {
            wrappers[shard].wrap(0, 0);
        }
    }

    private UnsafeBuffer wrap(final int shard, final ByteBuffer buffer) {
        if (shard < 0 || shard >= marks.length || buffer == null) {
            return null;
        }
        if (wrappers[shard] == null) {
            wrappers[shard] = new UnsafeBuffer(0, 0);
        }
        wrappers[shard].wrap(buffer);
        return wrappers[shard];
    }

    private void checkRange(final int shard) {
        final int offset = offsets[shard];
        final int capacity = buffers[shard].capacity();
        if (offset < 0 || offset > capacity - length) {
            throw new IllegalArgumentException("shard " + shard + " has " + length + " bytes from offset " + offset
                + ", but they must lie within the " + capacity + " bytes of its buffer");
        }
    }

    private void checkOverlap(final int written) {
        for (int other = 0; other < marks.length; other++) {
            // Of two wanted ones, one look is enough.
            final boolean isPair = marks[other] == GIVEN || marks[other] == WANTED && other > written;
            if (isPair && array(other) == array(written) && Math.abs(start(other) - start(written)) < length) {
                throw new IllegalArgumentException("shard " + written + " is to be written, but its bytes overlap "
                    + "those of shard " + other);
            }
        }
    }

    /** Where a shard begins, in its array or in memory. */
    private long start(final int shard) {
        return buffers[shard].addressOffset() + offsets[shard];
    }
}
