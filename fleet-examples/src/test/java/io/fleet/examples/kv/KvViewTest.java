package io.fleet.examples.kv;

import static io.fleet.fixture.cluster.Clusters.get;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.machine.ReadView;
import io.fleet.testkit.local.MachineHarness;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KvViewTest {
    private static final byte[] WALK = both(batch("KEYS", "*"), "SCAN", "0", "COUNT", "1000000", "MATCH", "*7*")
        .toBytes();

    @ParameterizedTest
    @CsvSource({"HEAP, 1", "HEAP, 2", "PAYLOADS, 3"})
    void shouldAnswerAsTheMachineDidWhenItWasTaken(final StoreKind kind, final long seed) {
        final KvDriver driver = new KvDriver(new KvMachine(kind, KvBounds.NONE), KvBounds.NONE);
        final Random random = new Random(seed);
        final List<Taken> open = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(100) == 0) {
                open.add(take(driver.harness()));
            }
            change(driver, random);
            if (open.size() > 5) {
                check(open.remove(random.nextInt(open.size())));
            }
        }
        open.forEach(KvViewTest::check);
    }

    @Test
    void shouldAnswerOnAnotherThreadWhileTheMachineGoesOn() throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(2);
        final KvDriver driver = new KvDriver();
        final Random random = new Random(11);
        final List<Future<byte[]>> answers = new ArrayList<>();
        final List<Taken> taken = new ArrayList<>();
        try {
            for (int i = 0; i < 30_000; i++) {
                change(driver, random);
                if (i % 500 == 499) {
                    final Taken now = take(driver.harness());
                    taken.add(now);
                    answers.add(threads.submit(() -> MachineHarness.query(now.view, WALK, now.time)));
                }
            }
            for (int i = 0; i < taken.size(); i++) {
                assertArrayEquals(taken.get(i).answer, get(answers.get(i)));
                taken.get(i).view.close();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldTakeForLongOnlyWhatWalksOverKeys() {
        final MachineHarness heap = new KvDriver().harness();
        assertNull(heap.view(batch("GET", "a").toBytes()));
        assertNull(heap.view(both(batch("SCAN", "0"), "DBSIZE").toBytes()));
        assertNull(heap.view(batch("DBSIZE").toBytes()));
        assertEquals(List.of("[0, []]"), texts(heap.view(batch("SCAN", "0").toBytes()), batch("SCAN", "0")));
        try (KvMachine offHeap = new KvMachine(StoreKind.OFFHEAP, new KvBounds(1 << 10, 1 << 20))) {
            assertNull(new MachineHarness(offHeap).view(WALK));
        }
    }

    @Test
    void shouldEndWhenItIsInterrupted() {
        final ReadView view = new KvDriver().harness().view(WALK);
        Thread.currentThread().interrupt();
        assertThrows(IllegalStateException.class, () -> MachineHarness.query(view, WALK, 0));
        Thread.interrupted();
    }

    /** A view, and what the machine answered when it was taken. */
    private record Taken(ReadView view, byte[] answer, long time) {
    }

    private static Taken take(final MachineHarness harness) {
        return new Taken(harness.view(WALK), harness.run(true, new byte[0], WALK), harness.time());
    }

    private static void check(final Taken taken) {
        assertArrayEquals(taken.answer, MachineHarness.query(taken.view, WALK, taken.time));
        taken.view.close();
    }

    private static List<String> texts(final ReadView view, final KvBatch batch) {
        return KvDriver.texts(MachineHarness.query(view, batch.toBytes(), 0));
    }

    private static void change(final KvDriver driver, final Random random) {
        final String key = "k" + random.nextInt(600);
        final int kind = random.nextInt(1_000);
        driver.harness().advance(random.nextInt(5));
        if (kind == 0) {
            driver.run("FLUSHALL");
        } else if (kind < 500) {
            driver.run("SET " + key + " " + "v".repeat(1 + random.nextInt(400)));
        } else if (kind < 700) {
            driver.run("PEXPIRE " + key + " " + random.nextInt(2_000));
        } else if (kind < 750) {
            driver.run("PERSIST " + key);
        } else {
            driver.run("DEL " + key);
        }
    }

    private static KvBatch batch(final String... words) {
        return both(new KvBatch(KvBounds.NONE), words);
    }

    private static KvBatch both(final KvBatch batch, final String... words) {
        final byte[][] arguments = new byte[words.length - 1][];
        for (int i = 1; i < words.length; i++) {
            arguments[i - 1] = KvDriver.bytes(words[i]);
        }
        batch.add(KvOp.valueOf(words[0]), arguments);
        return batch;
    }
}
