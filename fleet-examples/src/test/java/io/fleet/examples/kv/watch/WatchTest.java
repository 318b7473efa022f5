package io.fleet.examples.kv.watch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.error.SnapshotFormatException;
import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvDriver;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.KvOp;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the machine says of transactions that rest on keys which were watched, whatever its store is. */
class WatchTest {
    private static final KvBounds CAPACITY = new KvBounds(1 << 17, 1L << 26);
    private final List<KvMachine> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(KvMachine::close);
    }

    private KvDriver driver(final StoreKind kind) {
        final KvMachine machine = new KvMachine(kind, CAPACITY);
        open.add(machine);
        return new KvDriver(machine, KvBounds.NONE);
    }

    /** Watches keys; what the machine said of them. */
    private static Watches watch(final KvDriver kv, final String... keys) {
        final Watches watches = new Watches();
        watch(kv, watches, keys);
        return watches;
    }

    private static void watch(final KvDriver kv, final Watches watches, final String... keys) {
        final Watches.Asked asked = watches.ask(Arrays.stream(keys).map(KvDriver::bytes).toArray(byte[][]::new));
        final KvBatch batch = new KvBatch();
        batch.add(KvOp.WATCH, asked.keys());
        final String answer = kv.send(batch).get(0);
        final long[] numbers = Arrays.stream(answer.substring(1, answer.length() - 1).split(", "))
            .mapToLong(each -> Long.parseLong(each.substring(1))).toArray();
        asked.answered(numbers[0], Arrays.copyOfRange(numbers, 1, numbers.length));
    }

    private static KvBatch transaction(final Watches watches) {
        final KvBatch batch = new KvBatch();
        batch.addExec(3);
        batch.addInner(KvOp.UNCHANGED, watches.toArguments());
        batch.addInner(KvOp.INCR, KvDriver.bytes("ran"));
        batch.addInner(KvOp.GET, KvDriver.bytes("k"));
        return batch;
    }

    private static String exec(final KvDriver kv, final Watches watches) {
        return kv.send(transaction(watches)).get(0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "SET k 2 > nil", "SET k 1 > nil", "SET k v NX > [:1, 1]", "SETNX k v > [:1, 1]", "DEL k > nil",
        "DEL o > [:1, 1]",
        "GET k > [:1, 1]", "APPEND k x > nil", "INCR k > nil", "GETDEL k > nil", "GETSET k 1 > nil",
        "MSET o 1 k 1 > nil", "MSET o 1 p 1 > [:1, 1]", "EXPIRE k 100 > nil", "EXPIRE k 100 XX > [:1, 1]",
        "EXPIRE k 0 > nil", "PERSIST k > [:1, 1]", "PERSIST t > nil", "FLUSHALL > nil", "FLUSHDB > nil",
        "SET none 1 > nil", "DEL none > [:1, 1]", "INCR x > -ERR value is not an integer or out of range",
        "PEXPIRE t 60000 > nil", "SET k v GET XX > nil", "SET none v XX > [:1, 1]",
    })
    void shouldAbortWhereAKeyHasChanged(final String command, final String answer) {
        for (final StoreKind kind : StoreKind.values()) {
            final KvDriver kv = driver(kind);
            kv.run("SET k 1");
            kv.run("SET t 1 PX 60000");
            kv.run("SET x y");
            final Watches watches = watch(kv, "k", "t", "none");
            final String first = kv.run(command);
            assertEquals(answer, first.startsWith("-") ? first : exec(kv, watches), kind + " " + command);
            assertEquals(first.startsWith("-") || "nil".equals(answer) ? "nil" : "1", kv.run("GET ran"));
        }
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldAbortWhereAKeyWasSetBackOrCameAndWent(final StoreKind kind) {
        final KvDriver kv = driver(kind);
        kv.run("SET k 1");
        Watches watches = watch(kv, "k");
        kv.run("SET k 2");
        kv.run("SET k 1");
        assertEquals("nil", exec(kv, watches));
        watches = watch(kv, "none");
        kv.run("SET none 2");
        kv.run("DEL none");
        assertEquals("nil", exec(kv, watches));
        watches = watch(kv, "none");
        kv.batch("SET none 1", "FLUSHALL");
        assertEquals("nil", exec(kv, watches));
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldNotAbortForAFlushOfOtherKeys(final StoreKind kind) {
        final KvDriver kv = driver(kind);
        kv.run("SET k 1");
        final Watches watches = watch(kv, "none");
        kv.run("FLUSHALL");
        assertEquals("[:1, nil]", exec(kv, watches));
        assertEquals("[:2, nil]", exec(kv, watches));
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldAbortWhereAKeyHasExpired(final StoreKind kind) {
        final KvDriver kv = driver(kind);
        kv.run("SET k 1 PX 50");
        Watches watches = watch(kv, "k");
        kv.harness().advance(50);
        assertEquals("[:1, 1]", exec(kv, watches));
        kv.harness().advance(1);
        assertEquals("nil", exec(kv, watches));
        assertEquals("nil", exec(kv, watches));
        watches = watch(kv, "k");
        kv.run("DEL k");
        assertEquals("[:2, nil]", exec(kv, watches), "what had expired before was not there");
    }

    /** What has expired and is still in the store of one replica may be gone from that of another. */
    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldNotCountThatWhatHasExpiredIsTakenOut(final StoreKind kind) {
        final KvDriver kv = driver(kind);
        for (int i = 0; i < 100; i++) {
            kv.run("SET e" + i + " 1 PX 50");
        }
        kv.harness().advance(51);
        final KvDriver other = loaded(kind, kv);
        final Watches watches = watch(kv, "e99");
        assertArrayEquals(watches.toArguments()[1], watch(other, "e99").toArguments()[1]);
        kv.run("DEL e99");
        other.run("DEL e99");
        assertEquals("[:1, nil]", exec(kv, watches));
        assertEquals("[:1, nil]", exec(other, watches));
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldGoOnFromASnapshot(final StoreKind kind) {
        final KvDriver kv = driver(kind);
        kv.run("SET k 1");
        final byte[] unwatched = kv.harness().snapshot();
        final Watches changed = watch(kv, "k");
        kv.run("SET k 1");
        final Watches unchanged = watch(kv, "k", "none");
        final KvDriver other = loaded(kind, kv);
        for (final KvDriver each : List.of(kv, other)) {
            assertEquals("nil", exec(each, changed));
            assertEquals("[:1, 1]", exec(each, unchanged));
        }
        assertArrayEquals(kv.harness().snapshot(), other.harness().snapshot());
        other.harness().load(unwatched);
        assertArrayEquals(unwatched, other.harness().snapshot());
        assertEquals("nil", exec(other, unchanged), "of what was never watched nothing is known");
    }

    private KvDriver loaded(final StoreKind kind, final KvDriver from) {
        final KvDriver loaded = driver(kind);
        loaded.harness().time(from.harness().time());
        loaded.harness().load(from.harness().snapshot());
        return loaded;
    }

    @ParameterizedTest
    @EnumSource(names = {"HEAP", "OFFHEAP"}, value = StoreKind.class)
    void shouldCountKeysThatFellOutAsChanged(final StoreKind kind) {
        final KvDriver kv = driver(kind);
        final Watches first = watch(kv, "k");
        final Watches second = watch(kv, "o");
        watch(kv, "k");
        final String[] keys = new String[1 << 15];
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < keys.length; i++) {
                keys[i] = "k" + round + "-" + i;
            }
            watch(kv, Arrays.copyOf(keys, keys.length - round));
        }
        assertEquals("nil", exec(kv, second));
        assertEquals("[:1, nil]", exec(kv, first), "it was watched again");
        watch(kv, "o");
        assertEquals("nil", exec(kv, second));
        assertEquals("nil", exec(kv, first));
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldCountAllKeysAsChangedWhereTheirHashesAreOthers(final StoreKind kind) {
        final KvDriver kv = driver(kind);
        final Watches watches = watch(kv, "k");
        final KvBatch secret = new KvBatch();
        secret.add(KvOp.HASH_SECRET, new byte[16]);
        kv.send(secret);
        assertEquals("nil", exec(kv, watches));
        assertEquals("[:1, nil]", exec(kv, watch(kv, "k")));
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldHoldByWhatWasSaidFirst(final StoreKind kind) {
        final KvDriver kv = driver(kind);
        final Watches watches = watch(kv, "k");
        kv.run("SET k 1");
        watch(kv, watches, "o");
        assertEquals(0, watches.ask(new byte[][] {KvDriver.bytes("k"), KvDriver.bytes("o")}).keys().length);
        assertEquals("nil", exec(kv, watches));
        final Watches twice = new Watches();
        final Watches.Asked one = twice.ask(new byte[][] {KvDriver.bytes("k")});
        final Watches.Asked other = twice.ask(new byte[][] {KvDriver.bytes("k")});
        one.answered(7, new long[] {-1});
        other.answered(8, new long[] {-2});
        assertEquals(7, ByteBuffer.wrap(twice.toArguments()[1]).order(ByteOrder.LITTLE_ENDIAN).getLong());
        final Watches unheard = new Watches();
        unheard.ask(new byte[][] {KvDriver.bytes("k")});
        assertEquals(null, unheard.toArguments());
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldRefuseWhatIsNotTheFirstOfATransaction(final StoreKind kind) {
        final KvDriver kv = driver(kind);
        final byte[][] watched = watch(kv, "k").toArguments();
        final KvBatch alone = new KvBatch();
        alone.add(KvOp.UNCHANGED, watched);
        assertThrows(IllegalArgumentException.class, () -> kv.send(alone));
        final KvBatch second = new KvBatch();
        second.addExec(2);
        second.addInner(KvOp.INCR, KvDriver.bytes("n"));
        second.addInner(KvOp.UNCHANGED, watched);
        assertThrows(IllegalArgumentException.class, () -> kv.send(second));
        final KvBatch shorter = new KvBatch();
        shorter.addExec(1);
        shorter.addInner(KvOp.UNCHANGED, watched[0], new byte[15]);
        assertThrows(IllegalArgumentException.class, () -> kv.send(shorter));
        final KvBatch inner = new KvBatch();
        inner.addExec(1);
        inner.addInner(KvOp.WATCH, watched[0]);
        assertThrows(IllegalArgumentException.class, () -> kv.send(inner));
        assertEquals("nil", kv.run("GET n"));
    }

    @ParameterizedTest
    @EnumSource(StoreKind.class)
    void shouldRefuseADamagedSnapshotOfWatches(final StoreKind kind) {
        final KvDriver kv = driver(kind);
        watch(kv, "k");
        final byte[] snapshot = kv.harness().snapshot();
        for (final int fromEnd : new int[] {36, 28, 16, 8}) {
            final byte[] damaged = snapshot.clone();
            Arrays.fill(damaged, damaged.length - fromEnd, damaged.length - fromEnd + Integer.BYTES * 2, (byte) 0x77);
            final KvDriver other = driver(kind);
            assertThrows(SnapshotFormatException.class, () -> other.harness().load(damaged), "at " + fromEnd);
        }
    }
}
