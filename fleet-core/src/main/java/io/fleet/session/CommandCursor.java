package io.fleet.session;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Walks over the commands in the body of an entry. Trusts no length: what does not fit ends the walk, and
 * {@link #isMalformed()} says so.
 *
 * <p>Bodies come in buffers of several classes. The cursor has a view of its own, of one class: what reads through it
 * is compiled once.
 */
public final class CommandCursor {
    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    private int end;
    private int next;
    private int frame;
    private int frameLength;
    private int headerLength;
    private boolean malformed;
    private boolean headersOnly;
    private int payloadsBefore;
    private int payloadsEnd;

    /**
     * Starts at the first command of a body that has the frames without their payloads.
     *
     * @param frames where they are.
     * @param offset of the first byte.
     * @param length in bytes.
     * @return this.
     */
    public CommandCursor wrapHeaders(final DirectBuffer frames, final int offset, final int length) {
        wrap(frames, offset, length);
        headersOnly = true;
        return this;
    }

    /**
     * The same bytes are elsewhere now; the walk goes on where it is.
     *
     * @param body   where the body is.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    public void moved(final DirectBuffer body, final int offset, final int length) {
        final int shift = offset + length - end;
        buffer.wrap(body);
        frame += shift;
        next += shift;
        end += shift;
    }

    /**
     * Starts at the first command.
     *
     * @param body   where the body is.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return this.
     */
    public CommandCursor wrap(final DirectBuffer body, final int offset, final int length) {
        buffer.wrap(body);
        next = offset;
        end = offset + length;
        malformed = false;
        headersOnly = false;
        payloadsEnd = 0;
        return this;
    }

    /**
     * Goes to the next command.
     *
     * @return false at the end, or where the bytes are not a command.
     */
    public boolean next() {
        if (next >= end || malformed) {
            return false;
        }
        frame = next;
        final int left = end - frame;
        malformed = left < CommandFrame.HEADER_LENGTH || !isFrame(left);
        if (malformed) {
            return false;
        }
        next = frame + (headersOnly ? CommandFrame.HEADER_LENGTH + headerLength : frameLength);
        payloadsBefore = payloadsEnd;
        payloadsEnd += payloadLength();
        return true;
    }

    private boolean isFrame(final int left) {
        frameLength = buffer.getInt(frame + CommandFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (frameLength < CommandFrame.HEADER_LENGTH || !headersOnly && frameLength > left) {
            return false;
        }
        headerLength = buffer.getInt(frame + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
        final byte kind = kind();
        return headerLength >= 0 && headerLength <= left - CommandFrame.HEADER_LENGTH
            && headerLength <= frameLength - CommandFrame.HEADER_LENGTH
            && frameLength - CommandFrame.HEADER_LENGTH - headerLength <= Integer.MAX_VALUE - payloadsEnd
            && kind >= CommandFrame.WRITE && kind <= CommandFrame.CONFIRM;
    }

    /** Whether the walk ended at bytes that are not a command. */
    public boolean isMalformed() {
        return malformed;
    }

    /** The kind of the command, see {@link CommandFrame}. */
    public byte kind() {
        return buffer.getByte(frame + CommandFrame.KIND_OFFSET);
    }

    /** Whether a session that is opened is of the batcher that opens it. */
    public boolean isOwned() {
        return buffer.getByte(frame + CommandFrame.OWNER_OFFSET) == CommandFrame.OWNED;
    }

    /** Whether a confirmation is to be answered. */
    public boolean isAsked() {
        return buffer.getByte(frame + CommandFrame.OWNER_OFFSET) == CommandFrame.ASKED;
    }

    /**
     * The session of the command.
     *
     * @return the session id.
     */
    public long sessionId() {
        return buffer.getLong(frame + CommandFrame.SESSION_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /** The sequence of the command in its session, or the nonce of an open. */
    public long sequence() {
        return buffer.getLong(frame + CommandFrame.SEQUENCE_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /** The oldest sequence whose reply the client still waited for. */
    public long oldest() {
        return buffer.getLong(frame + CommandFrame.OLDEST_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Where the command's header starts.
     *
     * @return the index in the body's buffer.
     */
    public int headerOffset() {
        return frame + CommandFrame.HEADER_LENGTH;
    }

    /**
     * The length of the command's header.
     *
     * @return bytes.
     */
    public int headerLength() {
        return headerLength;
    }

    /**
     * How many bytes of payloads the commands before have.
     *
     * @return bytes.
     */
    public int payloadsBefore() {
        return payloadsBefore;
    }

    /**
     * Where the payload starts, if the body has it.
     *
     * @return the index in the body's buffer.
     */
    public int payloadOffset() {
        return headerOffset() + headerLength;
    }

    /**
     * The length of the payload.
     *
     * @return bytes.
     */
    public int payloadLength() {
        return frameLength - CommandFrame.HEADER_LENGTH - headerLength;
    }

    /**
     * Whether a body is a sequence of whole commands, at least one.
     *
     * @param body   where the body is.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    public static boolean isWellFormed(final DirectBuffer body, final int offset, final int length) {
        final int end = offset + length;
        int at = offset;
        while (at < end) {
            if (end - at < CommandFrame.HEADER_LENGTH) {
                return false;
            }
            final int frameLength = body.getInt(at + CommandFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            final int header = body.getInt(at + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            final byte kind = body.getByte(at + CommandFrame.KIND_OFFSET);
            if (frameLength < CommandFrame.HEADER_LENGTH || frameLength > end - at || header < 0
                || header > frameLength - CommandFrame.HEADER_LENGTH
                || kind < CommandFrame.WRITE || kind > CommandFrame.CONFIRM) {
                return false;
            }
            at += frameLength;
        }
        return length > 0;
    }
}
