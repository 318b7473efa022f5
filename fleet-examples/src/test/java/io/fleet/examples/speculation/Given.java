package io.fleet.examples.speculation;

import io.fleet.machine.Command;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A command. */
public record Given(byte[] headerBytes, byte[] payloadBytes, long timeMillis) implements Command {
    public Given at(final long newTimeMillis) {
        return new Given(headerBytes, payloadBytes, newTimeMillis);
    }

    @Override
    public DirectBuffer header() {
        return new UnsafeBuffer(headerBytes);
    }

    @Override
    public DirectBuffer payload() {
        return new UnsafeBuffer(payloadBytes);
    }

    @Override
    public long lsn() {
        return 1;
    }

    @Override
    public long sessionId() {
        return 1;
    }

    @Override
    public long sequence() {
        return 1;
    }
}
