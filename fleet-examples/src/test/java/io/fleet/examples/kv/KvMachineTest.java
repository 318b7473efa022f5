package io.fleet.examples.kv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.SnapshotFormatException;
import io.fleet.examples.kv.store.KvLimits;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KvMachineTest {
    private final KvDriver kv = driver();

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "GET none > nil", "GET s > abc", "SET s x > +OK", "SET s x NX > nil", "SET new x NX > +OK",
        "SET new x XX > nil",
        "SET s x XX > +OK", "SET s x GET > abc", "SET new x GET > nil", "SET s x NX GET > abc",
        "SET new x XX GET > nil",
        "SET s x nx xx > -ERR syntax error", "SET s x EX > -ERR syntax error", "SET s x EX 1 PX 1 > -ERR syntax error",
        "SET s x KEEPTTL EX 1 > -ERR syntax error", "SET s x EX 1 KEEPTTL > -ERR syntax error",
        "SET s x WHAT > -ERR syntax error",
        "SET s x EX a > -ERR value is not an integer or out of range",
        "SET s x EX 0 > -ERR invalid expire time in 'set' command",
        "SET s x PX -1 > -ERR invalid expire time in 'set' command",
        "SET s x EX 9223372036854775807 > -ERR invalid expire time in 'set' command",
        "SET s x PX 9223372036854775807 > -ERR invalid expire time in 'set' command",
        "SET s x PXAT 9223372036854775807 > +OK", "MGET s none n > [abc, nil, 10]", "MSET a 1 b 2 > +OK",
        "MSET a 1 b > -ERR wrong number of arguments for 'mset' command", "SETNX s x > :0", "SETNX new x > :1",
        "SETEX s 10 x > +OK", "SETEX s 0 x > -ERR invalid expire time in 'setex' command",
        "PSETEX s x x > -ERR value is not an integer or out of range", "GETSET s x > abc", "GETSET new x > nil",
        "GETDEL s > abc",
        "GETDEL none > nil", "APPEND s def > :6", "APPEND new x > :1", "STRLEN s > :3", "STRLEN none > :0",
        "DEL s n none s > :2",
        "UNLINK s > :1", "EXISTS s s none > :2", "INCR n > :11", "INCR new > :1",
        "INCR s > -ERR value is not an integer or out of range",
        "INCR max > -ERR increment or decrement would overflow",
        "DECR min > -ERR increment or decrement would overflow",
        "INCRBY n 32 > :42", "INCRBY n -11 > :-1", "INCRBY n 1.5 > -ERR value is not an integer or out of range",
        "INCRBY n +1 > -ERR value is not an integer or out of range",
        "INCRBY n 01 > -ERR value is not an integer or out of range",
        "DECR n > :9", "DECRBY n 11 > :-1", "DECRBY n -9223372036854775808 > -ERR decrement would overflow",
        "DECRBY n 9223372036854775808 > -ERR value is not an integer or out of range", "TTL none > :-2", "TTL s > :-1",
        "PTTL t > :10000", "TTL t > :10", "PERSIST t > :1", "PERSIST s > :0", "PERSIST none > :0", "TYPE s > +string",
        "TYPE none > +none", "DBSIZE > :5", "KEYS ? > [s, n, t]", "KEYS m* > [max, min]", "FLUSHALL > +OK",
        "FLUSHALL ASYNC > +OK",
        "FLUSHALL NOW > -ERR syntax error", "FLUSHDB SYNC > +OK", "SCAN x > -ERR invalid cursor",
        "SCAN -1 > [0, []]", "SCAN - > -ERR invalid cursor", "SCAN 18446744073709551615 > [0, []]",
        "SCAN 18446744073709551616 > -ERR invalid cursor", "SCAN 0 COUNT 0 > -ERR syntax error",
        "SCAN 0 COUNT > -ERR syntax error",
        "SCAN 0 COUNT x > -ERR value is not an integer or out of range", "SCAN 0 WHAT 1 > -ERR syntax error",
        "SCAN 0 MATCH t > [0, [t]]", "SCAN 0 TYPE hash > [0, []]", "EXPIRE s 10 > :1", "EXPIRE none 10 > :0",
        "EXPIRE s -1 > :1",
        "EXPIRE s x > -ERR value is not an integer or out of range", "EXPIRE s 10 SOON > -ERR Unsupported option SOON",
        "EXPIRE s 9223372036854775807 > -ERR invalid expire time in 'expire' command",
        "PEXPIRE s 9223372036854775807 > -ERR invalid expire time in 'pexpire' command", "EXPIRE s 10 XX > :0",
        "EXPIRE t 10 NX > :0",
        "EXPIRE t 11 GT > :1", "EXPIRE t 9 GT > :0", "EXPIRE t 9 LT > :1", "EXPIRE s 9 GT > :0", "EXPIRE s 9 LT > :1",
        "EXPIRE s 1 NX XX > -ERR NX and XX, GT or LT options at the same time are not compatible",
        "EXPIRE s 1 GT LT > -ERR GT and LT options at the same time are not compatible", "PEXPIREAT s 1 > :1",
        "EXPIREAT s 99999999999 > :1",
    })
    void shouldAnswerAsRedisDoes(final String command, final String answer) {
        kv.batch("SET s abc", "SET n 10", "SET t x PX 10000", "SET max 9223372036854775807",
            "SET min -9223372036854775808");

        final String found = kv.run(command);

        if (command.startsWith("KEYS")) {
            assertEquals(sorted(answer), sorted(found));
        } else {
            assertEquals(answer, found);
        }
    }

    private static List<String> sorted(final String list) {
        final String[] elements = list.substring(1, list.length() - 1).split(", ");
        Arrays.sort(elements);
        return List.of(elements);
    }

    /** One that speaks to a machine without keys. */
    KvDriver driver() {
        return new KvDriver();
    }

    @Test
    void shouldHideAKeyOnceLogTimeIsPastItsExpiry() {
        kv.run("SET k v PX 100");
        kv.harness().advance(100);
        assertEquals("v", kv.run("GET k"));
        kv.harness().advance(1);

        assertEquals("nil", kv.run("GET k"));
        assertEquals(":0", kv.run("EXISTS k"));
        assertEquals(":0", kv.run("DBSIZE"));
        assertEquals("[]", kv.run("KEYS *"));
        assertEquals("[0, []]", kv.run("SCAN 0"));
        assertEquals(":-2", kv.run("PTTL k"));
        assertEquals(":0", kv.run("DEL k"));
        assertEquals("+OK", kv.run("SET k w NX"));
        assertEquals(":-1", kv.run("TTL k"));
    }

    @Test
    void shouldKeepOrDropTheTimeToLive() {
        kv.run("SET k v EX 100");
        kv.run("SET k w KEEPTTL");
        assertEquals(":100", kv.run("TTL k"));
        kv.run("APPEND k x");
        assertEquals(":100", kv.run("TTL k"));
        kv.run("SET k 1");
        assertEquals(":-1", kv.run("TTL k"));
        kv.run("EXPIRE k 50");
        kv.run("INCR k");
        assertEquals(":50", kv.run("TTL k"));
        kv.run("GETSET k 3");
        assertEquals(":-1", kv.run("TTL k"));
        assertEquals("[]", kv.run("SCAN 0 MATCH nothing").substring(4, 6));
    }

    @Test
    void shouldRoundTheTimeToLiveToSeconds() {
        kv.run("SET k v PX 1499");
        assertEquals(":1", kv.run("TTL k"));
        kv.run("SET k v PX 1500");
        assertEquals(":2", kv.run("TTL k"));
    }

    @Test
    void shouldCountOnlyLiveKeysWhenMoreExpireThanOneCommandRemoves() {
        for (int i = 0; i < 500; i++) {
            kv.run("SET k" + i + " v PX " + (100 + i % 7));
        }
        kv.run("SET stays v");
        kv.harness().advance(1000);

        assertEquals(":1", kv.run("DBSIZE"));
        kv.run("SET other v");
        assertEquals(":2", kv.run("DBSIZE"));
        assertEquals(List.of("other", "stays"), sorted(kv.run("KEYS *")));
        for (int i = 0; i < 20; i++) {
            kv.run("SET other v");
        }
        assertEquals(":2", kv.run("DBSIZE"));
    }

    @Test
    void shouldRunATransactionAsOneCommandThatGoesOnPastErrors() {
        assertEquals("[+OK, -ERR value is not an integer or out of range, x, :1]",
            kv.exec("SET a x", "INCR a", "GET a", "INCR b"));
        assertEquals("x", kv.run("GET a"));
        assertEquals("[x, 1]", kv.exec("GET a", "GET b"));
        assertEquals("[]", kv.exec());
    }

    @Test
    void shouldAnswerABatchInOrder() {
        assertEquals(List.of("+OK", "1", ":2", "2", "nil"), kv.batch("SET a 1", "GET a", "INCR a", "GET a", "GET b"));
    }

    @Test
    void shouldPauseABatchWhoseAnswersGrowTooLargeAndLoseNothing() {
        final String value = "v".repeat(3 * 1024 * 1024);
        kv.run("SET a " + value);

        final List<String> reads = kv.batch("GET a", "GET a", "GET a");
        assertEquals(List.of(value, value), reads);

        final List<String> writes = kv.batch("GETDEL a", "SET a " + value, "GETSET a b",
            "SET a " + value.substring(1) + " GET",
            "SET a " + value, "GETDEL a", "APPEND a z");
        assertEquals(5, writes.size(), "the second GETDEL waits, and so does what follows");
        assertEquals(":" + value.length(), kv.run("STRLEN a"));
    }

    @Test
    void shouldRefuseARequestForMoreThanAnAnswerHolds() {
        final String value = "v".repeat(3 * 1024 * 1024);
        kv.run("SET a " + value);

        assertEquals("-" + KvErrors.replyTooLarge(KvLimits.MAX_MESSAGE_BYTES, false), kv.run("MGET a a a"));
        assertEquals("-" + KvErrors.replyTooLarge(KvLimits.MAX_MESSAGE_BYTES, true), kv.exec("SET b 1", "MGET a a a"));
        assertEquals("1", kv.run("GET b"));
    }

    @Test
    void shouldTakeValuesUpToTheLimitAndNoLarger() {
        final String largest = "v".repeat(KvLimits.MAX_VALUE_BYTES);
        assertEquals("+OK", kv.run("SET a " + largest));
        assertEquals(largest, kv.run("GET a"));
        assertEquals("-" + KvErrors.TOO_LONG, kv.run("APPEND a x"));
        assertEquals("-" + KvErrors.TOO_LONG, kv.run("SET a x" + largest));
        assertEquals(largest, kv.run("GETDEL a"));
        assertEquals("nil", kv.run("GET a"));
    }

    @Test
    void shouldReachEveryKeyPresentDuringAScanWhateverElseChanges() {
        for (int i = 0; i < 2000; i++) {
            kv.run("SET stays" + i + " v");
        }
        final java.util.Map<String, Integer> seen = new java.util.HashMap<>();
        String cursor = "0";
        int round = 0;
        do {
            final String page = kv.run("SCAN " + cursor + " COUNT 25 MATCH stays*");
            cursor = page.substring(1, page.indexOf(','));
            final String keys = page.substring(page.indexOf('[', 1) + 1, page.length() - 2);
            for (final String key : keys.isEmpty() ? new String[0] : keys.split(", ")) {
                seen.merge(key, 1, Integer::sum);
            }
            for (int i = 0; i < 200; i++) {
                kv.run((round % 2 == 0 ? "SET other" + i + " v" : "DEL other" + i));
            }
            round++;
        } while (!"0".equals(cursor));

        assertEquals(2000, seen.size());
        assertTrue(seen.values().stream().allMatch(times -> times == 1));
        assertTrue(round > 50, "pages are about as large as asked for");
    }

    @Test
    void shouldWriteEqualSnapshotsForEqualStatesWhateverTheirHistory() {
        final KvDriver other = driver();
        for (int i = 0; i < 300; i++) {
            kv.run("SET k" + i + " " + i);
            other.run("SET k" + (299 - i) + " " + (299 - i));
            other.run("SET gone" + i + " x");
        }
        for (int i = 0; i < 300; i++) {
            other.run("DEL gone" + i);
        }
        kv.run("SET e v PX 100");
        other.run("SET e v PX 100");

        assertArrayEquals(kv.harness().snapshot(), other.harness().snapshot());
        kv.harness().advance(101);
        other.harness().advance(101);
        kv.run("SET x 1");
        other.run("SET x 1");
        assertArrayEquals(kv.harness().snapshot(), other.harness().snapshot());

        final KvDriver loaded = driver();
        loaded.run("SET before 1");
        loaded.harness().load(kv.harness().snapshot());
        assertArrayEquals(kv.harness().snapshot(), loaded.harness().snapshot());
        assertEquals("nil", loaded.run("GET before"));
        assertEquals("17", loaded.run("GET k17"));
    }

    @Test
    void shouldRefuseADamagedSnapshot() {
        kv.run("SET key value");
        final byte[] good = kv.harness().snapshot();
        for (int length = 0; length < good.length; length++) {
            final byte[] cut = Arrays.copyOf(good, length);
            assertThrows(SnapshotFormatException.class, () -> driver().harness().load(cut));
        }
        final byte[] version = good.clone();
        version[0] = 9;
        assertThrows(SnapshotFormatException.class, () -> driver().harness().load(version));
        assertThrows(SnapshotFormatException.class, () -> driver().harness().load(Arrays.copyOf(good,
            good.length + 1)));
    }

    @Test
    void shouldRefuseEveryTruncatedBatchAndChangeNothing() {
        final KvBatch batch = new KvBatch();
        batch.add(KvOp.SET, KvDriver.bytes("a"), KvDriver.bytes("1"));
        batch.addExec(2);
        batch.addInner(KvOp.INCR, KvDriver.bytes("a"));
        batch.addInner(KvOp.GET, KvDriver.bytes("a"));
        final byte[] good = batch.toBytes();
        for (int length = 0; length < good.length; length++) {
            final byte[] cut = Arrays.copyOf(good, length);
            assertThrows(IllegalArgumentException.class, () -> kv.harness().run(false, new byte[0], cut));
        }
        assertThrows(IllegalArgumentException.class,
            () -> kv.harness().run(false, new byte[0], Arrays.copyOf(good, good.length + 1)));
        assertThrows(IllegalArgumentException.class, () -> kv.harness().run(true, new byte[0], good),
            "a write in a query");
        assertEquals(":0", kv.run("DBSIZE"));
    }

    @Test
    void shouldSurviveRandomBytesAsCommands() {
        final java.util.Random random = new java.util.Random(7);
        int refused = 0;
        for (int i = 0; i < 50_000; i++) {
            final byte[] bytes = new byte[random.nextInt(40) + 5];
            random.nextBytes(bytes);
            bytes[0] = (byte) (random.nextBoolean() ? 1 : 6);
            bytes[1] = (byte) (1 + random.nextInt(2));
            bytes[2] = 0;
            bytes[3] = 0;
            bytes[4] = 0;
            if (bytes.length > 6) {
                bytes[5] = (byte) random.nextInt(60);
                bytes[6] = (byte) random.nextInt(4);
            }
            try {
                kv.harness().run(random.nextBoolean(), new byte[0], bytes);
            } catch (final IllegalArgumentException e) {
                refused++;
            }
        }
        assertTrue(refused > 10_000 && refused < 50_000, "refused " + refused);
    }
}
