package io.fleet.bench.peer.fleet;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** In blocks beside the heap, a place for each; what is in use of them is freed with this object, by the collector. */
final class OffHeapValues extends Values {
    private static final int BLOCK_BYTES = 16 << 20;

    private final int longest;
    private final int keysInBlock;
    private final int[] lengths;
    private final UnsafeBuffer[] blocks;
    private final byte[] value;

    /**
     * @param keys    how many there are.
     * @param longest how long a value can be.
     */
    OffHeapValues(final int keys, final int longest) {
        super(keys);
        this.longest = longest;
        keysInBlock = Math.max(1, BLOCK_BYTES / longest);
        lengths = new int[keys];
        Arrays.fill(lengths, NONE);
        blocks = new UnsafeBuffer[(keys + keysInBlock - 1) / keysInBlock];
        value = new byte[longest];
    }

    /** The block of a key, made when the first value goes there: a machine that is empty takes no memory. */
    private UnsafeBuffer block(final int key) {
        final int index = key / keysInBlock;
        if (blocks[index] == null) {
            blocks[index] = new UnsafeBuffer(ByteBuffer.allocateDirect(keysInBlock * longest));
        }
        return blocks[index];
    }

    private int offset(final int key) {
        return key % keysInBlock * longest;
    }

    private int checked(final long key) {
        if (key < 0 || key >= lengths.length) {
            throw new IllegalArgumentException("key is " + key + ", but must be from 0 to " + (lengths.length - 1));
        }
        return (int) key;
    }

    @Override
    void put(final long key, final DirectBuffer from) {
        final int index = checked(key);
        if (from.capacity() > longest) {
            throw new IllegalArgumentException("a value has " + from.capacity() + " bytes, but must have at most "
                + longest);
        }
        block(index).putBytes(offset(index), from, 0, from.capacity());
        lengths[index] = from.capacity();
    }

    @Override
    void get(final long key, final Reply reply) {
        final int index = checked(key);
        if (lengths[index] != NONE) {
            reply.write(block(index), offset(index), lengths[index]);
        }
    }

    @Override
    int length(final int key) {
        return lengths[key];
    }

    @Override
    void write(final int key, final int length, final SnapshotWriter out) {
        out.write(block(key), offset(key), length);
    }

    @Override
    void read(final int key, final int length, final SnapshotReader in) {
        if (length > longest) {
            throw new SnapshotFormatException("the value of key " + key + " has " + length + " bytes, but must have at "
                + "most " + longest);
        }
        in.read(value, 0, length);
        block(key).putBytes(offset(key), value, 0, length);
        lengths[key] = length;
    }
}
