package io.fleet.examples.kv;

import static io.fleet.examples.kv.KvDriver.counted;
import static io.fleet.examples.kv.KvDriver.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.machine.ReadView;
import io.fleet.testkit.local.MachineHarness;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long a node's own thread is busy with what changes nothing: each look at the clock is some time later. */
class KvQueryTimeTest {
    private static final String TOO_MUCH = "-ERR what was asked for at once takes more than ";
    private static final String TOO_LONG = TOO_MUCH + "40 ms: use SCAN, a shorter pattern, or fewer commands at once,"
        + " or start the nodes with --read-threads";
    private static final String EVIL = "*" + "a".repeat(1000) + "b";

    private long now;
    private int looks;
    /** What passes from one look to the next. */
    private long perLook;
    private final KvMachine machine = machine(StoreKind.HEAP);
    private final KvDriver kv = new KvDriver(machine, KvBounds.NONE);

    private KvMachine machine(final StoreKind kind) {
        return new KvMachine(kind, new KvBounds(1 << 16, 1 << 26), KvLimits.STANDARD, this::look);
    }

    private long look() {
        looks++;
        now += perLook;
        return now;
    }

    private void passes(final long millisPerLook) {
        perLook = TimeUnit.MILLISECONDS.toNanos(millisPerLook);
        looks = 0;
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    @Tag("hazard-U-cold-keys")
    void shouldEndAWalkThatTakesTooLong(final StoreKind kind) {
        try (KvMachine slow = machine(kind)) {
            final KvDriver driver = new KvDriver(slow, KvBounds.NONE);
            driver.run("SET " + "a".repeat(1 << 15) + " v");
            passes(10);
            final KvBatch batch = counted();
            batch.add(KvOp.KEYS, words(EVIL));
            assertEquals(List.of(TOO_LONG), driver.send(batch));
            assertEquals(6, looks, "the first one begins the time, and 40 ms are not too much");
            assertEquals(List.of(TOO_LONG), driver.send(batch), "each batch has its time");
            passes(0);
            assertTrue(driver.send(batch).get(0).startsWith(TOO_MUCH + "8388608 steps"));
        }
    }

    @Test
    @Tag("hazard-U-cold-keys")
    void shouldEndAWalkOverManyKeysThatTakesTooLong() {
        fill(20_000);
        passes(10);
        assertEquals(List.of(TOO_LONG), kv.runCounted(KvOp.KEYS, "none"));
        assertEquals(6, looks);
        passes(0);
        assertEquals("[[]]", kv.runCounted(KvOp.KEYS, "none").toString());
    }

    @Test
    @Tag("hazard-U-cold-keys")
    void shouldCountStepsOnlyOfWhatEveryReplicaRuns() {
        passes(1_000);
        final KvBatch logged = counted();
        logged.addExec(3);
        logged.addInner(KvOp.SET, words("a".repeat(1 << 15), "v"));
        logged.addInner(KvOp.KEYS, words(EVIL));
        logged.addInner(KvOp.SET, words("after", "v"));
        assertEquals("[[+OK, " + TOO_MUCH + "8388608 steps: use SCAN, a shorter pattern, or fewer commands at once,"
            + " +OK]]", kv.send(logged).toString());
        final KvBatch query = counted();
        query.add(KvOp.KEYS, words(EVIL));
        final byte[] reply = kv.harness().run(false, new byte[0], query.toBytes());
        assertTrue(KvDriver.texts(reply).get(0).startsWith(TOO_MUCH + "8388608 steps"), "a query that was logged");
        assertEquals(0, looks);
    }

    @Test
    @Tag("hazard-U-cold-keys")
    void shouldNotLookAtTheClockForLittle() {
        fill(200);
        passes(1_000);
        assertEquals("v", kv.run("GET key1"));
        assertEquals("[[key1]]", kv.runCounted(KvOp.KEYS, "key1").toString());
        assertEquals(0, looks);
    }

    @Test
    @Tag("hazard-U-cold-keys")
    void shouldCountTheSameStepsWithAClock() {
        final Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            final byte[] text = KvDriver.bytes("ab".repeat(random.nextInt(400)) + "a".repeat(random.nextInt(1_000)));
            final byte[] pattern = KvDriver.bytes("*" + "ab".repeat(random.nextInt(50))
                + "a".repeat(random.nextInt(200)) + (random.nextBoolean() ? "*" : "b")
                + (random.nextBoolean() ? "?*" : ""));
            final Glob glob = Glob.of(new UnsafeBuffer(pattern), 0, pattern.length);
            final long steps = random.nextInt(2) == 0 ? 1L << 40 : random.nextInt(60_000);
            final Work counted = new Work(steps);
            final Work timed = new Work(0, this::look);
            timed.begin(steps, 1);
            assertEquals(glob.matches(text, counted), glob.matches(text, timed));
            assertEquals(counted.taken(), timed.taken());
            assertEquals(counted.isOver(), timed.isOver());
            assertEquals(counted.taken() > Work.STEPS_OF_LOOK || counted.isOver(), looks > 0,
                counted.taken() + " steps");
            looks = 0;
        }
    }

    @Test
    @Tag("hazard-U-cold-keys")
    void shouldEndPagesEarlierAndStillMeetEveryKey() {
        fill(20_000);
        final int quick = pages(20_000);
        passes(21);
        final int slow = pages(20_000);
        assertTrue(slow > 2 * quick, slow + " pages, and " + quick + " where time is no matter");
    }

    /** Scans all there is; answers in how many pages. */
    private int pages(final int keys) {
        final List<String> found = new ArrayList<>();
        String cursor = "0";
        int pages = 0;
        do {
            final String page = kv.runCounted(KvOp.SCAN, cursor, "COUNT", "1000000", "MATCH", "k*").get(0);
            assertTrue(page.startsWith("["), page);
            cursor = page.substring(1, page.indexOf(','));
            found.addAll(List.of(page.substring(page.indexOf('[', 1) + 1, page.length() - 2).split(", ")));
            pages++;
        } while (!cursor.equals("0"));
        assertEquals(keys, found.size());
        assertEquals(keys, found.stream().distinct().count());
        return pages;
    }

    @Test
    @Tag("hazard-U-cold-keys")
    void shouldEndAPageBeforeAKeyThatTakesTooLong() {
        fill(40);
        kv.run("SET " + "a".repeat(1 << 15) + " v");
        passes(21);
        final List<String> answers = new ArrayList<>();
        String cursor = "0";
        do {
            final String page = kv.runCounted(KvOp.SCAN, cursor, "COUNT", "1000", "MATCH", EVIL).get(0);
            answers.add(page);
            cursor = page.startsWith("-") ? "0" : page.substring(1, page.indexOf(','));
        } while (!cursor.equals("0"));
        assertEquals(2, answers.size(), answers.toString());
        assertTrue(answers.get(0).endsWith(", []]"), answers.get(0));
        assertEquals(TOO_LONG, answers.get(1), "one key alone takes too long");
    }

    @Test
    @Tag("hazard-U-cold-keys")
    void shouldAnswerNothingThatHasExpiredWhereTheTimeIsUp() {
        for (int i = 0; i < 3_000; i++) {
            kv.run("SET key" + i + " v PX 1000");
        }
        kv.harness().advance(1_001);
        passes(100);
        final KvBatch twice = counted();
        twice.addExec(3);
        for (int i = 0; i < 3; i++) {
            twice.addInner(KvOp.SCAN, words("0", "COUNT", "10000"));
        }
        assertEquals("[[" + TOO_LONG + ", " + TOO_LONG + ", " + TOO_LONG + "]]", kv.send(twice).toString());
        passes(0);
        assertEquals("[[[0, []], [0, []], [0, []]]]", kv.send(twice).toString());
    }

    @Test
    @Tag("hazard-U-cold-keys")
    void shouldGiveWhatFollowsInABatchATimeOfItsOwn() {
        fill(300);
        passes(6);
        final KvBatch walks = counted();
        for (int i = 0; i < 20; i++) {
            walks.add(KvOp.KEYS, words("none"));
        }
        assertEquals("[[], []]", kv.send(walks).toString(),
            "the first look begins the time, the second ends the batch");
        passes(1);
        assertEquals(6, kv.send(walks).size(), "after an eighth of the time");
    }

    @Test
    @Tag("hazard-U-cold-keys")
    void shouldNotBoundByTimeWhatIsRunOnAThreadOfItsOwn() {
        fill(20_000);
        passes(1_000);
        final KvBatch walk = counted();
        walk.add(KvOp.KEYS, words("key77"));
        final byte[] payload = walk.toBytes();
        try (ReadView view = kv.harness().view(payload)) {
            assertEquals("[[key77]]", KvDriver.texts(MachineHarness.query(view, payload, kv.harness().time()))
                .toString());
        }
        assertEquals(0, looks);
    }

    @Test
    @Tag("hazard-U-cold-keys")
    void shouldHoldAClockThatTurnsRoundAndOneThatStands() {
        final Work work = new Work(0, () -> now);
        now = Long.MAX_VALUE - 10;
        work.begin(1L << 20, 100);
        assertTrue(work.take(Work.STEPS_OF_LOOK + 1));
        now += 100;
        assertTrue(work.take(Work.STEPS_OF_LOOK + 1));
        assertTrue(work.isLong() && !work.isLate());
        now += 1;
        assertFalse(work.take(Work.STEPS_OF_LOOK + 1));
        assertTrue(work.isOver() && !work.isSpent() && work.left() == 0);
        work.begin(100);
        assertTrue(work.take(100) && !work.isLong());
        assertFalse(work.take(1));
    }

    private void fill(final int keys) {
        for (int i = 0; i < keys; i++) {
            kv.run("SET key" + i + " v");
        }
    }
}
