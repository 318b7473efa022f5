package io.fleet.testkit.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.Digest;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.sim.SimMedium;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Random writes, one damage, and another opening: every record that was reported durable is there and intact, or the
 * opening refuses, or the log does not vouch for its end and what is missing is exactly the end of one directory.
 */
class ScatteredLogUnderDamageTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final StorageIdentity OTHER = new StorageIdentity(7, 2);
    private static final ScatteredLogConfig SIZES = new ScatteredLogConfig(64 * 1024, 16 * 1024);
    private static final int CASES = Integer.getInteger("fleet.damage.cases", 1_000);
    private static final FaultKind[] AT_REST = {FaultKind.ROT_BIT, FaultKind.ROT_SECTOR, FaultKind.ROT_FILE,
        FaultKind.MISSING_FILE, FaultKind.TRUNCATED_FILE, FaultKind.FOREIGN_FILE, FaultKind.DUPLICATED_FILE};

    private final Digest digest = new Digest();
    private final UnsafeBuffer body = new UnsafeBuffer(new byte[4000]);

    @Test
    void shouldKeepOrMissButNeverLoseSilentlyWhatIsDamagedAtRest() throws Exception {
        final Map<FaultKind, int[]> outcomes = new HashMap<>();
        for (int number = 0; number < CASES; number++) {
            final SplittableRandom random = new SplittableRandom(number);
            final FaultKind kind = AT_REST[random.nextInt(AT_REST.length)];
            final Case each = new Case(number, random);
            each.write(1 + random.nextInt(60), random.nextInt(3) > 0);
            final SimMedium medium = each.media.get(random.nextInt(each.media.size()));
            final boolean struck = kind.name().startsWith("ROT") ? new BitRot(medium, random).strike(kind)
                : new FileDamage(medium, foreign(), random).strike(kind);
            if (struck) {
                outcomes.computeIfAbsent(kind, any -> new int[3])[each.reopen(kind)]++;
            }
        }
        for (final FaultKind kind : AT_REST) {
            final int[] counts = outcomes.get(kind);
            assertTrue(counts[0] > 0 || kind == FaultKind.FOREIGN_FILE || kind == FaultKind.DUPLICATED_FILE,
                kind + " always mattered");
            assertTrue(counts[1] > 10, kind + " was found " + counts[1] + " times");
        }
    }

    @Test
    void shouldKeepOrMissButNeverLoseSilentlyWhatTheDeviceLostOrMisdirected() throws Exception {
        final int[] outcomes = new int[3];
        for (int number = 0; number < CASES; number++) {
            final SplittableRandom random = new SplittableRandom(number);
            final Case each = new Case(number, random);
            each.write(random.nextInt(30), false);
            final FaultKind kind = random.nextBoolean() ? FaultKind.LOST_WRITE : FaultKind.MISDIRECTED_WRITE;
            final SimMedium medium = each.media.get(random.nextInt(each.media.size()));
            if (kind == FaultKind.LOST_WRITE) {
                medium.faults().lieInSyncs(1 + random.nextInt(3), random.nextBoolean() ? 1 : 0.5);
            } else {
                medium.faults().misdirectWrites(1);
            }
            each.open(new HashMap<>());
            each.write(1 + random.nextInt(6), random.nextInt(3) == 0);
            medium.faults().end();
            each.media.forEach(SimMedium::losePower);
            outcomes[each.reopen(kind)]++;
        }
        assertTrue(outcomes[0] > 50 && outcomes[1] > 50 && outcomes[2] > 50, "whole " + outcomes[0] + ", found "
            + outcomes[1] + ", end in doubt " + outcomes[2]);
    }

    private SimMedium foreign() throws Exception {
        final SimMedium medium = new SimMedium("foreign", new SplittableRandom(1));
        try (ScatteredLog log = ScatteredLog.open(SIZES, OTHER, List.of(medium.mount()), (g, l, b, s, m, p) -> {})) {
            assertTrue(log.isNew());
        }
        return medium;
    }

    /** One log and what it reported durable. */
    private final class Case {
        private final int number;
        private final SplittableRandom random;
        private final List<SimMedium> media = new ArrayList<>();
        /** What was reported durable, by directory in the order of writing. */
        private final List<List<Long>> durable = new ArrayList<>();
        private final Map<Long, EntryMeta> written = new HashMap<>();
        private ScatteredLog log;

        private Case(final int number, final SplittableRandom random) {
            this.number = number;
            this.random = random;
            final int disks = 1 + random.nextInt(2);
            for (int i = 0; i < disks; i++) {
                media.add(new SimMedium("case-" + number + "/disk-" + i, random.split()));
                durable.add(new ArrayList<>());
            }
            open(new HashMap<>());
        }

        private void open(final Map<Long, Long> found) {
            media.forEach(SimMedium::killProcess);
            log = ScatteredLog.open(SIZES, IDENTITY, media.stream().map(SimMedium::mount).toList(),
                (group, lsn, ballot, stores, meta, position) -> {
                    assertTrue(written.get(lsn).sameValue(meta), () -> "case " + number + ": LSN " + lsn);
                    found.put(lsn, position);
                });
        }

        private void write(final int flushes, final boolean close) throws Exception {
            for (int i = 0; i < flushes; i++) {
                final int records = 1 + random.nextInt(4);
                for (int r = 0; r < records; r++) {
                    append(written.size() + 1L);
                }
                flush();
            }
            if (close) {
                log.close();
            }
        }

        private void flush() throws Exception {
            for (int round = 0; round < 3; round++) {
                log.poll((group, lsn, ballot, position) -> durable.get((int) (position >>> 56)).add(lsn));
                for (final Flusher flusher : log.flushers()) {
                    flusher.doWork();
                }
            }
        }

        private void append(final long lsn) {
            final EntryMeta meta = new EntryMeta();
            meta.batcherId = 9;
            meta.sequence = lsn;
            meta.length = random.nextInt(3000);
            for (int at = 0; at < meta.length; at++) {
                body.putByte(at, (byte) (lsn * 31 + at));
            }
            meta.digest = digest.of(body, 0, meta.length);
            assertTrue(log.append(0, lsn, 1, 0, meta, body, 0));
            written.put(lsn, meta);
        }

        /** Opens once more: 0 when all is there, 1 when damage is reported, 2 when the end is in doubt. */
        private int reopen(final FaultKind kind) {
            final Map<Long, Long> found = new HashMap<>();
            try {
                open(found);
            } catch (final DamagedStorageException | ForeignStorageException e) {
                assertNames(e);
                return 1;
            }
            final ExpandableArrayBuffer target = new ExpandableArrayBuffer();
            found.forEach((lsn, position) -> assertEquals(written.get(lsn).length, log.readBody(position, written.get(
                lsn), target)));
            int missing = 0;
            for (final List<Long> directory : durable) {
                final TreeSet<Integer> absent = new TreeSet<>();
                for (int i = 0; i < directory.size(); i++) {
                    if (!found.containsKey(directory.get(i))) {
                        absent.add(i);
                    }
                }
                if (!absent.isEmpty()) {
                    missing++;
                    assertEquals(directory.size() - absent.size(), absent.first(), () -> "case " + number + ", " + kind
                        + ": what is missing is not the end: " + absent);
                }
            }
            final int directories = missing;
            assertTrue(directories <= 1, () -> "case " + number + ", " + kind + ": " + directories + " directories");
            assertTrue(missing == 0 || isInDoubt(), () -> "case " + number + ", " + kind
                + ": records that were durable are missing, and the log vouches for its end");
            return missing == 0 ? 0 : 2;
        }

        private boolean isInDoubt() {
            return !log.wasClosed();
        }

        private void assertNames(final StorageException e) {
            assertTrue(media.stream().anyMatch(medium -> e.getMessage().contains(medium.name())), e.getMessage());
        }
    }
}
