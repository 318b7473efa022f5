package io.fleet.storage.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.fault.SimulatedCrash;
import io.fleet.storage.log.Flusher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Random histories with crashes at any disk operation: what was reported durable is there, and nothing else than what
 * was appended.
 */
class ScatteredLogCrashTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final ScatteredLogConfig CONFIG = new ScatteredLogConfig(32 * 1024, 16 * 1024);
    private static final int GROUPS = 3;

    @Test
    @Expects({
        "file-factory.left-over-removed",
        "file-factory.spare-file-used",
        "log-directory.first-file-half-created",
        "log-recovery.next-file-discarded",
        "log-recovery.roll-over-completed"})
    void shouldKeepEverythingDurableOverPowerLossAndKill() throws Exception {
        int recoveries = 0;
        for (int seed = 1; seed <= 400; seed++) {
            recoveries += new History(seed).run();
        }
        assertTrue(recoveries > 1000, "recoveries " + recoveries);
    }

    private record Key(int group, long lsn, long ballot) {
    }

    private static final class Value {
        private final long seed;
        private final EntryMeta meta;
        private boolean durable;
        private long position;

        private Value(final long seed, final EntryMeta meta) {
            this.seed = seed;
            this.meta = meta;
        }
    }

    private static final class History {
        private final int seed;
        private final Random random;
        private final List<FaultDisk> disks = new ArrayList<>();
        private final Map<Key, Value> values = new HashMap<>();
        private final long[] nextLsn = new long[GROUPS];
        private final long[] trimmed = new long[GROUPS];
        private ScatteredLog log;
        private long nextSeed = 1;

        private History(final int seed) {
            this.seed = seed;
            this.random = new Random(seed);
            final int count = 1 + random.nextInt(3);
            for (int i = 0; i < count; i++) {
                disks.add(new FaultDisk("disk" + i, random));
            }
        }

        private int run() throws Exception {
            int recoveries = 0;
            for (int life = 0; life < 6; life++) {
                try {
                    armCrash(life == 0 ? 30 : 60);
                    recover();
                    recoveries++;
                    final int steps = random.nextInt(200);
                    for (int i = 0; i < steps; i++) {
                        step();
                    }
                    if (random.nextBoolean()) {
                        log.close();
                    }
                } catch (final SimulatedCrash e) {
                    // expected: the next life recovers
                }
                end();
            }
            disks.forEach(FaultDisk::noCrash);
            recover();
            return recoveries;
        }

        private void armCrash(final int within) {
            if (random.nextInt(4) > 0) {
                disks.get(random.nextInt(disks.size())).crashIn(1 + random.nextInt(within));
            }
        }

        private void end() {
            final boolean power = random.nextBoolean();
            disks.forEach(disk -> disk.capacity(Long.MAX_VALUE));
            disks.forEach(power ? FaultDisk::powerLoss : FaultDisk::kill);
        }

        private void step() throws Exception {
            if (random.nextInt(60) == 0) {
                final long capacity = random.nextInt(3) == 0 ? (2 + random.nextInt(4)) * 32 * 1024L : Long.MAX_VALUE;
                disks.forEach(disk -> disk.capacity(capacity));
            }
            final int choice = random.nextInt(20);
            if (choice < 9) {
                append();
            } else if (choice < 11) {
                restamp();
            } else if (choice < 15) {
                log.poll((group, lsn, ballot, position) -> {
                    final Value value = values.get(new Key(group, lsn, ballot));
                    value.durable = true;
                    value.position = position;
                });
            } else if (choice < 19) {
                final List<Flusher> flushers = log.flushers();
                flushers.get(random.nextInt(flushers.size())).doWork();
            } else {
                for (int group = 0; group < GROUPS; group++) {
                    trimmed[group] = Math.max(trimmed[group], nextLsn[group] - random.nextInt(30));
                }
                log.trim(group -> trimmed[(int) group]);
            }
        }

        private void append() {
            final int group = random.nextInt(GROUPS);
            final long lsn = nextLsn[group] + 1;
            final long ballot = 1 + random.nextInt(3);
            final int length = random.nextInt(10) == 0 ? random.nextInt(CONFIG.maxBodyLength() + 1)
                : random.nextInt(600);
            final UnsafeBuffer body = Bodies.body(nextSeed, length);
            final EntryMeta meta = Bodies.meta(nextSeed, body);
            if (log.append(group, lsn, ballot, 0, meta, body, 0)) {
                values.put(new Key(group, lsn, ballot), new Value(nextSeed, meta));
                nextLsn[group] = lsn;
                nextSeed++;
            }
        }

        private void restamp() {
            for (final Map.Entry<Key, Value> entry : values.entrySet()) {
                final Key key = entry.getKey();
                final Value value = entry.getValue();
                final Key newKey = new Key(key.group, key.lsn, key.ballot + 10);
                if (value.durable && key.lsn > trimmed[key.group] && !values.containsKey(newKey)) {
                    if (log.restamp(key.group, key.lsn, newKey.ballot, 0, value.meta, value.position)) {
                        values.put(newKey, new Value(value.seed, value.meta));
                    }
                    return;
                }
            }
        }

        private void recover() {
            final Map<Key, Long> found = new HashMap<>();
            final List<Disk> opened = new ArrayList<>(disks);
            log = ScatteredLog.open(CONFIG, IDENTITY, opened, (group, lsn, ballot, storageGroup, meta, position) -> {
                final Key key = new Key(group, lsn, ballot);
                final Value value = values.get(key);
                assertTrue(value != null && value.meta.sameValue(meta), "seed " + seed + ": never appended " + key);
                assertEquals(null, found.put(key, position), "seed " + seed + ": twice " + key);
            });
            final ExpandableArrayBuffer target = new ExpandableArrayBuffer();
            values.entrySet().removeIf(entry -> {
                final Key key = entry.getKey();
                final Value value = entry.getValue();
                final Long position = found.get(key);
                if (key.lsn <= trimmed[key.group]) {
                    return position == null;
                }
                assertTrue(position != null || !value.durable, "seed " + seed + ": lost " + key);
                if (position == null) {
                    return true;
                }
                value.durable = true;
                value.position = position;
                final int length = log.readBody(position, value.meta, target);
                final UnsafeBuffer body = Bodies.body(value.seed, value.meta.length);
                assertEquals(body, new UnsafeBuffer(target.byteArray(), 0, length), "seed " + seed + " " + key);
                return false;
            });
        }
    }
}
