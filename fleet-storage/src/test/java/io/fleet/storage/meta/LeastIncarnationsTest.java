package io.fleet.storage.meta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.storage.Life;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.FaultDisk;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LeastIncarnationsTest {
    private final FaultDisk disk = new FaultDisk("disk", new Random(1));

    @Test
    @Tag("hazard-S-A4b")
    void shouldKnowTheLeastNumbersOfOthersAfterAStart() {
        final MetaStore store = open();
        store.knowLife(2, Life.of(2, 1, 1));
        for (int node = 0; node < MetaImage.MAX_LIVES; node++) {
            store.leastNumbers().note(node, 7);
        }
        store.leastNumbers().note(2, 9);
        store.leastNumbers().note(2, 8);
        assertEquals(9, store.leastNumbers().of(2));
        assertEquals(0, store.leastNumbers().durableOf(2), "it is not durable yet");
        assertThrows(IllegalArgumentException.class, () -> store.leastNumbers().note(MetaImage.MAX_LIVES, 1));
        assertThrows(IllegalArgumentException.class, () -> store.leastNumbers().note(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> store.leastNumbers().note(1, 0));
        assertThrows(IllegalArgumentException.class, () -> store.leastNumbers().note(1, Life.MAX_NUMBER + 1));
        store.sync();
        assertEquals(9, store.leastNumbers().durableOf(2));
        store.close();
        final MetaStore again = open();
        assertEquals(9, again.leastNumbers().durableOf(2));
        assertEquals(7, again.leastNumbers().of(MetaImage.MAX_LIVES - 1));
        assertEquals(Life.of(2, 1, 1), again.lifeOf(2));
        assertEquals(Life.NONE, again.lifeOf(3));
    }

    private MetaStore open() {
        return MetaStore.open(new StorageIdentity(7, 1), 1, new int[] {0, 1, 2}, disk);
    }
}
