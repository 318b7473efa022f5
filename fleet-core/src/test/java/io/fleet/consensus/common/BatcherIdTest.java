package io.fleet.consensus.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BatcherIdTest {
    @Test
    @Tag("hazard-S-E3")
    void shouldTakeAllBitsButTwoOfARemoteClientFromChance() {
        for (int bit = 0; bit < 62; bit++) {
            assertNotEquals(BatcherId.remote(0), BatcherId.remote(1L << bit), "bit " + bit);
        }
        assertTrue(BatcherId.remote(0) > 0);
        assertTrue(BatcherId.remote(-1) > 0);
    }

    @Test
    void shouldTellWhereABatcherLives() {
        assertEquals(-1, BatcherId.node(BatcherId.remote(-1)));
        assertEquals(-1, BatcherId.node(BatcherId.remote(0)));
        assertEquals(-1, BatcherId.node(12345), "as ids of remote clients were before");
        assertEquals(0, BatcherId.node(BatcherId.embedded(0, -1)));
        assertEquals(1023, BatcherId.node(BatcherId.embedded(1023, -1)));
        assertFalse(BatcherId.isRemote(BatcherId.embedded(1023, -1)));
    }
}
