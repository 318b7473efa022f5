package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReplyHandler;
import io.fleet.client.SessionListener;
import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.error.CommandFailedException;
import io.fleet.error.FleetException;
import io.fleet.error.NotAppliedException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.error.ReplyTooLargeException;
import io.fleet.fixture.network.MessageCopy;
import io.fleet.fixture.network.UnusedOutbound;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Batchers against a group and a network at their worst: messages are lost, repeated, late and out of order, leaders
 * change and reject, sessions expire. Every command must have one outcome, and the outcome must be true in the end.
 */
class BatcherModelTest {
    private static final long MILLI = 1_000_000;
    private static final int BATCHERS = 3;
    private static final int FIRST_LEADER = 1700;
    private static final int STEPS = 60_000;

    private static final class Call {
        private final boolean readOnly;
        private final long executedBefore;
        private Object outcome;

        Call(final boolean readOnly, final long executedBefore) {
            this.readOnly = readOnly;
            this.executedBefore = executedBefore;
        }
    }

    /** What a listener hears makes sense. */
    private static final class HeardSession implements SessionListener {
        private long open;
        private long last;
        private boolean isUnsure;

        @Override
        public void onSessionOpened(final long sessionId) {
            assertTrue(open == 0 && sessionId > last, "a session at a time, and each is another one");
            open = sessionId;
            last = sessionId;
            isUnsure = false;
        }

        @Override
        public void onSessionUnsure(final long sessionId) {
            assertTrue(open == sessionId && !isUnsure);
            isUnsure = true;
        }

        @Override
        public void onSessionSure(final long sessionId) {
            assertTrue(open == sessionId && isUnsure);
            isUnsure = false;
        }

        @Override
        public void onSessionLost(final long sessionId) {
            assertEquals(open, sessionId);
            open = 0;
        }
    }

    private final Map<Long, Call> calls = new HashMap<>();
    private final Map<String, Integer> tally = new TreeMap<>();
    private final TreeMap<Long, List<Runnable>> network = new TreeMap<>();
    private final List<Batcher> batchers = new ArrayList<>();
    private Random random;
    private GroupConfig config;
    private FakeGroup group;
    private long now = Long.MAX_VALUE - 3_000 * MILLI;
    private long elapsed;
    private long nextId;
    private boolean calm;
    private boolean storm;

    @ParameterizedTest
    @CsvSource({"1,BATCHER", "2,BATCHER", "3,BATCHER", "4,BATCHER", "5,LEADER", "6,LEADER", "7,BATCHER", "8,LEADER"})
    void shouldTellTheTruthAboutEveryCommand(final long seed, final Dissemination dissemination) {
        random = new Random(seed);
        config = GroupConfig.scattered().withDissemination(dissemination).withClientWindow(32).withMaxBatchBytes(1024)
            .withRetryMillis(40).withRequestTimeoutMillis(1500).withSessionTimeoutMillis(1000).withMaxSessions(6);
        group = new FakeGroup(config, random,
            replies -> deliver(() -> batcher(replies.batch().batcherId).onReplyBatch(replies.batch(), now)),
            reject -> deliver(() -> batcher(reject.batcherId).onReject(reject, now)));
        for (int i = 0; i < BATCHERS; i++) {
            batchers.add(new Batcher(config, 1 + i, random.nextLong(), new Network()));
            if (i > 0) {
                batchers.get(i).keeper().keep(new HeardSession());
            }
        }
        for (int step = 0; step < STEPS; step++) {
            disturb(step);
            if (random.nextInt(3) > 0 && (step / 1000) % 3 != 2) {
                submit();
            }
            cycle();
        }
        finish();
        judge();
    }

    private void disturb(final int step) {
        if (step == FIRST_LEADER || step > FIRST_LEADER && random.nextInt(600) == 0) {
            group.ballot++;
            for (final Batcher batcher : batchers) {
                final long ballot = group.ballot;
                network.computeIfAbsent(elapsed + random.nextInt(100), at -> new ArrayList<>())
                    .add(() -> batcher.onLeader(ballot, 1, now));
            }
        }
        if (random.nextInt(500) == 0) {
            group.overloaded = !group.overloaded;
        }
        if (random.nextInt(1000) == 0) {
            storm = !storm;
        }
        if (random.nextInt(3000) == 0) {
            group.logTime += config.sessionTimeoutMillis() + 1;
        }
    }

    private void cycle() {
        now += MILLI;
        elapsed++;
        group.logTime++;
        while (!network.isEmpty() && network.firstKey() <= elapsed) {
            network.pollFirstEntry().getValue().forEach(Runnable::run);
        }
        while (group.hasOrdered() && random.nextInt(3) > 0) {
            group.applyOne();
        }
        for (final Batcher batcher : batchers) {
            batcher.doWork(now);
        }
    }

    /** Lets the faults end, waits for all outcomes, and then lets everything happen that could still happen. */
    private void finish() {
        calm = true;
        group.calm = true;
        group.overloaded = false;
        final int bound = (int) config.requestTimeoutMillis() + 10;
        for (int i = 0; i < bound; i++) {
            cycle();
        }
        for (final Batcher batcher : batchers) {
            assertEquals(0, batcher.inFlight());
        }
        while (!network.isEmpty() || group.hasOrdered()) {
            cycle();
        }
    }

    private void judge() {
        for (final Map.Entry<Long, Call> entry : calls.entrySet()) {
            final long id = entry.getKey();
            final Call call = entry.getValue();
            final int executions = group.executions.getOrDefault(id, 0);
            final String what = "command " + id + " with outcome " + call.outcome + " was executed " + executions
                + " times";
            assertTrue(call.outcome != null, what);
            assertTrue(executions <= 1, what);
            assertFalse(what.contains("waits for") || what.contains("clientWindow"), what);
            if (call.readOnly) {
                assertEquals(0, executions, what);
            } else if (call.outcome instanceof NotAppliedException) {
                assertEquals(0, executions, what);
            } else if (!(call.outcome instanceof OutcomeUnknownException)) {
                assertEquals(1, executions, what);
                assertEquals(id % FakeGroup.FAILING == 0, call.outcome instanceof CommandFailedException, what);
                assertEquals(id % FakeGroup.FAILING != 0 && id % FakeGroup.LARGE == 0,
                    call.outcome instanceof ReplyTooLargeException, what);
            }
            final String kind = call.outcome instanceof byte[] ? "OK" : call.outcome.getClass().getSimpleName();
            tally.merge(kind, 1, Integer::sum);
        }
        for (final String kind : new String[] {"OK", "CommandFailedException", "OutcomeUnknownException",
            "OverloadedException", "SessionExpiredException", "NoLeaderException"}) {
            assertTrue(tally.getOrDefault(kind, 0) > 0, "too tame, no " + kind + ": " + tally);
        }
        assertTrue(tally.get("OK") > calls.size() / 4, "too wild: " + tally);
        assertTrue(group.repeats > 100, "too tame, repeated " + group.repeats);
    }

    private void submit() {
        final long id = ++nextId;
        final boolean readOnly = random.nextInt(5) == 0;
        final Call call = new Call(readOnly, group.executed);
        final UnsafeBuffer header = new UnsafeBuffer(ByteBuffer.allocate(Long.BYTES));
        header.putLong(0, Long.reverseBytes(id));
        final int length = random.nextInt(300) == 0 ? random.nextInt(200_000)
            : random.nextInt(20) == 0 ? random.nextInt(3000) : random.nextInt(100);
        final Batcher batcher = batchers.get(random.nextInt(BATCHERS));
        if (batcher.offer(readOnly, header, 0, Long.BYTES, new UnsafeBuffer(new byte[length]), 0, length, id,
            new Handler(id, call), now)) {
            calls.put(id, call);
        }
    }

    private static final class Handler implements ReplyHandler {
        private final long id;
        private final Call call;

        Handler(final long id, final Call call) {
            this.id = id;
            this.call = call;
        }

        @Override
        public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
            assertEquals(id, correlationId);
            assertEquals(Long.BYTES, length);
            final long answer = buffer.getLong(offset);
            if (call.readOnly) {
                assertTrue(answer >= call.executedBefore, "a read missed writes that were executed before it began");
            } else {
                assertEquals(id, answer);
            }
            done(new byte[0]);
        }

        @Override
        public void onFailure(final long correlationId, final FleetException failure) {
            assertEquals(id, correlationId);
            done(failure);
        }

        private void done(final Object outcome) {
            assertNull(call.outcome, "second outcome");
            call.outcome = outcome;
        }
    }

    private Batcher batcher(final long id) {
        return batchers.get((int) id - 1);
    }

    private void deliver(final Runnable message) {
        final int copies = calm ? 1 : random.nextInt(100) < (storm ? 60 : 8) ? 0 : random.nextInt(10) == 0 ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            final int delay = calm ? 1 : random.nextInt(50) == 0 ? random.nextInt(2500) : random.nextInt(8);
            network.computeIfAbsent(elapsed + delay, at -> new ArrayList<>()).add(message);
        }
    }

    private final class Network extends UnusedOutbound {
        @Override
        public boolean broadcast(final Message message) {
            assertEquals(Dissemination.BATCHER, config.dissemination());
            return take(message);
        }

        @Override
        public boolean send(final int node, final Message message) {
            assertEquals(Dissemination.LEADER, config.dissemination());
            assertEquals(1, node);
            return take(message);
        }

        private boolean take(final Message message) {
            final EntryBody chunk = (EntryBody) message;
            assertFalse(chunk.chunkLength == 0);
            final boolean refuse = !calm && random.nextInt(20) == 0;
            if (!refuse || random.nextBoolean()) {
                final EntryBody copy = (EntryBody) MessageCopy.of(chunk);
                deliver(() -> group.onBody(copy));
            }
            return !refuse;
        }
    }
}
