package io.fleet.testkit.checker.machine;

import io.fleet.machine.Command;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A copy of a command. */
final class KeptCommand implements Command {
    private final UnsafeBuffer header;
    private final UnsafeBuffer payload;
    private final long timeMillis;
    private final long lsn;
    private final long sessionId;
    private final long sequence;

    /** Copies a command, but for the first bytes of its header. */
    KeptCommand(final Command command, final int without) {
        header = copy(command.header(), without);
        payload = copy(command.payload(), 0);
        timeMillis = command.timeMillis();
        lsn = command.lsn();
        sessionId = command.sessionId();
        sequence = command.sequence();
    }

    /** One that {@link #write} has written. */
    KeptCommand(final DirectBuffer buffer, final int offset) {
        int at = offset;
        timeMillis = buffer.getLong(at);
        lsn = buffer.getLong(at += Long.BYTES);
        sessionId = buffer.getLong(at += Long.BYTES);
        sequence = buffer.getLong(at += Long.BYTES);
        header = bytes(buffer, at += Long.BYTES);
        payload = bytes(buffer, at + Integer.BYTES + header.capacity());
    }

    private static UnsafeBuffer bytes(final DirectBuffer buffer, final int offset) {
        final byte[] bytes = new byte[buffer.getInt(offset)];
        buffer.getBytes(offset + Integer.BYTES, bytes);
        return new UnsafeBuffer(bytes);
    }

    /** Writes all of it; where that ends. */
    int write(final MutableDirectBuffer buffer, final int offset) {
        int at = offset;
        buffer.putLong(at, timeMillis);
        buffer.putLong(at += Long.BYTES, lsn);
        buffer.putLong(at += Long.BYTES, sessionId);
        buffer.putLong(at += Long.BYTES, sequence);
        at = write(buffer, at + Long.BYTES, header);
        return write(buffer, at, payload);
    }

    private static int write(final MutableDirectBuffer buffer, final int offset, final DirectBuffer bytes) {
        buffer.putInt(offset, bytes.capacity());
        buffer.putBytes(offset + Integer.BYTES, bytes, 0, bytes.capacity());
        return offset + Integer.BYTES + bytes.capacity();
    }

    /** How many bytes {@link #write} takes. */
    int writtenLength() {
        return 4 * Long.BYTES + 2 * Integer.BYTES + header.capacity() + payload.capacity();
    }

    private static UnsafeBuffer copy(final DirectBuffer buffer, final int without) {
        final byte[] bytes = new byte[buffer.capacity() - without];
        buffer.getBytes(without, bytes);
        return new UnsafeBuffer(bytes);
    }

    @Override
    public DirectBuffer header() {
        return header;
    }

    @Override
    public DirectBuffer payload() {
        return payload;
    }

    @Override
    public long timeMillis() {
        return timeMillis;
    }

    @Override
    public long lsn() {
        return lsn;
    }

    @Override
    public long sessionId() {
        return sessionId;
    }

    @Override
    public long sequence() {
        return sequence;
    }
}
