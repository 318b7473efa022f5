package io.fleet.node.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.fixture.cluster.UnelectedEvents;
import io.fleet.fixture.machine.UntouchedMachine;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.node.status.NodeCounters;
import io.fleet.replica.Replica;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupSnapshotsTest {
    private static final int GROUP = 4;
    private static final int INTERVAL = 10;
    /** A byte of a part that is within the payload of its first chunk. */
    private static final long PAYLOAD = 40;
    private static final StorageIdentity IDENTITY = new StorageIdentity(1, 0);

    @TempDir
    Path directory;

    private final NodeCounters counters = new NodeCounters();
    private final Told told = new Told();
    private Disk disk;
    private Box box;

    @BeforeEach
    void open() {
        disk = RealDisk.open(directory);
    }

    @AfterEach
    void close() {
        disk.close();
    }

    @Test
    void shouldRestoreWhatAStopWrote() {
        write(25, 700);
        assertEquals(List.of("written 25"), told.lines);
        final Replica restored = start().restore(this::replica);
        assertEquals(25, restored.applied());
        assertEquals(1_025, restored.logTime());
        assertEquals(700, box.value);
        assertEquals(List.of("written 25", "restored 25"), told.lines);
        assertEquals(1, counters.snapshotsWritten.get());
        assertEquals(1, counters.snapshotsRestored.get());
        assertEquals(0, counters.snapshotsFailed.get());
    }

    @Test
    void shouldWriteOnlyWhenEnoughWasAppliedSinceTheLastOne() {
        final GroupSnapshots snapshots = start();
        assertFalse(snapshots.isDue(INTERVAL - 1));
        assertTrue(snapshots.isDue(INTERVAL));
        final Replica replica = snapshots.restore(this::replica);
        apply(replica, INTERVAL - 1);
        snapshots.write(replica, INTERVAL - 1);
        assertEquals(List.of(), told.lines);
        apply(replica, INTERVAL);
        snapshots.write(replica, INTERVAL);
        assertFalse(snapshots.isDue(2 * INTERVAL - 1));
        final GroupSnapshots next = start();
        next.restore(this::replica);
        assertFalse(next.isDue(2 * INTERVAL - 1), "it knows where the snapshot is that it has read");
        assertTrue(next.isDue(2 * INTERVAL));
    }

    @Test
    void shouldWriteNoneWhereThereAreToBeNoneAndReadWhatIsThere() {
        write(25, 700);
        final GroupSnapshots none = start(0);
        assertEquals(25, none.restore(this::replica).applied(), "another node may have sent it");
        assertFalse(none.isDue(Long.MAX_VALUE));
    }

    @Test
    void shouldWriteNothingThatTheOrderedLogDoesNotHold() {
        final GroupSnapshots snapshots = start();
        final Replica replica = snapshots.restore(this::replica);
        apply(replica, 25);
        snapshots.write(replica, 24);
        assertEquals(List.of("problem no snapshot at LSN 25: the ordered log is durable only up to LSN 24"),
            told.lines);
        assertEquals(0, start().restore(this::replica).applied());
    }

    @Test
    void shouldKnowTheNewestWhereOneOfAnotherNodeCameWhileItsOwnWasReadBack() {
        final GroupSnapshots snapshots = start();
        final Replica replica = snapshots.restore(this::replica);
        apply(replica, 25);
        final SnapshotJob job = snapshots.begin(replica);
        job.run(bytes -> {});
        snapshots.installed(40);
        assertTrue(snapshots.end(job));
        assertEquals(40, snapshots.last());
    }

    @Test
    @Expects("group-snapshots.none-used")
    void shouldReplayTheLogWhenTheSnapshotIsDamaged() throws IOException {
        write(25, 700);
        final Path part = file(".part000000");
        flip(part, PAYLOAD);
        final GroupSnapshots snapshots = start();
        assertEquals(0, snapshots.restore(this::replica).applied());
        assertEquals(0, box.value);
        assertTrue(told.last().contains(part.getFileName().toString()), told.last());
        assertEquals(1, counters.snapshotsFailed.get());
        assertTrue(snapshots.isDue(INTERVAL));
    }

    @Test
    void shouldFallBackToTheSnapshotBeforeADamagedOne() throws IOException {
        write(25, 700);
        final Map<Path, byte[]> older = new HashMap<>();
        for (final Path file : files()) {
            older.put(file, Files.readAllBytes(file));
        }
        write(40, 900);
        final Path newer = file(".part000000");
        for (final Map.Entry<Path, byte[]> file : older.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }
        flip(newer, PAYLOAD);
        assertEquals(25, start().restore(this::replica).applied());
        assertEquals(700, box.value);
        assertTrue(told.lines.stream().anyMatch(l -> l.startsWith("problem a snapshot is damaged and not used: ")));
        assertEquals("restored 25", told.last());
    }

    @Test
    void shouldReplayIntoANewMachineWhenOneCannotReadItsSnapshot() {
        write(25, 700);
        final List<Box> made = new ArrayList<>();
        final Replica replica = start().restore(() -> {
            final Replica next = replica();
            box.extraReads = 1;
            made.add(box);
            return next;
        });
        assertEquals(0, replica.applied());
        assertEquals(2, made.size());
        assertEquals(700, made.get(0).value);
        assertEquals(0, made.get(1).value);
        assertTrue(told.last().contains("SnapshotFormatException"), told.last());
    }

    @Test
    @Expects("group-snapshots.log-begins-behind-one-that-was-not-read")
    void shouldNotStartWhereTheLogBeginsBehindASoundSnapshotThatTheMachineCannotRead() { // S15
        write(25, 700);
        final GroupSnapshots snapshots = start();
        snapshots.restore(() -> {
            final Replica next = replica();
            box.extraReads = 1;
            return next;
        });
        snapshots.requireRead(0, 1);
        final StorageException thrown = assertThrows(StorageException.class, () -> snapshots.requireRead(0, 26));
        assertFalse(thrown instanceof DamagedStorageException, "nothing is damaged, and nothing must be set aside");
        assertTrue(thrown.getMessage().contains("begins at LSN 26"), thrown.getMessage());
    }

    @Test
    void shouldLeaveADamagedSnapshotToBeRepaired() throws IOException { // S15
        write(25, 700);
        flip(file(".part000000"), PAYLOAD);
        final GroupSnapshots snapshots = start();
        snapshots.restore(this::replica);
        snapshots.requireRead(0, 26);
    }

    @Test
    void shouldNotTrustAMachineThatReadsLessThanItWrote() {
        write(25, 700);
        final Replica replica = start().restore(() -> {
            final Replica next = replica();
            box.extraReads = -1;
            return next;
        });
        assertEquals(0, replica.applied());
        assertTrue(told.last().contains("with 8 bytes to spare"), told.last());
    }

    @Test
    @Expects("group-snapshots.not-written")
    void shouldKeepTheOldSnapshotWhenAMachineCannotWriteANewOne() throws IOException {
        write(25, 700);
        final List<Path> before = files();
        final GroupSnapshots snapshots = start();
        final Replica replica = snapshots.restore(this::replica);
        apply(replica, 40);
        box.failure = new UnsupportedOperationException("not this one");
        snapshots.write(replica, 40);
        assertEquals("problem no snapshot at LSN 40: " + box.failure, told.last());
        assertEquals(before, files());
        assertEquals(25, start().restore(this::replica).applied());
    }

    private GroupSnapshots start() {
        return start(INTERVAL);
    }

    private GroupSnapshots start(final int interval) {
        return new GroupSnapshots(GROUP, interval, SnapshotStore.open(IDENTITY, disk), told, counters);
    }

    private void write(final long lsn, final long value) {
        final Replica replica = replica();
        apply(replica, lsn);
        box.value = value;
        start().write(replica, lsn);
    }

    private Replica replica() {
        box = new Box();
        return new Replica(GroupConfig.scattered(), box, null, new RecordingOutbound(0), new GroupCounters());
    }

    private static void apply(final Replica replica, final long upTo) {
        while (replica.applied() < upTo) {
            final long lsn = replica.applied() + 1;
            replica.restore(lsn, new EntryMeta().setNoOp(1_000 + lsn), new UnsafeBuffer(new byte[0]), 0);
        }
    }

    private Path file(final String suffix) throws IOException {
        return files().stream().filter(file -> file.toString().endsWith(suffix)).findFirst().orElseThrow();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.getFileName().toString().startsWith("snapshot-")).sorted().toList();
        }
    }

    private static void flip(final Path path, final long position) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(position);
            final int value = file.read();
            file.seek(position);
            file.write(value ^ 1);
        }
    }

    /** A machine whose whole state is a number. */
    private static final class Box extends UntouchedMachine {
        private long value;
        private int extraReads;
        private RuntimeException failure;

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            out.writeLong(value);
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            for (int i = 0; i <= extraReads; i++) {
                final long read = in.readLong();
                value = i == 0 ? read : value;
            }
        }
    }

    /** Keeps what is told. */
    private static final class Told extends UnelectedEvents {
        private final List<String> lines = new ArrayList<>();

        String last() {
            return lines.get(lines.size() - 1);
        }

        @Override
        public void onSnapshotWritten(final int groupId, final long lsn) {
            assertEquals(GROUP, groupId);
            lines.add("written " + lsn);
        }

        @Override
        public void onSnapshotRestored(final int groupId, final long lsn) {
            assertEquals(GROUP, groupId);
            lines.add("restored " + lsn);
        }

        @Override
        public void onSnapshotProblem(final int groupId, final String problem) {
            assertEquals(GROUP, groupId);
            lines.add("problem " + problem);
        }
    }
}
