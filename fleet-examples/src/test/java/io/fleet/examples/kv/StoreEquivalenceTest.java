package io.fleet.examples.kv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random commands against a machine on the heap and one outside it: every answer and every snapshot is the same, bounds
 * and expiry included, and each goes on from a snapshot of the other.
 */
@Tag("slow")
class StoreEquivalenceTest {
    private static final KvBounds CAPACITY = new KvBounds(1 << 20, 1L << 28);
    private static final int COMMANDS = 20_000;

    private final List<KvMachine> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(KvMachine::close);
    }

    private KvDriver driver(final StoreKind kind, final KvBounds bounds) {
        final KvMachine machine = new KvMachine(kind, CAPACITY);
        open.add(machine);
        return new KvDriver(machine, bounds);
    }

    @ParameterizedTest
    @CsvSource({"1,1000000,1000000000", "2,150,1000000000", "3,1000000,30000", "4,200,40000", "5,3,900"})
    void shouldAnswerAlikeWhereverKeysAre(final long seed, final long maxEntries, final long maxBytes) {
        final KvBounds bounds = new KvBounds(maxEntries, maxBytes);
        final Random random = new Random(seed);
        KvDriver heap = driver(StoreKind.HEAP, bounds);
        KvDriver offHeap = driver(StoreKind.OFFHEAP, bounds);
        int refusals = 0;
        for (int i = 0; i < COMMANDS; i++) {
            final long passed = random.nextInt(4) == 0 ? random.nextInt(60) : 0;
            heap.harness().advance(passed);
            offHeap.harness().advance(passed);
            final String line = line(random);
            final String answer = heap.run(line);
            assertEquals(answer, offHeap.run(line), line);
            refusals += answer.startsWith("-OOM") ? 1 : 0;
            if (i % 4000 == 3999) {
                final byte[] snapshot = heap.harness().snapshot();
                assertArrayEquals(snapshot, offHeap.harness().snapshot());
                assertEquals(scan(heap), scan(offHeap));
                final KvDriver swapped = loaded(StoreKind.HEAP, offHeap, bounds);
                offHeap = loaded(StoreKind.OFFHEAP, heap, bounds);
                heap = swapped;
                assertArrayEquals(snapshot, offHeap.harness().snapshot());
            }
        }
        assertEquals(maxEntries < 1000 || maxBytes < 100_000, refusals > 10, refusals + " refusals");
    }

    private KvDriver loaded(final StoreKind kind, final KvDriver from, final KvBounds bounds) {
        final KvDriver driver = driver(kind, bounds);
        driver.harness().time(from.harness().time());
        driver.harness().load(from.harness().snapshot());
        return driver;
    }

    private static String scan(final KvDriver kv) {
        final StringBuilder keys = new StringBuilder();
        String cursor = "0";
        do {
            final String page = kv.run("SCAN " + cursor + " COUNT 7");
            keys.append(page);
            cursor = page.substring(1, page.indexOf(','));
        } while (!cursor.equals("0"));
        assertTrue(keys.length() > 4, keys.toString());
        return keys.toString();
    }

    private static String line(final Random random) {
        final String key = "k" + random.nextInt(1 + random.nextInt(500));
        final String other = "k" + random.nextInt(500);
        final String number = Integer.toString(random.nextInt(1000));
        final String value = random.nextBoolean() ? number : "v".repeat(1 + random.nextInt(1 << random.nextInt(11)));
        final String millis = Integer.toString(1 + random.nextInt(400));
        return switch (random.nextInt(38)) {
            case 0, 1, 2 -> "SET " + key + " " + value;
            case 3 -> "SET " + key + " " + value + " PX " + millis;
            case 4 -> "SET " + key + " " + value + " NX GET";
            case 5 -> "SET " + key + " " + value + " XX KEEPTTL";
            case 6 -> "MSET " + key + " " + value + " " + other + " " + number;
            case 7 -> "SETNX " + key + " " + value;
            case 8 -> "PSETEX " + key + " " + millis + " " + value;
            case 9 -> "GETSET " + key + " " + value;
            case 10 -> "GETDEL " + key;
            case 11 -> "APPEND " + key + " " + value;
            case 12 -> "INCRBY " + key + " " + number;
            case 13 -> "DEL " + key + " " + other;
            case 14 -> "PEXPIRE " + key + " " + millis;
            case 15 -> "PERSIST " + key;
            case 16 -> "PTTL " + key;
            case 17 -> "MGET " + key + " " + other;
            case 18 -> "DBSIZE";
            case 19 -> "STRLEN " + key;
            case 20 -> "SCAN " + Long.toString(random.nextInt() & 0xffffffffL) + " COUNT 5 MATCH k*1";
            case 21 -> random.nextInt(100) == 0 ? "FLUSHALL" : "EXISTS " + key + " " + other;
            case 22 -> random.nextInt(20) == 0 ? "KEYS *2*" : "TYPE " + key;
            case 23 -> "GETEX " + key + (random.nextBoolean() ? " PX " + millis : random.nextBoolean() ? " PERSIST"
                : "");
            case 24 -> "GETRANGE " + key + " " + (random.nextInt(40) - 20) + " " + (random.nextInt(900) - 100);
            case 25 -> "SETRANGE " + key + " " + random.nextInt(600) + " " + value;
            case 26 -> "MSETNX " + key + " " + value + " " + other + " " + number;
            case 27 -> "INCRBYFLOAT " + key + " " + number + ".25";
            case 28 -> (random.nextBoolean() ? "RENAME " : "RENAMENX ") + key + " " + other;
            case 29 -> "COPY " + key + " " + other + (random.nextBoolean() ? " REPLACE" : "");
            case 30 -> (random.nextBoolean() ? "PEXPIRETIME " : "EXPIRETIME ") + key;
            case 31 -> "TOUCH " + key + " " + other;
            case 32 -> "SETBIT " + key + " " + random.nextInt(3_000) + " " + random.nextInt(2);
            case 33 -> "GETBIT " + key + " " + random.nextInt(3_000);
            case 34 -> "LCS " + key + " " + other + (random.nextBoolean() ? " IDX WITHMATCHLEN" : "");
            case 35 -> "OBJECT ENCODING " + key;
            case 36 -> "PEXPIRE " + key + " " + millis + (random.nextBoolean() ? " GT" : " NX");
            default -> "GET " + key;
        };
    }
}
