package io.fleet.node.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.handle.ClientHandle;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.SnapshotPermit;
import io.fleet.fixture.log.UnusedLog;
import io.fleet.fixture.machine.NumberMachine;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.machine.SnapshotWriter;
import io.fleet.node.FakeTransport;
import io.fleet.node.NodeCore;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import io.fleet.node.status.NodeCounters;
import io.fleet.node.status.NodeEvents;
import io.fleet.replica.Replica;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.storage.snapshot.SnapshotStore;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that is the only member of its group, in virtual time; its elections make the entries. */
class SnapshotControllerTest {
    private static final int GROUP = 0;
    private static final long MS = 1_000_000;

    @TempDir
    Path directory;

    private long now;
    private final SnapshotHandoff desk = new SnapshotHandoff();
    private Disk disk;
    private RuntimeException failure;
    private int padding;
    private Runnable whileWriting = () -> {};
    private OrderedLogConfig orderedLog = new OrderedLogConfig(1 << 20, 256 << 10, 1, 1);
    private NodeCore core;
    private final List<String> asked = new ArrayList<>();
    private final List<Long> told = new ArrayList<>();
    private final NodeCounters counters = new NodeCounters();
    private boolean hasCome;
    private Replica paused;
    private long usableBytes = Long.MAX_VALUE;

    @AfterEach
    void close() {
        if (core != null) {
            core.close();
        }
        if (disk != null) {
            disk.close();
        }
    }

    @Test
    void shouldWriteASnapshotThatIsAskedFor() {
        start(SnapshotConfig.atStop(1));
        final CompletableFuture<Long> written = core.group(GROUP).requestSnapshot();
        assertFalse(written.isDone());
        until(core.snapshots()::hasWork);
        final long applied = core.group(GROUP).status().applied();
        core.snapshots().doWork();
        until(written::isDone);
        assertEquals(applied, written.join());
        assertEquals(1, core.counters().snapshotsWritten.get());
        assertTrue(core.group(GROUP).requestSnapshot().isDone(), "there is one of all that is applied");
        restart(SnapshotConfig.atStop(1));
        assertEquals(1, core.counters().snapshotsRestored.get());
    }

    @Test
    @Expects("running-snapshots.not-written")
    void shouldGoOnWhenTheMachineCannotWriteItsState() {
        start(SnapshotConfig.atStop(1));
        failure = new UnsupportedOperationException("not this one");
        final CompletableFuture<Long> written = core.group(GROUP).requestSnapshot();
        until(core.snapshots()::hasWork);
        core.snapshots().doWork();
        until(written::isDone);
        final CompletionException thrown = assertThrows(CompletionException.class, written::join);
        assertTrue(thrown.getCause().getMessage().contains("not this one"), thrown.getCause().getMessage());
        assertEquals(1, core.counters().snapshotsFailed.get());
        failure = null;
        final CompletableFuture<Long> again = core.group(GROUP).requestSnapshot();
        now += 30_000 * MS;
        until(core.snapshots()::hasWork);
        core.snapshots().doWork();
        until(again::isDone);
        assertEquals(1, core.counters().snapshotsWritten.get());
    }

    /** The disk was full for a moment, and what the group has room for depends on it. */
    @Test
    @Tag("hazard-U-room-again")
    void shouldTryAgainSoonAndThenLessAndLessOften() { // S13
        final SnapshotController running = ofOneEntry(new NoLog());
        hasCome = true;
        failure = new IllegalStateException("no space left");
        long atNs = 0;
        for (final int seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
            writeAt(running, desk, atNs, atNs);
            atNs += seconds * 1_000 * MS;
            running.doWork(atNs - 1);
            running.doWork(atNs - 1);
            assertTrue(desk.reserve(), "nothing is asked for before " + seconds + " s");
            desk.release();
        }
        failure = null;
        writeAt(running, desk, atNs, atNs);
        assertEquals(List.of(0L, 1L), told);
    }

    /** Nothing is applied while a state is written. */
    @Test
    void shouldWaitAsLongAsWhatFailedTook() { // S13
        final SnapshotController running = ofOneEntry(new NoLog());
        hasCome = true;
        failure = new IllegalStateException("no space left");
        writeAt(running, desk, 0, 10_000 * MS);
        running.doWork(20_000 * MS - 1);
        running.doWork(20_000 * MS - 1);
        assertTrue(desk.reserve());
        desk.release();
        writeAt(running, desk, 20_000 * MS, 120_000 * MS);
        running.doWork(150_000 * MS - 1);
        running.doWork(150_000 * MS - 1);
        assertTrue(desk.reserve(), "thirty seconds at most");
        desk.release();
        writeAt(running, desk, 150_000 * MS, 150_000 * MS);
    }

    /** What is written of snapshots is no more than what is written of the log. */
    @Test
    void shouldNotWriteALargeStateForLittleLog() {
        padding = 2 * (int) LogSinceSnapshot.SMALL_STATE;
        final NoLog log = new NoLog();
        final SnapshotController running = ofOneEntry(log);
        hasCome = true;
        writeAt(running, desk, 0, 0);
        apply(log, 2, padding / 2);
        for (int i = 0; i < 3; i++) {
            running.doWork(MS);
        }
        assertEquals(List.of("ask", "take", "end"), asked);
        apply(log, 3, padding / 2 + 1_000);
        writeAt(running, desk, 2 * MS, 2 * MS);
        assertEquals(List.of(0L, 1L, 3L), told);
    }

    @Test
    void shouldNotWaitForMoreLogWhenALargeStateCouldNotBeWritten() { // S13
        padding = 2 * (int) LogSinceSnapshot.SMALL_STATE;
        final NoLog log = new NoLog();
        final SnapshotController running = ofOneEntry(log);
        hasCome = true;
        writeAt(running, desk, 0, 0);
        apply(log, 2, padding + 1_000);
        failure = new IllegalStateException("no space left");
        writeAt(running, desk, MS, MS);
        failure = null;
        writeAt(running, desk, 1_001 * MS, 1_001 * MS);
        assertEquals(List.of(0L, 1L, 2L), told);
    }

    @Test
    @Expects("running-snapshots.disk-short-of-room")
    void shouldNotWaitForMoreLogThanTheDiskHasRoomFor() { // S12
        padding = 2 * (int) LogSinceSnapshot.SMALL_STATE;
        usableBytes = padding * 2L;
        final NoLog log = new NoLog();
        final SnapshotController running = ofOneEntry(log);
        hasCome = true;
        writeAt(running, desk, 0, 0);
        apply(log, 2, 1_000);
        for (int i = 0; i < 3; i++) {
            running.doWork(MS);
        }
        assertFalse(desk.hasWork(), "there is room");
        usableBytes = padding;
        writeAt(running, desk, 2_000 * MS, 2_000 * MS);
        assertEquals(List.of(0L, 1L, 2L), told);
    }

    /** The same directory, with as much room as {@link #usableBytes} says. */
    private Disk withRoom(final Disk all) {
        return (Disk) Proxy.newProxyInstance(Disk.class.getClassLoader(), new Class<?>[] {Disk.class},
            (proxy, method, arguments) -> method.getName().equals("usableBytes") ? usableBytes
                : method.invoke(all, arguments));
    }

    private void apply(final NoLog log, final long lsn, final int length) {
        final EntryMeta meta = new EntryMeta().setNoOp(0);
        meta.length = length;
        log.durable = lsn;
        paused.restore(lsn, meta, new UnsafeBuffer(new byte[0]), 0);
    }

    private static void writeAt(final SnapshotController running, final SnapshotHandoff desk, final long fromNs,
                                final long toNs) {
        for (int i = 0; i < 3; i++) {
            running.doWork(fromNs);
        }
        assertTrue(desk.hasWork(), "one is written at " + fromNs);
        desk.doWork();
        for (int i = 0; i < 3; i++) {
            running.doWork(toNs);
        }
    }

    @Test
    void shouldGiveUpWhatIsBeingWrittenWhenTheNodeStops() {
        start(SnapshotConfig.atStop(1));
        final CompletableFuture<Long> written = core.group(GROUP).requestSnapshot();
        until(core.snapshots()::hasWork);
        whileWriting = core.snapshots()::close;
        core.snapshots().doWork();
        whileWriting = () -> {};
        core.stop();
        assertTrue(written.isCompletedExceptionally());
        assertEquals(1, core.counters().snapshotsWritten.get(), "the stop writes its own");
    }

    @Test
    void shouldRefuseWhereThereAreToBeNone() {
        start(SnapshotConfig.atStop(0));
        assertThrows(CompletionException.class, () -> core.group(GROUP).requestSnapshot().join());
    }

    @Test
    void shouldWriteOneAfterATime() {
        start(SnapshotConfig.atStop(1).withRunning(0, 0, 5_000));
        for (int i = 0; i < 100; i++) {
            cycle();
        }
        assertFalse(core.snapshots().hasWork());
        now += 5_000 * MS;
        until(core.snapshots()::hasWork);
    }

    @Test
    void shouldNotWaitUntilTheLogWouldFlushByItself() {
        orderedLog = new OrderedLogConfig(1 << 20, 256 << 10, 256 << 10, 60_000 * MS);
        start(SnapshotConfig.atStop(1));
        core.group(GROUP).requestSnapshot();
        assertTrue(core.group(GROUP).status().durable() < core.group(GROUP).status().applied());
        until(core.snapshots()::hasWork);
    }

    @Test
    void shouldNotWaitForTheLogWhenItCatchesUp() {
        orderedLog = new OrderedLogConfig(1 << 20, 256 << 10, 256 << 10, 60_000 * MS);
        start(SnapshotConfig.atStop(1));
        core.group(GROUP).requestSnapshot();
        until(core.snapshots()::hasWork);
        final long recorded = core.group(GROUP).status().ordered();
        final boolean[] answered = new boolean[1];
        final ClientHandle client = core.group(GROUP).openClient(() -> {}, () -> now, Runnable::run);
        client.submit(new byte[8]).whenComplete((reply, thrown) -> answered[0] = true);
        until(() -> core.group(GROUP).status().chosen() > recorded);
        core.snapshots().doWork();
        until(() -> answered[0]);
    }

    @Test
    void shouldTrimNothingItsOwnSnapshotDoesNotCover() {
        start(SnapshotConfig.atStop(1).withTrim(TrimPolicy.QUORUM, 1));
        for (int life = 0; life < 4; life++) {
            restart(SnapshotConfig.atStop(1).withTrim(TrimPolicy.QUORUM, 1));
        }
        final CompletableFuture<Long> written = core.group(GROUP).requestSnapshot();
        until(core.snapshots()::hasWork);
        core.snapshots().doWork();
        until(written::isDone);
        now += 1_000 * MS;
        until(() -> core.group(GROUP).counters().trimmedLsn.get() == written.join() - 1);
        restart(SnapshotConfig.atStop(1).withTrim(TrimPolicy.QUORUM, 1));
        assertTrue(core.group(GROUP).status().applied() >= written.join());
    }

    @Test
    @Expects("running-snapshots.no-turn-in-time")
    void shouldLetOthersHaveTheDeskWhenItsTurnDoesNotCome() {
        final SnapshotController running = ofOneEntry(new NoLog());
        running.doWork(0);
        assertEquals(List.of("ask"), asked);
        assertFalse(desk.reserve());
        running.doWork(2_000 * MS);
        assertEquals(List.of("ask", "end"), asked);
        assertTrue(desk.reserve());
        desk.release();
        running.doWork(3_999 * MS);
        assertEquals(List.of("ask", "end"), asked);
        running.doWork(4_000 * MS);
        assertEquals(List.of("ask", "end", "ask"), asked);
    }

    @Test
    @Expects("running-snapshots.ordered-log-not-durable-in-time")
    void shouldGiveItsTurnBackWhenTheOrderedLogDoesNotBecomeDurable() { // S13
        final NoLog log = new NoLog();
        log.durable = 0;
        final SnapshotController running = ofOneEntry(log);
        hasCome = true;
        running.doWork(0);
        running.doWork(MS);
        assertEquals(List.of("ask", "take"), asked);
        assertTrue(paused.isPaused());
        running.doWork(2_000 * MS);
        assertTrue(paused.isPaused());
        running.doWork(2_001 * MS);
        assertFalse(paused.isPaused(), "the disk may be full for days");
        running.doWork(2_002 * MS);
        assertEquals(List.of("ask", "take", "end"), asked, "others have their turns");
        assertTrue(desk.reserve(), "and other groups the desk");
        desk.release();
        running.doWork(32_000 * MS);
        assertEquals(3, asked.size());
        log.durable = 1;
        running.doWork(32_001 * MS);
        running.doWork(32_002 * MS);
        running.doWork(32_003 * MS);
        assertTrue(desk.hasWork());
    }

    @Test
    @Expects("running-snapshots.held-up")
    void shouldLetOthersWriteTheirsWhileItsOwnHangs() { // S13, S15
        final SnapshotController running = ofOneEntry(new NoLog());
        hasCome = true;
        final CompletableFuture<Long> waiting = running.request();
        running.doWork(0);
        running.doWork(MS);
        running.doWork(2 * MS);
        assertTrue(desk.hasWork());
        running.doWork(2_001 * MS);
        assertEquals(List.of("ask", "take"), asked);
        running.doWork(2_002 * MS);
        assertEquals(List.of("ask", "take", "let others"), asked);
        assertEquals(1, counters.snapshotsHeldUp.get());
        assertTrue(waiting.isCompletedExceptionally());
        assertTrue(running.request().isCompletedExceptionally());
        running.doWork(60_000 * MS);
        assertEquals(1, counters.snapshotsHeldUp.get(), "told once");
        assertTrue(paused.isPaused(), "the machine is in the hands of another thread");
        desk.doWork();
        running.doWork(60_001 * MS);
        assertFalse(paused.isPaused());
        running.doWork(60_002 * MS);
        assertEquals(List.of("ask", "take", "let others", "end"), asked);
        assertEquals(List.of(0L, 1L), told, "it is whole, though it is late");
        assertEquals(1, counters.snapshotsWritten.get());
        assertEquals(0, counters.snapshotsFailed.get());
    }

    @Test
    void shouldWaitAsLongAsMoreIsWritten() {
        final SnapshotController running = ofOneEntry(new NoLog());
        hasCome = true;
        running.doWork(0);
        running.doWork(MS);
        running.doWork(2 * MS);
        whileWriting = () -> {
            running.doWork(1_900 * MS);
            running.doWork(3_899 * MS);
        };
        desk.doWork();
        running.doWork(3_900 * MS);
        assertEquals(0, counters.snapshotsHeldUp.get());
        assertEquals(List.of("ask", "take"), asked);
    }

    @Test
    @Expects("running-snapshots.unsound-one-replaced")
    void shouldWriteAnotherForOneThatIsFoundUnsound() { // S15
        final SnapshotController running = ofOneEntry(new NoLog());
        hasCome = true;
        write(running, desk, 0);
        assertEquals(List.of(0L, 1L), told);
        running.replace(7);
        assertEquals(List.of(0L, 1L), told, "that one is not the newest");
        running.replace(1);
        assertEquals(List.of(0L, 1L, 0L), told, "nobody may rely on it");
        write(running, desk, 10 * MS);
        assertEquals(List.of(0L, 1L, 0L, 1L), told, "though nothing was applied since");
        assertEquals(2, counters.snapshotsWritten.get());
    }

    private static void write(final SnapshotController running, final SnapshotHandoff desk, final long from) {
        for (int i = 0; i < 3; i++) {
            running.doWork(from + i);
        }
        desk.doWork();
        running.doWork(from + 3);
        running.doWork(from + 4);
    }

    @Test
    @Expects("running-snapshots.turn-ended-before-it-has-caught-up")
    void shouldGiveItsTurnBackWhenItDoesNotCatchUp() { // S13
        final NoLog log = new NoLog();
        final SnapshotController running = ofOneEntry(log);
        hasCome = true;
        running.doWork(0);
        running.doWork(MS);
        running.doWork(2 * MS);
        desk.doWork();
        log.appended = 3;
        running.doWork(3 * MS);
        running.doWork(1_900 * MS);
        paused.restore(2, new EntryMeta().setNoOp(0), new UnsafeBuffer(new byte[0]), 0);
        running.doWork(1_901 * MS);
        running.doWork(3_900 * MS);
        assertEquals(List.of("ask", "take"), asked, "as long as it comes nearer");
        running.doWork(3_901 * MS);
        assertEquals(List.of("ask", "take", "end"), asked);
        running.doWork(60_000 * MS);
        assertEquals(3, asked.size(), "it is behind its log");
    }

    @Test
    void shouldGiveItsTurnBackWhenTheLogGrowsAsFastAsItApplies() { // S13
        final NoLog log = new NoLog();
        final SnapshotController running = ofOneEntry(log);
        hasCome = true;
        running.doWork(0);
        running.doWork(MS);
        running.doWork(2 * MS);
        desk.doWork();
        for (int step = 0; step <= 19; step++) {
            log.appended = 30 + step;
            running.doWork((3 + 100 * step) * MS);
            paused.restore(2 + step, new EntryMeta().setNoOp(0), new UnsafeBuffer(new byte[0]), 0);
        }
        assertEquals(List.of("ask", "take"), asked);
        log.appended = 50;
        running.doWork(2_103 * MS);
        assertEquals(List.of("ask", "take", "end"), asked);
    }

    @Test
    void shouldGoOnAndGiveItsTurnBackWhileTheSnapshotIsReadBack() { // S10
        final SnapshotController running = ofOneEntry(new NoLog());
        hasCome = true;
        running.doWork(0);
        running.doWork(MS);
        running.doWork(2 * MS);
        final CompletableFuture<Long> written = running.request();
        final List<Boolean> isPaused = new ArrayList<>();
        desk.bound(1 << 30);
        desk.paceWith(() -> { // asked at the begin, when a chunk has been written, and when it has been read back
            running.doWork(3 * MS);
            isPaused.add(paused.isPaused());
            return 0;
        }, List.of());
        whileWriting = () -> {
            running.doWork(3 * MS);
            isPaused.add(paused.isPaused());
        };
        desk.doWork();
        assertTrue(isPaused.get(0) && isPaused.get(1), "its state is being written");
        assertFalse(isPaused.get(2), "its state is written, and nothing of it is durable yet");
        assertEquals(List.of("ask", "take", "end"), asked, "another replica may write one");
        assertFalse(desk.reserve());
        assertFalse(written.isDone());
        running.doWork(4 * MS);
        assertEquals(1, written.join());
        assertEquals(3, asked.size());
        assertTrue(desk.reserve());
    }

    /** Of a replica that has applied one entry; it wants a snapshot of each. */
    private SnapshotController ofOneEntry(final NoLog log) {
        disk = RealDisk.open(directory);
        final GroupSnapshots snapshots = new GroupSnapshots(GROUP, 1,
            SnapshotStore.open(new StorageIdentity(1, 0), withRoom(disk)), NodeEvents.NONE, counters);
        paused = new Replica(GroupConfig.scattered(), new Box(), log, new RecordingOutbound(0), new GroupCounters());
        paused.restore(1, new EntryMeta().setNoOp(0), new UnsafeBuffer(new byte[0]), 0);
        return new SnapshotController(GROUP, SnapshotConfig.atStop(1).withRunning(1, 0, 0), snapshots, desk, paused,
            new AskedTurn(), told::add, NodeEvents.NONE, 100);
    }

    private void restart(final SnapshotConfig snapshots) {
        core.close();
        start(snapshots);
    }

    /** Starts the node and waits until it leads: the entry of a new leader, or what it found, is applied. */
    private void start(final SnapshotConfig snapshots) {
        final GroupConfig config = GroupConfig.scattered().withMaxCommandBytes(1 << 10).withMaxBatchBytes(1 << 10);
        core = new NodeCore(new NodeContext(1, 0, new int[] {0}, List.of(new GroupSpec(GROUP, config, Box::new)),
            new FakeTransport(), List.of(RealDisk.open(directory)), new ScatteredLogConfig(1 << 20, 256 << 10),
            orderedLog, snapshots, () -> now / MS, 1, 1 << 20, NodeEvents.NONE));
        final boolean[] answered = new boolean[1];
        final ClientHandle client = core.group(GROUP).openClient(() -> {}, () -> now, Runnable::run);
        client.submit(new byte[8]).whenComplete((reply, thrown) -> answered[0] = true);
        until(() -> answered[0]
            && (core.group(GROUP).status().durable() == core.group(GROUP).status().applied() || orderedLog
                .flushBytes() > 1));
    }

    private void until(final BooleanSupplier condition) {
        for (int i = 0; i < 20_000 && !condition.getAsBoolean(); i++) {
            cycle();
        }
        assertTrue(condition.getAsBoolean(), () -> core.group(GROUP).status().toString());
    }

    private void cycle() {
        now += MS;
        core.doWork(now);
        for (final Flusher flusher : core.flushers()) {
            try {
                flusher.doWork();
            } catch (final Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    /** A turn that comes when the test says so. */
    private final class AskedTurn implements SnapshotPermit {
        @Override
        public void ask() {
            asked.add("ask");
        }

        @Override
        public boolean hasCome(final long applied) {
            return hasCome;
        }

        @Override
        public void take() {
            asked.add("take");
        }

        @Override
        public void letOthers() {
            asked.add("let others");
        }

        @Override
        public void end() {
            asked.add("end");
        }
    }

    /** An ordered log that holds one entry. */
    private static final class NoLog extends UnusedLog {
        private long durable = 1;

        private NoLog() {
            appended = 1;
        }

        @Override
        public long durable() {
            return durable;
        }
    }

    /** A machine whose whole state is a number. */
    private final class Box extends NumberMachine {
        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            whileWriting.run();
            super.writeSnapshot(out);
            out.write(new byte[padding], 0, padding);
            if (failure != null) {
                throw failure;
            }
        }
    }
}
