package io.fleet.examples.kv.draft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvDriver;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.KvOp;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.speculation.Answer;
import io.fleet.examples.speculation.AnyOrder;
import io.fleet.examples.speculation.Comparison;
import io.fleet.examples.speculation.Given;
import io.fleet.examples.speculation.Speculator;
import io.fleet.machine.ReadView;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.local.MachineHarness;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batches that are prepared before their turn come to what the plain machine comes to. */
class SpeculativeKvMachineTest {
    private static final int MIB = 1 << 20;

    private final KvMachine plain = new KvMachine();
    private final SpeculativeKvMachine machine = new SpeculativeKvMachine(KvLimits.STANDARD, null);
    private final Speculator<Draft> speculator = new Speculator<>(machine, Runnable::run);
    private final Timers plainTimers = new Timers();
    private final Timers timers = new Timers();

    private static byte[] snapshot(final StateMachine machine) {
        return new MachineHarness(machine).snapshot();
    }

    private static String text(final byte[] answer) {
        return String.join(" | ", KvDriver.texts(answer));
    }

    /** Publishes the oldest, and has the plain machine apply it. */
    private String publish(final Given command) {
        final byte[] answer = speculator.publish();
        assertArrayEquals(Answer.of(plain, command), answer);
        return text(answer);
    }

    private void prepare(final Given... commands) {
        for (final Given each : commands) {
            speculator.prepare(each);
        }
    }

    private String now(final Given command) {
        prepare(command);
        return publish(command);
    }

    private void requireAlike() {
        assertArrayEquals(snapshot(plain), snapshot(machine));
        assertEquals(0, machine.drafts().keys());
        assertEquals(0, machine.drafts().bytes());
    }

    private void compare(final Random random, final Executor executor, final KvBounds bounds, final int count) {
        plain.onStart(plainTimers);
        machine.onStart(timers);
        new Comparison<>(plain, machine, executor, random, () -> Batches.any(random, bounds),
            () -> Batches.query(random), () -> {
                assertEquals(0, machine.drafts().keys());
                assertEquals(0, machine.drafts().bytes());
                if (random.nextInt(4) == 0) {
                    plain.onTimer(1, plain.time());
                    machine.onTimer(1, plain.time());
                }
            }).run(count);
        assertEquals(plainTimers.calls(), timers.calls());
        assertTrue(timers.count() > 100);
    }

    @ParameterizedTest
    @CsvSource({"1,1000000,1000000000", "2,1000000,1000000000", "3,20,1000000000", "4,1000000,6000", "5,25,7000",
        "6,3,900"})
    void shouldAnswerAsThePlainMachine(final long seed, final long maxEntries, final long maxBytes) {
        final Random random = new Random(seed);
        compare(random, new AnyOrder(random), new KvBounds(maxEntries, maxBytes), 8_000);
        assertTrue(seed > 2 || machine.inTurn() < 6_000, machine.inTurn() + " in their turn");
    }

    @ParameterizedTest
    @CsvSource({"7,1000000,1000000000", "8,25,7000"})
    void shouldAnswerAsThePlainMachineWithThreads(final long seed, final long maxEntries, final long maxBytes) {
        final ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            compare(new Random(seed), threads, new KvBounds(maxEntries, maxBytes), 8_000);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Tables that grow and shrink under those who look into them. Nothing contradicts what they find. */
    @Test
    void shouldFindWhatIsPublishedWhileTheStoreChanges() {
        final ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            final Random random = new Random(9);
            final Speculator<Draft> several = new Speculator<>(machine, threads);
            final Deque<Given> ahead = new ArrayDeque<>();
            for (int i = 0; i < 150_000; i++) {
                final String key = "k" + random.nextInt(40_000);
                final Given next = Batches.batch(i / 20_000 % 2 == 1 && random.nextInt(3) > 0 ? "DEL " + key
                    : random.nextBoolean() ? "INCR " + key : "APPEND " + key + " 1");
                ahead.add(next);
                several.prepare(next);
                if (ahead.size() > 30) {
                    final Given oldest = ahead.poll();
                    assertArrayEquals(Answer.of(plain, oldest), several.publish());
                    if (i % 64 == 0) {
                        final Given query = Batches.batch("GET " + key, "DBSIZE");
                        assertArrayEquals(Answer.query(plain, query), Answer.query(machine, query));
                    }
                }
            }
            assertEquals(0, machine.inTurn());
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldShowNothingOfADraft() {
        final byte[] empty = snapshot(machine);
        prepare(Batches.batch("SET a 1"), Batches.batch("INCR a"));
        final Given query = Batches.batch("GET a", "DBSIZE");
        assertEquals("nil | :0", text(Answer.query(machine, query)));
        speculator.revoke(2);
        assertArrayEquals(empty, snapshot(machine));
        requireAlike();
        assertEquals("+OK", now(Batches.batch("SET a 5")));
        prepare(Batches.batch("INCR a"), Batches.batch("INCR a"));
        speculator.revoke(1);
        prepare(Batches.batch("APPEND a x"));
        assertEquals(":6", publish(Batches.batch("INCR a")));
        assertEquals(":2", publish(Batches.batch("APPEND a x")));
        assertEquals(0, machine.inTurn());
        requireAlike();
    }

    @Test
    void shouldAnswerNothingBeforeItIsPublished() {
        final Answer answer = new Answer();
        machine.revoke(machine.prepare(Batches.batch("SET a 1"), answer));
        assertEquals(0, answer.length());
    }

    @Test
    void shouldSeeOfItsKeysWhatIsPreparedBefore() {
        final Given[] commands = {Batches.batch("SET a 1"), Batches.batch("INCR a", "GET b"), Batches.batch("DEL a"),
            Batches.batch("APPEND a 7"), Batches.exec(KvBounds.NONE, "INCR a", "SET b x"), Batches.batch("GETDEL b")};
        prepare(commands);
        final String[] answers = {"+OK", ":2 | nil", ":1", ":1", "[:8, +OK]", "x"};
        for (int i = 0; i < commands.length; i++) {
            assertEquals(answers[i], publish(commands[i]));
        }
        assertEquals(0, machine.inTurn());
        requireAlike();
    }

    @Test
    void shouldRefuseWhatDoesNotFitAnyMore() {
        final KvBounds one = new KvBounds(1, 1_000);
        final Given[] commands = {Batches.batch(one, "SET a 1"), Batches.batch(one, "SET b 2"),
            Batches.batch(one, "INCR b"), Batches.batch(one, "DEL a"), Batches.batch(one, "INCR b")};
        prepare(commands);
        assertEquals("+OK", publish(commands[0]));
        assertTrue(publish(commands[1]).startsWith("-OOM"));
        assertTrue(publish(commands[2]).startsWith("-OOM"), "built on the one that was refused");
        assertEquals(":1", publish(commands[3]));
        assertEquals(":1", publish(commands[4]));
        requireAlike();
    }

    @Test
    void shouldRefuseWhatNeedsTooManyBytes() {
        final KvBounds small = new KvBounds(100, 250);
        final Given[] commands = {Batches.batch(small, "SET a " + "v".repeat(100)), Batches.batch(small, "SET b 1"),
            Batches.batch(small, "APPEND a " + "v".repeat(50))};
        prepare(commands);
        assertEquals("+OK", publish(commands[0]));
        assertTrue(publish(commands[1]).startsWith("-OOM"));
        assertEquals(":150", publish(commands[2]));
        requireAlike();
    }

    /** What a batch gives back does not make room for it in a store that has more than its bounds. */
    @Test
    void shouldRefuseWhatDoesNotFitWithWhatTheBatchGivesBack() {
        now(Batches.batch("MSET a 1 b 2 c 3"));
        final Given entries = Batches.batch(new KvBounds(1, 1_000), "DEL a", "SET d 4");
        assertTrue(now(entries).startsWith(":1 | -OOM"));
        final Given bytes = Batches.batch(new KvBounds(100, 10), "DEL b", "APPEND c 4");
        assertTrue(now(bytes).startsWith(":1 | -OOM"));
        requireAlike();
    }

    @Test
    void shouldCountNothingThatHasExpired() {
        final KvBounds two = new KvBounds(2, 1_000);
        final Given early = Batches.batch(two, "SET a 1 PX 10", "SET b 2 PX 10");
        now(early.at(100));
        assertEquals("+OK | +OK", now(Batches.batch(two, "SET b 3", "SET c 3").at(200)));
        final Given gone = Batches.batch(two, "SET b 4 PXAT 1", "SET d 5", "GET b").at(300);
        assertEquals("+OK | +OK | nil", now(gone));
        requireAlike();
    }

    @Test
    void shouldTakeADraftForExpiredByTheTimeOfItsCommand() {
        final Given set = Batches.batch("SET a 1 PX 10").at(100);
        prepare(set, Batches.batch("INCR a").at(200), Batches.batch("INCR a").at(200));
        speculator.revoke(1);
        speculator.revoke(1);
        final Given sooner = Batches.batch("INCR a").at(105);
        prepare(sooner);
        assertEquals("+OK", publish(set));
        assertEquals(":2", publish(sooner));
        assertEquals(":1", now(Batches.batch("INCR a").at(300)));
        assertEquals(0, machine.inTurn());
        requireAlike();
    }

    @Test
    void shouldPutBackWhatADraftBeforeLeft() {
        final Given set = Batches.batch("SET a 1 PX 10").at(100);
        prepare(set, Batches.batch("GET a").at(100), Batches.batch("SET a 7").at(200));
        speculator.revoke(1);
        final Given sooner = Batches.batch("INCR a").at(105);
        prepare(sooner);
        publish(set);
        publish(Batches.batch("GET a").at(100));
        assertEquals(":2", publish(sooner));
        assertEquals(0, machine.inTurn());
        requireAlike();
    }

    @Test
    void shouldRunWhatIsBehindTheLogTimeOfTheMachineAtThatTime() {
        now(Batches.batch("SET a 1 PX 100").at(1_000));
        assertEquals("+OK | :100", now(Batches.batch("SET b 1 PX 100", "PTTL b").at(500)));
        assertEquals(1, machine.inTurn());
        requireAlike();
    }

    @Test
    void shouldRunBatchesThatLookAtAllKeysInTheirTurn() {
        final Given[] commands = {Batches.batch("MSET a 1 b 2"), Batches.batch("SET c 3", "DBSIZE"),
            Batches.batch("INCR a"), Batches.batch("FLUSHALL"), Batches.batch("INCR a"),
            Batches.exec(KvBounds.NONE, "SET d 4", "KEYS *"), Batches.batch("DEL d", "SCAN 0")};
        prepare(commands);
        final String[] answers = {"+OK", "+OK | :3", ":2", "+OK", ":1", null, ":1 | [0, [a]]"};
        for (int i = 0; i < commands.length; i++) {
            final String answer = publish(commands[i]);
            assertTrue(answers[i] == null || answers[i].equals(answer), answer);
        }
        requireAlike();
    }

    @Test
    void shouldRunAgainWhatWasRunUnderAnotherHash() {
        final KvBatch secret = new KvBatch(KvBounds.NONE, false, true);
        secret.add(KvOp.HASH_SECRET, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
        now(Batches.batch("SET a 1"));
        prepare(Batches.given(secret), Batches.batch("INCR a"));
        assertEquals(":1", publish(Batches.given(secret)));
        assertEquals(":2", publish(Batches.batch("INCR a")));
        assertEquals(2, machine.inTurn(), "the budget of what comes without room follows from it");
        assertEquals(":3", now(Batches.batch("INCR a")));
        assertEquals(2, machine.inTurn());
        requireAlike();
    }

    @Test
    void shouldRefuseAMalformedBatchInItsTurn() {
        final Given malformed = new Given(new byte[0], new byte[] {7}, 5_000);
        prepare(malformed);
        assertArrayEquals(Answer.of(plain, malformed), speculator.publish());
        requireAlike();
    }

    @Test
    void shouldKeepNoMoreInDraftsThanTheBound() {
        final Given[] commands = new Given[40];
        for (int i = 0; i < commands.length; i++) {
            commands[i] = Batches.batch("SET k" + i + " " + "v".repeat(MIB), "GET k" + i);
        }
        prepare(commands);
        assertTrue(machine.drafts().bytes() > SpeculativeKvMachine.MAX_HELD_BYTES);
        assertTrue(machine.drafts().bytes() < SpeculativeKvMachine.MAX_HELD_BYTES + 2 * MIB + 1_000);
        for (final Given each : commands) {
            publish(each);
        }
        assertTrue(machine.inTurn() > 30, "2 MiB in each draft");
        requireAlike();
        prepare(commands);
        speculator.revoke(commands.length);
        requireAlike();
    }

    @Test
    void shouldGoOnFromASnapshotOfThePlainMachine() {
        now(Batches.batch("MSET a 1 b 2", "PEXPIRE a 1000").at(100));
        final SpeculativeKvMachine loaded = new SpeculativeKvMachine(KvLimits.STANDARD, null);
        new MachineHarness(loaded).load(snapshot(plain));
        assertArrayEquals(snapshot(plain), snapshot(loaded));
        assertArrayEquals(Answer.of(plain, Batches.batch("INCR a").at(150)),
            Answer.of(loaded, Batches.batch("INCR a").at(150)));
        assertArrayEquals(snapshot(plain), snapshot(loaded));
        loaded.close();
    }

    @Test
    void shouldAnswerWalksFromAView() {
        now(Batches.batch("MSET a 1 b 2"));
        final MachineHarness harness = new MachineHarness(machine);
        final byte[] walk = Batches.batch("KEYS *").payloadBytes();
        final ReadView view = harness.view(walk);
        final byte[] before = harness.run(true, new byte[0], walk);
        now(Batches.batch("DEL a", "SET c 3"));
        assertArrayEquals(before, MachineHarness.query(view, walk, 1));
        view.close();
        assertNull(harness.view(Batches.batch("GET a").payloadBytes()));
    }
}
