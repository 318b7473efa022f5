package io.fleet.testkit.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotOutput;
import io.fleet.storage.snapshot.SnapshotStore;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.sim.SimMedium;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** One damage to the meta store, the ordered log or a snapshot: noticed, or without effect on what is read. */
class StoresUnderDamageTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final int CASES = Integer.getInteger("fleet.damage.cases", 1_000);
    private static final int[] MEMBERS = {0, 1, 2};
    private static final OrderedLogConfig SIZES = new OrderedLogConfig(64 * 1024, 16 * 1024, 1, 0);
    private static final FaultKind[] ROT = {FaultKind.ROT_BIT, FaultKind.ROT_SECTOR, FaultKind.ROT_FILE,
        FaultKind.TRUNCATED_FILE};

    private int kept;
    private int found;

    @Test
    void shouldNeverLowerAPromiseThroughDamageAtRest() {
        for (int number = 0; number < CASES; number++) {
            final SplittableRandom random = new SplittableRandom(number);
            final SimMedium medium = new SimMedium("case-" + number, random.split());
            long promised = 0;
            for (int starts = 1 + random.nextInt(3); starts > 0; starts--) {
                promised = promise(medium, promised, random.nextInt(5));
                if (random.nextBoolean()) {
                    medium.losePower();
                }
            }
            medium.killProcess();
            if (strike(medium, random)) {
                checkPromise(medium, promised);
            }
        }
        assertTrue(kept > CASES / 10 && found > CASES / 20, "kept " + kept + ", found " + found);
    }

    @Test
    void shouldReadFromTheOrderedLogWhatWasWrittenOrNoticeDamage() throws Exception {
        for (int number = 0; number < CASES; number++) {
            final SplittableRandom random = new SplittableRandom(number);
            final SimMedium medium = new SimMedium("case-" + number, random.split());
            final int entries = 1 + random.nextInt(120);
            final OrderedLog log = OrderedLog.open(SIZES, IDENTITY, medium.mount(), null);
            for (int lsn = 1; lsn <= entries; lsn++) {
                final UnsafeBuffer body = body(lsn);
                assertTrue(log.append(0, lsn, meta(lsn), body, 0));
                if (random.nextInt(3) == 0) {
                    flush(log, lsn);
                }
            }
            flush(log, entries);
            if (random.nextBoolean()) {
                log.close();
            }
            medium.killProcess();
            if (strike(medium, random)) {
                checkOrdered(medium, entries);
            }
        }
        assertTrue(kept > CASES / 20 && found > CASES / 10, "kept " + kept + ", found " + found);
    }

    @Test
    void shouldReadASnapshotAsItWasWrittenOrNoticeDamage() {
        for (int number = 0; number < CASES; number++) {
            final SplittableRandom random = new SplittableRandom(number);
            final SimMedium medium = new SimMedium("case-" + number, random.split());
            final SnapshotStore store = SnapshotStore.open(IDENTITY, medium.mount());
            final byte[] contents = new byte[random.nextInt(100_000)];
            random.nextBytes(contents);
            final SnapshotOutput output = store.begin(0, 5);
            output.write(new UnsafeBuffer(contents), 0, contents.length);
            output.commit();
            medium.killProcess();
            if (strike(medium, random)) {
                checkSnapshot(medium, contents);
            }
        }
        assertTrue(kept > CASES / 50 && found > CASES / 10, "kept " + kept + ", found " + found);
    }

    private static boolean strike(final SimMedium medium, final SplittableRandom random) {
        final FaultKind kind = ROT[random.nextInt(ROT.length)];
        return kind == FaultKind.TRUNCATED_FILE ? new FileDamage(medium, medium, random).strike(kind)
            : new BitRot(medium, random).strike(kind);
    }

    private static long promise(final SimMedium medium, final long before, final int count) {
        medium.killProcess();
        try (MetaStore meta = MetaStore.open(IDENTITY, 1, MEMBERS, medium.mount())) {
            for (int i = 1; i <= count; i++) {
                meta.promise(0, before + i);
                meta.poll();
                meta.flusher().doWork();
                meta.poll();
            }
            assertEquals(before + count, Math.max(before, meta.durablePromise(0)));
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
        return before + count;
    }

    private void checkPromise(final SimMedium medium, final long promised) {
        try (MetaStore meta = MetaStore.open(IDENTITY, 1, MEMBERS, medium.mount())) {
            assertEquals(promised, meta.promised(0), medium.name());
            kept++;
        } catch (final DamagedStorageException | ForeignStorageException e) {
            assertTrue(e.getMessage().contains(medium.name()), e.getMessage());
            found++;
        }
    }

    private void checkOrdered(final SimMedium medium, final int entries) {
        try {
            final OrderedLog log = OrderedLog.open(SIZES, IDENTITY, medium.mount(), null);
            final long durable = log.durable(0);
            assertTrue(durable <= entries, medium.name());
            long next = 1;
            while (next <= durable) {
                final int read = log.read(0, next, durable, 20_000, (lsn, meta, buffer, offset, length) -> {
                    assertTrue(meta(lsn).sameValue(meta), medium.name());
                    final UnsafeBuffer expected = body(lsn);
                    assertEquals(expected, new UnsafeBuffer(buffer, offset, length), medium.name());
                });
                assertTrue(read > 0, () -> medium.name() + ": durable " + durable);
                next += read;
            }
            kept++;
        } catch (final DamagedStorageException e) {
            assertTrue(e.getMessage().contains(medium.name()), e.getMessage());
            found++;
        }
    }

    private void checkSnapshot(final SimMedium medium, final byte[] contents) {
        try (SnapshotInput input = SnapshotStore.open(IDENTITY, medium.mount()).newest(0)) {
            final byte[] read = new byte[contents.length + 1];
            assertEquals(Math.max(contents.length, contents.length == 0 ? -1 : 0), input.read(read, 0, read.length));
            assertArrayEquals(contents, java.util.Arrays.copyOf(read, contents.length), medium.name());
            kept++;
        } catch (final DamagedStorageException e) {
            assertTrue(e.getMessage().contains(medium.name()), e.getMessage());
            found++;
        }
    }

    private static void flush(final OrderedLog log, final long nowNs) throws Exception {
        for (int round = 0; round < 3; round++) {
            log.poll(nowNs);
            log.flush();
            log.flushers().get(0).doWork();
        }
        log.poll(nowNs);
    }

    private static EntryMeta meta(final long lsn) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = 9;
        meta.sequence = lsn;
        meta.length = (int) (lsn * 37 % 900);
        return meta;
    }

    private static UnsafeBuffer body(final long lsn) {
        final UnsafeBuffer body = new UnsafeBuffer(new byte[(int) (lsn * 37 % 900)]);
        for (int i = 0; i < body.capacity(); i++) {
            body.putByte(i, (byte) (lsn + i));
        }
        return body;
    }
}
