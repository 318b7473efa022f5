package io.fleet.replica;

import io.fleet.machine.Payload;
import java.util.Objects;

/**
 * A payload as the replica knows it: bytes of the value of an entry, which is all payloads of its commands one after
 * the other. One that is placed names the block that holds its reference, by the block's offset in the value.
 */
final class PayloadHandle implements Payload {
    /** The block of a handle that is not placed; then {@link #from} counts from the beginning of the value. */
    static final int UNPLACED = -1;
    /** The LSN of what came with a query beside the log. */
    static final long OF_NO_ENTRY = -1;
    /** Stands for no bytes, and is placed in nothing. */
    static final PayloadHandle EMPTY = new PayloadHandle(0, 0, 0, 0);

    final long lsn;
    final int block;
    final int from;
    private final int length;

    PayloadHandle(final long lsn, final int block, final int from, final int length) {
        this.lsn = lsn;
        this.block = block;
        this.from = from;
        this.length = length;
    }

    static PayloadHandle of(final Payload payload) {
        if (!(payload instanceof PayloadHandle)) {
            throw new IllegalStateException("payload " + payload + " was not made by this replica");
        }
        return (PayloadHandle) payload;
    }

    boolean isPlaced() {
        return block != UNPLACED;
    }

    /** Where its first byte is in the value of its entry. */
    int start() {
        return isPlaced() ? block + from : from;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public Payload slice(final int first, final int count) {
        Objects.checkFromIndexSize(first, count, length);
        return count == 0 ? EMPTY : new PayloadHandle(lsn, block, from + first, count);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof PayloadHandle && ((PayloadHandle) other).lsn == lsn
            && ((PayloadHandle) other).start() == start()
            && ((PayloadHandle) other).length == length;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(lsn * 31 + start()) * 31 + length;
    }

    @Override
    public String toString() {
        return length + " bytes from " + start() + (lsn == OF_NO_ENTRY ? " of what came beside the log"
            : " of the value at LSN " + lsn) + (isPlaced() ? "" : ", not placed");
    }
}
