package io.fleet.ec.node.proxy;

import io.fleet.session.CommandCursor;
import io.fleet.session.CommandFrame;
import java.nio.ByteOrder;
import java.util.function.LongSupplier;
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
 * 12  int   how many bytes there are before the first frame: 16; 0 in entries of before, which have none
 * 16  long  ballot of the proxy, which names its node and is another one in each of its lives
 * 24  long  drawn by the proxy for this entry, and told to members only
 * 32        each command's frame without its payload, see {@link CommandFrame}; the length in it is that of the whole
 * </pre>
 *
 * <p>The digest in an entry's id covers the header. So two proxies, two lives of one, or one that is given a name
 * twice, have two ids, and a client cannot choose bodies that would have the same: it does not know what is drawn.
 *
 * <p>Reused by one thread; what it gives is valid until the next call.
 */
public final class EntrySplitter {
    /** Where the first frame is in a header that names no proxy. */
    static final int UNNAMED = 16;
    private static final int BODY_LENGTH_OFFSET = 8;
    private static final int NAME_LENGTH_OFFSET = 12;
    private static final int NAME_LENGTH = 2 * Long.BYTES;

    private final long ballot;
    private final LongSupplier salts;
    private final CommandCursor cursor = new CommandCursor();
    private final ExpandableArrayBuffer header = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer copied = new ExpandableArrayBuffer();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private DirectBuffer value = copied;
    private int headerLength;
    private int valueLength;

    /**
     * Creates a splitter.
     *
     * @param ballot of the proxy that it is for.
     * @param salts  gives what nobody can foresee, for each entry.
     */
    public EntrySplitter(final long ballot, final LongSupplier salts) {
        this.ballot = ballot;
        this.salts = salts;
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
        headerLength = UNNAMED + NAME_LENGTH;
        valueLength = 0;
        header.putLong(0, logTime, ByteOrder.LITTLE_ENDIAN);
        header.putInt(BODY_LENGTH_OFFSET, length, ByteOrder.LITTLE_ENDIAN);
        header.putInt(NAME_LENGTH_OFFSET, NAME_LENGTH, ByteOrder.LITTLE_ENDIAN);
        header.putLong(UNNAMED, ballot, ByteOrder.LITTLE_ENDIAN);
        header.putLong(UNNAMED + Long.BYTES, salts.getAsLong(), ByteOrder.LITTLE_ENDIAN);
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
        return headerLength > UNNAMED + NAME_LENGTH && !cursor.isMalformed();
    }

    /**
     * Whether a header is one that {@link #split} makes, as far as that can be told without the value.
     *
     * @param header holds it.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return whether; its frames begin at {@link #framesOffset} then, and their payloads come to what it says.
     */
    public static boolean isSound(final DirectBuffer header, final int offset, final int length) {
        if (!hasFrames(header, offset, length)) {
            return false;
        }
        final int frames = length - framesOffset(header, offset);
        final CommandCursor walk = new CommandCursor().wrapHeaders(header, offset + framesOffset(header, offset),
            frames);
        long payloads = 0;
        while (walk.next()) {
            payloads += walk.payloadLength();
        }
        return !walk.isMalformed()
            && header.getInt(offset + BODY_LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN) == frames + payloads;
    }

    private static boolean hasFrames(final DirectBuffer header, final int offset, final int length) {
        if (length < UNNAMED + CommandFrame.HEADER_LENGTH || header.getLong(offset, ByteOrder.LITTLE_ENDIAN) < 0) {
            return false;
        }
        final int name = header.getInt(offset + NAME_LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
        return name == 0 || name == NAME_LENGTH && length >= UNNAMED + NAME_LENGTH + CommandFrame.HEADER_LENGTH;
    }

    /** Where the first frame is in a sound header, from its first byte. */
    public static int framesOffset(final DirectBuffer header, final int offset) {
        return UNNAMED + header.getInt(offset + NAME_LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
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
    public static int bodyLength(final DirectBuffer header, final int offset) {
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
        if (!hasFrames(header, offset, headerLength) || header.getInt(offset + BODY_LENGTH_OFFSET,
            ByteOrder.LITTLE_ENDIAN) != (long) headerLength - framesOffset(header, offset) + valueLength) {
            return -1;
        }
        final int end = offset + headerLength;
        int at = offset + framesOffset(header, offset);
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
