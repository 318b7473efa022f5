package io.fleet.storage.meta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.FaultDisk;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SettledBallotsTest {
    private final FaultDisk disk = new FaultDisk("disk", new Random(1));

    @Test
    @Tag("hazard-S-A4c")
    void shouldKnowTheHighestSettledBallotAfterAStart() {
        final MetaStore store = open();
        store.promise(5, 1 << 16);
        store.promise(6, 1 << 16);
        store.settledBallots().note(5, 9);
        store.settledBallots().note(5, 8);
        store.settledBallots().note(6, 0);
        assertThrows(IllegalArgumentException.class, () -> store.settledBallots().note(6, -1));
        assertEquals(0, store.settledBallots().durableOf(5), "it is not durable yet");
        store.sync();
        assertEquals(9, store.settledBallots().durableOf(5));
        store.close();
        final MetaStore again = open();
        assertEquals(9, again.settledBallots().durableOf(5));
        assertEquals(0, again.settledBallots().durableOf(6));
        again.close();
    }

    private MetaStore open() {
        return MetaStore.open(new StorageIdentity(7, 1), 1, new int[] {0, 1, 2}, disk);
    }
}
