package io.fleet.testkit.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.Digest;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The production storage on the simulated disk, through crashes at any operation. */
class StorageOnSimMediumTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final ScatteredLogConfig SIZES = new ScatteredLogConfig(64 * 1024, 16 * 1024);
    private static final int CRASHES = 12;

    private final Map<Long, Long> durable = new HashMap<>();
    private final UnsafeBuffer body = new UnsafeBuffer(new byte[3000]);
    private final Digest digest = new Digest();
    private long lsn;

    @Test
    void shouldFindEverythingDurableAfterAnyCrash() throws Exception {
        for (int seed = 0; seed < 150; seed++) {
            durable.clear();
            lsn = 0;
            final SplittableRandom random = new SplittableRandom(seed);
            final SimMedium medium = new SimMedium("seed " + seed, random.split());
            int crashes = 0;
            while (crashes < CRASHES) {
                medium.crashAtOperation(1 + random.nextInt(1 + random.nextInt(60)));
                try {
                    run(medium, random);
                } catch (final SimulatedCrash crash) {
                    crashes++;
                }
                if (random.nextBoolean()) {
                    medium.losePower();
                } else {
                    medium.killProcess();
                }
            }
            try (ScatteredLog log = open(medium)) {
                assertFalse(log.isNew());
            }
        }
    }

    @Test
    void shouldNeverLowerPromiseOrReuseIncarnation() throws Exception {
        for (int seed = 0; seed < 300; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final SimMedium medium = new SimMedium("seed " + seed, random.split());
            final long[] promisedAndIncarnation = new long[2];
            for (int crash = 0; crash < CRASHES; crash++) {
                medium.crashAtOperation(1 + random.nextInt(12));
                try {
                    promise(medium, promisedAndIncarnation);
                } catch (final SimulatedCrash expected) {
                    assertTrue(medium.operations() > 0);
                }
                if (random.nextBoolean()) {
                    medium.losePower();
                } else {
                    medium.killProcess();
                }
            }
        }
    }

    private static void promise(final SimMedium medium, final long[] known) throws Exception {
        final MetaStore meta = MetaStore.open(IDENTITY, 1, new int[] {0, 1, 2}, medium.mount());
        assertTrue(meta.promised(0) >= known[0], () -> "promised " + meta.promised(0) + " after " + known[0]);
        assertTrue(meta.incarnation() > known[1], () -> "incarnation " + meta.incarnation() + " after " + known[1]);
        known[1] = meta.incarnation();
        long ballot = Math.max(known[0], meta.promised(0));
        for (int i = 0; i < 20; i++) {
            meta.promise(0, ++ballot);
            meta.poll();
            meta.flusher().doWork();
            meta.poll();
            known[0] = meta.durablePromise(0);
        }
    }

    private void run(final SimMedium medium, final SplittableRandom random) throws Exception {
        final ScatteredLog log = open(medium);
        for (int i = 0; i < 200; i++) {
            final int length = random.nextInt(3000);
            for (int at = 0; at < length; at++) {
                body.putByte(at, (byte) (lsn + at));
            }
            final EntryMeta meta = new EntryMeta();
            meta.batcherId = 9;
            meta.sequence = lsn + 1;
            meta.length = length;
            meta.digest = digest.of(body, 0, length);
            if (log.append(0, lsn + 1, 1, 0, meta, body, 0)) {
                lsn++;
            }
            if (random.nextInt(3) == 0) {
                log.poll((group, done, ballot, position) -> durable.put(done, ballot));
            }
            if (random.nextInt(4) == 0) {
                log.flushers().get(0).doWork();
            }
        }
    }

    private ScatteredLog open(final SimMedium medium) {
        final Map<Long, EntryMeta> found = new HashMap<>();
        final Map<Long, Long> positions = new HashMap<>();
        final ScatteredLog log = ScatteredLog.open(SIZES, IDENTITY, List.of(medium.mount()),
            (group, at, ballot, storageGroup, meta, position) -> {
                found.put(at, new EntryMeta().set(meta));
                positions.put(at, position);
            });
        final ExpandableArrayBuffer target = new ExpandableArrayBuffer();
        for (final long at : durable.keySet()) {
            assertTrue(found.containsKey(at), () -> medium.name() + ": LSN " + at + " was durable and is gone");
            assertEquals(at, found.get(at).sequence);
            assertEquals(found.get(at).length, log.readBody(positions.get(at), found.get(at), target));
        }
        for (final long at : found.keySet()) {
            durable.put(at, 1L);
        }
        return log;
    }
}
