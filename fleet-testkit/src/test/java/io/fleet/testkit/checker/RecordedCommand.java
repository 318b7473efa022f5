package io.fleet.testkit.checker;

import io.fleet.machine.Command;
import io.fleet.testkit.checker.machine.CheckedMachine;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.workload.RegisterCodec;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A command made by hand, its operation's number in front of its header. */
public final class RecordedCommand implements Command {
    private final UnsafeBuffer header;
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[0]);
    private final long lsn;
    private final long sequence;

    public RecordedCommand(final long operation, final long lsn, final long sequence, final RegisterInput input) {
        header = new UnsafeBuffer(new byte[CheckedMachine.PREFIX_LENGTH + RegisterCodec.LENGTH]);
        header.putLong(0, operation, ByteOrder.LITTLE_ENDIAN);
        RegisterCodec.encode(input, header, CheckedMachine.PREFIX_LENGTH);
        this.lsn = lsn;
        this.sequence = sequence;
    }

    public RecordedCommand withoutPrefix() {
        final byte[] bytes = new byte[RegisterCodec.LENGTH];
        header.getBytes(CheckedMachine.PREFIX_LENGTH, bytes);
        header.wrap(bytes);
        return this;
    }

    public RecordedCommand withPayload(final byte[] bytes) {
        payload.wrap(bytes);
        return this;
    }

    public RecordedCommand withKind(final byte kind) {
        header.putByte(CheckedMachine.PREFIX_LENGTH, kind);
        return this;
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
        return 1000;
    }

    @Override
    public long lsn() {
        return lsn;
    }

    @Override
    public long sessionId() {
        return 5;
    }

    @Override
    public long sequence() {
        return sequence;
    }
}
