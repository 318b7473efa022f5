package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.fixture.machine.NumberMachine;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.node.snapshot.SnapshotOutputWriter;
import io.fleet.node.store.NodeStore;
import io.fleet.replica.Replica;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageException;
import io.fleet.storage.VoterState;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.snapshot.SnapshotOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a node makes of a meta store that is missing or damaged: whether others vote, its logs and snapshots say. */
@Tag("slow")
class LostMetaStoreTest extends NodeStorageFixture {
    private static final String CRASH = "the machine has lost its power";
    private static final Set<String> CHANGES = Set.of("create", "createUnwritten", "rename", "delete", "write", "sync");

    private int operationsLeft;

    @Test
    @Expects("standing.meta-lost")
    void shouldNotTrustLogsWithoutTheirMetaStore() { // S15
        final NodeStore whole = open();
        whole.ordered().append(GROUP, 1, new EntryMeta().setNoOp(1L << 16), new UnsafeBuffer(new byte[0]), 0);
        whole.close();
        delete("meta");

        final NodeStore repaired = open();

        assertTrue(lost.get(0).contains("the meta store"), lost.get(0));
        assertEquals(0, repaired.ordered().appended(GROUP), "what nobody vouches for was kept");
        repaired.close();
    }

    @Test
    void shouldNotTrustLogsWithoutTheirMetaStoreAfterACrashOfTheStartThatFoundThemSo() { // S15
        final NodeStore whole = open();
        whole.meta().becomeVoter(GROUP, 1);
        whole.meta().promise(GROUP, 9L << 16);
        whole.ordered().append(GROUP, 1, new EntryMeta().setNoOp(1L << 16), new UnsafeBuffer(new byte[0]), 0);
        whole.close();
        delete("meta");
        on(disk -> { // As far as the first start came.
            MetaStore.createLost(IDENTITY, 1, MEMBERS, new int[] {GROUP}, disk);
            MetaStore.open(IDENTITY, 1, MEMBERS, disk).close();
        });

        final NodeStore second = open();

        assertEquals(1, lost.size(), "nobody noticed: standing " + second.meta().durableStanding(GROUP) + ", promised "
            + second.meta().promised(GROUP) + ", logs kept up to " + second.ordered().appended(GROUP));
        second.close();
    }

    @Test
    void shouldRefuseASoleVoterWithoutItsMetaStoreAtEveryStart() { // S15
        members = new int[] {0};
        final NodeStore whole = open();
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

        final NodeStore repaired = open();

        assertEquals(1, lost.size(), lost::toString);
        assertEquals(VoterState.LOST, repaired.meta().durableStanding(GROUP));
        assertFalse(repaired.meta().isSoleVoter(), "the next start would be refused");
        repaired.close();
    }

    @Test
    @Expects("standing.members-unreadable")
    void shouldGoByTheMetaStoreWhereTheLogsAreDamaged() throws IOException { // S14, S15
        recorded(configuration(0, 1), scattered(configuration(0, 1)));
        loseEndOfScatteredLog();
        final NodeStore repaired = open();
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
                final NodeStore second = open();
                final String when = " after a crash at operation " + crashes + ", missing: " + missing;
                assertEquals(VoterState.LOST, second.meta().durableStanding(GROUP), () -> "it does not know" + when);
                assertEquals(0, second.ordered().appended(GROUP), () -> "the logs are used" + when);
                assertFalse(second.meta().logsLost(), () -> "the new logs are lost" + when);
                assertFalse(lost.isEmpty(), () -> "nobody noticed" + when);
                second.close();
                final List<String> both = List.of("damaged-ordered-00000001.log", "damaged-scattered-00000001.log");
                assertTrue(setAside().containsAll(both), () -> setAside() + when);
            }
            assertTrue(crashes > 20, "crashes: " + crashes);
        }
    }

    /** A start that ends before one of its operations on disk; whether it was done by then. */
    private boolean startsUpTo(final int operation) {
        operationsLeft = operation;
        final RealDisk disk = RealDisk.open(directory);
        try {
            open(GroupConfig.scattered(), crashing(disk)).abandon();
            return true;
        } catch (final StorageException e) {
            assertTrue(e.getMessage().endsWith(CRASH), e.getMessage());
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
        final NodeStore whole = open();
        final Replica replica = new Replica(GroupConfig.scattered(), new NumberMachine(), null,
            new RecordingOutbound(0), new GroupCounters());
        replica.restore(1, new EntryMeta().setNoOp(1L << 16), body, 0);
        replica.restore(2, configurationMeta(configuration), body, 0);
        for (long next = 3; next <= lsn; next++) {
            replica.restore(next, new EntryMeta().setNoOp(1L << 16), body, 0);
        }
        final SnapshotOutput output = whole.snapshots().begin(GROUP, lsn);
        replica.writeSnapshot(new SnapshotOutputWriter(output, bytes -> {}));
        output.commit();
        assertTrue(whole.ordered().skipTo(GROUP, lsn));
        whole.close();
    }

    /** A record of a configuration in the scattered log; its position. */
    private long scattered(final Configuration configuration) {
        final NodeStore whole = open();
        final EntryMeta meta = configurationMeta(configuration);
        assertTrue(whole.scattered().append(GROUP, 2, 1 << 16, 0, meta, body, 0));
        whole.settle((group, lsn, ballot, at) -> position = at, NO_STEPS);
        whole.settle((group, lsn, ballot, at) -> position = at, NO_STEPS);
        whole.close();
        return position;
    }

    /** A voter that has recorded a configuration at LSN 2, and was stopped. */
    private void recorded(final Configuration configuration, final long bodyPosition) {
        final NodeStore whole = open();
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

    /** The same disk, until the operations that are left to it are done. */
    private Disk crashing(final Disk disk) {
        return before(operation -> {
            if (CHANGES.contains(operation) && operationsLeft-- <= 0) {
                throw new StorageException(CRASH);
            }
        }, disk, Disk.class);
    }
}
