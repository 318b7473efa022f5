package io.fleet.replica;

import io.fleet.consensus.ChosenEntry;
import io.fleet.session.CommandFrame;
import io.fleet.storage.EntryMeta;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.ExpandableArrayBuffer;

/** The body of an entry in the making. */
public final class Body {
    static final long BATCHER = 0x4711;

    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private int length;
    private long batcher = BATCHER;

    Body open(final long nonce) {
        return add(CommandFrame.OPEN_SESSION, 0, nonce, 0, "");
    }

    /** A session that only the batcher of the entry may use. */
    Body openOwned(final long nonce) {
        final int at = length;
        open(nonce);
        buffer.putByte(at + CommandFrame.OWNER_OFFSET, CommandFrame.OWNED);
        return this;
    }

    /** The entry is of another batcher. */
    Body from(final long newBatcher) {
        batcher = newBatcher;
        return this;
    }

    Body close(final long session) {
        return add(CommandFrame.CLOSE_SESSION, session, 0, 0, "");
    }

    /** Whether it is to be answered. */
    Body confirm(final long session, final long oldest, final boolean isAsked) {
        final int at = length;
        add(CommandFrame.CONFIRM, session, oldest, oldest, "");
        buffer.putByte(at + CommandFrame.OWNER_OFFSET, isAsked ? CommandFrame.ASKED : 0);
        return this;
    }

    Body write(final long session, final long sequence, final String payload) {
        return write(session, sequence, 1, payload);
    }

    Body write(final long session, final long sequence, final long oldest, final String payload) {
        return add(CommandFrame.WRITE, session, sequence, oldest, payload);
    }

    Body read(final long session, final long sequence, final String payload) {
        return add(CommandFrame.READ, session, sequence, 0, payload);
    }

    Body write(final long session, final long sequence, final String header, final String payload) {
        return add(CommandFrame.WRITE, session, sequence, 1, header, payload);
    }

    Body read(final long session, final long sequence, final String header, final String payload) {
        return add(CommandFrame.READ, session, sequence, 0, header, payload);
    }

    /** The frames without their payloads. */
    Body headersOnly() {
        final Body headers = new Body();
        int at = 0;
        while (at < length) {
            final int frame = CommandFrame.HEADER_LENGTH
                + buffer.getInt(at + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            headers.buffer.putBytes(headers.length, buffer, at, frame);
            headers.length += frame;
            at += buffer.getInt(at + CommandFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
        }
        return headers;
    }

    /** All payloads, one after the other. */
    byte[] value() {
        final ExpandableArrayBuffer value = new ExpandableArrayBuffer();
        int valueLength = 0;
        int at = 0;
        while (at < length) {
            final int frame = CommandFrame.HEADER_LENGTH
                + buffer.getInt(at + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            final int size = buffer.getInt(at + CommandFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            value.putBytes(valueLength, buffer, at + frame, size - frame);
            valueLength += size - frame;
            at += size;
        }
        final byte[] bytes = new byte[valueLength];
        value.getBytes(0, bytes);
        return bytes;
    }

    Body junk() {
        buffer.putInt(length, 3);
        length += 20;
        return this;
    }

    public int length() {
        return length;
    }

    public ExpandableArrayBuffer buffer() {
        return buffer;
    }

    EntryMeta meta(final long sequence, final long timestamp) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = batcher;
        meta.sequence = sequence;
        meta.digest = sequence * 31;
        meta.timestamp = timestamp;
        meta.length = length;
        return meta;
    }

    ChosenEntry entry(final long sequence) {
        final ChosenEntry entry = new ChosenEntry();
        entry.meta.set(meta(sequence, 0));
        entry.body = buffer;
        return entry;
    }

    private Body add(final byte kind, final long session, final long sequence, final long oldest,
                     final String payload) {
        return add(kind, session, sequence, oldest, "", payload);
    }

    private Body add(final byte kind, final long session, final long sequence, final long oldest, final String header,
                     final String payload) {
        final byte[] bytes = (header + payload).getBytes(StandardCharsets.UTF_8);
        final int size = CommandFrame.HEADER_LENGTH + bytes.length;
        buffer.putInt(length + CommandFrame.LENGTH_OFFSET, size, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(length + CommandFrame.KIND_OFFSET, kind, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(length + CommandFrame.SESSION_OFFSET, session, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(length + CommandFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(length + CommandFrame.OLDEST_OFFSET, oldest, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(length + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, header.length(), ByteOrder.LITTLE_ENDIAN);
        buffer.putBytes(length + CommandFrame.HEADER_LENGTH, bytes);
        length += size;
        return this;
    }
}
