package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import org.junit.jupiter.api.Test;

class CampaignGateTest {
    private static final long PATIENCE_NS = 100;

    private final CampaignGate gate = new CampaignGate();

    @Test
    @Expects("campaign-gate.put-off")
    void shouldLetSoManyCampaignAndAnotherOneWhenOneIsDone() {
        fill();
        assertFalse(gate.enter("one more", PATIENCE_NS, 99));
        gate.leave(0);
        assertTrue(gate.enter("one more", PATIENCE_NS, 99));
        assertFalse(gate.enter("another one", PATIENCE_NS, 99));
    }

    @Test
    void shouldCountAGroupOnceThatCampaignsAgain() {
        for (int i = 0; i < 2 * CampaignGate.MOST; i++) {
            assertTrue(gate.enter("the same", PATIENCE_NS, 0));
        }
        for (int i = 1; i < CampaignGate.MOST; i++) {
            assertTrue(gate.enter(i, PATIENCE_NS, 0));
        }
        assertFalse(gate.enter("one more", PATIENCE_NS, 0));
        assertTrue(gate.enter("the same", PATIENCE_NS, 0), "it has its place");
    }

    @Test
    @Expects("campaign-gate.passed-one-that-takes-long")
    void shouldNotWaitForOneThatTakesLong() {
        fill();
        assertTrue(gate.enter("one more", PATIENCE_NS, 100));
        gate.leave(0);
        assertTrue(gate.enter("another one", PATIENCE_NS, 100), "whoever has lost its place leaves nobody else's");
    }

    private void fill() {
        for (int i = 0; i < CampaignGate.MOST; i++) {
            assertTrue(gate.enter(i, PATIENCE_NS, 0));
        }
    }
}
