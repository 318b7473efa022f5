package io.fleet.examples.kv;

import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.testkit.local.MachineHarness;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Prints what 1 GiB of values costs the collector in one kind of store: fills a machine with 2^20 values of 1 KiB, then
 * replaces values at random, of 0.9 to 1.1 KiB, for some seconds. Arguments: heap or offheap, seconds. The figures of
 * fleet-examples/README.md are those of runs of both kinds in turns, each in a JVM of its own.
 */
final class StoreFigures {
    private static final int KEYS = 1 << 20;
    private static final int MAX_SAMPLES = 20_000_000;

    private final MachineHarness machine;
    private final Random random = new Random(1);
    private final byte[] value = new byte[2048];
    private final KvBatch batch = new KvBatch();

    private StoreFigures(final StoreKind kind) {
        machine = new MachineHarness(new KvMachine(kind, new KvBounds(2 * KEYS, 3L << 30)));
    }

    private void set(final int key, final int length) {
        batch.clear();
        batch.add(KvOp.SET, KvDriver.bytes("key:" + key), Arrays.copyOf(value, length));
        machine.run(false, new byte[0], batch.toBytes());
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
    }

    private static long collectionMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
    }

    private static long usedMebibytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
    }

    public static void main(final String[] arguments) {
        final StoreKind kind = StoreKind.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        final StoreFigures figures = new StoreFigures(kind);
        final long began = System.nanoTime();
        for (int i = 0; i < KEYS; i++) {
            figures.set(i, 1024);
        }
        final double filled = (System.nanoTime() - began) / 1e9;
        final long gcBegan = System.nanoTime();
        final long used = usedMebibytes();
        final double full = (System.nanoTime() - gcBegan) / 1e6;
        System.out.printf(Locale.ROOT, "%s: filled in %.1f s; a full collection takes %.0f ms and leaves %d MiB%n",
            kind, filled, full, used);
        figures.replace(Long.parseLong(arguments[1]) * 1_000_000_000L);
    }

    private void replace(final long nanos) {
        final int[] samples = new int[MAX_SAMPLES];
        final long collections = collections();
        final long millis = collectionMillis();
        final long end = System.nanoTime() + nanos;
        int count = 0;
        for (long now = System.nanoTime(); now < end && count < MAX_SAMPLES; count++) {
            set(random.nextInt(KEYS), 922 + random.nextInt(205));
            final long after = System.nanoTime();
            samples[count] = (int) Math.min(Integer.MAX_VALUE, after - now);
            now = after;
        }
        Arrays.sort(samples, 0, count);
        System.out.printf(Locale.ROOT, "  %d sets/s; p50 %.1f us, p99.9 %.1f us, p99.99 %.1f us, longest %.1f ms; %d "
                + "collections of %d ms together%n", count * 1_000_000_000L / nanos, samples[count / 2] / 1e3,
            samples[(int) (count * 0.999)] / 1e3, samples[(int) (count * 0.9999)] / 1e3, samples[count - 1] / 1e6,
            collections() - collections, collectionMillis() - millis);
    }
}
