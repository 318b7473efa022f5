package io.fleet.session;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A view of one result in a {@link SessionTable}: valid until the table is next changed. Meant to be reused.
 */
public final class StoredReply {
    /**
     * Status in the table alone, never sent: the command was executed, and what is kept is bytes with references to
     * payloads, in the form of who stored it.
     */
    public static final byte WITH_PAYLOADS = 9;

    private final UnsafeBuffer buffer = new UnsafeBuffer(BytePool.EMPTY);
    private byte status;
    private int length;

    /** Creates a view of nothing. */
    public StoredReply() {
    }

    /**
     * How the command ended: {@link ReplyFrame#OK}, {@link ReplyFrame#FAILED}, {@link ReplyFrame#REPLY_TOO_LARGE},
     * {@link #WITH_PAYLOADS}, or {@link ReplyFrame#REPLY_GONE} where that is not known any more.
     */
    public byte status() {
        return status;
    }

    /**
     * Where the answer is.
     *
     * @return a buffer that is read only.
     */
    public DirectBuffer buffer() {
        return buffer;
    }

    /**
     * Where the answer starts.
     *
     * @return index of the first byte in {@link #buffer()}.
     */
    public int offset() {
        return 0;
    }

    /**
     * How long the answer is.
     *
     * @return bytes.
     */
    public int length() {
        return length;
    }

    void wrap(final byte newStatus, final byte[] bytes, final int newLength) {
        status = newStatus;
        length = newLength;
        buffer.wrap(bytes, 0, newLength);
    }
}
