package io.fleet.examples.kv;

import io.fleet.examples.kv.store.Rope;
import io.fleet.machine.Payload;
import io.fleet.machine.Reply;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.IntArrayList;

/**
 * Gathers the answers to a batch as typed values, see {@link KvReplyReader} for their form. Past its limit it takes no
 * more and says so; the machine then goes back to a mark. Reused.
 */
final class ReplyBuilder {
    static final byte NIL = 0;
    static final byte INTEGER = 1;
    static final byte BULK = 2;
    static final byte SIMPLE = 3;
    static final byte ERROR = 4;
    static final byte ARRAY = 5;
    static final int HEADER_LENGTH = 4;
    /** More than what is around the only value of an answer. */
    static final int OVERHEAD_LENGTH = 64;
    private static final int KEPT_CAPACITY = 1024 * 1024;
    private static final byte[] OK = {'O', 'K'};

    private int limit;
    private final byte[] digits = new byte[Numbers.MAX_DIGITS];
    private ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(1024);
    private int length;
    private boolean overflow;
    /** Payloads, where each comes in the buffer, and their lengths, all together. */
    private final List<Payload> payloads = new ArrayList<>();
    private final IntArrayList positions = new IntArrayList();
    private int referenced;

    ReplyBuilder(final int limit) {
        this.limit = limit;
        clear();
    }

    /** Begins anew, with another limit. */
    void clear(final int newLimit) {
        limit = newLimit;
        clear();
    }

    private void clear() {
        if (buffer.capacity() > KEPT_CAPACITY) {
            buffer = new ExpandableArrayBuffer(1024);
        }
        length = HEADER_LENGTH;
        overflow = false;
        payloads.clear();
        positions.clear();
        referenced = 0;
    }

    /** How long the answers are. */
    int length() {
        return length + referenced;
    }

    /** Where to go back to, see {@link #backTo}. */
    int mark() {
        return length;
    }

    /**
     * Whether a bulk of a size still fits.
     *
     * @param bytes its size.
     * @return whether it fits.
     */
    boolean hasRoomFor(final int bytes) {
        return bytes + 5 <= limit - length();
    }

    boolean overflow() {
        return overflow;
    }

    /**
     * Goes back to a length, forgetting what came after.
     *
     * @param mark an earlier {@link #mark()}.
     */
    void backTo(final int mark) {
        length = mark;
        overflow = false;
        while (!payloads.isEmpty() && positions.getInt(positions.size() - 1) > mark) {
            positions.removeAt(positions.size() - 1);
            referenced -= payloads.remove(payloads.size() - 1).length();
        }
    }

    void nil() {
        if (reserve(1)) {
            buffer.putByte(length++, NIL);
        }
    }

    void integer(final long value) {
        if (reserve(9)) {
            buffer.putByte(length, INTEGER);
            buffer.putLong(length + 1, value, ByteOrder.LITTLE_ENDIAN);
            length += 9;
        }
    }

    void bulk(final byte[] bytes) {
        bytes(BULK, bytes, bytes.length);
    }

    void bulk(final DirectBuffer source, final int offset, final int count) {
        if (reserve(5 + count)) {
            buffer.putByte(length, BULK);
            buffer.putInt(length + 1, count, ByteOrder.LITTLE_ENDIAN);
            buffer.putBytes(length + 5, source, offset, count);
            length += 5 + count;
        }
    }

    void bulk(final Rope rope) {
        if (reserve(5 + rope.length())) {
            buffer.putByte(length, BULK);
            buffer.putInt(length + 1, rope.length(), ByteOrder.LITTLE_ENDIAN);
            length += 5;
            rope.forEach(bytes -> {
                buffer.putBytes(length, bytes);
                length += bytes.length;
            }, payload -> {
                payloads.add(payload);
                positions.addInt(length);
                referenced += payload.length();
            });
        }
    }

    void bulkNumber(final long value) {
        final int count = Numbers.length(value);
        Numbers.put(value, digits, 0, count);
        bytes(BULK, digits, count);
    }

    void ok() {
        bytes(SIMPLE, OK, OK.length);
    }

    void simple(final byte[] text) {
        bytes(SIMPLE, text, text.length);
    }

    void error(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        bytes(ERROR, bytes, bytes.length);
    }

    /**
     * Begins an array.
     *
     * @param count of its elements; may be set later.
     * @return where the count is, for {@link #setCount}.
     */
    int array(final int count) {
        if (!reserve(5)) {
            return -1;
        }
        buffer.putByte(length, ARRAY);
        buffer.putInt(length + 1, count, ByteOrder.LITTLE_ENDIAN);
        length += 5;
        return length - 4;
    }

    /**
     * Sets the count of an array begun before.
     *
     * @param position what {@link #array} answered.
     * @param count    of its elements.
     */
    void setCount(final int position, final int count) {
        if (position >= 0) {
            buffer.putInt(position, count, ByteOrder.LITTLE_ENDIAN);
        }
    }

    void writeTo(final Reply reply, final int answers) {
        buffer.putInt(0, answers, ByteOrder.LITTLE_ENDIAN);
        int done = 0;
        for (int i = 0; i < payloads.size(); i++) {
            reply.write(buffer, done, positions.getInt(i) - done);
            reply.write(payloads.get(i));
            done = positions.getInt(i);
        }
        reply.write(buffer, done, length - done);
    }

    /** Answers that nothing was run, since so many bytes are needed for what comes first. */
    void writeNeeded(final Reply reply, final int bytes) {
        reply.writeInt(0);
        reply.writeInt(bytes);
    }

    private void bytes(final byte type, final byte[] bytes, final int count) {
        if (reserve(5 + count)) {
            buffer.putByte(length, type);
            buffer.putInt(length + 1, count, ByteOrder.LITTLE_ENDIAN);
            buffer.putBytes(length + 5, bytes, 0, count);
            length += 5 + count;
        }
    }

    private boolean reserve(final int bytes) {
        overflow |= bytes > limit - length();
        return !overflow;
    }
}
