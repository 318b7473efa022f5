package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.Command;
import io.fleet.machine.ConfigException;
import io.fleet.machine.GroupConfig;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.mark.Expects;
import io.fleet.protocol.GroupCounters;
import io.fleet.protocol.RecordingOutbound;
import io.fleet.protocol.Role;
import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.membership.ConfigurationCodec;
import io.fleet.replica.Replica;
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
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.storage.snapshot.SnapshotOutput;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
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
    private static final StorageIdentity IDENTITY = new StorageIdentity(1, 0);
    private static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(1 << 20, 256 << 10);
    private static final String CRASH = "the machine has lost its power";
    private static final Set<String> CHANGES = Set.of("create", "createUnwritten", "rename", "delete", "write", "sync");
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(1 << 20, 256 << 10, 64 << 10, 20_000_000);

    @TempDir
    Path directory;

    private final List<String> lost = new ArrayList<>();
    private int[] members = MEMBERS;
    private long position;
    private boolean syncsFail;
    private int operationsLeft;
    private final UnsafeBuffer body = new UnsafeBuffer(new byte[ConfigurationCodec.MAX_LENGTH]);

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
        assertEquals(0, repaired.ordered().appended(GROUP), "what nobody vouches for was kept");
        repaired.close();
    }

    @Test
    void shouldNotTrustLogsWithoutTheirMetaStoreAfterACrashOfTheStartThatFoundThemSo() { // S15
        final NodeStorage whole = open();
        whole.meta().becomeVoter(GROUP, 1);
        whole.meta().promise(GROUP, 9L << 16);
        whole.ordered().append(GROUP, 1, new EntryMeta().setNoOp(1L << 16), new UnsafeBuffer(new byte[0]), 0);
        whole.close();
        delete("meta");
        on(disk -> { // As far as the first start came.
            MetaStore.createLost(IDENTITY, 1, MEMBERS, new int[] {GROUP}, disk);
            MetaStore.open(IDENTITY, 1, MEMBERS, disk).close();
        });

        final NodeStorage second = open();

        assertEquals(1, lost.size(), "nobody noticed: standing " + second.meta().durableStanding(GROUP) + ", promised "
            + second.meta().promised(GROUP) + ", logs kept up to " + second.ordered().appended(GROUP));
        second.close();
    }

    @Test
    void shouldRefuseASoleVoterWithoutItsMetaStoreAtEveryStart() { // S15
        members = new int[] {0};
        final NodeStorage whole = open();
        whole.ordered().append(GROUP, 1, new EntryMeta().setNoOp(1L << 16), new UnsafeBuffer(new byte[0]), 0);
        whole.close();
        delete("meta");
        assertThrows(DamagedStorageException.class, this::open);
        assertThrows(DamagedStorageException.class, this::open, "the same directory, started again");
    }

    @Test
    void shouldNotSetAsideTheLogsOfASoleVoterWhoseMetaStoreIsDamaged() throws IOException { // S15, S14
        recorded(configuration(0), 0); // Founded by three, and the other two were removed since.
        zeroMeta();

        final String message = assertThrows(DamagedStorageException.class, this::open).getMessage();
        assertThrows(DamagedStorageException.class, this::open, "the same directory, started again");

        assertTrue(message.contains("node 0 is the only one that votes"), message);
        assertEquals(List.of(), setAside(), "the only copy");
    }

    @Test
    void shouldReadFromTheScatteredLogWhoVotesWhereTheMetaStoreIsMissing() { // S15, S14
        recorded(configuration(0), scattered(configuration(0)));
        delete("meta");
        assertThrows(DamagedStorageException.class, this::open);
        assertEquals(List.of(), setAside(), "the only copy");
    }

    @Test
    void shouldReadFromASnapshotWhoVotesWhereTheMetaStoreIsMissing() { // S15, S14
        snapshotOf(configuration(0), 5);
        delete("meta");
        final String message = assertThrows(DamagedStorageException.class, this::open).getMessage();
        assertTrue(message.contains("node 0 is the only one that votes"), message);
    }

    @Test
    void shouldNotStartWithoutItsMetaStoreWhereNobodyKnowsWhatTheSnapshotSaid() throws IOException { // S15, S14
        snapshotOf(configuration(0), 5);
        delete("snapshot");
        zeroMeta();
        final String message = assertThrows(DamagedStorageException.class, this::open).getMessage();
        assertTrue(message.contains("begins at LSN 6, and there is no sound snapshot"), message);
        assertTrue(message.contains("Where others vote, start node 0 with empty directories"), message);
        assertEquals(List.of(), setAside(), "perhaps the only copy");
    }

    @Test
    void shouldNotStartWhereMetaStoreAndOrderedLogAreMissing() { // S15, S14
        recorded(configuration(0), 0);
        delete("meta");
        delete("ordered");
        final String message = assertThrows(DamagedStorageException.class, this::open).getMessage();
        assertTrue(message.contains("whether other nodes vote cannot be told: the ordered log in "), message);
        assertThrows(DamagedStorageException.class, this::open, "the same directory, started again");
    }

    @Test
    void shouldBeRepairedWithoutItsMetaStoreWhereOthersHaveComeSinceItFoundedItsGroup() throws IOException { // S14
        members = new int[] {0};
        recorded(configuration(0, 1), 0);
        zeroMeta();

        final NodeStorage repaired = open();

        assertEquals(1, lost.size(), lost::toString);
        assertEquals(Standing.LOST, repaired.meta().durableStanding(GROUP));
        assertFalse(repaired.meta().isSoleVoter(), "the next start would be refused");
        repaired.close();
    }

    @Test
    @Expects("standing.members-unreadable")
    void shouldGoByTheMetaStoreWhereTheLogsAreDamaged() throws IOException { // S14, S15
        recorded(configuration(0, 1), scattered(configuration(0, 1)));
        loseEndOfScatteredLog();
        final NodeStorage repaired = open();
        assertEquals(1, lost.size(), lost::toString);
        repaired.close();
    }

    @Test
    void shouldGoByTheOrderedLogWhereTheMetaStoreHasNotHeardYetThatNobodyElseVotes() { // S14, S15
        recorded(configuration(0), 0);
        on(disk -> {
            final MetaStore meta = MetaStore.open(IDENTITY, 1, MEMBERS, disk);
            meta.becomeVoter(GROUP, 1);
            meta.close();
        });
        delete("scattered");
        assertThrows(DamagedStorageException.class, this::open);
        assertEquals(List.of(), setAside(), "the only copy");
    }

    @Test
    void shouldKeepWhatWasSetAsideUntilOthersHaveGivenItBack() { // S15
        recorded(configuration(0, 1), 0);
        delete("meta");
        open().close();
        final List<String> first = setAside();
        assertEquals(2, first.size(), first::toString);
        on(disk -> loseAgain(MetaStore.open(IDENTITY, 1, MEMBERS, disk), false));

        open().close();

        assertTrue(setAside().containsAll(first) && setAside().size() > first.size(), () -> setAside().toString());
        on(disk -> loseAgain(MetaStore.open(IDENTITY, 1, MEMBERS, disk), true));
        delete("scattered-");
        open().close();
        assertEquals(1, setAside().size(), () -> "all but the ordered log of that time: " + setAside());
    }

    @Test
    void shouldNeverVoteAfterACrashAnywhereInAStartWithoutItsMetaStore() throws IOException { // S15
        for (final boolean missing : new boolean[] {true, false}) {
            int crashes = 0;
            for (boolean done = false; !done; crashes++) {
                delete("");
                lost.clear();
                recorded(configuration(0, 1, 2), 0);
                if (missing) {
                    delete("meta");
                } else {
                    zeroMeta();
                }
                done = startsUpTo(crashes);
                final NodeStorage second = open();
                final String when = " after a crash at operation " + crashes + ", missing: " + missing;
                assertEquals(Standing.LOST, second.meta().durableStanding(GROUP), () -> "it does not know" + when);
                assertEquals(0, second.ordered().appended(GROUP), () -> "the logs are used" + when);
                assertFalse(second.meta().logsLost(), () -> "the new logs are lost" + when);
                assertFalse(lost.isEmpty(), () -> "nobody noticed" + when);
                assertEquals(2, setAside().stream().filter(file -> file.contains("000001")).count(),
                    () -> setAside() + when);
                second.close();
            }
            assertTrue(crashes > 20, "crashes: " + crashes);
        }
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
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = 9;
        meta.sequence = 1;
        meta.length = 100;
        assertTrue(whole.scattered().append(GROUP, 1, 1 << 16, 0, meta, body, 0));
        whole.settle((group, lsn, ballot, position) -> this.position = position);
        whole.settle((group, lsn, ballot, position) -> this.position = position);
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

    /** A start that ends before one of its operations on disk; whether it was done by then. */
    private boolean startsUpTo(final int operation) {
        operationsLeft = operation;
        final RealDisk disk = RealDisk.open(directory);
        try {
            open(GroupConfig.scattered(), crashing(disk)).abandon();
            return true;
        } catch (final StorageException e) {
            assertEquals(CRASH, e.getMessage());
            return false;
        } finally {
            disk.close();
        }
    }

    private void loseAgain(final MetaStore meta, final boolean repaired) {
        if (repaired) {
            meta.becomeVoter(GROUP, 2);
        } else {
            meta.loseLogs();
        }
        meta.close();
    }

    private List<String> setAside() {
        final List<String> found = new ArrayList<>();
        on(disk -> disk.list().stream().filter(file -> file.startsWith("damaged-") && !file.endsWith("meta"))
            .forEach(found::add));
        return found;
    }

    private static Configuration configuration(final int... nodes) {
        return new Configuration(2, 1, 7, 7, Configuration.first(nodes, 7, 7, List.of()).members());
    }

    /** A voter that is at an LSN by a snapshot, and has nothing else. */
    private void snapshotOf(final Configuration configuration, final long lsn) {
        final NodeStorage whole = open();
        final Replica replica = new Replica(GroupConfig.scattered(), new NoMachine(), null, new RecordingOutbound(),
            new GroupCounters());
        replica.restore(1, new EntryMeta().setNoOp(1L << 16), body, 0);
        replica.restore(2, configurationMeta(configuration), body, 0);
        for (long next = 3; next <= lsn; next++) {
            replica.restore(next, new EntryMeta().setNoOp(1L << 16), body, 0);
        }
        final SnapshotOutput output = whole.snapshots().begin(GROUP, lsn);
        replica.writeSnapshot(new SnapshotOutputWriter(output, bytes -> { }));
        output.commit();
        assertTrue(whole.ordered().skipTo(GROUP, lsn));
        whole.close();
    }

    /** A record of a configuration in the scattered log; its position. */
    private long scattered(final Configuration configuration) {
        final NodeStorage whole = open();
        final EntryMeta meta = configurationMeta(configuration);
        assertTrue(whole.scattered().append(GROUP, 2, 1 << 16, 0, meta, body, 0));
        whole.settle((group, lsn, ballot, at) -> position = at);
        whole.settle((group, lsn, ballot, at) -> position = at);
        whole.close();
        return position;
    }

    /** A voter that has recorded a configuration at LSN 2, and was stopped. */
    private void recorded(final Configuration configuration, final long bodyPosition) {
        final NodeStorage whole = open();
        whole.meta().becomeVoter(GROUP, 1);
        assertTrue(whole.ordered().append(GROUP, 1, new EntryMeta().setNoOp(1L << 16), new UnsafeBuffer(new byte[0]),
            0));
        final EntryMeta meta = configurationMeta(configuration);
        assertTrue(bodyPosition == 0 ? whole.ordered().append(GROUP, 2, meta, body, 0)
            : whole.ordered().appendReference(GROUP, 2, meta, bodyPosition));
        whole.close();
    }

    private EntryMeta configurationMeta(final Configuration configuration) {
        final EntryMeta meta = new EntryMeta();
        meta.length = ConfigurationCodec.encode(configuration, body, 0);
        meta.batcherId = 9;
        meta.sequence = 1;
        meta.flags = EntryMeta.CONFIGURATION;
        return meta;
    }

    private void zeroMeta() throws IOException {
        final Path meta = directory.resolve("meta");
        Files.write(meta, new byte[(int) Files.size(meta)]);
    }

    private void delete(final String prefix) {
        on(disk -> disk.list().stream().filter(file -> file.startsWith(prefix)).forEach(disk::delete));
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

    private NodeStorage open(final GroupConfig config) {
        final RealDisk disk = RealDisk.open(directory);
        try {
            return open(config, disk);
        } catch (final ConfigException | DamagedStorageException e) {
            disk.close();
            throw e;
        }
    }

    /** The same disk, whose files fail to sync when that is wanted. */
    private Disk failingSyncs(final Disk disk) {
        return before(operation -> {
            if (syncsFail && "sync".equals(operation)) {
                throw new StorageException("this disk does not sync any more");
            }
        }, disk, Disk.class);
    }

    /** The same disk, until the operations that are left to it are done. */
    private Disk crashing(final Disk disk) {
        return before(operation -> {
            if (CHANGES.contains(operation) && operationsLeft-- <= 0) {
                throw new StorageException(CRASH);
            }
        }, disk, Disk.class);
    }

    private static <T> T before(final Consumer<String> what, final T target, final Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
            (proxy, method, arguments) -> {
                what.accept(method.getName());
                try {
                    final Object result = method.invoke(target, arguments);
                    return result instanceof DiskFile ? before(what, (DiskFile) result, DiskFile.class) : result;
                } catch (final InvocationTargetException e) {
                    throw e.getCause();
                }
            }));
    }

    private NodeStorage open(final GroupConfig config, final Disk disk) {
        return NodeStorage.open(new NodeContext(1, 0, members,
            List.of(new GroupSpec(GROUP, config, () -> {
                throw new AssertionError("no machine is asked for");
            })), new FakeTransport(), List.of(disk), SCATTERED,
            ORDERED, SnapshotConfig.atStop(0), () -> 0, 1, 1 << 20, new Told()), null);
    }

    /** A machine without a state. */
    private static final class NoMachine implements StateMachine {
        @Override
        public void apply(final Command command, final Reply reply) {
            throw new AssertionError("no command is applied here");
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
        }
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
