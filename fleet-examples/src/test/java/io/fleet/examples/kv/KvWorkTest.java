package io.fleet.examples.kv;

import static io.fleet.examples.kv.KvDriver.counted;
import static io.fleet.examples.kv.KvDriver.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.store.KeyHash;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What one batch may take of a machine, counted in steps: none of it depends on how fast this computer is. */
@Tag("slow")
class KvWorkTest {
    private static final String TOO_MUCH = "-ERR what was asked for at once takes more than ";
    private static final byte[] SECRET = KvDriver.bytes("sixteen bytes ab");

    private final KvMachine machine = new KvMachine();
    private final KvDriver kv = new KvDriver(machine, KvBounds.NONE);

    @Test
    @Tag("hazard-X-H1")
    @Tag("hazard-X-H2")
    void shouldMatchWithinStepsThatAreCounted() {
        final byte[] text = KvDriver.bytes("proto-max-bulk-len".repeat(20));
        for (final String pattern : new String[] {"*".repeat(40) + "z", "*a".repeat(400) + "z", "[" + "x".repeat(1000),
            "*" + "?".repeat(300) + "z", "*[a-z]".repeat(170) + "!"}) {
            final Work work = new Work(1L << 40);
            final byte[] bytes = KvDriver.bytes(pattern);
            assertFalse(Glob.of(new UnsafeBuffer(bytes), 0, bytes.length).matches(text, work), pattern);
            assertTrue(work.taken() <= (long) (pattern.length() + 2) * (text.length + 2), pattern + ": "
                + work.taken());
        }
        final Work stars = new Work(1L << 40);
        final byte[] many = KvDriver.bytes("*".repeat(40) + "z");
        Glob.of(new UnsafeBuffer(many), 0, many.length).matches(text, stars);
        assertTrue(stars.taken() < 3L * text.length, "stars that follow each other are one: " + stars.taken());
    }

    @Test
    @Tag("hazard-X-H2")
    void shouldNotMatchWhereStepsDoNotSuffice() {
        final Work work = new Work(10);
        assertFalse(Glob.of(new UnsafeBuffer(KvDriver.bytes("*b")), 0, 2).matches(KvDriver.bytes("a".repeat(20) + "b"),
            work));
        assertTrue(work.isOver());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("hazard-X-H2")
    void shouldRunATransactionWithAnEvilPatternWithinItsSteps(final boolean isOld) {
        final KvBatch batch = isOld ? new KvBatch() : counted();
        if (isOld) {
            agreeOnASecret();
        }
        batch.addExec(5);
        batch.addInner(KvOp.SET, words("before", "1"));
        batch.addInner(KvOp.SET, words("a".repeat(1 << 20), "v"));
        batch.addInner(KvOp.KEYS, words("*" + "a".repeat(1000) + "b"));
        batch.addInner(KvOp.DEL, words("a".repeat(1 << 20)));
        batch.addInner(KvOp.SET, words("after", "1"));
        final String answer = kv.send(batch).get(0);
        assertTrue(answer.contains(TOO_MUCH), answer);
        assertTrue(answer.startsWith("[+OK, +OK, -ERR") && answer.endsWith(":1, +OK]"), answer);
        assertEquals(":2", kv.run("DBSIZE"), "all but KEYS was done");
    }

    @Test
    @Tag("hazard-X-H2")
    void shouldRefusePatternsThatAreTooLong() {
        assertEquals("[-ERR pattern of 1025 bytes, but at most 1024 are allowed]",
            kv.runCounted(KvOp.KEYS, "a".repeat(1025)).toString());
        assertEquals("[-ERR pattern of 1025 bytes, but at most 1024 are allowed]",
            kv.runCounted(KvOp.SCAN, "0", "MATCH", "a".repeat(1025)).toString());
        assertEquals("[[]]", kv.runCounted(KvOp.KEYS, "a".repeat(1024)).toString());
    }

    @Test
    @Tag("hazard-X-H2")
    void shouldLeaveWhatFollowsMuchWorkForABatchOfItsOwn() {
        kv.runCounted(KvOp.SET, "k", "a".repeat(10));
        kv.runCounted(KvOp.SET, "a".repeat(1 << 20), "v");
        final KvBatch walks = counted();
        for (int i = 0; i < 256; i++) {
            walks.add(KvOp.KEYS, words("*aaaaaaaaab"));
        }
        final int ran = kv.send(walks).size();
        assertTrue(ran < 3, ran + " of 256 were run at once");
        final KvBatch mixed = counted();
        mixed.add(KvOp.KEYS, words("*aaaaaaaaab"));
        mixed.add(KvOp.SET, words("k", "2"));
        assertEquals(1, kv.send(mixed).size());
        assertEquals("aaaaaaaaaa", kv.run("GET k"), "what was not answered was not run");
    }

    @Test
    @Tag("hazard-X-H2")
    void shouldNotCopyALongValueAsOftenAsItIsAskedTo() {
        kv.runCounted(KvOp.SET, "k", "v".repeat(4 << 20));
        final KvBatch pipeline = counted();
        final KvBatch transaction = counted();
        transaction.addExec(100);
        for (int i = 0; i < 100; i++) {
            pipeline.add(KvOp.APPEND, words("k", "x"));
            transaction.addInner(KvOp.APPEND, words("k", "x"));
        }
        final int ran = kv.send(pipeline).size();
        assertTrue(ran < 6, ran + " were run at once");
        final String answer = kv.send(transaction).get(0);
        final int copied = 100 - (answer.split("-ERR ", -1).length - 1);
        assertTrue(copied > 10 && copied < 40 && answer.contains(TOO_MUCH), copied + " were run");
        assertEquals(":" + ((4 << 20) + ran + copied), kv.run("STRLEN k"));
    }

    @Test
    @Tag("hazard-U-old-batches")
    void shouldReadABatchAsItWasWrittenBeforeThereWereBudgets() {
        final byte[] old = HexFormat.of().parseHex("0104000000" + "020201610131" + "0a0201610132" + "1d01012a"
            + "2002" + "0f010161" + "01010161");
        assertEquals("[+OK, :2, [a], [:13, 13]]", KvDriver.texts(kv.harness().run(false, new byte[0], old)).toString());
    }

    @Test
    @Tag("hazard-U-old-batches")
    void shouldApplyWhatWasAppliedBeforeThereWereBudgets() {
        kv.runCounted(KvOp.SET, "k", "v".repeat(8_000_000));
        final KvBatch old = new KvBatch();
        old.addExec(300);
        for (int i = 0; i < 300; i++) {
            old.addInner(KvOp.APPEND, words("k", "x"));
        }
        assertEquals(1, old.toBytes()[0], "the version");
        final String answer = kv.send(old).get(0);
        assertFalse(answer.contains("-ERR"), "refused, though replicas of before applied it");
        assertEquals(":8000300", kv.run("STRLEN k"));
    }

    @Test
    @Tag("hazard-U-old-batches")
    void shouldAnswerWalksOverManyKeysInALogOfBeforeThereWereBudgets() {
        final KvBatch walks = walksOverManyKeys();
        walks.add(KvOp.SCAN, words("0", "COUNT", "100000", "MATCH", "none"));
        walks.add(KvOp.DBSIZE);
        final List<String> answers = kv.send(walks);
        assertEquals(153, answers.size());
        assertEquals("[]", answers.get(150));
        assertEquals("[0, []]", answers.get(151), "one page, as COUNT says");
        assertEquals(":20001", answers.get(152));
    }

    @Test
    @Tag("hazard-U-old-batches")
    void shouldBoundHowLongPatternsAreComparedInALogOfBeforeThereWereBudgets() {
        final Work work = new Work(1);
        work.beginLogged();
        assertTrue(work.takeKey() && work.takeCopy(Long.MAX_VALUE));
        assertEquals(0, work.taken());
        assertTrue(work.take(1L << 30));
        assertTrue(work.takeKey() && !work.isOver());
        assertFalse(work.take(1));
        assertFalse(work.takeKey());
        work.begin(100);
        assertTrue(work.takeKey() && work.takeCopy(36 * 16));
        assertFalse(work.takeKey());
    }

    private static byte[][] manyPairs() {
        final byte[][] pairs = new byte[40_000][];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = KvDriver.bytes(i % 2 == 0 ? "key" + i : "v");
        }
        return pairs;
    }

    @Test
    @Tag("hazard-U-old-batches")
    void shouldHoldWhatHasExpiredAsBeforeUntilASecretIsAgreedOn() {
        for (int i = 0; i < 100; i++) {
            kv.run("SET key" + i + " v PX 1000");
        }
        kv.harness().advance(1_001);
        final KvBatch old = new KvBatch();
        old.add(KvOp.SET, words("other", "v"));
        old.add(KvOp.KEYS, words("*"));
        old.add(KvOp.DBSIZE);
        assertEquals("[+OK, [other], :1]", kv.send(old).toString());
        assertEquals(100 - 32 + 1, machine.held());
        agreeOnASecret();
        assertEquals("[+OK, [other], :1]", kv.send(old).toString());
        assertEquals(1, machine.held(), "who sent this knows of budgets");
    }

    @Test
    @Tag("hazard-U-old-batches")
    void shouldCountAllStepsOnceASecretIsAgreedOn() {
        agreeOnASecret();
        final KvBatch walks = walksOverManyKeys();
        assertTrue(kv.send(walks).get(150).startsWith(TOO_MUCH));
    }

    @Test
    @Tag("hazard-X-H2")
    void shouldScanWithinStepsAndStillMeetEveryKey() {
        for (int i = 0; i < 20_000; i++) {
            kv.run("SET key" + i + " v");
        }
        final List<String> found = new ArrayList<>();
        String cursor = "0";
        int pages = 0;
        do {
            final String page = kv.runCounted(KvOp.SCAN, cursor, "COUNT", "1000000").get(0);
            cursor = page.substring(1, page.indexOf(','));
            final String keys = page.substring(page.indexOf('[', 1) + 1, page.length() - 2);
            found.addAll(List.of(keys.split(", ")));
            pages++;
        } while (!cursor.equals("0"));
        assertEquals(20_000, found.size());
        assertEquals(20_000, found.stream().distinct().count());
        assertTrue(pages > 2, pages + " pages: COUNT is a hint");
    }

    @Test
    @Tag("hazard-X-M5")
    void shouldEndAPageOfAScanAtAnyKeyOnceASecretIsAgreedOn() {
        final KvBatch agree = counted();
        agree.add(KvOp.HASH_SECRET, SECRET);
        assertEquals("[:1]", kv.send(agree).toString());
        final KvBatch other = counted();
        other.add(KvOp.HASH_SECRET, new byte[KeyHash.SECRET_BYTES]);
        assertEquals("[:0]", kv.send(other).toString(), "the first one stays");
        for (int i = 0; i < 3_000; i++) {
            kv.run("SET key" + i + " v");
        }
        String cursor = "0";
        do {
            final String page = kv.run("SCAN " + cursor + " COUNT 1");
            cursor = page.substring(1, page.indexOf(','));
            assertEquals(1, page.split("key", -1).length - 1, page);
        } while (!cursor.equals("0"));
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    @Tag("hazard-X-M5")
    void shouldKeepAllKeysWhenTheSecretIsAgreedOn(final StoreKind kind) {
        try (KvMachine first = new KvMachine(kind, new KvBounds(1 << 16, 1 << 24));
             KvMachine second = new KvMachine(kind, new KvBounds(1 << 16, 1 << 24))) {
            final KvDriver one = new KvDriver(first, KvBounds.NONE);
            final KvDriver other = new KvDriver(second, KvBounds.NONE);
            final Random random = new Random(5);
            for (int i = 0; i < 3_000; i++) {
                final String line = random.nextInt(3) == 0 ? "DEL k" + random.nextInt(900)
                    : "SET k" + random.nextInt(900) + " v" + i + (random.nextBoolean() ? " PX 5000" : "");
                one.run(line);
                other.run(line);
                if (i == 1_000) {
                    final KvBatch batch = counted();
                    batch.add(KvOp.HASH_SECRET, SECRET);
                    final String before = one.run("DBSIZE");
                    one.send(batch);
                    other.send(batch);
                    assertEquals(before, one.run("DBSIZE"));
                }
            }
            assertArrayEquals(one.harness().snapshot(), other.harness().snapshot());
            try (KvMachine third = new KvMachine(kind, new KvBounds(1 << 16, 1 << 24))) {
                final KvDriver loaded = new KvDriver(third, KvBounds.NONE);
                loaded.harness().time(one.harness().time());
                loaded.harness().load(one.harness().snapshot());
                assertArrayEquals(one.harness().snapshot(), loaded.harness().snapshot());
                assertEquals(one.run("SCAN 0 COUNT 500"), loaded.run("SCAN 0 COUNT 500"));
                one.harness().advance(5_001);
                loaded.harness().advance(5_001);
                assertEquals(one.run("DBSIZE"), loaded.run("DBSIZE"));
            }
        }
    }

    @Test
    @Tag("hazard-X-M5")
    void shouldOrderKeysByASecretThatClientsDoNotKnow() {
        final UnsafeBuffer key = new UnsafeBuffer(KvDriver.bytes("some key"));
        final KeyHash one = new KeyHash(1, 2);
        final KeyHash other = new KeyHash(1, 3);
        assertTrue(one.of(key, 0, 8) != other.of(key, 0, 8));
        assertTrue(one.of(key, 0, 8) != KeyHash.OPEN.of(key, 0, 8));
    }

    @Test
    @Tag("hazard-X-H3")
    void shouldRunNothingForWhoseAnswerThereIsNoRoom() {
        final String value = "v".repeat(100_000);
        kv.runCounted(KvOp.SET, "k", value);
        for (final KvOp op : new KvOp[] {KvOp.GET, KvOp.GETDEL, KvOp.MGET}) {
            final KvBatch batch = counted();
            batch.room(5_000);
            batch.add(op, words("k"));
            final int needed = needed(batch);
            assertTrue(needed > 100_000, op + " needs " + needed);
            assertEquals(":100000", kv.run("STRLEN k"));
            batch.room(needed);
            assertTrue(kv.send(batch).get(0).contains(value), op.name());
            kv.runCounted(KvOp.SET, "k", value);
        }
        final KvBatch getset = counted();
        getset.room(5_000);
        getset.add(KvOp.GETSET, words("k", "other"));
        assertEquals(100_064, needed(getset));
        assertEquals(value, kv.run("GET k"), "nothing was changed");
        final KvBatch some = counted();
        some.room(5_000);
        some.add(KvOp.SET, words("n", "1"));
        some.add(KvOp.GET, words("k"));
        assertEquals("[+OK]", kv.send(some).toString());
    }

    private int needed(final KvBatch batch) {
        final byte[] reply = kv.harness().run(batch.readOnly(), new byte[0], batch.toBytes());
        final KvReplyReader reader = new KvReplyReader();
        assertEquals(0, reader.wrap(new UnsafeBuffer(reply), 0, reply.length));
        return reader.needed();
    }

    private void agreeOnASecret() {
        final KvBatch agree = counted();
        agree.add(KvOp.HASH_SECRET, SECRET);
        kv.send(agree);
    }

    private KvBatch walksOverManyKeys() {
        final KvBatch fill = new KvBatch();
        fill.add(KvOp.MSET, manyPairs());
        kv.send(fill);
        final KvBatch walks = new KvBatch();
        walks.add(KvOp.SET, words("other", "v"));
        for (int i = 0; i < 150; i++) {
            walks.add(KvOp.KEYS, words("none"));
        }
        return walks;
    }
}
