package io.fleet.node.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.store.SnapshotExchange;
import io.fleet.fixture.cluster.UnelectedEvents;
import io.fleet.fixture.log.UnusedLog;
import io.fleet.fixture.machine.UntouchedMachine;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.node.GroupRecovery;
import io.fleet.node.status.NodeCounters;
import io.fleet.replica.Replica;
import io.fleet.replica.UserCode;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.SnapshotId;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes' transfers of one group over real files; the desks work when the test says so. */
class SnapshotTransferTest {
    private static final long RETRY_NS = 10_000_000_000L;
    private static final int GROUP = 4;
    private static final long LSN = 25;
    private static final int WORDS = 20_000;
    private static final long ANY = Long.MAX_VALUE;

    @TempDir
    Path directory;

    private final NodeCounters counters = new NodeCounters();
    private final GroupCounters groupCounters = new GroupCounters();
    private final List<String> told = new ArrayList<>();
    private final List<Long> installed = new ArrayList<>();
    private final Log log = new Log();
    /** The groups of which desks have done something. */
    private final List<Integer> ended = new ArrayList<>();
    private Disk sourceDisk;
    private Disk targetDisk;
    private SnapshotStore targetStore;
    private SnapshotStore sourceStore;
    private Runnable whileReading = () -> {};
    private SnapshotIoExecutor sourceDesk;
    private SnapshotIoExecutor targetDesk;
    private SnapshotTransfer source;
    private SnapshotTransfer target;
    private Replica replica;
    private SnapshotInstaller installer;
    private Words words;
    private long now;

    @BeforeEach
    void open() {
        sourceDisk = RealDisk.open(directory.resolve("source"));
        targetDisk = RealDisk.open(directory.resolve("target"));
        sourceStore = SnapshotStore.open(new StorageIdentity(1, 0), sourceDisk);
        write(sourceStore, LSN);
        sourceDesk = new SnapshotIoExecutor();
        source = new SnapshotTransfer(GROUP, sourceStore, sourceDesk, 1, RETRY_NS, this::empty, new Told(), counters);
        start();
    }

    private void start() {
        targetStore = SnapshotStore.open(new StorageIdentity(1, 1), targetDisk);
        targetDesk = new SnapshotIoExecutor();
        target = new SnapshotTransfer(GROUP, targetStore, targetDesk, 1, RETRY_NS, this::empty, new Told(), counters);
        replica = empty();
        installer = new SnapshotInstaller(replica, target,
            new GroupSnapshots(GROUP, 0, targetStore, new Told(), counters), groupCounters, installed::add);
    }

    @AfterEach
    void close() {
        source.close();
        target.close();
        sourceDisk.close();
        targetDisk.close();
    }

    @Test
    @Expects("snapshot-installer.installed")
    void shouldPutTheStateOfAnotherNodeInThePlaceOfTheOwn() {
        assertTrue(target.begin(source.newest(), now));
        assertEquals(-1, target.received());
        fetch(Integer.MAX_VALUE);
        assertEquals(0, replica.applied(), "not before it is durable");
        work();
        assertEquals(LSN, targetStore.newestId(GROUP).lsn());
        installer.doWork(ANY, now);
        assertEquals(LSN, replica.applied());
        assertEquals(LSN, log.appended);
        assertEquals(WORDS, words.count);
        assertNull(target.incoming());
        assertEquals(1, groupCounters.snapshotsInstalled.get());
        assertEquals(List.of(LSN), installed);
        assertEquals(Set.of(GROUP), Set.copyOf(ended), "whose turn it is");
        assertTrue(told.get(told.size() - 1).startsWith("installed 25"), told.toString());
        assertEquals(0, counters.snapshotsFailed.get());
    }

    @Test
    void shouldGoOnAfterARestart() {
        target.begin(source.newest(), now);
        fetch(2);
        assertTrue(target.received() > 0);
        target.close();
        start();
        target.begin(source.newest(), now);
        work();
        assertTrue(target.received() > 0, "what was received is still there");
        fetch(Integer.MAX_VALUE);
        work();
        assertNotNull(target.restored());
    }

    @Test
    @Expects({"snapshot-installer.waits-for-the-end-of-a-leadership", "snapshot-installer.waits-for-the-ordered-log",
        "snapshot-installer.waits-for-a-snapshot-of-its-own"})
    void shouldWaitWhileItLeadsAndWhileTheLogHasNoRoom() { // S4
        receive();
        assertEquals(0, installer.doWork(LSN - 1, now));
        assertEquals(0, replica.applied());
        replica.pause();
        assertEquals(0, installer.doWork(LSN, now));
        replica.resume();
        log.full = true;
        assertEquals(0, installer.doWork(LSN, now));
        assertEquals(0, replica.applied());
        log.full = false;
        assertEquals(1, installer.doWork(LSN, now));
        assertEquals(LSN, replica.applied());
    }

    @Test
    @Expects("snapshot-installer.waits-for-an-entry-that-is-applied")
    void shouldWaitForAnEntryThatAnotherThreadApplies() { // S9
        receive();
        replica.begin(new OneNoOp(), 0);
        final UserCode away = replica.next();
        away.leave();
        assertEquals(0, installer.doWork(LSN, now));
        away.run();
        away.giveBack(1);
        assertEquals(0, installer.doWork(LSN, now), "its replica has not finished it");
        replica.begin(new OneNoOp(), 0);
        assertEquals(1, replica.applied());
        assertEquals(1, installer.doWork(LSN, now));
        assertEquals(LSN, replica.applied());
    }

    private static final class OneNoOp implements ChosenEntries {
        @Override
        public long chosen() {
            return 1;
        }

        @Override
        public boolean read(final long lsn, final ChosenEntry into) {
            into.meta.setNoOp(1);
            into.replier = -1;
            return true;
        }

        @Override
        public long bodyPosition(final long lsn) {
            return NOT_STORED;
        }
    }

    @Test
    @Expects("snapshot-installer.overtaken-by-entries")
    void shouldNotTakeTheReplicaBack() { // S6
        receive();
        apply(replica, LSN);
        assertEquals(1, installer.doWork(ANY, now));
        assertNull(target.restored());
        assertEquals(0, groupCounters.snapshotsInstalled.get());
    }

    @Test
    @Expects({"snapshot-receiver.failed", "snapshot-receiver.not-yet-again"})
    void shouldNotInstallWhatIsNotWhatWasAnnounced() { // S8
        final SnapshotId id = source.newest();
        final SnapshotId announced = new SnapshotId(id.lsn(), id.length(), id.checksum() ^ 1);
        target.begin(announced, now);
        pass(id, Integer.MAX_VALUE);
        work();
        assertNull(target.restored());
        assertNull(target.incoming());
        assertNull(targetStore.newestId(GROUP));
        assertEquals(0, targetDisk.list().stream().filter(file -> file.startsWith("snapshot")).count());
        assertEquals(1, counters.snapshotsFailed.get());
        assertFalse(target.begin(id, now), "not at once");
        now += RETRY_NS;
        assertTrue(target.begin(id, now));
    }

    @Test
    void shouldNotCountWhatTheMachineCannotRead() {
        words = null;
        target = new SnapshotTransfer(GROUP, targetStore, targetDesk, 1, RETRY_NS, () -> {
            final Replica strange = empty();
            words.extraReads = 1;
            return strange;
        }, new Told(), counters);
        target.begin(source.newest(), now);
        fetch(Integer.MAX_VALUE);
        work();
        assertNull(target.restored());
        assertNull(targetStore.newestId(GROUP), "it is no snapshot of this node");
        assertTrue(told.get(told.size() - 1).contains("SnapshotFormatException"), told.toString());
    }

    @Test
    @Expects("snapshot-receiver.abandoned")
    void shouldKeepOrDeleteWhatIsAbandoned() {
        for (final boolean keeps : new boolean[] {true, false}) {
            target.begin(source.newest(), now);
            fetch(2);
            target.abandon(keeps);
            assertNull(target.incoming());
            assertFalse(target.begin(source.newest(), now), "the files are still open");
            work();
            assertEquals(keeps, targetDisk.list().stream().anyMatch(file -> file.contains("part")));
        }
        assertTrue(target.begin(source.newest(), now));
    }

    @Test
    @Expects({"snapshot-sender.snapshot-unsound", "snapshot-sender.snapshot-not-there"})
    void shouldSayThatASnapshotCannotBeSent() throws IOException {
        final SnapshotId id = source.newest();
        assertTrue(source.read(new SnapshotId(1, 2, 3), 0));
        assertFalse(source.read(id, 0), "one at a time");
        assertEquals(SnapshotExchange.NOTHING, source.readLength());
        work();
        assertEquals(SnapshotExchange.GONE, source.readLength());
        source.takeRead();
        flip();
        source.read(id, 0);
        work();
        assertEquals(SnapshotExchange.GONE, source.readLength());
        source.takeRead();
        assertNull(source.newest(), "it is not offered any more");
        assertEquals(1, counters.snapshotsFailed.get());
        assertEquals(LSN, source.takeUnsound());
        assertEquals(-1, source.takeUnsound(), "told once");
        write(sourceStore, LSN);
        assertEquals(id, source.newest(), "there is a sound one again, of the same bytes");
        source.read(id, 0);
        work();
        assertTrue(source.readLength() > 0);
        source.takeRead();
    }

    @Test
    @Expects("transfer-desk.closed-during-a-reception")
    void shouldStopInTheMiddleOfWhatItReads() {
        target.begin(source.newest(), now);
        pass(source.newest(), Integer.MAX_VALUE);
        words = null;
        whileReading = targetDesk::cancel;
        work();
        whileReading = () -> {};
        assertTrue(words.read < WORDS, "read to the end: " + words.read);
        assertNull(target.restored());
        target.close();
        start();
        assertNull(targetStore.newestId(GROUP), "it is no snapshot of this node yet");
        target.begin(source.newest(), now);
        work();
        assertTrue(target.received() > 0, "the next start goes on with it");
        fetch(Integer.MAX_VALUE);
        work();
        assertNotNull(target.restored());
    }

    @Test
    @Expects("snapshot-sender.let-go")
    void shouldKeepWhatIsReadForAWhile() {
        final SnapshotId id = source.newest();
        source.doWork(now);
        source.read(id, 0);
        work();
        source.takeRead();
        assertTrue(source.isKept(id));
        now += SnapshotSender.KEEP_NS;
        source.doWork(now);
        work();
        assertFalse(source.isKept(id));
    }

    @Test
    @Expects({"snapshot-installer.ahead-of-the-ordered-log", "snapshot-installer.log-begins-behind-all-snapshots"})
    void shouldGoOnBehindASnapshotAtTheStart() { // S2, S15
        apply(replica, LSN);
        GroupRecovery.goOnBehindSnapshot(GROUP, replica, log, 1);
        assertEquals(LSN, log.appended);
        GroupRecovery.goOnBehindSnapshot(GROUP, replica, log, LSN + 1);
        assertThrows(DamagedStorageException.class, () -> GroupRecovery.goOnBehindSnapshot(GROUP, replica, log, LSN
            + 2));
        log.appended = 0;
        log.full = true;
        assertThrows(StorageException.class, () -> GroupRecovery.goOnBehindSnapshot(GROUP, replica, log, 1));
    }

    private void receive() {
        target.begin(source.newest(), now);
        fetch(Integer.MAX_VALUE);
        work();
        assertNotNull(target.restored());
    }

    private void fetch(final int pieces) {
        pass(source.newest(), pieces);
    }

    private void pass(final SnapshotId id, final int pieces) {
        work();
        for (int i = 0; i < pieces && target.received() < id.length(); i++) {
            assertTrue(source.read(id, target.received()));
            work();
            final int length = source.readLength();
            assertTrue(target.take(target.received(), source.takeRead(), 0, length));
            assertFalse(target.take(target.received() + 1, new UnsafeBuffer(new byte[1]), 0, 1), "not the next");
            sourceAndTarget();
        }
    }

    /** Both desks do all they have to do, and the node's thread hears of it. */
    private void work() {
        for (int i = 0; i < 20; i++) {
            sourceAndTarget();
            target.doWork(now);
        }
    }

    private void sourceAndTarget() {
        while (sourceDesk.hasWork() || targetDesk.hasWork()) {
            sourceDesk.doWork();
            targetDesk.doWork();
        }
        sourceDesk.poll(ended::add);
        targetDesk.poll(ended::add);
    }

    private Replica empty() {
        words = new Words();
        return new Replica(GroupConfig.scattered(), words, log, new RecordingOutbound(0), new GroupCounters());
    }

    private void write(final SnapshotStore store, final long lsn) {
        final Replica written = empty();
        apply(written, lsn);
        words.count = WORDS;
        new GroupSnapshots(GROUP, 1, store, new Told(), new NodeCounters()).write(written, lsn);
        try (SnapshotInput input = store.newest(GROUP)) {
            assertEquals(lsn, input.lsn());
        }
        told.clear();
    }

    private static void apply(final Replica replica, final long upTo) {
        while (replica.applied() < upTo) {
            final long lsn = replica.applied() + 1;
            replica.restore(lsn, new EntryMeta().setNoOp(1_000 + lsn), new UnsafeBuffer(new byte[0]), 0);
        }
    }

    private void flip() throws IOException {
        final Path part;
        try (Stream<Path> files = Files.list(directory.resolve("source"))) {
            part = files.filter(file -> file.toString().endsWith(".part000000")).findFirst().orElseThrow();
        }
        try (RandomAccessFile file = new RandomAccessFile(part.toFile(), "rw")) {
            file.seek(100);
            final int value = file.read();
            file.seek(100);
            file.write(value ^ 1);
        }
    }

    /** A machine whose snapshot is as long as its number says. */
    private final class Words extends UntouchedMachine {
        private int count;
        private int read;
        private int extraReads;

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            out.writeInt(count);
            for (int i = 0; i < count; i++) {
                out.writeLong(i);
            }
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            count = in.readInt();
            whileReading.run();
            for (int i = 0; i < count + extraReads; i++) {
                assertEquals(i, in.readLong());
                read++;
            }
        }
    }

    /** An ordered log that notes how far it has come. */
    private static final class Log extends UnusedLog {
        private boolean full;

        @Override
        public boolean skipTo(final long lsn) {
            appended = full ? appended : lsn;
            return !full;
        }
    }

    /** Keeps what is told. */
    private final class Told extends UnelectedEvents {
        @Override
        public void onSnapshotInstalled(final int groupId, final long lsn, final long bytes, final long millis) {
            told.add("installed " + lsn + " " + bytes);
        }

        @Override
        public void onSnapshotProblem(final int groupId, final String problem) {
            told.add(problem);
        }
    }
}
