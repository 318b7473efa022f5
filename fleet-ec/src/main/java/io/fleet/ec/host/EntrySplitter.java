package io.fleet.ec.host;

import io.fleet.session.CommandCursor;
import io.fleet.session.CommandFrame;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Splits the body of an entry into what every node gets and what is coded (rule C1), and puts it together again. The
 * value is all payloads, one after the other; the header is, little-endian:
 *
 * <pre>
 *  0  long  log time that the proxy proposes in milliseconds (S11)
 *  8  int   length of the body in bytes
 * 12  int   zero
 * 16        each command's frame without its payload, see {@link CommandFrame}; the length in it is that of the whole
 * </pre>
 *
 * <p>Reused by one thread; what it gives is valid until the next call.
 */
public final class EntrySplitter {
    /** Where the first frame is in a header. */
    public static final int FRAMES_OFFSET = 16;
    private static final int BODY_LENGTH_OFFSET = 8;
    private static final int ZERO_OFFSET = 12;

    private final CommandCursor cursor = new CommandCursor();
    private final ExpandableArrayBuffer header = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer copied = new ExpandableArrayBuffer();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private DirectBuffer value = copied;
    private int headerLength;
    private int valueLength;

    /** Creates a splitter. */
    public EntrySplitter() {
    }

    /**
     * Splits a body.
     *
     * @param logTime that this node proposes, in milliseconds; at least 0.
     * @param body    where the body is.
     * @param offset  of its first byte.
     * @param length  in bytes.
     * @return false when the body is not commands to its end, or none.
     */
    public boolean split(final long logTime, final DirectBuffer body, final int offset, final int length) {
        headerLength = FRAMES_OFFSET;
        valueLength = 0;
        header.putLong(0, logTime, ByteOrder.LITTLE_ENDIAN);
        header.putInt(BODY_LENGTH_OFFSET, length, ByteOrder.LITTLE_ENDIAN);
        header.putInt(ZERO_OFFSET, 0, ByteOrder.LITTLE_ENDIAN);
        value = copied;
        cursor.wrap(body, offset, length);
        while (cursor.next()) {
            final int frame = CommandFrame.HEADER_LENGTH + cursor.headerLength();
            header.putBytes(headerLength, body, cursor.headerOffset() - CommandFrame.HEADER_LENGTH, frame);
            headerLength += frame;
            if (cursor.payloadLength() > 0 && cursor.payloadLength() == length - cursor.payloadOffset() + offset
                && valueLength == 0) {
                view.wrap(body, cursor.payloadOffset(), cursor.payloadLength());
                value = view;
            } else {
                copied.putBytes(valueLength, body, cursor.payloadOffset(), cursor.payloadLength());
            }
            valueLength += cursor.payloadLength();
        }
        return headerLength > FRAMES_OFFSET && !cursor.isMalformed();
    }

    /**
     * Whether a header is one that {@link #split} makes, as far as that can be told without the value.
     *
     * @param header holds it.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return whether; its frames begin at {@link #FRAMES_OFFSET} then, and their payloads come to what it says.
     */
    static boolean isSound(final DirectBuffer header, final int offset, final int length) {
        final int frames = length - FRAMES_OFFSET;
        if (frames < CommandFrame.HEADER_LENGTH || header.getLong(offset, ByteOrder.LITTLE_ENDIAN) < 0
            || header.getInt(offset + ZERO_OFFSET, ByteOrder.LITTLE_ENDIAN) != 0) {
            return false;
        }
        final CommandCursor walk = new CommandCursor().wrapHeaders(header, offset + FRAMES_OFFSET, frames);
        long payloads = 0;
        while (walk.next()) {
            payloads += walk.payloadLength();
        }
        return !walk.isMalformed()
            && header.getInt(offset + BODY_LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN) == frames + payloads;
    }

    /**
     * The header of the body that was split last.
     *
     * @return a buffer that holds it from index 0.
     */
    public DirectBuffer header() {
        return header;
    }

    /**
     * Its length.
     *
     * @return bytes.
     */
    public int headerLength() {
        return headerLength;
    }

    /**
     * The value of the body that was split last; not copied where the last command alone has a payload.
     *
     * @return a buffer that holds it from index 0, a view of the body or a copy.
     */
    public DirectBuffer value() {
        return value;
    }

    /** Whether {@link #value} is a copy; otherwise it is the end of the body. */
    boolean isCopied() {
        return value == copied;
    }

    /**
     * Its length.
     *
     * @return bytes.
     */
    public int valueLength() {
        return valueLength;
    }

    /**
     * The log time that the proxy of an entry proposes.
     *
     * @param header holds a header that {@link #join} took.
     * @param offset of its first byte.
     * @return milliseconds.
     */
    public static long logTime(final DirectBuffer header, final int offset) {
        return header.getLong(offset, ByteOrder.LITTLE_ENDIAN);
    }

    /** How long the body is that a sound header is of, in bytes. */
    static int bodyLength(final DirectBuffer header, final int offset) {
        return header.getInt(offset + BODY_LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Puts a body together. Trusts no length.
     *
     * @param header       holds the header.
     * @param offset       of its first byte.
     * @param headerLength in bytes.
     * @param value        holds the value from index 0.
     * @param valueLength  in bytes.
     * @param body         receives the body from index 0.
     * @return its length; -1 when header and value are not what a body splits into.
     */
    public static int join(final DirectBuffer header, final int offset, final int headerLength,
                           final DirectBuffer value, final int valueLength, final MutableDirectBuffer body) {
        final int frames = headerLength - FRAMES_OFFSET;
        if (frames < CommandFrame.HEADER_LENGTH || header.getLong(offset, ByteOrder.LITTLE_ENDIAN) < 0
            || header.getInt(offset + ZERO_OFFSET, ByteOrder.LITTLE_ENDIAN) != 0
            || header.getInt(offset + BODY_LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN) != (long) frames + valueLength) {
            return -1;
        }
        final int end = offset + headerLength;
        int at = offset + FRAMES_OFFSET;
        int taken = 0;
        int length = 0;
        while (at < end) {
            if (end - at < CommandFrame.HEADER_LENGTH) {
                return -1;
            }
            final int command = header.getInt(at + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            if (command < 0 || command > end - at - CommandFrame.HEADER_LENGTH) {
                return -1;
            }
            final int frame = CommandFrame.HEADER_LENGTH + command;
            final int payload = header.getInt(at + CommandFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN) - frame;
            if (payload < 0 || payload > valueLength - taken) {
                return -1;
            }
            body.putBytes(length, header, at, frame);
            body.putBytes(length + frame, value, taken, payload);
            at += frame;
            taken += payload;
            length += frame + payload;
        }
        return taken == valueLength ? length : -1;
    }
}
