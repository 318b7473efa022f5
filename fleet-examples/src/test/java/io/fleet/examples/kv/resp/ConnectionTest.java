package io.fleet.examples.kv.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.error.FleetException;
import io.fleet.error.ReplyGoneException;
import io.fleet.error.ReplyTooLargeException;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.testkit.local.MachineHarness;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One connection without sockets or threads: the group answers when the test says so. */
class ConnectionTest {
    private static final String FULL = "-TRYAGAIN not applied: 4 commands may be without an answer on all connections"
        + " together (--max-unanswered), and half of that where a connection has some already\r\n";

    private final HeldClient client = new HeldClient();
    private long now;
    /** Each look at the clock is later by as much as turns are given for at a time. */
    private final ServerState server = new ServerState(
        () -> new ReplicaInfo(1, "leader", 1, 1, 0, 0, 0, 0, 0, "VOTER"), KvBounds.NONE, false,
        ReadConsistency.LINEARIZABLE_LOG, KvLimits.STANDARD, RespLimits.standard(1), () -> now += Rounds.SLICE_NANOS);
    private final EmbeddedChannel channel = new EmbeddedChannel(new Connection(server, client));

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void shouldStopReadingWhileManyRequestsWait() {
        write(2000, "INCR", "n");
        assertFalse(channel.config().isAutoRead());
        answerAll();
        assertTrue(channel.config().isAutoRead());
        assertTrue(written().endsWith(":2000\r\n"));
    }

    @Test
    void shouldStopReadingWhileManyBytesWait() {
        write(60, "SET", "k", "v".repeat(100_000));
        assertFalse(channel.config().isAutoRead());
        answerAll();
        assertTrue(channel.config().isAutoRead());
        assertEquals("+OK\r\n".repeat(60), written());
    }

    @Test
    void shouldReadOnWhileLittleWaits() {
        write(300, "INCR", "n");
        assertTrue(channel.config().isAutoRead());
        answerAll();
        assertEquals(1 + 299 / Connection.MAX_BATCH_REQUESTS, client.batches);
    }

    @Test
    void shouldReadNoFurtherWhileMoreThanABatchWaits() {
        write(Connection.MAX_BATCH_REQUESTS, "INCR", "n");
        write(Connection.MAX_BATCH_REQUESTS, "INCR", "n");
        assertTrue(channel.config().isAutoRead(), "one batch is under way, and one waits");
        write(1, "INCR", "n");
        assertFalse(channel.config().isAutoRead());
        client.answer();
        channel.runPendingTasks();
        assertTrue(channel.config().isAutoRead(), "of what waited a batch is under way");
        answerAll();
        assertTrue(written().endsWith(":513\r\n"));
    }

    @Test
    void shouldReadNoFurtherWhileLocalAnswersWaitForTheirTurn() {
        write(2000, "PING");
        assertFalse(channel.config().isAutoRead());
        final StringBuilder text = new StringBuilder(written());
        final int first = text.length() / 7;
        assertTrue(first >= Connection.MAX_BATCH_REQUESTS && first < 2000, first + " were answered at once");
        write(1, "PING");
        assertFalse(channel.config().isAutoRead(), "what comes meanwhile waits too");
        for (int i = 0; i < 2000 && text.length() < 2001 * 7; i++) {
            channel.runPendingTasks();
            text.append(written());
        }
        assertEquals("+PONG\r\n".repeat(2001), text.toString());
        assertTrue(channel.config().isAutoRead());
    }

    @Test
    void shouldLetThoseWhoAskForLittleGoBeforeThoseWhoAskForMuch() {
        write(2000, "PING");
        final EmbeddedChannel little = new EmbeddedChannel(new Connection(server, client));
        final EmbeddedChannel much = new EmbeddedChannel(new Connection(server, client));
        little.writeInbound(made("PING"), made("PING"));
        assertEquals("+PONG\r\n+PONG\r\n", written(little));
        final Request[] requests = new Request[100];
        java.util.Arrays.fill(requests, made("PING"));
        much.writeInbound((Object[]) requests);
        assertEquals("", written(much), "it waits for its turn");
        assertFalse(much.config().isAutoRead());
        for (int i = 0; i < 2000 && !much.config().isAutoRead(); i++) {
            channel.runPendingTasks();
        }
        assertEquals("+PONG\r\n".repeat(100), written(much));
        little.finishAndReleaseAll();
        much.finishAndReleaseAll();
    }

    @Test
    void shouldForgetTheTurnOfWhoIsGone() {
        write(2000, "PING");
        channel.close();
        written();
        for (int i = 0; i < 10; i++) {
            channel.runPendingTasks();
        }
        assertEquals("", written());
        final EmbeddedChannel other = new EmbeddedChannel(new Connection(server, client));
        final Request[] requests = new Request[100];
        java.util.Arrays.fill(requests, made("PING"));
        other.writeInbound((Object[]) requests);
        assertEquals("+PONG\r\n".repeat(100), written(other));
        other.finishAndReleaseAll();
    }

    @Test
    void shouldIgnoreAnAnswerAfterTheConnectionClosed() {
        write(3, "INCR", "n");
        channel.close();
        client.answer();
        channel.runPendingTasks();
        assertEquals("", written());
        assertFalse(channel.isOpen());
    }

    @Test
    void shouldReadAsWasChosenWhenTheCommandCame() {
        channel.writeInbound(made("GET", "k"), made("CLIENT", "READS", "local"));
        assertEquals(ReadConsistency.LINEARIZABLE_LOG, client.asked, "GET came while reads were linearizable");
    }

    @Test
    void shouldReadInATransactionAsWasChosenBeforeIt() {
        channel.writeInbound(made("GET", "k"), made("MULTI"), made("GET", "k"), made("CLIENT", "READS", "local"),
            made("EXEC"));
        assertEquals(ReadConsistency.LINEARIZABLE_LOG, client.asked, "the first GET came before all that");
    }

    @Test
    void shouldReadThroughTheLogInATransactionThatChoosesAndGoesBack() {
        channel.writeInbound(made("CLIENT", "READS", "local"), made("MULTI"), made("CLIENT", "READS", "log"),
            made("GET", "k"), made("client", "reads", "LOCAL"), made("EXEC"));
        assertEquals(ReadConsistency.LINEARIZABLE_LOG, client.asked, "GET is run after log was chosen");
    }

    @Test
    void shouldReadInATransactionThatChoosesNothingAsWasChosenBeforeIt() {
        channel.writeInbound(made("CLIENT", "READS", "local"), made("MULTI"), made("CLIENT", "READS"),
            made("GET", "k"), made("EXEC"));
        assertEquals(ReadConsistency.LOCAL, client.asked);
    }

    @Test
    void shouldReadOnAsWasChosenInAPipeline() {
        channel.writeInbound(made("GET", "k"), made("CLIENT", "READS", "local"), made("GET", "k"));
        assertEquals(ReadConsistency.LINEARIZABLE_LOG, client.asked);
        client.answer();
        channel.runPendingTasks();
        assertEquals(ReadConsistency.LOCAL, client.asked, "the second came after local was chosen");
        answerAll();
        assertEquals("$-1\r\n+OK\r\n$-1\r\n", written());
    }

    @Test
    @Tag("hazard-U-answer-lost")
    void shouldNotSayOfCommandsThatTheyWereRunWhenTheAnswerIsLostThatTellsHowMany() {
        for (final FleetException lost : List.of(new ReplyGoneException("command 7 was applied"),
            new ReplyTooLargeException("command 7 was applied"))) {
            channel.writeInbound(made("SET", "k", "v"), made("PING"), made("INCR", "n"));
            client.fail(lost);
            channel.runPendingTasks();
            final String unknown = "-UNKNOWN outcome unknown: the answer was lost that says how many of the commands"
                + " that were sent together were run\r\n";
            assertEquals(unknown + "+PONG\r\n" + unknown, written());
        }
    }

    @Test
    void shouldSayWhyReadsHaveNoAnswer() {
        channel.writeInbound(made("GET", "k"));
        client.fail(new ReplyTooLargeException("too much"));
        channel.runPendingTasks();
        assertEquals("-ERR too much\r\n", written());
    }

    /** A second connection, and its client, of a server that takes four commands. */
    private final class Bounded implements AutoCloseable {
        private final HeldClient flooded = new HeldClient();
        private final HeldClient other = new HeldClient();
        private final ServerState few = new ServerState(
            () -> new ReplicaInfo(1, "leader", 1, 1, 0, 0, 0, 0, 0, "VOTER"), KvBounds.NONE, false,
            ReadConsistency.LINEARIZABLE_LOG, KvLimits.STANDARD, new RespLimits(16L << 20, 0, 4, 1L << 20), () -> now);
        private final EmbeddedChannel flood = new EmbeddedChannel(new Connection(few, flooded));
        private final EmbeddedChannel quiet = new EmbeddedChannel(new Connection(few, other));

        void answer(final HeldClient from, final EmbeddedChannel to) {
            from.answer();
            to.runPendingTasks();
        }

        @Override
        public void close() {
            flood.finishAndReleaseAll();
            quiet.finishAndReleaseAll();
            assertEquals(0, few.admission().commands(), "all is given back");
            assertEquals(0, few.admission().bytes());
        }
    }

    private static void passMillis(final EmbeddedChannel channel, final int millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }

    @Test
    void shouldOfferAgainInTheOrderOfComingAndOneOfThemOnly() {
        try (Bounded bounded = new Bounded()) {
            bounded.flooded.isFull = true;
            bounded.other.isFull = true;
            bounded.flood.writeInbound(made("INCR", "n"));
            bounded.quiet.writeInbound(made("INCR", "m"));
            assertEquals(1, bounded.flooded.offered);
            assertEquals(0, bounded.other.offered, "it waits behind the other");
            passMillis(bounded.flood, 1);
            passMillis(bounded.flood, 1);
            assertEquals(3, bounded.flooded.offered);
            assertEquals(0, bounded.other.offered);
            bounded.flooded.isFull = false;
            passMillis(bounded.flood, 1);
            assertEquals(1, bounded.flooded.batches);
            assertEquals(1, bounded.other.offered, "it is its turn");
            bounded.other.isFull = false;
            passMillis(bounded.flood, 1);
            assertEquals(1, bounded.other.batches);
            bounded.answer(bounded.flooded, bounded.flood);
            bounded.answer(bounded.other, bounded.quiet);
            assertEquals(":1\r\n", written(bounded.flood));
            assertEquals(":1\r\n", written(bounded.quiet));
        }
    }

    @Test
    void shouldGiveUpWhatFindsNoRoomForFiveSeconds() {
        try (Bounded bounded = new Bounded()) {
            bounded.flooded.isFull = true;
            bounded.flood.writeInbound(made("INCR", "n"), made("PING"));
            bounded.quiet.writeInbound(made("INCR", "m"));
            now += TimeUnit.SECONDS.toNanos(5);
            passMillis(bounded.flood, 1);
            assertEquals("", written(bounded.flood));
            now++;
            passMillis(bounded.flood, 1);
            assertEquals("-TRYAGAIN not applied: the client's buffer has been full for 5 s\r\n+PONG\r\n",
                written(bounded.flood));
            assertEquals(1, bounded.other.batches, "who waited behind it has room");
            bounded.answer(bounded.other, bounded.quiet);
            assertEquals(":1\r\n", written(bounded.quiet));
        }
    }

    @Test
    void shouldForgetWhoIsGoneAmongThoseWhoWaitForRoom() {
        try (Bounded bounded = new Bounded()) {
            bounded.flooded.isFull = true;
            bounded.other.isFull = true;
            bounded.flood.writeInbound(made("INCR", "n"));
            bounded.quiet.writeInbound(made("INCR", "m"));
            bounded.quiet.close();
            assertEquals(1, bounded.few.admission().commands(), "it gave back what it had");
            bounded.flood.close();
            assertEquals(0, bounded.few.admission().commands());
            passMillis(bounded.flood, 10);
            assertEquals(1, bounded.flooded.offered);
            assertEquals(0, bounded.other.offered);
        }
    }

    @Test
    void shouldNotKeepShortCommandsWaitingForRoomForALongOne() {
        try (Bounded bounded = new Bounded()) {
            bounded.flooded.isFull = true;
            bounded.flood.writeInbound(made("SET", "k", "v".repeat(100_000)));
            bounded.quiet.writeInbound(made("INCR", "m"));
            assertEquals(1, bounded.other.batches);
            bounded.flooded.isFull = false;
            passMillis(bounded.flood, 1);
            bounded.answer(bounded.flooded, bounded.flood);
            bounded.answer(bounded.other, bounded.quiet);
            assertEquals("+OK\r\n", written(bounded.flood));
        }
    }

    @Test
    void shouldRefuseAtOnceWhatIsAboveTheBound() {
        try (Bounded bounded = new Bounded()) {
            bounded.flood.writeInbound(made("INCR", "n"), made("INCR", "n"), made("INCR", "n"), made("PING"),
                made("INCR", "n"));
            assertEquals("", written(bounded.flood), "answers keep their order");
            bounded.quiet.writeInbound(made("GET", "n"));
            assertEquals(1, bounded.other.batches, "who asks for little has a part of its own");
            bounded.quiet.writeInbound(made("GET", "n"), made("PING"));
            bounded.answer(bounded.other, bounded.quiet);
            assertEquals("$-1\r\n" + FULL + "+PONG\r\n", written(bounded.quiet));
            bounded.answer(bounded.flooded, bounded.flood);
            assertEquals(":1\r\n:2\r\n" + FULL + "+PONG\r\n" + FULL, written(bounded.flood));
            assertEquals(3, bounded.few.admission().refused());
            bounded.flood.writeInbound(made("INCR", "n"));
            bounded.answer(bounded.flooded, bounded.flood);
            assertEquals(":3\r\n", written(bounded.flood), "refused commands were not applied");
        }
    }

    @Test
    void shouldAnswerWithoutDelayWhereNothingElseOfTheConnectionWaits() {
        try (Bounded bounded = new Bounded()) {
            final EmbeddedChannel third = new EmbeddedChannel(new Connection(bounded.few, client));
            bounded.flood.writeInbound(made("INCR", "n"), made("INCR", "n"));
            bounded.quiet.writeInbound(made("INCR", "m"));
            third.writeInbound(made("INCR", "o"));
            final EmbeddedChannel fourth = new EmbeddedChannel(new Connection(bounded.few, new HeldClient()));
            fourth.writeInbound(made("INCR", "p"), made("PING"));
            assertEquals(FULL + "+PONG\r\n", written(fourth), "four have no answer");
            bounded.answer(bounded.flooded, bounded.flood);
            bounded.answer(bounded.other, bounded.quiet);
            bounded.answer(client, third);
            fourth.finishAndReleaseAll();
            third.finishAndReleaseAll();
        }
    }

    @Test
    void shouldDiscardATransactionThatIsRefused() {
        try (Bounded bounded = new Bounded()) {
            bounded.quiet.writeInbound(made("MULTI"), made("SET", "a", "1"));
            assertEquals("+OK\r\n+QUEUED\r\n", written(bounded.quiet));
            final EmbeddedChannel third = new EmbeddedChannel(new Connection(bounded.few, client));
            final HeldClient last = new HeldClient();
            final EmbeddedChannel fourth = new EmbeddedChannel(new Connection(bounded.few, last));
            bounded.flood.writeInbound(made("INCR", "n"), made("INCR", "n"));
            third.writeInbound(made("INCR", "n"));
            fourth.writeInbound(made("INCR", "n"));
            bounded.quiet.writeInbound(made("EXEC"));
            assertEquals(FULL, written(bounded.quiet));
            bounded.answer(bounded.flooded, bounded.flood);
            bounded.answer(client, third);
            bounded.answer(last, fourth);
            bounded.quiet.writeInbound(made("GET", "a"));
            bounded.answer(bounded.other, bounded.quiet);
            assertEquals("$-1\r\n", written(bounded.quiet), "no transaction is open, and none was run");
            bounded.quiet.writeInbound(made("MULTI"), made("SET", "a", "1"), made("EXEC"));
            assertEquals(1, bounded.few.admission().commands(), "a transaction is one");
            bounded.answer(bounded.other, bounded.quiet);
            assertEquals("+OK\r\n+QUEUED\r\n*1\r\n+OK\r\n", written(bounded.quiet));
            third.finishAndReleaseAll();
            fourth.finishAndReleaseAll();
        }
    }

    @Test
    void shouldRefuseATransactionAsAWhole() {
        try (Bounded bounded = new Bounded()) {
            bounded.flood.writeInbound(made("INCR", "n"), made("INCR", "n"));
            bounded.quiet.writeInbound(made("INCR", "n"), made("MULTI"), made("SET", "a", "1"), made("EXEC"));
            bounded.answer(bounded.other, bounded.quiet);
            assertEquals(":1\r\n+OK\r\n+QUEUED\r\n" + FULL, written(bounded.quiet));
            bounded.answer(bounded.flooded, bounded.flood);
        }
    }

    @Test
    void shouldCountWhatTheGroupHasThoughItsConnectionIsGone() {
        try (Bounded bounded = new Bounded()) {
            bounded.flood.writeInbound(made("INCR", "n"));
            bounded.flood.writeInbound(made("INCR", "n"));
            assertEquals(2, bounded.few.admission().commands());
            bounded.flood.close();
            assertEquals(1, bounded.few.admission().commands(), "one was sent, and one waited");
            bounded.answer(bounded.flooded, bounded.flood);
            assertEquals(0, bounded.few.admission().commands());
        }
    }

    private static Request made(final String... words) {
        final byte[][] bytes = new byte[words.length][];
        int total = 0;
        for (int i = 0; i < words.length; i++) {
            bytes[i] = words[i].getBytes(StandardCharsets.US_ASCII);
            total += bytes[i].length;
        }
        return Request.of(bytes, total);
    }

    private void write(final int count, final String... words) {
        final byte[][] bytes = new byte[words.length][];
        int total = 0;
        for (int i = 0; i < words.length; i++) {
            bytes[i] = words[i].getBytes(StandardCharsets.US_ASCII);
            total += bytes[i].length;
        }
        final Request[] requests = new Request[count];
        java.util.Arrays.fill(requests, Request.of(bytes, total));
        channel.writeInbound((Object[]) requests);
    }

    private void answerAll() {
        while (client.handler != null) {
            client.answer();
            channel.runPendingTasks();
        }
    }

    private String written() {
        return written(channel);
    }

    private static String written(final EmbeddedChannel channel) {
        final StringBuilder text = new StringBuilder();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            text.append(out.toString(StandardCharsets.US_ASCII));
            out.release();
        }
        return text.toString();
    }

    private static final class HeldClient extends OfferingClient {
        private final MachineHarness machine = new MachineHarness(new KvMachine());
        private ReplyHandler handler;
        private byte[] payload;
        private boolean query;
        private int batches;
        private ReadConsistency asked;
        private boolean isFull;
        private int offered;

        @Override
        public boolean offerRead(final ReadConsistency consistency, final DirectBuffer header, final int headerOffset,
                                 final int headerLength, final DirectBuffer bytes, final int payloadOffset,
                                 final int payloadLength, final long correlationId, final ReplyHandler replyHandler) {
            asked = consistency;
            return offer(true, header, headerOffset, headerLength, bytes, payloadOffset, payloadLength, correlationId,
                replyHandler);
        }

        void answer() {
            final byte[] reply = machine.run(query, new byte[0], payload);
            final ReplyHandler to = handler;
            handler = null;
            to.onReply(0, new UnsafeBuffer(reply), 0, reply.length);
        }

        void fail(final FleetException failure) {
            final ReplyHandler to = handler;
            handler = null;
            to.onFailure(0, failure);
        }

        @Override
        public boolean offer(final boolean readOnly, final DirectBuffer header, final int headerOffset,
                             final int headerLength, final DirectBuffer bytes, final int payloadOffset,
                             final int payloadLength, final long correlationId, final ReplyHandler replyHandler) {
            offered++;
            if (isFull) {
                return false;
            }
            assertTrue(handler == null, "one batch in flight at a time");
            batches++;
            handler = replyHandler;
            query = readOnly;
            payload = new byte[payloadLength];
            bytes.getBytes(payloadOffset, payload);
            return true;
        }

        @Override
        public void close() {
            handler = null;
        }
    }
}
