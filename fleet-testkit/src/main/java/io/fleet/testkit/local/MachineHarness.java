package io.fleet.testkit.local;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.Command;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.Payload;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Runs one machine as a replica would: hands it commands with log time, takes and loads snapshots. Not thread-safe. */
public final class MachineHarness {
    private final StateMachine machine;
    private long timeMillis = 1_000_000_000_000L;
    private long lsn;

    public MachineHarness(final StateMachine machine) {
        this.machine = machine;
        if (machine.usesPayloads()) {
            machine.onStart(new MemoryPayloads());
        }
    }

    public long time() {
        return timeMillis;
    }

    public void time(final long millis) {
        timeMillis = millis;
    }

    public void advance(final long millis) {
        timeMillis += millis;
    }

    public byte[] run(final boolean readOnly, final byte[] header, final byte[] payload) {
        final Collected reply = new Collected();
        final Given command = new Given(header, payload, timeMillis, ++lsn);
        if (readOnly) {
            machine.query(command, reply);
        } else {
            machine.apply(command, reply);
        }
        return reply.bytes.toByteArray();
    }

    /** A view of the machine as it is; null where it has none for a query. */
    public ReadView view(final byte[] payload) {
        final ConcurrentQueries concurrent = (ConcurrentQueries) machine;
        return concurrent.isLong(new Given(new byte[0], payload, timeMillis, lsn)) ? concurrent.view() : null;
    }

    /** What a view answers; any thread. */
    public static byte[] query(final ReadView view, final byte[] payload, final long time) {
        final Collected reply = new Collected();
        view.query(new Given(new byte[0], payload, time, 0), reply);
        return reply.bytes.toByteArray();
    }

    public byte[] snapshot() {
        final Written out = new Written();
        machine.writeSnapshot(out);
        return out.bytes.toByteArray();
    }

    public void load(final byte[] snapshot) {
        machine.readSnapshot(new Loaded(snapshot));
    }

    private static final class Given implements Command {
        private final DirectBuffer header;
        private final DirectBuffer payload;
        private final long timeMillis;
        private final long lsn;

        Given(final byte[] header, final byte[] payload, final long timeMillis, final long lsn) {
            this.header = new UnsafeBuffer(header);
            this.payload = new UnsafeBuffer(payload);
            this.timeMillis = timeMillis;
            this.lsn = lsn;
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
        public Payload handle() {
            final byte[] bytes = new byte[payload.capacity()];
            payload.getBytes(0, bytes);
            return new MemoryPayloads.Bytes(bytes);
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
            return 1;
        }

        @Override
        public long sequence() {
            return lsn;
        }
    }

    private static byte[] little(final long value, final int bytes) {
        final ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value);
        return Arrays.copyOf(buffer.array(), bytes);
    }

    private static final class Collected implements Reply {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

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
        public Reply write(final Payload payload) {
            return write(((MemoryPayloads.Bytes) payload).bytes());
        }

        @Override
        public Reply writeByte(final byte value) {
            bytes.write(value);
            return this;
        }

        @Override
        public Reply writeInt(final int value) {
            return write(little(value, Integer.BYTES));
        }

        @Override
        public Reply writeLong(final long value) {
            return write(little(value, Long.BYTES));
        }

        @Override
        public int length() {
            return bytes.size();
        }
    }

    private static final class Written implements SnapshotWriter {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void write(final DirectBuffer source, final int offset, final int length) {
            final byte[] copy = new byte[length];
            source.getBytes(offset, copy);
            bytes.write(copy, 0, length);
        }

        @Override
        public void write(final byte[] source, final int offset, final int length) {
            bytes.write(source, offset, length);
        }

        @Override
        public void writeInt(final int value) {
            bytes.write(little(value, Integer.BYTES), 0, Integer.BYTES);
        }

        @Override
        public void writeLong(final long value) {
            bytes.write(little(value, Long.BYTES), 0, Long.BYTES);
        }
    }

    private static final class Loaded implements SnapshotReader {
        private final ByteBuffer bytes;

        Loaded(final byte[] snapshot) {
            bytes = ByteBuffer.wrap(snapshot).order(ByteOrder.LITTLE_ENDIAN);
        }

        private void need(final long count) {
            if (count > bytes.remaining()) {
                throw new SnapshotFormatException(count + " bytes wanted, " + bytes.remaining() + " left");
            }
        }

        @Override
        public void read(final byte[] target, final int offset, final int length) {
            need(length);
            bytes.get(target, offset, length);
        }

        @Override
        public int readInt() {
            need(Integer.BYTES);
            return bytes.getInt();
        }

        @Override
        public long readLong() {
            need(Long.BYTES);
            return bytes.getLong();
        }

        @Override
        public long remaining() {
            return bytes.remaining();
        }
    }
}
