package io.fleet.verify.fuzz.kv;

import io.fleet.examples.kv.KvMachine;
import io.fleet.machine.Command;
import io.fleet.machine.Reply;
import io.fleet.testkit.checker.machine.MemorySnapshot;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A key-value machine that is handed one batch after the other, all at the same log time and
 * LSN. */
public final class Turns implements Command, Reply {
    private static final long TIME = 1_000_000_000_000L;
    private static final UnsafeBuffer EMPTY = new UnsafeBuffer(new byte[0]);

    private final KvMachine machine = new KvMachine();
    private final DirectBuffer payload = new UnsafeBuffer(0, 0);
    private MemorySnapshot reply = new MemorySnapshot();
    private int length;
    private long turn;

    /** Creates a machine without keys. */
    public Turns() {
    }

    /**
     * Runs a batch.
     *
     * @param readOnly whether as a query.
     * @param batch    the payload.
     * @return what the machine replied.
     * @throws IllegalArgumentException when the batch is malformed.
     */
    public byte[] run(final boolean readOnly, final byte[] batch) {
        payload.wrap(batch);
        reply = new MemorySnapshot();
        length = 0;
        turn++;
        if (readOnly) {
            machine.query(this, this);
        } else {
            machine.apply(this, this);
        }
        return reply.bytes();
    }

    byte[] snapshot() {
        final MemorySnapshot snapshot = new MemorySnapshot();
        machine.writeSnapshot(snapshot);
        return snapshot.bytes();
    }

    void load(final byte[] snapshot) {
        machine.readSnapshot(MemorySnapshot.of(snapshot).reader());
    }

    @Override
    public DirectBuffer header() {
        return EMPTY;
    }

    @Override
    public DirectBuffer payload() {
        return payload;
    }

    @Override
    public long timeMillis() {
        return TIME;
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
        return turn;
    }

    @Override
    public Reply write(final DirectBuffer source, final int offset, final int bytes) {
        length += bytes;
        reply.write(source, offset, bytes);
        return this;
    }

    @Override
    public Reply write(final byte[] source) {
        length += source.length;
        reply.write(source, 0, source.length);
        return this;
    }

    @Override
    public Reply writeByte(final byte value) {
        return write(new byte[] {value});
    }

    @Override
    public Reply writeInt(final int value) {
        length += Integer.BYTES;
        reply.writeInt(value);
        return this;
    }

    @Override
    public Reply writeLong(final long value) {
        length += Long.BYTES;
        reply.writeLong(value);
        return this;
    }

    @Override
    public int length() {
        return length;
    }
}
