package io.fleet.session;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * Walks over the commands in the body of an entry. Trusts no length: what does not fit ends the walk, and
 * {@link #isMalformed()} says so.
 */
public final class CommandCursor {
    private DirectBuffer buffer;
    private int end;
    private int next;
    private int frame;
    private int frameLength;
    private boolean malformed;

    /**
     * Starts at the first command.
     *
     * @param body   where the body is.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return this.
     */
    public CommandCursor wrap(final DirectBuffer body, final int offset, final int length) {
        buffer = body;
        next = offset;
        end = offset + length;
        malformed = false;
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
        next = frame + frameLength;
        return true;
    }

    private boolean isFrame(final int left) {
        frameLength = buffer.getInt(frame + CommandFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (frameLength < CommandFrame.HEADER_LENGTH || frameLength > left) {
            return false;
        }
        final int header = headerLength();
        final byte kind = kind();
        return header >= 0 && header <= frameLength - CommandFrame.HEADER_LENGTH
            && kind >= CommandFrame.WRITE && kind <= CommandFrame.CLOSE_SESSION;
    }

    /**
     * Whether the walk ended at bytes that are not a command.
     *
     * @return whether.
     */
    public boolean isMalformed() {
        return malformed;
    }

    /**
     * The kind of the command, see {@link CommandFrame}.
     *
     * @return the kind.
     */
    public byte kind() {
        return buffer.getByte(frame + CommandFrame.KIND_OFFSET);
    }

    /**
     * The session of the command.
     *
     * @return the session id.
     */
    public long sessionId() {
        return buffer.getLong(frame + CommandFrame.SESSION_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * The sequence of the command in its session, or the nonce of an open.
     *
     * @return the sequence.
     */
    public long sequence() {
        return buffer.getLong(frame + CommandFrame.SEQUENCE_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * The oldest sequence whose reply the client still waited for.
     *
     * @return the sequence.
     */
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
        return buffer.getInt(frame + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Where the payload starts.
     *
     * @return the index in the body's buffer.
     */
    public int payloadOffset() {
        return headerOffset() + headerLength();
    }

    /**
     * The length of the payload.
     *
     * @return bytes.
     */
    public int payloadLength() {
        return frameLength - CommandFrame.HEADER_LENGTH - headerLength();
    }

    /**
     * Whether a body is a sequence of whole commands, at least one.
     *
     * @param body   where the body is.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return whether.
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
                || kind < CommandFrame.WRITE || kind > CommandFrame.CLOSE_SESSION) {
                return false;
            }
            at += frameLength;
        }
        return length > 0;
    }
}
