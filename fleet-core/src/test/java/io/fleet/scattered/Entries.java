package io.fleet.scattered;

import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.session.CommandFrame;
import io.fleet.storage.Digest;
import io.fleet.storage.EntryMeta;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;

/** Entries of one batcher, and messages about them. The entry with sequence s holds one write that says so. */
public final class Entries {
    /** The life of a voter that has never lost anything. */
    public static final long VOTER_ID = 1;
    public static final long BATCHER = 0x0002_0000_0000_4711L;

    private Entries() {
    }

    public static long ballot(final int round, final int node) {
        return (long) round << 16 | node;
    }

    public static byte[] bytes(final long sequence) {
        final byte[] payload = ("entry " + sequence).getBytes(StandardCharsets.US_ASCII);
        return command(sequence, payload);
    }

    public static byte[] command(final long sequence, final byte[] payload) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[CommandFrame.HEADER_LENGTH + payload.length]);
        frame.putInt(CommandFrame.LENGTH_OFFSET, frame.capacity(), ByteOrder.LITTLE_ENDIAN);
        frame.putByte(CommandFrame.KIND_OFFSET, CommandFrame.WRITE);
        frame.putLong(CommandFrame.SESSION_OFFSET, 1, ByteOrder.LITTLE_ENDIAN);
        frame.putLong(CommandFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
        frame.putLong(CommandFrame.OLDEST_OFFSET, 1, ByteOrder.LITTLE_ENDIAN);
        frame.putBytes(CommandFrame.HEADER_LENGTH, payload);
        return frame.byteArray();
    }

    public static EntryMeta meta(final long sequence) {
        return meta(sequence, bytes(sequence));
    }

    public static EntryMeta meta(final long sequence, final byte[] body) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = BATCHER;
        meta.sequence = sequence;
        meta.digest = new Digest().of(new UnsafeBuffer(body), 0, body.length);
        meta.length = body.length;
        meta.timestamp = 1000 + sequence;
        return meta;
    }

    public static EntryMeta noOp() {
        return new EntryMeta().setNoOp(0);
    }

    /** The whole body of an entry in one chunk. */
    public static EntryBody body(final long sequence, final long targetBallot) {
        return chunk(sequence, bytes(sequence), targetBallot, 0);
    }

    /** The chunk of a body that starts at an offset. */
    public static EntryBody chunk(final long sequence, final byte[] body, final long targetBallot, final int offset) {
        final EntryBody chunk = new EntryBody();
        chunk.batcherId = BATCHER;
        chunk.sequence = sequence;
        chunk.targetBallot = targetBallot;
        chunk.digest = meta(sequence, body).digest;
        chunk.totalLength = body.length;
        chunk.offset = offset;
        chunk.buffer = new UnsafeBuffer(body);
        chunk.bufferOffset = offset;
        chunk.chunkLength = Math.min(EntryBody.MAX_CHUNK, body.length - offset);
        return chunk;
    }

    /** An order with consecutive lines. */
    public static Order order(final long ballot, final long base, final long firstLsn, final EntryMeta... metas) {
        final Order order = new Order();
        order.ballot = ballot;
        order.base = base;
        order.chosen = base;
        order.highest = Math.max(base, firstLsn + metas.length - 1);
        for (int i = 0; i < metas.length; i++) {
            final OrderEntry line = order.next();
            line.lsn = firstLsn + i;
            line.meta.set(metas[i]);
            line.replier = OrderEntry.NO_REPLIER;
        }
        return order;
    }

    /** The same order, of which each line asks only the given members to write. */
    public static Order asking(final long writers, final Order order) {
        for (int i = 0; i < order.count; i++) {
            order.entries[i].writers = writers;
        }
        return order;
    }

    public static Order heartbeat(final long ballot, final long base) {
        return order(ballot, base, base + 1);
    }

    /** An acknowledgement with ranges given as pairs of first and last LSN. */
    public static Ack ack(final long ballot, final long cumulative, final long... ranges) {
        final Ack ack = new Ack();
        ack.ballot = ballot;
        ack.cumulative = cumulative;
        for (int i = 0; i < ranges.length; i += 2) {
            ack.from[ack.count] = ranges[i];
            ack.to[ack.count++] = ranges[i + 1];
        }
        return ack;
    }

    public static Promise promise(final long ballot, final long fromLsn, final long chosen) {
        final Promise promise = new Promise();
        promise.ballot = ballot;
        promise.fromLsn = fromLsn;
        promise.chosen = chosen;
        promise.voterId = VOTER_ID;
        return promise;
    }

    public static AcceptedEntry accepted(final long lsn, final long ballot, final EntryMeta meta) {
        final AcceptedEntry entry = new AcceptedEntry();
        entry.lsn = lsn;
        entry.ballot = ballot;
        entry.meta.set(meta);
        return entry;
    }

    /** Adds a line to a promise. */
    public static Promise with(final Promise promise, final AcceptedEntry entry) {
        promise.next().set(entry);
        return promise;
    }
}
