package io.fleet.client.handle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.client.SessionListener;
import io.fleet.client.command.Batcher;
import io.fleet.client.command.Body;
import io.fleet.client.command.ClientReads;
import io.fleet.client.command.NoReads;
import io.fleet.client.command.Replies;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.error.ClientClosedException;
import io.fleet.error.CommandTooLargeException;
import io.fleet.error.ConfigException;
import io.fleet.error.FleetException;
import io.fleet.error.NoLeaderException;
import io.fleet.error.OverloadedException;
import io.fleet.fixture.network.UnusedOutbound;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ClientHandleTest {
    private static final long BATCHER = 9;

    /** Answers each command with its payload in the next duty cycle. */
    private static final class Echo extends UnusedOutbound {
        private final Queue<Replies> answers = new ArrayDeque<>();
        private final List<byte[]> seen = new ArrayList<>();
        private Body body;

        @Override
        public boolean broadcast(final Message message) {
            final EntryBody chunk = (EntryBody) message;
            body = chunk.offset == 0 ? new Body(chunk) : body;
            body.add(chunk);
            if (chunk.offset + chunk.chunkLength == chunk.totalLength) {
                final Replies replies = new Replies(BATCHER, 1, 0);
                for (final Body.Frame frame : body.frames()) {
                    final boolean opens = frame.kind == CommandFrame.OPEN_SESSION;
                    if (frame.kind == CommandFrame.WRITE || frame.kind == CommandFrame.READ) {
                        seen.add(frame.payload);
                    }
                    replies.add(opens ? ReplyFrame.SESSION_OPENED : ReplyFrame.OK, opens ? 3 : frame.session,
                        frame.sequence, new UnsafeBuffer(frame.payload), 0, frame.payload.length);
                }
                answers.add(replies);
            }
            return true;
        }
    }

    private final GroupConfig config = GroupConfig.scattered().withClientWindow(64)
        .withMaxCommandBytes(3_000_000).withRetryMillis(60_000);
    private final Echo echo = new Echo();
    private final Batcher batcher = new Batcher(config, BATCHER, 1, echo);
    private int wakeUps;
    private long now = 5;
    private final ClientHandle client = new ClientHandle(config, batcher, () -> wakeUps++, () -> now);

    @Test
    void shouldNameWhatACommandLacks() {
        final byte[] nothing = new byte[0];
        assertLacks("payload", () -> client.submit(null));
        assertLacks("payload", () -> client.submit(nothing, null));
        assertLacks("header", () -> client.submit(null, nothing));
        assertLacks("payload", () -> client.query(null));
        assertLacks("payload", () -> client.read(ReadConsistency.LINEARIZABLE_LOG, nothing, null));
        assertLacks("consistency", () -> client.read(null, nothing, nothing));
        assertLacks("consistency", () -> client.query(null, nothing, nothing));
    }

    @Test
    void shouldTellOfItsSessionWhereCallbacksRun() {
        final Queue<Runnable> callbacks = new ArrayDeque<>();
        final ClientHandle keeping =
            new ClientHandle(config, batcher, new NoReads(), () -> wakeUps++, () -> now, callbacks::add);
        final List<Long> opened = new ArrayList<>();
        keeping.keepSession(new SessionListener() {
            @Override
            public void onSessionOpened(final long sessionId) {
                opened.add(sessionId);
                throw new AssertionError("as asked");
            }

            @Override
            public void onSessionLost(final long sessionId) {
                opened.add(-sessionId);
            }
        });
        assertEquals(1, wakeUps);
        batcher.onLeader(1, 0, now);
        keeping.doWork(++now);
        assertTrue(keeping.keepsSession() && keeping.asksForSession() && !keeping.isBusy());
        batcher.onReplyBatch(echo.answers.remove().batch(), now);
        batcher.onReplyBatch(new Replies(BATCHER, 1, 0).add(ReplyFrame.NO_SESSION, 3, 0, "").batch(), now);
        assertEquals(List.of(), opened, "not on the client's thread");
        assertEquals(1, callbacks.size(), "one after the other");
        assertThrows(AssertionError.class, () -> callbacks.remove().run());
        assertEquals(List.of(3L, -3L), opened, "also behind one that throws");
        assertLacks("listener", () -> keeping.keepSession(null));
    }

    @Test
    void shouldSendCommandsWhileReadsThatNobodyAnswersFillTheirWindow() { // S13
        final ClientHandle both = withUnansweredReads(new ArrayList<>());
        for (int i = 0; i < 65; i++) {
            both.read(ReadConsistency.LOCAL, new byte[0], new byte[0]);
        }
        batcher.onLeader(1, 0, now);
        final CompletableFuture<byte[]> write = both.submit(new byte[] {7});
        runBoth(both);
        assertTrue(write.isDone(), "the log goes on, and the window of commands is empty");
    }

    @Test
    void shouldSendReadsBesideTheLogWhileCommandsThatNobodyOrdersFillTheirWindow() {
        final List<byte[]> sent = new ArrayList<>();
        final ClientHandle both = withUnansweredReads(sent);
        for (int i = 0; i < 66; i++) {
            both.submit(new byte[] {7});
        }
        both.read(ReadConsistency.LOCAL, new byte[0], new byte[0]);
        for (int i = 0; i < 50; i++) {
            now += 1_000_000;
            both.doWork(now);
        }
        assertEquals(1, sent.size(), "it goes on while nobody leads");
    }

    @Test
    void shouldKeepTheOrderOfReadsThatWaitAndBoundThemAndFailThemWhenItIsClosed() { // S13
        final List<byte[]> sent = new ArrayList<>();
        final ClientHandle both = withUnansweredReads(sent);
        final List<CompletableFuture<?>> waiting = new ArrayList<>();
        for (int i = 0; i < 1024; i++) {
            waiting.add(both.read(ReadConsistency.LOCAL, new byte[0], new byte[] {(byte) i}));
        }
        final CompletableFuture<?> oneMore = both.read(ReadConsistency.LOCAL, new byte[0], new byte[1]);
        assertTrue(assertFailed(OverloadedException.class, oneMore).getMessage().contains("reads beside the log"));
        assertFalse(both.submit(new byte[1]).isDone(), "commands have a queue of their own");
        both.doWork(now);
        assertEquals(64, sent.size(), "as many as the window takes");
        for (int i = 0; i < 64; i++) {
            assertEquals(i, sent.get(i)[0]);
        }
        assertTrue(both.isBusy());
        both.close();
        both.doWork(now);
        waiting.forEach(future -> assertFailed(ClientClosedException.class, future));
        assertFalse(both.isBusy());
    }

    @Test
    void shouldTakeTheLongestReadWithoutACopyOfItsOwn() {
        final SubmissionQueue queue = new SubmissionQueue(16, SubmissionQueue.READ_RING_BYTES);
        assertTrue(offer(queue, new UnsafeBuffer(new byte[ReadRequest.MAX_BYTES - CommandFrame.HEADER_LENGTH])));
        queue.drain((readOnly, consistency, frame, body, offset, header, payload, correlation, handler, submitNs) -> {
            assertNull(frame);
            return true;
        });
    }

    private ClientHandle withUnansweredReads(final List<byte[]> sent) {
        return new ClientHandle(config, batcher, new Unanswered(sent), () -> {}, () -> now);
    }

    /** Takes reads up to the window, and nobody answers them. */
    private final class Unanswered implements ClientReads {
        private final List<byte[]> payloads;
        private final List<ReplyHandler> handlers = new ArrayList<>();

        private Unanswered(final List<byte[]> payloads) {
            this.payloads = payloads;
        }

        @Override
        public void members(final int[] nodes) {
            throw new AssertionError("its owner tells it");
        }

        @Override
        public void onAnswered(final long lsn) {
            throw new AssertionError("its owner tells it");
        }

        @Override
        public void onReplyBatch(final int sender, final ReplyBatch answer, final long nowNs) {
            throw new AssertionError("nobody answers");
        }

        @Override
        public void check(final int headerLength, final int payloadLength) {
            // None is too long.
        }

        @Override
        public boolean offer(final ReadConsistency consistency, final DirectBuffer header, final int headerOffset,
                             final int headerLength, final DirectBuffer payload, final int payloadOffset,
                             final int payloadLength, final long correlationId, final ReplyHandler handler,
                             final long nowNs) {
            if (handlers.size() == config.clientWindow()) {
                return false;
            }
            final byte[] bytes = new byte[payloadLength];
            payload.getBytes(payloadOffset, bytes);
            payloads.add(bytes);
            return handlers.add(handler);
        }

        @Override
        public int inFlight() {
            return handlers.size();
        }

        @Override
        public int doWork(final long nowNs) {
            return 0;
        }

        @Override
        public void close(final FleetException why) {
            handlers.forEach(handler -> handler.onFailure(0, why == null ? new ClientClosedException("closed") : why));
            handlers.clear();
        }
    }

    private void runBoth(final ClientHandle both) {
        for (int i = 0; i < 50; i++) {
            now += 1_000_000;
            both.doWork(now);
            while (!echo.answers.isEmpty()) {
                batcher.onReplyBatch(echo.answers.remove().batch(), now);
            }
        }
    }

    private static void assertLacks(final String name, final Executable call) {
        final String said = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertEquals(name + " is missing", said.replaceFirst(":.*", ""));
    }

    @Test
    void shouldFailEachKindOfFutureWithTheReasonWhereNoNodeListens() {
        final ClientHandle both = withUnansweredReads(new ArrayList<>());
        final byte[] nothing = new byte[0];
        both.refuse(new ConfigException("clusterId is 1, but must be 2"), now);
        for (final CompletableFuture<?> each : List.of(both.submit(nothing, nothing), both.query(nothing, nothing),
            both.read(ReadConsistency.LOCAL, nothing, nothing), both.query(ReadConsistency.LOCAL, nothing, nothing))) {
            assertEquals("clusterId is 1, but must be 2", assertFailed(ConfigException.class, each).getMessage());
        }
    }

    @Test
    void shouldCompleteFuturesWithTheAnswer() {
        batcher.onLeader(1, 0, now);
        final byte[] payload = "write".getBytes(StandardCharsets.US_ASCII);
        final CompletableFuture<byte[]> write = client.submit(new byte[] {1}, payload);
        final CompletableFuture<byte[]> read = client.query("read".getBytes(StandardCharsets.US_ASCII));
        assertEquals(2, wakeUps);
        run(3);
        assertEquals("write", new String(write.join(), StandardCharsets.US_ASCII));
        assertEquals("read", new String(read.join(), StandardCharsets.US_ASCII));
    }

    @Test
    void shouldCarryCommandsOfAllSizes() {
        batcher.onLeader(1, 0, now);
        final Random random = new Random(1);
        for (final int size : new int[] {0, 1, 7, 1000, 65_535, 65_537, 131_000, 131_072, 200_000, 2_999_999}) {
            final byte[] payload = new byte[size];
            random.nextBytes(payload);
            final CompletableFuture<byte[]> future = client.submit(new byte[1], payload);
            run(3);
            assertArrayEquals(payload, future.join(), "size " + size);
        }
    }

    @Test
    void shouldRefuseCommandsOverTheLimit() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[3_000_001]);
        assertThrows(CommandTooLargeException.class,
            () -> client.offer(false, bytes, 0, 0, bytes, 0, 3_000_001, 1, reply()));
        assertFailed(CommandTooLargeException.class, client.submit(new byte[3_000_001]));
        assertThrows(IllegalArgumentException.class, () -> client.offer(false, bytes, 0, 0, bytes, 0, 10, 1, null));
    }

    @Test
    void shouldKeepItsRoomWhenABufferIsShorterThanTheCallerSays() {
        final UnsafeBuffer few = new UnsafeBuffer(new byte[10]);
        for (int i = 0; i < 5000; i++) {
            assertThrows(IndexOutOfBoundsException.class, () -> client.offer(false, few, 0, 0, few, 5, 10, 1, reply()));
            assertThrows(IndexOutOfBoundsException.class,
                () -> client.offer(false, few, 0, 0, few, 5, 1_000_000, 1, reply()));
        }
        batcher.onLeader(1, 0, now);
        final CompletableFuture<byte[]> future = client.submit(new byte[] {4});
        run(3);
        assertArrayEquals(new byte[] {4}, future.join());
    }

    @Test
    void shouldRefuseWhenItsQueueIsFullAndKeepTheOrderOfWhatItTook() {
        int taken = 0;
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Integer.BYTES]);
        final List<FutureReply> replies = new ArrayList<>();
        while (true) {
            payload.putInt(0, taken);
            final FutureReply reply = reply();
            if (!client.offer(false, payload, 0, 0, payload, 0, Integer.BYTES, taken, reply)) {
                break;
            }
            replies.add(reply);
            taken++;
        }
        assertEquals(1024, taken);
        assertFailed(OverloadedException.class, client.submit(new byte[1]));
        batcher.onLeader(1, 0, now);
        run(60);
        for (int i = 0; i < taken; i++) {
            assertEquals(i, new UnsafeBuffer(replies.get(i).join()).getInt(0));
            assertEquals(i, new UnsafeBuffer(echo.seen.get(i)).getInt(0));
        }
        assertTrue(client.offer(false, payload, 0, 0, payload, 0, 4, 0, reply()));
    }

    @Test
    void shouldBoundTheBytesOfLargeCommands() {
        int taken = 0;
        final byte[] payload = new byte[3_000_000];
        while (!client.submit(payload).isDone()) {
            taken++;
        }
        assertEquals(SubmissionQueue.MAX_LARGE_BYTES / 3_000_000, taken);
    }

    @Test
    void shouldTakeOneCommandThatIsLongerThanAllThatMayWait() { // S13
        final SubmissionQueue queue = new SubmissionQueue(16, SubmissionQueue.RING_BYTES);
        final UnsafeBuffer longest = new UnsafeBuffer(new byte[(int) SubmissionQueue.MAX_LARGE_BYTES]);
        assertTrue(offer(queue, longest));
        assertFalse(offer(queue, new UnsafeBuffer(new byte[1 << 20])), "it has all of the room");
        final List<byte[]> frames = new ArrayList<>();
        queue.drain((readOnly, consistency, frame, body, offset, header, payload, correlation, handler, submitNs) -> {
            assertEquals(CommandFrame.HEADER_LENGTH, offset, "the head of the frame is before it");
            return frames.add(frame);
        });
        assertEquals(CommandFrame.HEADER_LENGTH + longest.capacity(), frames.get(0).length, "it is not copied again");
        assertTrue(offer(queue, new UnsafeBuffer(new byte[1 << 20])));
    }

    private static boolean offer(final SubmissionQueue queue, final UnsafeBuffer payload) {
        return queue.offer(false, null, payload, 0, 0, payload, 0, payload.capacity(), 0, reply(), 0);
    }

    @Test
    void shouldCountTheDeadlineFromTheSubmission() {
        final CompletableFuture<byte[]> future = client.submit(new byte[1]);
        now += config.requestTimeoutMillis() * 1_000_000;
        run(1);
        assertFailed(NoLeaderException.class, future);
    }

    @Test
    void shouldFailEverythingWhenItIsClosed() {
        final List<CompletableFuture<byte[]>> futures = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            futures.add(client.submit(new byte[700]));
            if (i == 10) {
                run(1);
            }
        }
        client.close();
        client.close();
        assertFalse(client.isTerminated());
        assertFailed(ClientClosedException.class, client.submit(new byte[1]));
        run(1);
        assertTrue(client.isTerminated());
        for (final CompletableFuture<byte[]> future : futures) {
            assertFailed(ClientClosedException.class, future);
        }
        assertThrows(ClientClosedException.class, () -> client.offer(false, null, 0, 0, null, 0, 0, 1, reply()));
        assertEquals(0, client.doWork(now));
    }

    @Test
    void shouldFailAllThatIsQueuedAlsoAcrossTheEndOfTheRing() {
        batcher.onLeader(1, 0, now);
        final byte[] payload = new byte[100_000];
        for (int i = 0; i < 9; i++) {
            client.submit(payload);
            run(3);
        }
        final List<CompletableFuture<byte[]>> futures = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            futures.add(client.submit(payload));
        }
        client.shutdown(now);
        for (final CompletableFuture<byte[]> future : futures) {
            assertFailed(ClientClosedException.class, future);
        }
    }

    @Test
    void shouldCountHandlersThatThrow() {
        batcher.onLeader(1, 0, now);
        final ReplyHandler thrower = new ReplyHandler() {
            @Override
            public void onReply(final long id, final DirectBuffer buffer, final int offset, final int length) {
                throw new IllegalStateException("reply");
            }

            @Override
            public void onFailure(final long correlationId, final FleetException failure) {
                throw new IllegalStateException("failure");
            }
        };
        assertTrue(client.offer(false, null, 0, 0, null, 0, 0, 1, thrower));
        run(3);
        assertEquals(1, batcher.counters().handlerErrors());
        assertTrue(client.offer(false, null, 0, 0, null, 0, 0, 1, thrower));
        client.shutdown(now);
        assertEquals(2, batcher.counters().handlerErrors());
    }

    @Test
    void shouldGiveEveryCommandOfManyThreadsOneOutcomeInOrderAndAlsoWhenClosedMeanwhile() throws InterruptedException {
        final int threads = 4;
        final int perThread = 30_000;
        final AtomicIntegerArray outcomes = new AtomicIntegerArray(threads * perThread);
        final AtomicIntegerArray accepted = new AtomicIntegerArray(threads * perThread);
        final AtomicReference<Throwable> wrong = new AtomicReference<>();
        final AtomicReference<Thread> owner = new AtomicReference<>();
        final Runnable unpark = () -> LockSupport.unpark(owner.get());
        final ClientHandle shared = new ClientHandle(config, batcher, unpark, System::nanoTime);
        owner.set(new Thread(() -> own(shared)));
        owner.get().start();
        final Thread[] submitters = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            final int first = t * perThread;
            submitters[t] = new Thread(() -> {
                try {
                    submit(shared, first, perThread, outcomes, accepted);
                } catch (final Throwable thrown) {
                    wrong.compareAndSet(null, thrown);
                }
            });
            submitters[t].start();
        }
        submitters[0].join();
        shared.close();
        for (final Thread submitter : submitters) {
            submitter.join();
        }
        owner.get().join();
        assertNull(wrong.get());
        assertNull(batcher.counters().lastHandlerError());
        int answered = 0;
        for (int i = 0; i < threads * perThread; i++) {
            assertEquals(accepted.get(i), outcomes.get(i), "command " + i);
            answered += outcomes.get(i);
        }
        assertTrue(answered >= perThread, "answered " + answered);
        final int[] last = new int[threads];
        Arrays.fill(last, -1);
        for (final byte[] payload : echo.seen) {
            final int id = new UnsafeBuffer(payload).getInt(0);
            assertTrue(id > last[id / perThread], "order");
            last[id / perThread] = id;
        }
    }

    private void own(final ClientHandle shared) {
        batcher.onLeader(1, 0, System.nanoTime());
        while (!shared.isTerminated()) {
            final long time = System.nanoTime();
            int work = shared.doWork(time);
            for (Replies replies = echo.answers.poll(); replies != null; replies = echo.answers.poll()) {
                batcher.onReplyBatch(replies.batch(), time);
                work++;
            }
            if (work == 0) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private static void submit(final ClientHandle shared, final int first, final int count,
                               final AtomicIntegerArray outcomes, final AtomicIntegerArray accepted) {
        final ReplyHandler handler = new ReplyHandler() {
            @Override
            public void onReply(final long id, final DirectBuffer buffer, final int offset, final int length) {
                if (buffer.getInt(offset) != id) {
                    throw new AssertionError("answer " + buffer.getInt(offset) + " to " + id);
                }
                outcomes.incrementAndGet((int) id);
            }

            @Override
            public void onFailure(final long id, final FleetException failure) {
                outcomes.incrementAndGet((int) id);
            }
        };
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[200_000]);
        for (int id = first; id < first + count; id++) {
            payload.putInt(0, id);
            final int length = id % 2000 == 0 ? 200_000 : Integer.BYTES + id % 90;
            try {
                while (!shared.offer(false, null, 0, 0, payload, 0, length, id, handler)) {
                    Thread.onSpinWait();
                }
                accepted.set(id, 1);
            } catch (final ClientClosedException closed) {
                return;
            }
        }
    }

    private void run(final int cycles) {
        for (int i = 0; i < cycles; i++) {
            now += 1_000_000;
            client.doWork(now);
            for (Replies replies = echo.answers.poll(); replies != null; replies = echo.answers.poll()) {
                batcher.onReplyBatch(replies.batch(), now);
            }
        }
    }

    private static FleetException assertFailed(final Class<? extends FleetException> type,
                                               final CompletableFuture<?> future) {
        assertTrue(future.isDone());
        final CompletionException thrown = assertThrows(CompletionException.class, future::join);
        return assertInstanceOf(type, thrown.getCause());
    }

    private static FutureReply reply() {
        return new FutureReply(Runnable::run, () -> false);
    }
}
