package io.fleet.examples.speculation;

import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.StateMachine;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/** Collects an answer. */
public final class Answer implements Reply {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** What a machine answers to a command, or how it refuses it. */
    public static byte[] of(final StateMachine machine, final Given command) {
        final Answer answer = new Answer();
        try {
            machine.apply(command, answer);
            return answer.toBytes();
        } catch (final RuntimeException e) {
            return refused(e);
        }
    }

    /** What a machine answers to a query. */
    public static byte[] query(final StateMachine machine, final Query query) {
        final Answer answer = new Answer();
        machine.query(query, answer);
        return answer.toBytes();
    }

    static byte[] refused(final Throwable e) {
        return e.toString().getBytes();
    }

    @Override
    public Reply write(final DirectBuffer source, final int offset, final int length) {
        final byte[] copy = new byte[length];
        source.getBytes(offset, copy);
        return write(copy);
    }

    @Override
    public Reply write(final byte[] source) {
        bytes.write(source, 0, source.length);
        return this;
    }

    @Override
    public Reply writeByte(final byte value) {
        bytes.write(value);
        return this;
    }

    @Override
    public Reply writeInt(final int value) {
        return write(ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array());
    }

    @Override
    public Reply writeLong(final long value) {
        return write(ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array());
    }

    @Override
    public int length() {
        return bytes.size();
    }

    public byte[] toBytes() {
        return bytes.toByteArray();
    }
}
