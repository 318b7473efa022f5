package io.fleet.testkit.local;

import io.fleet.machine.MachineContext;
import io.fleet.machine.Payload;
import io.fleet.machine.Payloads;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import java.util.Arrays;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Payloads that have their bytes with them, for machines that are run without a replica; nothing counts references. */
public final class MemoryPayloads implements Payloads, MachineContext {
    /** A payload. */
    public record Bytes(byte[] bytes) implements Payload {
        @Override
        public int length() {
            return bytes.length;
        }

        @Override
        public Payload slice(final int from, final int length) {
            Objects.checkFromIndexSize(from, length, bytes.length);
            return new Bytes(Arrays.copyOfRange(bytes, from, from + length));
        }
    }

    @Override
    public Payload place(final Payload payload) {
        return payload;
    }

    @Override
    public void forget(final Payload placed) {
        Objects.requireNonNull(placed);
    }

    @Override
    public DirectBuffer bytes(final Payload payload) {
        return new UnsafeBuffer(((Bytes) payload).bytes());
    }

    @Override
    public void write(final Payload placed, final SnapshotWriter out) {
        out.writeBytes(((Bytes) placed).bytes());
    }

    @Override
    public Payload read(final SnapshotReader in) {
        return new Bytes(in.readBytes());
    }

    @Override
    public Payloads payloads() {
        return this;
    }

    @Override
    public long timeMillis() {
        return 0;
    }

    @Override
    public long lsn() {
        return 1;
    }

    @Override
    public void schedule(final long timerId, final long deadlineMillis) {
        // Nothing fires here.
    }

    @Override
    public boolean cancel(final long timerId) {
        return false;
    }

    @Override
    public boolean isScheduled(final long timerId) {
        return false;
    }
}
