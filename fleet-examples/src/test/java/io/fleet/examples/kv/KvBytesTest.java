package io.fleet.examples.kv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.draft.ShippingKvMachine;
import io.fleet.examples.kv.draft.SpeculativeKvMachine;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.machine.StateMachine;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands on parts of values, and on two keys, wherever values are. What is expected was answered by Redis 7.0. */
class KvBytesTest {
    private static final String SPACE = "_";
    private static final String LONG = "0123456789".repeat(40);
    private static final String NUMBER = "-ERR value is not an integer or out of range";
    private static final String SYNTAX = "-ERR syntax error";
    private static final String FLOAT = "-ERR value is not a valid float";
    private static final String TOO_LONG = "-" + KvErrors.TOO_LONG;
    private static final String[][] ANSWERS = {
        {"GETRANGE s 1 3", "ell"}, {"SUBSTR s -3 -1", "llo"}, {"GETRANGE s 0 -1", "hello"}, {"GETRANGE s 4 2", ""},
        {"GETRANGE s -1 -3", ""}, {"GETRANGE s -100 100", "hello"}, {"GETRANGE s 5 9", ""}, {"GETRANGE none 0 1", ""},
        {"GETRANGE s x 1", NUMBER}, {"GETRANGE s 0 y", NUMBER}, {"GETRANGE long 398 500", "89"},
        {"GETRANGE long 8 12", "89012"}, {"SETRANGE s 1 ipp", ":5"}, {"SETRANGE s 4 OOO", ":7"},
        {"SETRANGE none 2 x", ":3"}, {"SETRANGE s -1 x", "-ERR offset is out of range"}, {"SETRANGE s x x", NUMBER},
        {"SETRANGE none 9223372036854775807 x", TOO_LONG}, {"SETRANGE none " + KvLimits.MAX_VALUE_BYTES + " x",
            TOO_LONG},
        {"SETRANGE none " + (KvLimits.MAX_VALUE_BYTES - 1) + " x", ":" + KvLimits.MAX_VALUE_BYTES},
        {"SETRANGE s 9 _", ":5"}, {"SETRANGE none 9 _", ":0"}, {"SETRANGE long 399 !!", ":401"},
        {"GETEX s", "hello"}, {"GETEX none EX 0", "nil"}, {"GETEX none EX x", "nil"}, {"GETEX s EX x", NUMBER},
        {"GETEX s EX 0", "-ERR invalid expire time in 'getex' command"}, {"GETEX s NX", SYNTAX}, {"GETEX s EX", SYNTAX},
        {"GETEX s PERSIST EX 1", SYNTAX}, {"GETEX s EX 1 PERSIST", SYNTAX}, {"GETEX s EX 1 PX 1", SYNTAX},
        {"GETEX s PERSIST PERSIST", "hello"}, {"GETEX long PXAT 1", LONG}, {"GETEX s KEEPTTL", SYNTAX},
        {"MSETNX a 1 b 2", ":1"}, {"MSETNX a 1 a 2", ":1"}, {"MSETNX a 1 s 2", ":0"},
        {"MSETNX a 1 b", "-ERR wrong number of arguments for 'msetnx' command"},
        {"INCRBYFLOAT f 0.1", "10.6"}, {"INCRBYFLOAT none 3.0e3", "3000"}, {"INCRBYFLOAT f -10.5", "0"},
        {"INCRBYFLOAT n 1e-17", "10.00000000000000001"}, {"INCRBYFLOAT none 0x1p-3", "0.125"},
        {"INCRBYFLOAT none -0.0", "0"}, {"INCRBYFLOAT s 1", FLOAT}, {"INCRBYFLOAT f x", FLOAT}, {"INCRBYFLOAT f _",
            FLOAT},
        {"INCRBYFLOAT f nan", FLOAT}, {"INCRBYFLOAT f 1e4933", FLOAT}, {"INCRBYFLOAT long x", FLOAT},
        {"INCRBYFLOAT none 1e20", "100000000000000000000"},
        {"INCRBYFLOAT f inf", "-ERR increment would produce NaN or Infinity"},
        {"RENAME none x", "-ERR no such key"}, {"RENAME none none", "-ERR no such key"}, {"RENAME s s", "+OK"},
        {"RENAME s n", "+OK"}, {"RENAME long new", "+OK"}, {"RENAMENX none none", "-ERR no such key"},
        {"RENAMENX s s", ":0"}, {"RENAMENX s n", ":0"}, {"RENAMENX s new", ":1"}, {"COPY s new", ":1"},
        {"COPY s n", ":0"}, {"COPY s n REPLACE", ":1"}, {"COPY long new DB 0", ":1"}, {"COPY none new", ":0"},
        {"COPY s s", "-ERR source and destination objects are the same"},
        {"COPY none none REPLACE", "-ERR source and destination objects are the same"},
        {"COPY s new DB 1", "-ERR DB index is out of range"}, {"COPY s new DB x", NUMBER}, {"COPY s new DB", SYNTAX},
        {"COPY s new DB 99999999999", "-ERR value is out of range, value must between -2147483648 and 2147483647"},
        {"COPY s new FOO", SYNTAX}, {"EXPIRETIME none", ":-2"}, {"EXPIRETIME s", ":-1"}, {"PEXPIRETIME none", ":-2"},
        {"EXPIRETIME t", ":4102444801"}, {"PEXPIRETIME t", ":4102444800500"}, {"TOUCH s none s", ":2"},
        {"EXPIREAT t 4102444801 GT", ":1"}, {"PEXPIREAT t 4102444800499 GT", ":0"}, {"EXPIREAT s 4102444801 XX", ":0"},
        {"EXPIREAT t 4102444801 NX", ":0"}, {"PEXPIREAT t 4102444800499 LT", ":1"}, {"EXPIREAT s 4102444801 LT", ":1"},
        {"EXPIREAT s x", NUMBER}, {"EXPIREAT s 1 FOO", "-ERR Unsupported option FOO"},
        {"PEXPIREAT s 1 GT LT", "-ERR GT and LT options at the same time are not compatible"},
        {"EXPIREAT s 9223372036854775807", "-ERR invalid expire time in 'expireat' command"},
        {"SETBIT s 7 1", ":0"}, {"SETBIT s 1 0", ":1"}, {"SETBIT none 7 1", ":0"}, {"SETBIT long 3198 1", ":0"},
        {"SETBIT s -1 1", "-ERR bit offset is not an integer or out of range"},
        {"SETBIT s " + 8L * KvLimits.MAX_VALUE_BYTES + " 1", "-ERR bit offset is not an integer or out of range"},
        {"SETBIT s 1 2", "-ERR bit is not an integer or out of range"},
        {"SETBIT s 1 x", "-ERR bit is not an integer or out of range"},
        {"GETBIT s 1", ":1"}, {"GETBIT s 0", ":0"}, {"GETBIT s 400", ":0"}, {"GETBIT none 7", ":0"},
        {"GETBIT long 3199", ":1"}, {"GETBIT s x", "-ERR bit offset is not an integer or out of range"},
        {"LCS o m", "mytext"}, {"LCS o m LEN", ":6"}, {"LCS o none", ""}, {"LCS none none LEN", ":0"},
        {"LCS o m IDX", "[matches, [[[:4, :7], [:5, :8]], [[:2, :3], [:0, :1]]], len, :6]"},
        {"LCS o m IDX MINMATCHLEN 4", "[matches, [[[:4, :7], [:5, :8]]], len, :6]"},
        {"LCS o m idx minmatchlen 4 withmatchlen", "[matches, [[[:4, :7], [:5, :8], :4]], len, :6]"},
        {"LCS o m IDX LEN", "-ERR If you want both the length and indexes, please just use IDX."},
        {"LCS o m MINMATCHLEN", SYNTAX}, {"LCS o m MINMATCHLEN x", NUMBER}, {"LCS long s", ""},
        {"LCS long n", "10"}, {"OBJECT ENCODING s", "embstr"}, {"OBJECT ENCODING n", "int"},
        {"OBJECT ENCODING long", "raw"}, {"OBJECT ENCODING none", "nil"}, {"OBJECT REFCOUNT n", ":2147483647"},
        {"OBJECT REFCOUNT s", ":1"}, {"OBJECT IDLETIME s", ":0"}, {"OBJECT FREQ none", "nil"},
        {"OBJECT FREQ s", "-" + KvErrors.NO_FREQUENCY},
        {"OBJECT foo s", "-ERR unknown subcommand 'foo'. Try OBJECT HELP."},
        {"OBJECT encoding", "-ERR wrong number of arguments for 'object|encoding' command"},
        {"OBJECT HELP s", "-ERR wrong number of arguments for 'object|help' command"},
    };

    private static void on(final StoreKind kind, final Consumer<KvDriver> test) throws Exception {
        final StateMachine machine = switch (kind) {
            case SPECULATIVE -> new SpeculativeKvMachine(KvLimits.STANDARD, null);
            case SHIPPING -> new ShippingKvMachine(KvLimits.STANDARD, null);
            default -> new KvMachine(kind, new KvBounds(1 << 16, 1 << 26));
        };
        try (AutoCloseable closed = (AutoCloseable) machine) {
            test.accept(new KvDriver(machine, KvBounds.NONE));
        }
    }

    private static String run(final KvDriver kv, final String line) {
        final String[] words = line.split(" ");
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].equals(SPACE) ? "" : words[i];
        }
        return kv.runWords(words);
    }

    /** Long values are payloads, where the store has such. */
    private static void setLong(final KvDriver kv, final String key) {
        final KvBatch batch = new KvBatch(KvBounds.NONE, true);
        batch.add(KvOp.SET, KvDriver.words(key, LONG));
        kv.harness().run(false, batch.headerBytes(), batch.toBytes());
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldAnswerAsRedisDoes(final StoreKind kind) throws Exception {
        on(kind, kv -> {
            for (final String[] each : ANSWERS) {
                kv.batch("FLUSHALL", "SET s hello", "SET n 10", "SET f 10.5", "SET t x PXAT 4102444800500",
                    "SET o ohmytext", "SET m mynewtext");
                setLong(kv, "long");
                assertEquals(each[1], run(kv, each[0]), each[0]);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldLeaveWhatRedisLeaves(final StoreKind kind) throws Exception {
        on(kind, kv -> {
            kv.run("SETRANGE a 2 x");
            assertEquals("\0\0x", kv.run("GET a"));
            setLong(kv, "l");
            kv.run("PEXPIREAT l 4102444800500");
            kv.run("SETRANGE l 399 !!");
            kv.run("SETBIT l 0 1");
            assertEquals("\u00b0" + LONG.substring(1, 399) + "!!", kv.run("GET l"));
            kv.run("RENAME l m");
            kv.run("COPY m n");
            setLong(kv, "l");
            kv.run("RENAME l m");
            assertEquals("[nil, " + LONG + "]", kv.run("MGET l m"));
            assertEquals(":-1", kv.run("PEXPIRETIME m"), "as of the key that was renamed");
            assertEquals(":4102444800500", kv.run("PEXPIRETIME n"));
            kv.run("COPY m n REPLACE");
            kv.run("APPEND m x");
            assertEquals("[" + LONG + "x, " + LONG + "]", kv.run("MGET m n"));
            assertEquals(LONG, kv.run("GETEX n PXAT 4102444800500"));
            assertEquals(":4102444800500", kv.run("PEXPIRETIME n"));
            kv.run("GETEX n");
            assertEquals(":4102444800500", kv.run("PEXPIRETIME n"));
            kv.run("GETEX n PERSIST");
            assertEquals(":-1", kv.run("PEXPIRETIME n"));
            kv.run("GETEX n PXAT 1");
            assertEquals("nil", kv.run("GET n"));
            kv.run("SET f 1 PX 5000");
            kv.run("INCRBYFLOAT f 0.5");
            assertEquals(":5000", kv.run("PTTL f"));
            kv.run("MSETNX x 1 f 2");
            assertEquals(":0", kv.run("EXISTS x"));
            kv.run("GETEX f EX 7");
            assertEquals(":7000", kv.run("PTTL f"));
            kv.harness().advance(7_001);
            assertEquals("[nil, :-2, :0, -ERR no such key]",
                kv.exec("GETEX f", "EXPIRETIME f", "COPY f g", "RENAME f g"));
        });
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldAnswerAnyKeyAlikeWhereTheCommandIsTheSame(final StoreKind kind) throws Exception {
        on(kind, one -> {
            try {
                on(kind, other -> compareRandomKeys(one, other));
            } catch (final Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private static void compareRandomKeys(final KvDriver one, final KvDriver other) {
        assertEquals("nil", one.run("RANDOMKEY"));
        assertEquals("nil", other.run("RANDOMKEY"));
        final Set<String> asked = new HashSet<>();
        final Set<String> met = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            final String[] lines = {"SET k" + i % 10 + " v", "SET gone v PX 1", "RANDOMKEY", "RANDOMKEY"};
            final List<String> answers = one.batch(lines);
            assertEquals(answers, other.batch(lines));
            met.addAll(answers.subList(2, 4));
            one.harness().advance(5);
            other.harness().advance(5);
            asked.add(one.run("RANDOMKEY"));
            assertTrue(other.run("RANDOMKEY").startsWith("k"));
        }
        assertTrue(asked.size() > 4 && !asked.contains("gone"), asked.toString());
        assertTrue(met.size() > 4, met.toString());
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldHoldBoundsOfTheStore(final StoreKind kind) throws Exception {
        on(kind, any -> {
            final KvBounds bounds = new KvBounds(2, 2 * KvBounds.ENTRY_OVERHEAD_BYTES + 100);
            assertEquals("+OK", bounded(any, bounds, "SET a 1"));
            assertEquals("+OK", bounded(any, bounds, "SET b 1"));
            assertEquals("+OK", bounded(any, bounds, "RENAME a c"));
            assertEquals(":1", bounded(any, bounds, "COPY b c REPLACE"));
            final String[] refused = {"COPY b d", "MSETNX d 1", "SETRANGE b 97 v", "SETBIT b 784 1", "SETRANGE d 1 x",
                "SETBIT d 1 1", "INCRBYFLOAT d 1", "RENAME c " + "c".repeat(99), "INCRBYFLOAT b 1e99"};
            for (final String line : refused) {
                assertTrue(bounded(any, bounds, line).startsWith("-OOM the store may have"), line);
            }
            assertEquals("[1, 1, nil]", any.run("MGET b c d"));
            assertEquals(":97", bounded(any, bounds, "SETRANGE b 96 v"));
        });
    }

    private static String bounded(final KvDriver kv, final KvBounds bounds, final String line) {
        final String[] words = line.split(" ");
        final KvBatch batch = new KvBatch(bounds);
        batch.add(KvOp.ofName(words[0].toLowerCase(java.util.Locale.ROOT)),
            KvDriver.words(java.util.Arrays.copyOfRange(words, 1, words.length)));
        return kv.send(batch).get(0);
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldRefuseComparingWhatIsTooLong(final StoreKind kind) throws Exception {
        on(kind, kv -> {
            kv.run("SET a " + "a".repeat(2_000));
            kv.run("SET b " + "ab".repeat(1_000));
            kv.run("SET c " + "c".repeat(9_000));
            assertEquals(":1000", kv.run("LCS a b LEN"));
            final String refusal = "-" + KvErrors.tooMuchWork(Work.BATCH_STEPS);
            assertEquals(refusal, kv.run("LCS b c LEN"));
            assertEquals("[:1000, :1000, " + refusal + "]", kv.exec("LCS a b LEN", "LCS b a LEN", "LCS a b LEN"));
            assertEquals(List.of(":1000"), kv.runCounted(KvOp.LCS, "a", "b", "LEN"));
        });
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldRefuseTheseCommandsInBatchesOfEarlierVersions(final StoreKind kind) throws Exception {
        on(kind, kv -> {
            for (int version = 1; version <= 10; version++) {
                final KvBatch batch = new KvBatch(version % 5 == 1 ? KvBounds.NONE : new KvBounds(9, 9_999),
                    version % 5 == 3 || version % 5 == 0, version % 5 == 4 || version % 5 == 0);
                batch.add(version > 5 ? KvOp.SETRANGE : KvOp.SETEX, KvDriver.words("k", "1", "v"));
                final boolean isHeader = batch.headerLength() > 0;
                final byte[] bytes = isHeader ? batch.headerBytes() : batch.toBytes();
                final byte[] payload = isHeader ? batch.toBytes() : new byte[0];
                assertEquals(version, bytes[0]);
                if (version > 5) {
                    bytes[0] -= 5;
                    assertThrows(IllegalArgumentException.class, () -> kv.harness().run(false,
                        isHeader ? bytes : new byte[0], isHeader ? payload : bytes));
                    bytes[0] += 5;
                }
                assertEquals(version > 5 ? ":2" : "+OK", KvDriver.texts(kv.harness().run(false,
                    isHeader ? bytes : new byte[0], isHeader ? payload : bytes)).get(0));
                kv.run("DEL k");
            }
        });
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldWriteTheSameSnapshotHoweverAValueCame(final StoreKind kind) throws Exception {
        on(kind, one -> {
            try {
                on(kind, other -> {
                    one.batch("SET a 1 PX 9000", "RENAME a b", "COPY b c", "SETBIT d 7 1", "INCRBYFLOAT e 0.5");
                    other.batch("SET b 1 PX 9000", "SET c 1 PX 9000", "SET d \u0001", "SET e 0.5");
                    assertArrayEquals(other.harness().snapshot(), one.harness().snapshot());
                });
            } catch (final Exception e) {
                throw new AssertionError(e);
            }
        });
    }
}
