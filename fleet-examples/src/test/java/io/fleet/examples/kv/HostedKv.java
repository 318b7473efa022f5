package io.fleet.examples.kv;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.fixture.log.NumberedLog;
import io.fleet.machine.SnapshotReader;
import io.fleet.replica.Replica;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import io.fleet.testkit.checker.machine.MemorySnapshot;
import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A key-value machine whose long values are payloads, in the replica of one node of the default mode. */
public final class HostedKv {
    private static final int SELF = 1;

    private final Replica replica;
    private final World world = new World();
    private long time = 1_000_000_000_000L;
    private long sequence;

    public HostedKv() {
        replica = new Replica(GroupConfig.scattered(), new KvMachine(StoreKind.PAYLOADS, KvBounds.NONE), world, world,
            new GroupCounters());
        run(CommandFrame.OPEN_SESSION, 0, new byte[0], new byte[0]);
    }

    /** One that goes on from a snapshot of another. */
    public HostedKv(final HostedKv other) {
        replica = new Replica(GroupConfig.scattered(), new KvMachine(StoreKind.PAYLOADS, KvBounds.NONE), world, world,
            new GroupCounters());
        final SnapshotReader in = MemorySnapshot.of(other.snapshot()).reader();
        replica.readSnapshot(in);
        time = other.time;
        sequence = other.sequence;
        world.lsn = replica.applied();
    }

    public void advance(final long millis) {
        time += millis;
    }

    public byte[] run(final KvBatch batch) {
        return run(batch.readOnly() ? CommandFrame.READ : CommandFrame.WRITE, 1, batch.headerBytes(), batch.toBytes());
    }

    public long payloadBytes() {
        return replica.payloadBytes();
    }

    public byte[] snapshot() {
        final MemorySnapshot snapshot = new MemorySnapshot();
        replica.writeSnapshot(snapshot);
        return snapshot.bytes();
    }

    private byte[] run(final byte kind, final long session, final byte[] header, final byte[] payload) {
        final int length = CommandFrame.HEADER_LENGTH + header.length + payload.length;
        final ExpandableArrayBuffer body = new ExpandableArrayBuffer(length);
        sequence++;
        body.putInt(CommandFrame.LENGTH_OFFSET, length, ByteOrder.LITTLE_ENDIAN);
        body.putInt(CommandFrame.KIND_OFFSET, kind, ByteOrder.LITTLE_ENDIAN);
        body.putLong(CommandFrame.SESSION_OFFSET, session, ByteOrder.LITTLE_ENDIAN);
        body.putLong(CommandFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
        body.putLong(CommandFrame.OLDEST_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
        body.putInt(CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, header.length, ByteOrder.LITTLE_ENDIAN);
        body.putBytes(CommandFrame.HEADER_LENGTH, header);
        body.putBytes(CommandFrame.HEADER_LENGTH + header.length, payload);
        world.lsn++;
        world.body = body;
        world.length = length;
        world.reply.reset();
        replica.doWork(world, 0);
        final byte[] frame = world.reply.toByteArray();
        final byte status = frame[ReplyFrame.STATUS_OFFSET];
        final byte[] bytes = Arrays.copyOfRange(frame, ReplyFrame.HEADER_LENGTH, frame.length);
        if (status != ReplyFrame.OK && status != ReplyFrame.SESSION_OPENED) {
            throw new AssertionError("status " + status + ": " + new String(bytes));
        }
        return bytes;
    }

    /** What is around the replica: the entry that is next, and the answer to it. */
    private final class World extends NumberedLog implements ChosenEntries, Outbound {
        private final ByteArrayOutputStream reply = new ByteArrayOutputStream();
        private DirectBuffer body = new UnsafeBuffer(new byte[0]);
        private int length;
        private long lsn;

        @Override
        public long chosen() {
            return lsn;
        }

        @Override
        public boolean read(final long at, final ChosenEntry into) {
            into.meta.batcherId = 7;
            into.meta.sequence = at;
            into.meta.digest = at;
            into.meta.timestamp = time;
            into.meta.length = length;
            into.body = body;
            into.offset = 0;
            into.replier = SELF;
            return true;
        }

        @Override
        public long bodyPosition(final long at) {
            return ELSEWHERE;
        }

        @Override
        public boolean isReadBack(final long at) {
            return false;
        }

        @Override
        public long appended() {
            return lsn;
        }

        @Override
        public boolean skipTo(final long at) {
            return true;
        }

        @Override
        public int self() {
            return SELF;
        }

        @Override
        public boolean broadcast(final Message message) {
            return true;
        }

        @Override
        public boolean send(final int node, final Message message) {
            return true;
        }

        @Override
        public boolean sendToBatcher(final long batcherId, final Message message) {
            final ReplyBatch batch = (ReplyBatch) message;
            final byte[] bytes = new byte[batch.length];
            batch.buffer.getBytes(batch.bufferOffset, bytes);
            reply.writeBytes(bytes);
            return true;
        }
    }
}
