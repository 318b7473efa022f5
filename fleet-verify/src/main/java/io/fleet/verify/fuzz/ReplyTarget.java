package io.fleet.verify.fuzz;

import io.fleet.client.ReplyHandler;
import io.fleet.client.command.Batcher;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.error.FleetException;
import io.fleet.session.CommandCursor;
import io.fleet.session.ReplyFrame;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Replies to a batcher that has three commands on their way. Nothing is thrown; each command ends once at most, an
 * answer is what stands in a frame of its command, and parts in several packets mean the same as the whole.
 */
final class ReplyTarget implements FuzzTarget {
    private static final GroupConfig CONFIG = GroupConfig.scattered().withClientWindow(8);
    private static final long BATCHER = 77;
    private static final long SESSION = 5;
    private static final long COMMANDS = 3;
    private static final long NOW = 1_000_000_000L;
    private static final long TICK = 1_000_000;
    /** Exceptions of three commands with their stacks, and the copies of answers. */
    private static final long BOUND = 32 * 1024;

    @Override
    public String name() {
        return "replies";
    }

    @Override
    public List<byte[]> seeds() {
        final ByteArrayOutputStream three = new ByteArrayOutputStream();
        three.writeBytes(frame(ReplyFrame.OK, SESSION, 1, "an answer"));
        three.writeBytes(frame(ReplyFrame.FAILED, SESSION, 2, "what the machine says"));
        three.writeBytes(frame(ReplyFrame.OK, SESSION, 3, ""));
        final ByteArrayOutputStream others = new ByteArrayOutputStream();
        others.writeBytes(frame(ReplyFrame.REPLY_TOO_LARGE, SESSION, 1, ""));
        others.writeBytes(frame(ReplyFrame.STALE, SESSION, 2, ""));
        others.writeBytes(frame(ReplyFrame.WINDOW_EXCEEDED, SESSION, 3, ""));
        return List.of(three.toByteArray(), others.toByteArray(), frame(ReplyFrame.NO_SESSION, SESSION, 1, ""),
            frame(ReplyFrame.TOO_MANY_SESSIONS, 0, 12, ""), frame(ReplyFrame.SESSION_CLOSED, SESSION, 0, ""),
            frame(ReplyFrame.SESSION_OPENED, SESSION, 12, ""));
    }

    private static byte[] frame(final byte status, final long session, final long sequence, final String answer) {
        final byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(ReplyFrame.HEADER_LENGTH + bytes.length).order(ByteOrder.LITTLE_ENDIAN)
            .putInt(ReplyFrame.LENGTH_OFFSET, ReplyFrame.HEADER_LENGTH + bytes.length)
            .put(ReplyFrame.STATUS_OFFSET, status).putLong(ReplyFrame.SESSION_OFFSET, session)
            .putLong(ReplyFrame.SEQUENCE_OFFSET, sequence).put(ReplyFrame.HEADER_LENGTH, bytes).array();
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final Waiting whole = new Waiting();
        meter.within(BOUND + 4L * input.length, () -> whole.hear(input, 0, input.length));
        final Waiting parts = new Waiting();
        final int third = input.length / 3;
        parts.hear(input, 0, third);
        parts.hear(input, third, third);
        parts.hear(input, 2 * third, input.length - 2 * third);
        Check.that(whole.outcomes.equals(parts.outcomes), "in parts the outcomes are " + parts.outcomes
            + ", and else " + whole.outcomes);
        whole.outcomes.forEach((sequence, outcome) -> Check.that(!outcome.startsWith("answer ")
            || answers(input, sequence, outcome), "no frame of command " + sequence + " has the " + outcome));
        final String kinds = whole.outcomes.toString().replaceAll("answer [0-9a-f]*", "answer");
        return isWhole(input) ? Fuzzer.TAKEN + ' ' + kinds : "bad frame after " + kinds;
    }

    private static boolean isWhole(final byte[] input) {
        final ByteBuffer frames = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        while (at + ReplyFrame.HEADER_LENGTH <= input.length) {
            final int length = frames.getInt(at + ReplyFrame.LENGTH_OFFSET);
            if (length < ReplyFrame.HEADER_LENGTH || length > input.length - at) {
                return false;
            }
            at += length;
        }
        return at == input.length;
    }

    /** Whether a frame of the command has the answer. */
    private static boolean answers(final byte[] input, final long sequence, final String outcome) {
        final ByteBuffer frames = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + ReplyFrame.HEADER_LENGTH <= input.length;) {
            final int length = frames.getInt(at + ReplyFrame.LENGTH_OFFSET);
            if (length < ReplyFrame.HEADER_LENGTH || length > input.length - at) {
                return false;
            }
            if (frames.get(at + ReplyFrame.STATUS_OFFSET) == ReplyFrame.OK
                && frames.getLong(at + ReplyFrame.SESSION_OFFSET) == SESSION
                && frames.getLong(at + ReplyFrame.SEQUENCE_OFFSET) == sequence
                && outcome.equals(answer(Arrays.copyOfRange(input, at + ReplyFrame.HEADER_LENGTH, at + length)))) {
                return true;
            }
            at += length;
        }
        return false;
    }

    private static String answer(final byte[] bytes) {
        return "answer " + HexFormat.of().formatHex(bytes);
    }

    /** A batcher with an open session whose commands are sent. */
    private static final class Waiting implements Outbound, ReplyHandler {
        private final Batcher batcher = new Batcher(CONFIG, BATCHER, 1, this);
        private final TreeMap<Long, String> outcomes = new TreeMap<>();
        private final CommandCursor cursor = new CommandCursor();
        private long opening;
        private long entry;

        Waiting() {
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[10]);
            batcher.onLeader(3, 1, NOW);
            for (long id = 1; id <= COMMANDS; id++) {
                Check.that(batcher.offer(false, payload, 0, 2, payload, 2, 8, id, this, NOW), "no room");
            }
            batcher.doWork(NOW);
            final byte[] opened = frame(ReplyFrame.SESSION_OPENED, SESSION, opening, "");
            hear(opened, 0, opened.length, opened.length);
            batcher.doWork(NOW + TICK);
            Check.that(batcher.inFlight() == COMMANDS && entry == 2, "the commands were not sent");
        }

        void hear(final byte[] input, final int offset, final int length) {
            hear(input, offset, length, input.length);
        }

        private void hear(final byte[] input, final int offset, final int length, final int total) {
            final ReplyBatch packet = new ReplyBatch();
            packet.batcherId = BATCHER;
            packet.entrySequence = entry;
            packet.ballot = 3;
            packet.leader = 1;
            packet.offset = offset;
            packet.length = length;
            packet.totalLength = total;
            packet.buffer = new UnsafeBuffer(input);
            packet.bufferOffset = offset;
            batcher.onReplyBatch(packet, NOW + TICK);
        }

        @Override
        public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
            final byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            put(correlationId, answer(bytes));
        }

        @Override
        public void onFailure(final long correlationId, final FleetException failure) {
            put(correlationId, failure.getClass().getSimpleName());
        }

        private void put(final long id, final String outcome) {
            Check.that(outcomes.put(id, outcome) == null, "command " + id + " ends twice");
        }

        @Override
        public int self() {
            return -1;
        }

        @Override
        public boolean broadcast(final Message message) {
            final EntryBody body = (EntryBody) message;
            entry = body.sequence;
            cursor.wrap(body.buffer, body.bufferOffset, body.chunkLength);
            if (cursor.next()) {
                opening = cursor.sequence();
            }
            return true;
        }

        @Override
        public boolean send(final int node, final Message message) {
            return broadcast(message);
        }

        @Override
        public boolean sendToBatcher(final long batcherId, final Message message) {
            return false;
        }
    }
}
