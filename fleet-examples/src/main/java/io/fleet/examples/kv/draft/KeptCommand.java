package io.fleet.examples.kv.draft;

import io.fleet.machine.Command;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A copy of a command. */
record KeptCommand(DirectBuffer header, DirectBuffer payload, long timeMillis, long lsn, long sessionId, long sequence)
    implements
        Command {
    static KeptCommand of(final Command command) {
        return new KeptCommand(copy(command.header()), copy(command.payload()), command.timeMillis(), command.lsn(),
            command.sessionId(), command.sequence());
    }

    private static DirectBuffer copy(final DirectBuffer buffer) {
        final byte[] bytes = new byte[buffer.capacity()];
        buffer.getBytes(0, bytes);
        return new UnsafeBuffer(bytes);
    }
}
