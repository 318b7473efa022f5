package io.fleet.ec.node.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.store.NodeLives;
import io.fleet.consensus.store.VoterStateStore;
import io.fleet.fixture.mark.Expects;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.VoterState;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.meta.MetaStore;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One node that starts and stops, over a meta store on a disk. */
class StoredVoterStateTest {
    private static final int GROUP = 3;
    private static final StorageIdentity IDENTITY = new StorageIdentity(1, 0);

    @TempDir
    Path directory;
    private RealDisk disk;
    private MetaStore meta;
    private StoredVoterState standing;
    private long lives;

    @BeforeEach
    void votesAndHoldsAllParts() {
        start();
        standing.becomeVoter();
        standing.partsRebuilt();
        meta.sync();
        stop();
    }

    @Test
    void shouldTrustWhatWasClosedInGoodOrder() {
        start();

        assertEquals(VoterState.VOTER, standing.votes());
        assertTrue(standing.hasAllParts());
        assertEquals(1, standing.life());
        stop();
    }

    @Test
    @Expects("coded-standing.doubt-about-parts-noted")
    void shouldNotForgetTheDoubtAboutPartsWhenItStopsInGoodOrderBeforeTheyAreRepaired() { // S15, R5
        start();
        crash();
        start();
        assertEquals(VoterState.SUSPECT, standing.votes());
        assertFalse(standing.hasAllParts());
        standing.becomeVoter();
        meta.sync();
        assertTrue(standing.isVoterDurable(), "its votes are repaired");
        stop();

        start();

        assertEquals(VoterState.VOTER, standing.votes());
        assertFalse(standing.hasAllParts(), "parts that its disk had confirmed may be missing still");
        assertNotEquals(meta.voterId(), standing.life(), "others drop what it had acknowledged");
        stop();
    }

    @Test
    void shouldHaveNoDoubtAnyMoreOnceItsPartsAreThere() { // S15, R5
        start();
        crash();
        start();
        standing.becomeVoter();
        standing.partsRebuilt();
        meta.sync();
        assertTrue(standing.arePartsDurablyNoted());
        stop();

        start();

        assertTrue(standing.hasAllParts());
        assertEquals(VoterState.VOTER, standing.votes());
        stop();
    }

    private void start() {
        disk = RealDisk.open(directory);
        meta = MetaStore.open(IDENTITY, 1, new int[] {0, 1, 2}, disk);
        standing = new StoredVoterState(new Note(GROUP), new Note(~GROUP), new NodeLives() {},
            member -> member, ++lives);
    }

    private void stop() {
        meta.closed();
        crash();
    }

    private void crash() {
        meta.close();
        disk.close();
    }

    /** One note, as a node gives it to its groups. */
    private final class Note implements VoterStateStore {
        @Override
        public void noteSettled(final long ballot) {
        }

        @Override
        public long durableSettled() {
            return 0;
        }

        private final int id;

        Note(final int id) {
            this.id = id;
        }

        @Override
        public VoterState atStart() {
            final VoterState noted = meta.durableStanding(id);
            return noted == VoterState.VOTER && !meta.wasClosed() ? VoterState.SUSPECT : noted;
        }

        @Override
        public void becomeVoter(final long voterId) {
            meta.becomeVoter(id, voterId);
        }

        @Override
        public void lose() {
            meta.lose(id);
        }

        @Override
        public long voterId() {
            return meta.voterId();
        }

        @Override
        public boolean isVoterDurable() {
            return meta.isVoterDurable(id);
        }

        @Override
        public boolean holdsSnapshot() {
            return false;
        }
    }
}
