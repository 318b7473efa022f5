package io.fleet.examples.kv;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

/**
 * Reads the machine's answers to a {@link KvBatch}. Checks every length before it is used. A reused flyweight; not
 * thread-safe.
 *
 * <pre>
 * int     how many of the batch's commands were run and answered; 0 where there was too little room for the first
 * int     after a 0: how much is needed, in bytes; nothing follows
 * then for each answer
 * byte    type
 *         NIL      nothing follows
 *         INTEGER  long
 *         BULK, SIMPLE, ERROR   int length, bytes
 *         ARRAY    int count, that many values
 * </pre>
 *
 * <p>Numbers are little-endian.
 */
public final class KvReplyReader {
    /** What a value is. */
    public enum Type {
        /** No value. */
        NIL,
        /** A number. */
        INTEGER,
        /** Bytes. */
        BULK,
        /** A short text such as OK. */
        SIMPLE,
        /** An error text, its code first. */
        ERROR,
        /** A list: so many values follow. */
        ARRAY
    }

    private static final Type[] TYPES = Type.values();

    private DirectBuffer buffer;
    private int position;
    private int limit;
    private Type type;
    private long number;
    private int offset;
    private int length;
    private int needed;

    /**
     * Goes to the first answer.
     *
     * @param replies where the answers are.
     * @param first   index of their first byte.
     * @param bytes   how many.
     * @return how many commands were answered; 0 where none was run, see {@link #needed()}.
     */
    public int wrap(final DirectBuffer replies, final int first, final int bytes) {
        buffer = replies;
        position = first;
        limit = first + bytes;
        final int answers = readInt();
        needed = 0;
        if (answers == 0 && bytes == 2 * Integer.BYTES) {
            needed = readInt();
        }
        if (answers < 1 && needed < 1 || answers > bytes) {
            throw malformed("it counts " + answers + " answers in " + bytes + " bytes");
        }
        return answers;
    }

    /**
     * How much room for answers the first command needs, where there was too little.
     *
     * @return bytes; 0 where commands were answered.
     */
    public int needed() {
        return needed;
    }

    /**
     * Reads the next value; of an array only its head.
     *
     * @return what it is.
     */
    public Type next() {
        need(1);
        final byte code = buffer.getByte(position++);
        if (code < 0 || code >= TYPES.length) {
            throw malformed("there is no type " + code);
        }
        type = TYPES[code];
        switch (type) {
            case INTEGER:
                need(Long.BYTES);
                number = buffer.getLong(position, ByteOrder.LITTLE_ENDIAN);
                position += Long.BYTES;
                break;
            case BULK:
            case SIMPLE:
            case ERROR:
                length = readInt();
                need(length);
                offset = position;
                position += length;
                break;
            case ARRAY:
                length = readInt();
                need(length);
                break;
            default:
                break;
        }
        return type;
    }

    /** The number just read. */
    public long number() {
        return number;
    }

    /**
     * How many elements the array just begun has.
     *
     * @return elements.
     */
    public int count() {
        return length;
    }

    /**
     * Where the bytes just read are.
     *
     * @return the buffer given to {@link #wrap}.
     */
    public DirectBuffer buffer() {
        return buffer;
    }

    /**
     * Where the bytes just read begin.
     *
     * @return an index.
     */
    public int offset() {
        return offset;
    }

    /**
     * How many bytes were just read.
     *
     * @return bytes.
     */
    public int length() {
        return length;
    }

    /**
     * A copy of the bytes just read.
     *
     * @return owned by the caller.
     */
    public byte[] bytes() {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }

    /**
     * The bytes just read, as UTF-8.
     *
     * @return text.
     */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    private int readInt() {
        need(Integer.BYTES);
        final int value = buffer.getInt(position, ByteOrder.LITTLE_ENDIAN);
        position += Integer.BYTES;
        return value;
    }

    private void need(final int bytes) {
        if (bytes < 0 || bytes > limit - position) {
            throw malformed(bytes + " bytes are wanted where " + (limit - position) + " are left");
        }
    }

    private static IllegalArgumentException malformed(final String why) {
        return new IllegalArgumentException("malformed answer to a batch of key-value commands: " + why);
    }
}
