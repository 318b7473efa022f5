package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Role;
import io.fleet.node.NodeCore;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.status.NodeEvents;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.VoterState;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.sim.Accidents;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.sim.SimulatedCrash;
import io.fleet.testkit.workload.RegisterMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a voter starts that finds its disks damaged, and that it never counts then, wherever that start is cut short. */
class DamagedStartTest {
    private static final long BIRTH = 5;
    private static final int[] THREE = {0, 1, 2};
    private static final int[] ONE = {0};
    private static final int MOST_OPERATIONS = 400;
    private static final int GROUPS = 40;
    private static final int SECTOR = 512;

    private final SimScheduler scheduler = new SimScheduler();
    private final SimNetwork network = new SimNetwork(scheduler, new Accidents(1), new SimTrace(), 3, 1);
    private final List<String> lost = new ArrayList<>();

    @Test
    void shouldStartAsAVoterOnSoundDisks() {
        final SimMedium medium = voter(THREE);
        assertEquals(VoterState.VOTER, standingAfterStart(medium));
        assertEquals(VoterState.SUSPECT, standingAfterStart(medium), "the run before was not closed");
        assertEquals(List.of(), lost);
    }

    @Test
    void shouldStayASuspectWhenItIsStoppedBeforeItIsRepaired() { // S15
        final SimMedium medium = voter(THREE);
        assertEquals(VoterState.VOTER, standingAfterStart(medium));
        for (int i = 0; i < 3; i++) {
            final NodeCore suspect = start(medium, THREE);
            assertEquals(VoterState.SUSPECT, suspect.group(0).status().standing());
            stop(suspect);
        }
        final NodeCore trusted = start(medium, THREE);
        trust(trusted);
        stop(trusted);
        assertEquals(VoterState.VOTER, standingAfterStart(medium));
    }

    @Test
    void shouldStayASuspectInAGroupThatIsNotHostedToday() { // S15
        final SimMedium medium = voter(THREE);
        change(medium, disk -> becomeVoter(disk, THREE, 7));
        assertEquals(VoterState.VOTER, standingAfterStart(medium));
        final NodeCore suspect = start(medium, THREE);
        trust(suspect);
        stop(suspect);
        assertEquals(VoterState.SUSPECT, standingAfterStart(medium), "nobody has repaired it in group 7");
    }

    @Test
    void shouldBeASuspectAfterAFailure() { // S15
        final SimMedium medium = voter(THREE);
        final NodeCore failed = start(medium, THREE);
        assertEquals(VoterState.VOTER, failed.group(0).status().standing());
        failed.close();
        assertEquals(VoterState.SUSPECT, standingAfterStart(medium));
    }

    @Test
    void shouldNotCountWithoutItsScatteredLog() { // S15
        assertNeverCounts(disk -> delete(disk, "scattered"));
        assertTrue(lost.get(0).contains("the scattered log"), lost.get(0));
    }

    @Test
    void shouldNotCountWithoutItsOrderedLog() { // S15
        assertNeverCounts(disk -> delete(disk, "ordered"));
    }

    @Test
    void shouldNotCountWithoutItsLogs() { // S15
        assertNeverCounts(disk -> {
            delete(disk, "ordered");
            delete(disk, "scattered");
        });
    }

    @Test
    void shouldNotCountWithoutItsMetaStore() { // S15
        assertNeverCounts(disk -> delete(disk, "meta"));
    }

    /** Two updates of many groups, each of which takes several sectors, are mixed up in both slots. */
    @Test
    @Tag("hazard-S-scenes")
    void shouldNotCountWithAMetaStoreOfWhichBothSlotsAreTorn() { // S1, S15
        assertNeverCounts(disk -> {
            final byte[] before = promised(disk, 2L << 16);
            final byte[] torn = promised(disk, 3L << 16);
            for (int slot = 0; slot < 2; slot++) {
                final int at = slot * torn.length / 2 + SECTOR * (1 + slot);
                System.arraycopy(before, at, torn, at, SECTOR);
            }
            try (DiskFile file = disk.open("meta")) {
                file.write(0, new UnsafeBuffer(torn), 0, torn.length);
                file.sync();
            }
        });
        assertTrue(lost.get(0).contains("neither slot passes its checksum"), lost.get(0));
    }

    /** What the meta store holds once a ballot is promised in many groups. */
    private static byte[] promised(final Disk disk, final long ballot) {
        final MetaStore meta = MetaStore.open(new StorageIdentity(1, 0), 1, THREE, disk);
        for (int group = 0; group < GROUPS; group++) {
            meta.promise(group, ballot);
        }
        meta.closed();
        meta.close();
        try (DiskFile file = disk.open("meta")) {
            final byte[] all = new byte[(int) file.length()];
            file.read(0, new UnsafeBuffer(all), 0, all.length);
            return all;
        }
    }

    @Test
    void shouldNotCountWithEmptyDisks() { // S15
        assertNeverCounts(disk -> disk.list().forEach(disk::delete));
        assertEquals(List.of(), lost, "an empty directory looks like a new one");
    }

    @Test
    void shouldKeepWhatWasDamagedOnce() { // S15
        final SimMedium medium = voter(THREE);
        for (int i = 0; i < 3; i++) {
            change(medium, disk -> delete(disk, "ordered"));
            assertEquals(VoterState.LOST, standingAfterStart(medium));
            change(medium, disk -> becomeVoter(disk, THREE));
        }
        final List<String> files = new ArrayList<>();
        change(medium, disk -> files.addAll(disk.list()));
        assertEquals(1, files.stream().filter(file -> file.startsWith("damaged-scattered")).count(), files::toString);
    }

    @Test
    void shouldNotCountAfterDamageThatItFoundWhileItRan() { // S15
        final SimMedium medium = voter(THREE);
        final NodeCore running = start(medium, THREE, () -> {
            throw new DamagedStorageException("a record that is read now is damaged");
        });
        assertEquals(VoterState.VOTER, running.group(0).status().standing());
        assertThrows(DamagedStorageException.class, () -> running.doWork(1));
        running.close();
        assertEquals(VoterState.LOST, standingAfterStart(medium));
        assertTrue(lost.get(0).contains("found damaged before"), lost.get(0));
    }

    @Test
    void shouldRefuseAStartWithNobodyToBeRepairedFrom() { // S15
        final SimMedium medium = voter(ONE);
        change(medium, disk -> delete(disk, "scattered"));
        for (int i = 0; i < 2; i++) {
            final DamagedStorageException e = assertThrows(DamagedStorageException.class, () -> start(medium, ONE));
            assertTrue(e.getMessage().contains("is the only one that votes"), e.getMessage());
            medium.killProcess();
        }
    }

    /** Damages a voter, cuts its start short at each operation in turn, and starts it again. */
    private void assertNeverCounts(final Consumer<Disk> damage) {
        final SimMedium damaged = voter(THREE);
        change(damaged, damage);
        final SimMedium whole = damaged.copy("whole", new SplittableRandom(0));
        assertFalse(counts(standingAfterStart(whole)));
        boolean crashed = true;
        int operation = 0;
        while (crashed) {
            operation++;
            assertTrue(operation < MOST_OPERATIONS);
            final SimMedium medium = damaged.copy("crash at " + operation, new SplittableRandom(operation));
            crashed = crashes(medium, operation);
            if (crashed) {
                medium.losePower();
                final int at = operation;
                assertFalse(counts(standingAfterStart(medium)), () -> "it counts after a crash at operation " + at);
            }
        }
        assertTrue(operation > 1, "no start was cut short");
    }

    private boolean crashes(final SimMedium medium, final int operation) {
        medium.crashAtOperation(operation);
        try {
            start(medium, THREE);
            medium.killProcess();
            return false;
        } catch (final SimulatedCrash crash) {
            return true;
        }
    }

    private VoterState standingAfterStart(final SimMedium medium) {
        final VoterState standing = start(medium, THREE).group(0).status().standing();
        medium.killProcess();
        return standing;
    }

    private static boolean counts(final VoterState standing) {
        return standing == VoterState.VOTER || standing == VoterState.SUSPECT;
    }

    /** A disk of a node that votes, holds a record's worth of nothing, and was closed in good order. */
    private SimMedium voter(final int[] members) {
        final SimMedium medium = new SimMedium("disk", new SplittableRandom(7));
        stop(start(medium, members));
        change(medium, disk -> becomeVoter(disk, members));
        return medium;
    }

    private static void stop(final NodeCore core) {
        core.stop();
        core.close();
    }

    /** Nobody answers a suspect, so it waits for its time to trust itself. */
    private static void trust(final NodeCore core) {
        for (long now = 0; core.group(0).status().standing() == VoterState.SUSPECT; now += 10_000_000) {
            assertTrue(now < 60_000_000_000L, "it never trusts itself");
            core.doWork(now);
            core.flushers().forEach(DamagedStartTest::flush);
        }
        assertEquals(VoterState.VOTER, core.group(0).status().standing());
    }

    private static void flush(final Flusher flusher) {
        try {
            flusher.doWork();
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void becomeVoter(final Disk disk, final int[] members) {
        becomeVoter(disk, members, 0);
    }

    private static void becomeVoter(final Disk disk, final int[] members, final int groupId) {
        final MetaStore meta = MetaStore.open(new StorageIdentity(1, 0), 1, members, disk);
        meta.born(BIRTH);
        meta.lifeNumber(1);
        meta.promise(groupId, 1 << 16);
        meta.becomeVoter(groupId, 5);
        meta.closed();
        meta.close();
    }

    private static void change(final SimMedium medium, final Consumer<Disk> what) {
        what.accept(medium.mount());
        medium.killProcess();
    }

    private static void delete(final Disk disk, final String prefix) {
        disk.list().stream().filter(file -> file.startsWith(prefix)).forEach(disk::delete);
    }

    private NodeCore start(final SimMedium medium, final int[] members) {
        return start(medium, members, () -> 0);
    }

    private NodeCore start(final SimMedium medium, final int[] members, final EpochClock epochClock) {
        return new NodeCore(new NodeContext(1, 0, members,
            List.of(new GroupSpec(0, GroupConfig.scattered().withMaxCommandBytes(1 << 10).withMaxBatchBytes(1 << 10),
                RegisterMachine::new)),
            network.node(0), List.of(medium.mount()), new ScatteredLogConfig(1 << 20, 256 << 10),
            new OrderedLogConfig(1 << 20, 256 << 10, 64 << 10, 20_000_000), SnapshotConfig.atStop(0),
            epochClock, 1, 1 << 20, new Told()));
    }

    /** Keeps what a node says that it has lost. */
    private final class Told implements NodeEvents {
        @Override
        public void onRole(final int groupId, final Role from, final Role to, final long ballot, final String reason) {
            // Nobody campaigns here.
        }

        @Override
        public void onStateLost(final String what) {
            lost.add(what);
        }
    }
}
