package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.ConfigException;
import io.fleet.machine.GroupConfig;
import io.fleet.mark.Expects;
import io.fleet.protocol.GroupProtocol;
import io.fleet.protocol.Role;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.LogPosition;
import io.fleet.storage.Standing;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.DurableHandler;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node makes of disks on which something is missing. */
class NodeStorageTest {
    private static final int GROUP = 0;
    private static final int BLOCK = 4096;
    private static final int[] MEMBERS = {0, 1, 2};
    private static final GroupConfig CODED = GroupConfig.coded(2, 1);
    private static final StorageIdentity IDENTITY = new StorageIdentity(1, 0);
    private static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(1 << 20, 256 << 10);
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(1 << 20, 256 << 10, 64 << 10, 20_000_000);

    private static final DurableHandler NO_STEPS = (group, lsn, ballot, position) -> {
        throw new AssertionError("a step is durable");
    };

    @TempDir
    Path directory;

    private final List<String> lost = new ArrayList<>();
    private int[] members = MEMBERS;
    private long position;
    private boolean syncsFail;

    @Test
    @Expects("standing.logs-set-aside")
    void shouldSetAsideTheLogsOfAVoterThatMissesOne() { // S15
        final NodeStorage voter = open();
        voter.meta().becomeVoter(GROUP, 1);
        voter.close();
        delete("scattered");

        final NodeStorage repaired = open();

        assertTrue(lost.get(0).contains("the scattered log"), lost.get(0));
        assertFalse(repaired.meta().isAnyVoter(), "it counts");
        assertFalse(repaired.meta().logsLost(), "the new logs are lost");
        repaired.close();
    }

    @Test
    @Expects("standing.meta-lost")
    void shouldNotTrustLogsWithoutTheirMetaStore() { // S15
        final NodeStorage whole = open();
        whole.ordered().append(GROUP, 1, new EntryMeta().setNoOp(1L << 16), new UnsafeBuffer(new byte[0]), 0);
        whole.close();
        delete("meta");

        final NodeStorage repaired = open();

        assertTrue(lost.get(0).contains("the meta store"), lost.get(0));
        assertFalse(repaired.ordered().holdsAny(), "what nobody vouches for was kept");
        repaired.close();
    }

    @Test
    @Expects("standing.closed-in-doubt")
    void shouldTrustWhatWasClosedInGoodOrderOnly() { // S15
        open().close();
        final NodeStorage closed = open();
        assertFalse(closed.isSuspect());
        closed.closeInDoubt();
        assertTrue(isSuspect());
        assertFalse(isSuspect(), "it has been closed in good order since");
    }

    @Test
    void shouldLetGoOfEverythingWhenALogFailsToClose() { // S15
        open().close();
        final RealDisk disk = RealDisk.open(directory);
        final NodeStorage failing = open(GroupConfig.scattered(), failingSyncs(disk));
        assertTrue(failing.ordered().append(GROUP, 1, new EntryMeta().setNoOp(1L << 16),
            new UnsafeBuffer(new byte[0]), 0));
        syncsFail = true;

        assertThrows(StorageException.class, failing::close);

        assertTrue(isSuspect(), "what this run wrote is in doubt, and the directory is free again");
    }

    @Test
    void shouldSuspectEachOfItsStores() { // S15
        open().close();
        on(disk -> MetaStore.open(IDENTITY, 1, MEMBERS, disk).close());
        assertTrue(isSuspect(), "the meta store was not closed in good order");
        final EntryMeta meta = new EntryMeta().setNoOp(1L << 16);
        on(disk -> {
            final ScatteredLog log = ScatteredLog.open(SCATTERED, IDENTITY, List.of(disk),
                (g, lsn, b, s, m, p) -> { });
            assertTrue(log.append(GROUP, 1, 1 << 16, 0, meta, new UnsafeBuffer(new byte[0]), 0));
            log.closeInDoubt();
        });
        assertTrue(isSuspect(), "the scattered log was not closed in good order");
        on(disk -> {
            final OrderedLog log = OrderedLog.open(ORDERED, IDENTITY, disk, null);
            assertTrue(log.append(GROUP, 1, meta, new UnsafeBuffer(new byte[0]), 0));
            log.closeInDoubt();
        });
        assertTrue(isSuspect(), "the ordered log was not closed in good order");
        assertFalse(isSuspect());
    }

    @Test
    void shouldNoticeThatTheOrderedLogRefersBeyondTheEndOfTheScatteredLog() throws IOException { // S15
        final NodeStorage whole = open();
        final UnsafeBuffer body = new UnsafeBuffer(new byte[100]);
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = 9;
        meta.sequence = 1;
        meta.length = 100;
        assertTrue(whole.scattered().append(GROUP, 1, 1 << 16, 0, meta, body, 0));
        whole.settle((group, lsn, ballot, position) -> this.position = position, NO_STEPS);
        whole.settle((group, lsn, ballot, position) -> this.position = position, NO_STEPS);
        assertTrue(whole.ordered().appendReference(GROUP, 1, meta, position));
        whole.close();
        loseEndOfScatteredLog();

        final NodeStorage repaired = open();

        assertEquals(1, lost.size(), lost::toString);
        assertTrue(lost.get(0).contains("the ordered log refers to a record at"), lost.get(0));
        repaired.close();
    }

    @Test
    void shouldSetAsideLogsThatWereFoundDamagedBefore() { // S15
        open().close();
        on(disk -> {
            final MetaStore meta = MetaStore.open(IDENTITY, 1, MEMBERS, disk);
            meta.becomeVoter(GROUP, 1);
            meta.sync();
            meta.loseLogs();
            meta.close();
        });

        final NodeStorage repaired = open();

        assertEquals(1, lost.size(), "the damaged logs were taken again");
        assertTrue(lost.get(0).contains("were found damaged before"), lost.get(0));
        assertEquals(Standing.LOST, repaired.meta().durableStanding(GROUP));
        assertFalse(repaired.meta().logsLost(), "the new logs are lost");
        repaired.close();
    }

    @Test
    void shouldNotStartWithDamageWhereNobodyElseVotesAnyMore() { // S14, S15
        final NodeStorage shrunk = open();
        shrunk.meta().becomeVoter(GROUP, 1);
        shrunk.meta().membersChanged(true);
        shrunk.close();
        delete("scattered");

        final String message = assertThrows(DamagedStorageException.class, this::open).getMessage();

        assertTrue(message.contains("node 0 is the only one that votes: there is nobody to be repaired from"), message);
        assertEquals(List.of(), lost, "something was set aside");
    }

    @Test
    void shouldStartWithDamageWhereOthersHaveComeSinceItWasFounded() { // S14, S15
        members = new int[] {0};
        final NodeStorage founder = open();
        founder.meta().becomeVoter(GROUP, 1);
        founder.meta().membersChanged(false);
        founder.close();
        delete("scattered");

        final NodeStorage repaired = open();

        assertTrue(lost.get(0).contains("the scattered log"), lost.get(0));
        assertEquals(Standing.LOST, repaired.meta().durableStanding(GROUP));
        repaired.close();
    }

    @Test
    void shouldHaveALogOfStepsOnlyWhereAGroupNeedsIt() {
        final NodeStorage scattered = open();
        assertNull(scattered.steps());
        assertNull(new GroupStorage(GROUP, scattered).steps());
        scattered.close();
        assertFalse(has("steps"));
        assertTrue(lost.isEmpty());

        final NodeStorage both = open(List.of(spec(GROUP, GroupConfig.scattered()), spec(1, CODED)));
        assertTrue(lost.isEmpty(), "a group that is new here has lost nothing");
        assertTrue(both.flushers().containsAll(both.steps().flushers()));
        assertTrue(both.isAwaited(both.steps().flushers().get(0)));
        both.close();
        assertTrue(has("steps"));
    }

    @Test
    void shouldHandOverEachRecordOfAGroupThatNeedsThem() {
        final NodeStorage first = open(CODED);
        final GroupStorage group = new GroupStorage(GROUP, first);
        final UnsafeBuffer body = new UnsafeBuffer(new byte[10]);
        assertTrue(group.entries().append(1, 5, 0, meta(1, 10), body, 0));
        assertTrue(group.entries().append(1, 3, 0, meta(2, 10), body, 0));
        assertTrue(group.steps().append(1, 1, 0, meta(1, 0), null, 0), "of an LSN that the ordered log holds");
        assertTrue(group.steps().append(2, 1, 0, meta(2, 0), null, 0));
        assertTrue(group.steps().append(2, 2, 0, meta(2, 0), null, 0));
        assertTrue(group.ordered().appendWithoutBody(1, meta(1, 0)));
        final List<String> durable = new ArrayList<>();
        while (first.settle((id, lsn, ballot, at) -> durable.add("entry " + lsn + "." + ballot),
            (id, lsn, ballot, at) -> durable.add("step " + lsn + "." + ballot)) > 0) {
            assertTrue(durable.size() <= 5);
        }
        assertEquals(List.of("entry 1.3", "entry 1.5", "step 1.1", "step 2.1", "step 2.2"),
            durable.stream().sorted().toList());
        first.close();

        final NodeStorage second = open(CODED);
        final List<String> found = new ArrayList<>();
        second.recovered().handOver(GROUP, recovering(found));
        assertEquals(List.of("ENTRIES 1.3 of 2", "ENTRIES 1.5 of 1", "STEPS 2.1 of 2", "STEPS 2.2 of 2",
            "highest ballot 5"), found.stream().sorted().toList());
        second.close();
    }

    @Test
    void shouldSetAsideTheLogsOfAVoterThatMissesItsSteps() { // S15, R5
        final NodeStorage voter = open(CODED);
        voter.meta().becomeVoter(GROUP, 1);
        voter.close();
        delete("steps");

        final NodeStorage repaired = open(CODED);

        assertTrue(lost.get(0).contains("the log of steps"), lost.get(0));
        assertEquals(Standing.LOST, new GroupStorage(GROUP, repaired).atStart());
        repaired.close();
        assertTrue(has("damaged-ordered") && has("damaged-scattered"), "decisions and parts tell no steps");
    }

    @Test
    void shouldSuspectALogOfStepsThatWasNotClosed() { // S15
        final NodeStorage voter = open(CODED);
        voter.meta().becomeVoter(GROUP, 1);
        voter.close();
        on(disk -> {
            final ScatteredLog log = ScatteredLog.open(SCATTERED.forSteps(), IDENTITY, List.of(disk),
                (g, lsn, b, s, m, p) -> { });
            assertTrue(log.append(GROUP, 1, 1, 0, meta(1, 0), null, 0));
            log.closeInDoubt();
        });

        final NodeStorage again = open(CODED);
        assertEquals(Standing.SUSPECT, new GroupStorage(GROUP, again).atStart());
        again.close();
    }

    @Test
    void shouldStartOnEmptyDisksWithoutAWord() {
        open().close();
        assertEquals(List.of(), lost);
    }

    @Test
    void shouldRefuseOtherSettingsAndLeaveNoTraceOfTheAttempt() { // S9
        final NodeStorage first = open();
        first.meta().becomeVoter(GROUP, 1);
        first.close();

        final String message = assertThrows(ConfigException.class,
            () -> open(GroupConfig.scattered().withSessionTimeoutMillis(10_000))).getMessage();

        assertTrue(message.startsWith("group 0: sessionTimeoutMillis is 10000, but must be 60000: "), message);
        final NodeStorage again = open(GroupConfig.scattered().withElectionTimeoutMillis(1_000));
        assertFalse(again.isSuspect(), "the refused start counts as a run that was not closed");
        again.close();
        assertEquals(List.of(), lost);
    }

    /** Starts and stops in good order: what the start made of the stop before. */
    private boolean isSuspect() {
        final NodeStorage storage = open();
        final boolean suspect = storage.isSuspect();
        storage.close();
        return suspect;
    }

    private void delete(final String prefix) {
        on(disk -> disk.list().stream().filter(file -> file.startsWith(prefix)).forEach(disk::delete));
    }

    private boolean has(final String prefix) {
        final boolean[] found = new boolean[1];
        on(disk -> found[0] = disk.list().stream().anyMatch(file -> file.startsWith(prefix)));
        return found[0];
    }

    private void on(final Consumer<RealDisk> what) {
        try (RealDisk disk = RealDisk.open(directory)) {
            what.accept(disk);
        }
    }

    /** Everything from the flush of the record on is zeros, as if the disk had never written it. */
    private void loseEndOfScatteredLog() throws IOException {
        final Path file;
        try (Stream<Path> files = Files.list(directory)) {
            file = files.filter(path -> path.getFileName().toString().matches("scattered-.*log")).findFirst()
                .orElseThrow();
        }
        final byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, (int) LogPosition.offset(position) / BLOCK * BLOCK, bytes.length, (byte) 0);
        Files.write(file, bytes);
    }

    private NodeStorage open() {
        return open(GroupConfig.scattered());
    }

    private static EntryMeta meta(final long sequence, final int length) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = 9;
        meta.sequence = sequence;
        meta.length = length;
        return meta;
    }

    /** Keeps what is handed over to a group at its start. */
    private static GroupProtocol recovering(final List<String> found) {
        return (GroupProtocol) Proxy.newProxyInstance(GroupProtocol.class.getClassLoader(),
            new Class<?>[] {GroupProtocol.class}, (proxy, method, arguments) -> {
                found.add("onRecoveredBallot".equals(method.getName()) ? "highest ballot " + arguments[0]
                    : arguments[0] + " " + arguments[1] + "." + arguments[2] + " of "
                    + ((EntryMeta) arguments[4]).sequence);
                return null;
            });
    }

    private NodeStorage open(final GroupConfig config) {
        return open(List.of(spec(GROUP, config)));
    }

    private static GroupSpec spec(final int groupId, final GroupConfig config) {
        return new GroupSpec(groupId, config, () -> {
            throw new AssertionError("no machine is asked for");
        });
    }

    private NodeStorage open(final List<GroupSpec> groups) {
        final RealDisk disk = RealDisk.open(directory);
        try {
            return open(groups, disk);
        } catch (final ConfigException | DamagedStorageException e) {
            disk.close();
            throw e;
        }
    }

    /** The same disk, whose files fail to sync when that is wanted. */
    private Disk failingSyncs(final Disk disk) {
        return (Disk) Proxy.newProxyInstance(Disk.class.getClassLoader(), new Class<?>[] {Disk.class},
            (proxy, method, arguments) -> {
                final Object result = method.invoke(disk, arguments);
                return result instanceof DiskFile ? failingSyncs((DiskFile) result) : result;
            });
    }

    private DiskFile failingSyncs(final DiskFile file) {
        return (DiskFile) Proxy.newProxyInstance(DiskFile.class.getClassLoader(), new Class<?>[] {DiskFile.class},
            (proxy, method, arguments) -> {
                if (syncsFail && "sync".equals(method.getName())) {
                    throw new StorageException("this disk does not sync any more");
                }
                return method.invoke(file, arguments);
            });
    }

    private NodeStorage open(final GroupConfig config, final Disk disk) {
        return open(List.of(spec(GROUP, config)), disk);
    }

    private NodeStorage open(final List<GroupSpec> groups, final Disk disk) {
        return NodeStorage.open(new NodeContext(1, 0, members, groups, new FakeTransport(), List.of(disk), SCATTERED,
            ORDERED, SnapshotConfig.atStop(0), () -> 0, 1, 1 << 20, new Told()), null);
    }

    /** Keeps what a node says that it has lost. */
    private final class Told implements NodeEvents {
        @Override
        public void onRole(final int groupId, final Role from, final Role to, final long ballot, final String reason) {
            throw new AssertionError("nobody campaigns here");
        }

        @Override
        public void onStateLost(final String what) {
            lost.add(what);
        }
    }
}
