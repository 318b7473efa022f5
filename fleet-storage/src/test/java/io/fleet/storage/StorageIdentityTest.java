package io.fleet.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StorageIdentityTest {
    @Test
    void shouldBeWhatItEverWasForANodeWithOneDutyThread() {
        assertEquals(new StorageIdentity(7, 1023), StorageIdentity.of(7, 1023, 0, 1));
        assertEquals("cluster 7 node 1023", StorageIdentity.of(7, 1023, 0, 1).toString());
    }

    @Test
    void shouldDifferForEachThreadOfEachNumber() { // S15
        final Set<StorageIdentity> all = new HashSet<>();
        for (final int node : new int[] {0, 1, 1023}) {
            for (int threads = 1; threads <= 64; threads++) {
                for (int duty = 0; duty < threads; duty++) {
                    final StorageIdentity identity = StorageIdentity.of(7, node, duty, threads);
                    assertTrue(all.add(identity));
                    assertEquals(node, identity.node());
                    assertEquals("cluster 7 node " + node + (threads == 1 ? "" : " duty " + duty + " of " + threads),
                        identity.toString());
                }
            }
        }
        assertEquals(3 * 64 * 65 / 2, all.size());
    }
}
