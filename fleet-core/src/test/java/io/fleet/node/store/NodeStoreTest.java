package io.fleet.node.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.error.ConfigException;
import io.fleet.fixture.mark.Expects;
import io.fleet.node.NodeStorageFixture;
import io.fleet.node.divergence.DivergedException;
import io.fleet.node.divergence.DivergedMarker;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageException;
import io.fleet.storage.VoterState;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.scattered.ScatteredLog;
import java.io.IOException;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a node makes of disks on which something is missing. */
class NodeStoreTest extends NodeStorageFixture {
    private boolean syncsFail;

    @Test
    @Expects("standing.logs-set-aside")
    void shouldSetAsideTheLogsOfAVoterThatMissesOne() { // S15
        final NodeStore voter = open();
        voter.meta().becomeVoter(GROUP, 1);
        voter.close();
        delete("scattered");

        final NodeStore repaired = open();

        assertTrue(lost.get(0).contains("the scattered log"), lost.get(0));
        assertFalse(repaired.meta().isAnyVoter(), "it counts");
        assertFalse(repaired.meta().logsLost(), "the new logs are lost");
        repaired.close();
    }

    @Test
    @Expects("standing.closed-in-doubt")
    void shouldTrustWhatWasClosedInGoodOrderOnly() { // S15
        open().close();
        final NodeStore closed = open();
        assertFalse(closed.isSuspect());
        closed.closeInDoubt();
        assertTrue(isSuspect());
        assertFalse(isSuspect(), "it has been closed in good order since");
    }

    @Test
    void shouldLetGoOfEverythingWhenALogFailsToClose() { // S15
        open().close();
        final RealDisk disk = RealDisk.open(directory);
        final NodeStore failing = open(GroupConfig.scattered(), failingSyncs(disk));
        assertTrue(failing.ordered().append(GROUP, 1, new EntryMeta().setNoOp(1L << 16),
            new UnsafeBuffer(new byte[0]), 0));
        syncsFail = true;

        assertThrows(StorageException.class, failing::close);

        assertTrue(isSuspect(), "what this run wrote is in doubt, and the directory is free again");
    }

    /** Each look into the directory fails once, and then the first file that is to be closed. */
    @Test
    void shouldLetGoOfEachFileWhenAStartFails() {
        open().close();
        int fails = 1;
        while (isStartFailing(fails)) {
            fails++;
        }
        assertTrue(fails > 3, "some starts failed behind the logs");
        open().close();
    }

    private boolean isStartFailing(final int failing) {
        final int[] lists = new int[1];
        final int[] left = new int[1];
        final boolean[] hasThrown = new boolean[1];
        final RealDisk disk = RealDisk.open(directory);
        final Disk watched = before(call -> {
            lists[0] += call.equals("list") ? 1 : 0;
            left[0] += call.equals("open") || call.startsWith("create") ? 1 : call.equals("close") ? -1 : 0;
            final boolean isUndoing = lists[0] >= failing;
            if (isUndoing && (call.equals("list") || call.equals("close") && !hasThrown[0])) {
                hasThrown[0] = call.equals("close");
                throw new StorageException(call + " fails");
            }
        }, disk, Disk.class);
        try {
            open(GroupConfig.scattered(), watched).abandon();
            return false;
        } catch (final StorageException e) {
            assertEquals(0, left[0], "files that are open after " + failing + " looks");
            return true;
        } finally {
            disk.close();
        }
    }

    @Test
    void shouldSuspectEachOfItsStores() { // S15
        open().close();
        on(disk -> MetaStore.open(IDENTITY, 1, MEMBERS, disk).close());
        assertTrue(isSuspect(), "the meta store was not closed in good order");
        final EntryMeta meta = new EntryMeta().setNoOp(1L << 16);
        on(disk -> {
            final ScatteredLog log = ScatteredLog.open(SCATTERED, IDENTITY, List.of(disk), (g, lsn, b, s, m, p) -> {});
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
        final NodeStore whole = open();
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

        final NodeStore repaired = open();

        assertEquals(1, lost.size(), lost::toString);
        assertTrue(lost.get(0).contains("the ordered log refers to a record at"), lost.get(0));
        repaired.close();
    }

    @Test
    @Tag("hazard-U-again")
    @Expects("diverged-mark.refuses-to-start")
    void shouldNotStartWithWhatDiverged() { // S9
        final NodeStore diverged = open();
        final DivergedException reason = new DivergedException(GROUP, 257, 512);
        diverged.noteDiverged(reason);
        diverged.noteDiverged(reason);
        diverged.close();
        assertEquals(0, reason.getSuppressed().length);

        final String message = assertThrows(StorageException.class, this::open).getMessage();

        assertTrue(message.contains("as the file 'diverged' there says: " + reason.getMessage() + ". Where"), message);
        on(disk -> disk.delete(DivergedMarker.NAME));
        open().close();
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

        final NodeStore repaired = open();

        assertEquals(1, lost.size(), "the damaged logs were taken again");
        assertTrue(lost.get(0).contains("were found damaged before"), lost.get(0));
        assertEquals(VoterState.LOST, repaired.meta().durableStanding(GROUP));
        assertFalse(repaired.meta().logsLost(), "the new logs are lost");
        repaired.close();
    }

    @Test
    void shouldNotStartWithDamageWhereNobodyElseVotesAnyMore() { // S14, S15
        final NodeStore shrunk = open();
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
        final NodeStore founder = open();
        founder.meta().becomeVoter(GROUP, 1);
        founder.meta().membersChanged(false);
        founder.close();
        delete("scattered");

        final NodeStore repaired = open();

        assertTrue(lost.get(0).contains("the scattered log"), lost.get(0));
        assertEquals(VoterState.LOST, repaired.meta().durableStanding(GROUP));
        repaired.close();
    }

    @Test
    void shouldStartOnEmptyDisksWithoutAWord() {
        open().close();
        assertEquals(List.of(), lost);
    }

    @Test
    void shouldRefuseOtherSettingsAndLeaveNoTraceOfTheAttempt() { // S9
        final NodeStore first = open();
        first.meta().becomeVoter(GROUP, 1);
        first.close();

        final String message = assertThrows(ConfigException.class,
            () -> open(GroupConfig.scattered().withSessionTimeoutMillis(10_000))).getMessage();

        assertTrue(message.startsWith("group 0: sessionTimeoutMillis is 10000, but must be 60000: "), message);
        final NodeStore again = open(GroupConfig.scattered().withElectionTimeoutMillis(1_000));
        assertFalse(again.isSuspect(), "the refused start counts as a run that was not closed");
        again.close();
        assertEquals(List.of(), lost);
    }

    /** Starts and stops in good order: what the start made of the stop before. */
    private boolean isSuspect() {
        final NodeStore storage = open();
        final boolean suspect = storage.isSuspect();
        storage.close();
        return suspect;
    }

    /** The same disk, whose files fail to sync when that is wanted. */
    private Disk failingSyncs(final Disk disk) {
        return before(operation -> {
            if (syncsFail && "sync".equals(operation)) {
                throw new StorageException("this disk does not sync any more");
            }
        }, disk, Disk.class);
    }
}
