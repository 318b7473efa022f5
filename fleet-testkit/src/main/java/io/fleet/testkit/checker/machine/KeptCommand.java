package io.fleet.testkit.checker.machine;

import io.fleet.machine.Command;
import org.agrona.DirectBuffer;
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
