package io.fleet.bench.micro;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.ec.message.SegmentChunk;
import io.fleet.ec.message.StepLine;
import io.fleet.ec.message.Steps;
import io.fleet.ec.wire.CodedCodecs;
import io.fleet.transport.Transport;
import io.fleet.wire.MessageHandler;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.WireErrors;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** One message to its packet, and one packet to its message: checks, fields and checksum. */
public class WireBenchmark extends NanoBenchmark {
    private static final long CLUSTER = 1;
    private static final int SENDER = 2;
    private static final long BALLOT = 1L << 16 | SENDER;
    private static final long FIRST_LSN = 1_000_000;
    private static final int RANGES = 16;

    /**
     * What is sent: lines of an order, ranges of an acknowledgement, bytes of a body or of answers; of coded groups,
     * lines of steps and bytes of a chunk of a part.
     */
    @Param({"order-1", "order-64", "ack", "ack-16-ranges", "body-64", "body-4096", "replies-64", "replies-4096",
        "steps-1", "steps-64", "segment-4096", "segment-65536"})
    public String message;

    private final WireEncoder encoder = new WireEncoder(new WireIdentity(CLUSTER, SENDER), CodedCodecs.catalog());
    private final WireErrors errors = new WireErrors();
    private final WireDecoder decoder = new WireDecoder(new WireIdentity(CLUSTER, -1), errors,
        CodedCodecs.catalog());
    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[Transport.MAX_PACKET]);
    private final MessageHandler handler = (groupId, configVersion, sender, decoded) -> seen = decoded;
    private Message sent;
    private Message seen;
    private int packetLength;

    /** Makes the message and its packet. */
    @Setup
    public void setUp() {
        final int size = message.contains("-") ? Integer.parseInt(message.split("-")[1]) : 0;
        if (message.startsWith("order")) {
            sent = order(size);
        } else if (message.startsWith("ack")) {
            sent = ack(size);
        } else if (message.startsWith("body")) {
            sent = body(size);
        } else if (message.startsWith("steps")) {
            sent = steps(size);
        } else if (message.startsWith("segment")) {
            sent = segment(size);
        } else {
            sent = replies(size);
        }
        packetLength = encoder.encodeThere(packet, 0, 0, 0, sent).length();
        decoder.decode(packet, 0, packetLength, handler);
        if (seen == null || seen.type() != sent.type()) {
            throw new IllegalStateException(message + " is not decoded to what was encoded");
        }
    }

    /**
     * Encodes; what a message ends with stays where it is.
     *
     * @return the length of the packet.
     */
    @Benchmark
    @HotPath
    public int encode() {
        return encoder.encode(0, 0, sent).length();
    }

    /** Decodes. */
    @Benchmark
    @HotPath
    public Message decode() {
        decoder.decode(packet, 0, packetLength, handler);
        return seen;
    }

    private static Order order(final int lines) {
        final Order order = new Order();
        order.ballot = BALLOT;
        order.base = FIRST_LSN - 1;
        order.chosen = FIRST_LSN - 1;
        order.highest = FIRST_LSN + lines - 1;
        order.timestamp = 1;
        for (int i = 0; i < lines; i++) {
            final OrderEntry line = order.next();
            line.lsn = FIRST_LSN + i;
            line.meta.batcherId = 1L << 48 | 1;
            line.meta.sequence = i + 1;
            line.meta.digest = i;
            line.meta.timestamp = 1;
            line.meta.length = 1_000;
            line.replier = i % 3;
        }
        return order;
    }

    private static Steps steps(final int lines) {
        final Steps steps = new Steps();
        for (int i = 0; i < lines; i++) {
            final StepLine line = steps.next();
            line.slot = FIRST_LSN + i;
            line.kind = StepLine.PROPOSAL;
            line.name.set(1L << 48 | 1, i + 1, i);
        }
        return steps;
    }

    private static SegmentChunk segment(final int length) {
        final SegmentChunk chunk = new SegmentChunk();
        chunk.name.set(1L << 48 | 1, 1, 1);
        chunk.totalLength = length;
        chunk.chunkLength = length;
        chunk.buffer = randomBytes(length);
        return chunk;
    }

    private static Ack ack(final int ranges) {
        final Ack ack = new Ack();
        ack.ballot = BALLOT;
        ack.cumulative = FIRST_LSN;
        ack.applied = FIRST_LSN - 10;
        ack.count = ranges > 0 ? RANGES : 0;
        for (int i = 0; i < ack.count; i++) {
            ack.from[i] = FIRST_LSN + 2 + 4L * i;
            ack.to[i] = ack.from[i] + 1;
        }
        return ack;
    }

    static EntryBody body(final int length) {
        final EntryBody body = new EntryBody();
        body.batcherId = 1L << 48 | 1;
        body.sequence = 1;
        body.targetBallot = BALLOT;
        body.totalLength = length;
        body.chunkLength = length;
        body.buffer = randomBytes(length);
        return body;
    }

    private static ReplyBatch replies(final int length) {
        final ReplyBatch replies = new ReplyBatch();
        replies.batcherId = 1L << 48 | 1;
        replies.entrySequence = 1;
        replies.ballot = BALLOT;
        replies.leader = SENDER;
        replies.totalLength = length;
        replies.length = length;
        replies.buffer = randomBytes(length);
        return replies;
    }

    private static UnsafeBuffer randomBytes(final int length) {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return new UnsafeBuffer(bytes);
    }
}
