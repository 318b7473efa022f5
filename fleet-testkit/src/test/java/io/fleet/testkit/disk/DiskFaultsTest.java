package io.fleet.testkit.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.Life;
import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.sim.SimMedium;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class DiskFaultsTest {
    private static final int SEEDS = 200;

    private final DamageCounters counters = new DamageCounters();
    private final DamageOracle oracle = new DamageOracle(3, 2, counters);
    private final List<Host> hosts = List.of(new Host(0), new Host(1), new Host(2));
    private final DiskFaults faults = new DiskFaults(hosts, oracle, counters);

    @Test
    void shouldDamageOneNodeAtATime() {
        final Fault first = fault(FaultKind.WIPE, 0, 2);
        faults.begin(first, 1);
        assertFalse(hosts.get(0).up);
        assertEquals(List.of(), hosts.get(0).contents());
        faults.begin(fault(FaultKind.WIPE, 1, 2), 2);
        assertEquals(1, counters.count(FaultKind.WIPE, DamageEffect.HELD_BACK));
        assertTrue(hosts.get(1).up);
        faults.end(first, 3);
        assertTrue(hosts.get(0).up);
        assertFalse(oracle.isDamaged(0), "it counts again");
        faults.begin(fault(FaultKind.WIPE, 1, 4), 4);
        assertFalse(hosts.get(1).up);
    }

    @Test
    void shouldCountWhoHasNeverVotedAmongThoseThatAreMissing() {
        hosts.get(2).voter = false;
        faults.begin(fault(FaultKind.WIPE_DISK, 0, 2), 1);
        assertEquals(1, counters.count(FaultKind.WIPE_DISK, DamageEffect.HELD_BACK));
        hosts.get(2).voter = true;
        faults.begin(fault(FaultKind.KILL, 0, 2), 2);
        hosts.get(2).voter = false;
        faults.begin(fault(FaultKind.WIPE_DISK, 0, 2), 3);
        assertTrue(oracle.isDamaged(0), "who has voted once knows what it did");
    }

    @Test
    void shouldStayDamagedUntilItCountsAgain() {
        final Fault wipe = fault(FaultKind.WIPE_DISK, 0, 2);
        faults.begin(wipe, 1);
        hosts.get(0).voter = false;
        faults.end(wipe, 2);
        assertTrue(oracle.isDamaged(0));
        assertFalse(faults.isRepaired());
        hosts.get(0).voter = true;
        assertTrue(faults.isRepaired());
    }

    @Test
    void shouldChangeSomethingWithEveryKindThatDamagesAtRest() {
        for (final FaultKind kind : List.of(FaultKind.ROT_BIT, FaultKind.ROT_SECTOR, FaultKind.ROT_FILE,
            FaultKind.MISSING_FILE, FaultKind.TRUNCATED_FILE, FaultKind.FOREIGN_FILE, FaultKind.DUPLICATED_FILE)) {
            int changed = 0;
            for (int seed = 1; seed <= SEEDS; seed++) {
                final Host host = hosts.get(0);
                final List<String> before = host.contents();
                final Fault fault = fault(kind, 0, 2 * seed);
                faults.begin(fault, seed);
                changed += host.contents().equals(before) ? 0 : 1;
                faults.end(fault, seed);
                assertTrue(host.up, kind.toString());
                assertFalse(oracle.isDamaged(0), kind.toString());
                host.refill();
            }
            assertTrue(changed > SEEDS * 9 / 10, kind + " changed something " + changed + " times");
        }
    }

    @Test
    void shouldReplaceADeadDiskOnceThoughFaultsOverlap() {
        final Fault first = fault(FaultKind.DEAD_DISK, 0, 3);
        final Fault second = new Fault(FaultKind.DEAD_DISK, 2, 5, 0, Fault.NONE, 3);
        faults.begin(first, 1);
        faults.begin(second, 2);
        assertTrue(hosts.get(0).media.stream().anyMatch(medium -> medium.faults().isDead()));
        faults.end(first, 3);
        assertFalse(hosts.get(0).media.stream().anyMatch(medium -> medium.faults().isDead()));
        assertTrue(oracle.isDamaged(0), "the other fault is not over");
        hosts.get(0).refill();
        final List<String> filled = hosts.get(0).contents();
        faults.end(second, 4);
        assertEquals(filled, hosts.get(0).contents());
        assertFalse(oracle.isDamaged(0));
    }

    @Test
    void shouldSetBackToAnImageWhatOthersKnowALaterStartOf() {
        final Fault fault = fault(FaultKind.SET_BACK, 1, 2);
        final List<String> before = hosts.get(1).contents();
        faults.begin(fault, 1);
        assertTrue(hosts.get(1).up);
        assertEquals(2, hosts.get(1).restarts);
        assertFalse(oracle.isDamaged(1));
        hosts.get(1).write(hosts.get(1).media().get(0), 99);
        hosts.get(1).life = Life.of(1, 2, 7);

        hosts.get(0).knowsAll = false;
        faults.end(fault, 2);
        assertFalse(oracle.isDamaged(1), "one does not know");
        assertEquals(1, counters.count(FaultKind.SET_BACK, DamageEffect.HELD_BACK));

        hosts.get(0).knowsAll = true;
        hosts.get(1).refill();
        faults.begin(fault, 3);
        final long original = hosts.get(1).life = Life.of(1, 3, 7);
        hosts.get(1).write(hosts.get(1).media().get(0), 99);
        assertNotEquals(before, hosts.get(1).contents());
        faults.end(fault, 4);
        assertEquals(before, hosts.get(1).contents());
        assertTrue(oracle.isDamaged(1));
        assertTrue(faults.isSetBack(1));
        assertFalse(faults.isSetBack(1, original), "what is on its way still counts");
        assertTrue(faults.isSetBack(1, Life.of(1, 3, 8)));
        faults.review();
        assertTrue(oracle.isDamaged(1), "it takes itself for a voter");

        hosts.get(1).life = Life.of(2, 5, 1);
        faults.review();
        assertFalse(oracle.isDamaged(1));
        assertFalse(faults.isSetBack(1));
    }

    @Test
    void shouldKnowWhetherAConfirmedWriteIsLost() {
        final Host host = hosts.get(0);
        final Fault lie = fault(FaultKind.LOST_WRITE, 0, 4);
        faults.begin(lie, 1);
        assertFalse(faults.hasLost(0));
        host.media.forEach(medium -> host.write(medium, 9));
        assertFalse(faults.hasLost(0), "the page cache has it still");
        faults.end(lie, 2);
        assertTrue(counters.count(FaultKind.LOST_WRITE, DamageEffect.UNNOTICED) == 1 && host.restarts == 2,
            "even strength: restarted at the end " + counters);
    }

    @Test
    void shouldCountOperationsThatFailed() {
        final Host host = hosts.get(0);
        for (final FaultKind kind : List.of(FaultKind.WRITE_ERROR, FaultKind.READ_ERROR)) {
            final Fault fault = fault(kind, 0, 5);
            faults.begin(fault, 1);
            faults.end(fault, 2);
            assertEquals(1, counters.count(kind, DamageEffect.NOTHING_THERE));
            faults.begin(fault, 3);
            for (final SimMedium medium : host.media) {
                try {
                    host.write(medium, 1);
                    host.contents();
                } catch (final StorageException expected) {
                    assertTrue(expected.getMessage().contains("node-0/disk-"), expected.getMessage());
                }
            }
            faults.end(fault, 4);
            assertEquals(1, counters.count(kind, DamageEffect.FAILED_OPERATIONS), kind.toString());
        }
        assertFalse(oracle.isDamaged(0));
    }

    @Test
    void shouldGoBeyondWithOneThatKnows() {
        final Fault many = new Fault(FaultKind.WIPE_MANY, 1, 5, Fault.NONE, 0b011, 0);
        faults.begin(many, 1);
        assertTrue(oracle.isBeyond());
        assertEquals(List.of(), hosts.get(0).contents());
        assertNotEquals(List.of(), hosts.get(2).contents());
        faults.end(many, 2);
        assertTrue(hosts.get(0).up && hosts.get(1).up);
    }

    @Test
    void shouldHealEverything() {
        faults.begin(fault(FaultKind.DEAD_DISK, 0, 3), 1);
        faults.begin(fault(FaultKind.ONE_SLOW_DISK, 1, 3), 1);
        faults.begin(fault(FaultKind.NO_SPACE, 2, 3), 1);
        faults.heal();
        for (final Host host : hosts) {
            assertTrue(host.up);
            for (final SimMedium medium : host.media) {
                assertFalse(medium.faults().isDead());
                assertEquals(1, medium.faults().slowness());
            }
        }
        assertTrue(faults.isRepaired());
    }

    private static Fault fault(final FaultKind kind, final int node, final int strength) {
        return new Fault(kind, 1, 5, node, Fault.NONE, strength);
    }

    /** A machine with two disks, each with files that look like those of a log. */
    private static final class Host implements DiskHost {
        private final List<SimMedium> media = new ArrayList<>();
        private final int node;
        private boolean up = true;
        private boolean voter = true;
        private boolean knowsAll = true;
        private long life = Life.of(1, 1, 1);
        private int restarts = 1;

        private Host(final int node) {
            this.node = node;
            for (int i = 0; i < 2; i++) {
                media.add(new SimMedium("node-" + node + "/disk-" + i, new SplittableRandom(node * 2 + i)));
            }
            refill();
        }

        private void refill() {
            for (final SimMedium medium : media) {
                medium.faults().wipe();
                for (int number = 1; number <= 3; number++) {
                    medium.killProcess();
                    final Disk disk = medium.mount();
                    disk.create("scattered-0000000" + number + ".log", 8192);
                    write(medium, 16 * node + number);
                }
                medium.killProcess();
            }
        }

        private void write(final SimMedium medium, final int value) {
            medium.killProcess();
            final Disk disk = medium.mount();
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[8192]);
            bytes.setMemory(0, bytes.capacity(), (byte) value);
            try (DiskFile file = disk.open(disk.list().get(disk.list().size() - 1))) {
                file.write(0, bytes, 0, bytes.capacity());
                file.sync();
            }
        }

        private List<String> contents() {
            final List<String> contents = new ArrayList<>();
            for (final SimMedium medium : media) {
                medium.killProcess();
                final Disk disk = medium.mount();
                for (final String name : disk.list()) {
                    final byte[] bytes = new byte[8192];
                    final int read = disk.open(name).read(0, new UnsafeBuffer(bytes), 0, bytes.length);
                    contents.add(name + " " + read + " " + Arrays.hashCode(bytes));
                }
                medium.killProcess();
            }
            return contents;
        }

        @Override
        public List<SimMedium> media() {
            return media;
        }

        @Override
        public long life() {
            return up ? life : Life.NONE;
        }

        @Override
        public boolean knowsLife(final int other, final long otherLife) {
            return up && knowsAll;
        }

        @Override
        public void stop() {
            up = false;
        }

        @Override
        public void losePower() {
            up = false;
            media.forEach(SimMedium::losePower);
        }

        @Override
        public void start() {
            restarts += up ? 0 : 1;
            up = true;
        }

        @Override
        public long restarts() {
            return restarts;
        }

        @Override
        public boolean isVoter() {
            return up && voter;
        }

        @Override
        public boolean knows() {
            return up;
        }
    }
}
