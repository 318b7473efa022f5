package io.fleet.machine;

import org.agrona.DirectBuffer;

/**
 * Collects the bytes that a state machine answers. Appending only; what was appended is sent when the call returns.
 * Numbers are little-endian. Valid only during the call it is handed to.
 */
public interface Reply {
    /**
     * Appends bytes.
     *
     * @param source where they are.
     * @param offset of the first.
     * @param length how many.
     * @return this.
     */
    Reply write(DirectBuffer source, int offset, int length);

    /**
     * Appends a whole array.
     *
     * @param source the bytes.
     * @return this.
     */
    Reply write(byte[] source);

    /**
     * Appends one byte.
     *
     * @param value the byte.
     * @return this.
     */
    Reply writeByte(byte value);

    /**
     * Appends four bytes, little-endian.
     *
     * @param value the number.
     * @return this.
     */
    Reply writeInt(int value);

    /**
     * Appends eight bytes, little-endian.
     *
     * @param value the number.
     * @return this.
     */
    Reply writeLong(long value);

    /**
     * Appends the bytes of a payload, wherever they are: of the payload of the command that is applied, of one that is
     * placed, or of a part. They are put in when the reply is sent, which in a coded group may be after replies to
     * later commands. The reply to a write refers to them until its client has it, so that a repeated command gets the
     * same answer; what a query answers may be reclaimed meanwhile, and then the query is executed again on the newer
     * state (rule C10). A query cannot return a payload that came with it.
     *
     * @param payload which; counts with its length in {@link #length()} and {@code maxReplyBytes}.
     * @return this.
     * @throws UnsupportedOperationException when the machine does not use handles.
     * @throws IllegalStateException         when it is neither of this command nor placed.
     */
    default Reply write(Payload payload) {
        throw new UnsupportedOperationException("this state machine does not use payload handles: its"
            + " usesPayloads() is false");
    }

    /**
     * How many bytes were appended so far.
     *
     * @return bytes.
     */
    int length();
}
