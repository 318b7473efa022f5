package io.fleet.examples.kv.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvDriver;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.KvOp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a store refuses at its bounds: the same on every replica, whatever of what has expired it still holds. */
class KvBoundsTest {
    private static final KvBounds CAPACITY = new KvBounds(10_000, 1 << 24);
    private static final String FULL = "-OOM the store may have 3 entries at most (--store-entries)";
    private static final String LARGE = "-OOM the store may have 500 bytes at most (--store-bytes)";

    private KvMachine machine;

    private KvDriver driver(final StoreKind kind, final long entries, final long bytes) {
        machine = new KvMachine(kind, CAPACITY);
        return new KvDriver(machine, new KvBounds(entries, bytes));
    }

    @AfterEach
    void close() {
        if (machine != null) {
            machine.close();
        }
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldRefuseWhatIsMoreThanTheEntriesAllowed(final StoreKind kind) {
        final KvDriver kv = driver(kind, 3, 1 << 20);
        assertEquals("+OK", kv.run("MSET a 1 b 2 c 3"));
        for (final String line : new String[] {"SET d 1", "SET d 1 GET", "SETNX d 1", "SETEX d 10 1", "GETSET d 1",
            "APPEND d 1", "INCR d", "MSET a 7 d 1", "SET d 1 PX 50"}) {
            assertEquals(FULL, kv.run(line), line);
        }
        assertEquals("[1, 2, 3]", kv.run("MGET a b c"));
        for (final String line : new String[] {"SET a longer", "APPEND a x", "SET d 1 XX", "INCR b", "GETSET c 9"}) {
            assertTrue(!kv.run(line).startsWith("-"), line);
        }
        assertEquals(":1", kv.run("DEL a"));
        assertEquals("+OK", kv.run("SET d 1"));
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldRefuseWhatIsMoreThanTheBytesAllowed(final StoreKind kind) {
        final KvDriver kv = driver(kind, 1000, 500);
        final String text = "x".repeat(103);
        assertEquals("+OK", kv.run("SET a " + text));
        assertEquals("+OK", kv.run("SET b " + text));
        assertEquals(LARGE, kv.run("SET c " + text));
        assertEquals(LARGE, kv.run("APPEND a " + text));
        assertEquals(LARGE, kv.run("SET a " + text + text));
        assertEquals(LARGE, kv.run("MSET c 1234 b 2"), "what one pair gives back is not for another one");
        assertEquals(text, kv.run("GETSET b 1"));
        assertEquals("+OK", kv.run("SET a " + text + text), "b has given back enough: 303 and 98 are 401");
        assertEquals("+OK", kv.run("SET c 12"), "401 and 99 are 500");
        assertEquals(LARGE, kv.run("APPEND c 7"));
        assertEquals(":13", kv.run("INCR c"));
        assertEquals("+OK", kv.run("SET c 1"));
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldCountOnlyWhatHasNotExpired(final StoreKind kind) {
        final KvDriver kv = driver(kind, 300, 1 << 20);
        for (int i = 0; i < 300; i++) {
            assertEquals("+OK", kv.run("SET short" + i + " v PX 100"));
        }
        assertTrue(kv.run("SET more v").startsWith("-OOM"));
        final byte[] before = kv.harness().snapshot();
        kv.harness().advance(101);
        final String[] lines = new String[300];
        Arrays.setAll(lines, i -> "SET long" + i + " v");
        for (final String answer : kv.batch(lines)) {
            assertEquals("+OK", answer);
        }
        assertTrue(kv.run("SET more v").startsWith("-OOM"));
        assertEquals(":300", kv.run("DBSIZE"));

        final StoreKind other = kind == StoreKind.PAYLOADS ? kind : StoreKind.HEAP;
        final KvDriver loaded = new KvDriver(new KvMachine(other, CAPACITY), new KvBounds(300, 1 << 20));
        loaded.harness().load(before);
        loaded.harness().time(kv.harness().time());
        loaded.batch(lines);
        assertTrue(loaded.run("SET more v").startsWith("-OOM"));
        assertArrayEquals(kv.harness().snapshot(), loaded.harness().snapshot());
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldJudgeABatchByTheBoundsItCameWith(final StoreKind kind) {
        final KvDriver narrow = driver(kind, 1, 1000);
        assertEquals("[+OK, -OOM the store may have 1 entries at most (--store-entries), nil]",
            narrow.exec("SET a 1", "SET b 2", "GET b"));
        final KvBatch wide = new KvBatch(new KvBounds(2, 1000));
        wide.add(KvOp.SET, KvDriver.bytes("b"), KvDriver.bytes("2"));
        assertEquals("[+OK]", narrow.send(wide).toString());
        final KvBatch none = new KvBatch();
        none.add(KvOp.SET, KvDriver.bytes("c"), new byte[5000]);
        assertEquals("[+OK]", narrow.send(none).toString());
        assertTrue(narrow.run("SET d 1").startsWith("-OOM"));
        assertEquals("+OK", narrow.run("SET c 1"), "what makes the store smaller is never refused");
    }

    @Test
    @Tag("hazard-X-M9")
    void shouldBoundStoresOnTheHeapByIt() throws IOException {
        final long half = Runtime.getRuntime().maxMemory() / 2;
        assertEquals(half, KvBounds.ofHeap(1).maxBytes());
        assertEquals(half / 3, KvBounds.ofHeap(3).maxBytes());
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("fleet"))) {
            root = root.getParent();
        }
        assertTrue(Files.readString(root.resolve("fleet")).contains(" -XX:+ExitOnOutOfMemoryError\""));
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldRefuseBatchesWithoutSensibleBounds(final StoreKind kind) {
        final KvDriver kv = driver(kind, 10, 1000);
        final KvBatch batch = new KvBatch(new KvBounds(7, 9));
        batch.add(KvOp.SET, KvDriver.bytes("a"), KvDriver.bytes("1"));
        final byte[] good = batch.toBytes();
        for (int length = 0; length < good.length; length++) {
            final byte[] cut = Arrays.copyOf(good, length);
            assertThrows(IllegalArgumentException.class, () -> kv.harness().run(false, new byte[0], cut));
        }
        for (final int offset : new int[] {5, 13}) {
            final byte[] negative = good.clone();
            negative[offset + 7] = -1;
            assertThrows(IllegalArgumentException.class, () -> kv.harness().run(false, new byte[0], negative));
            final byte[] zero = good.clone();
            zero[offset] = 0;
            assertThrows(IllegalArgumentException.class, () -> kv.harness().run(false, new byte[0], zero));
        }
        assertEquals(":0", kv.run("DBSIZE"));
        assertThrows(IllegalArgumentException.class, () -> new KvBounds(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new KvBounds(1, 0));
    }
}
