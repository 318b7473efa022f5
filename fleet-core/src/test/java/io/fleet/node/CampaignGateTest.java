package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CampaignGateTest {
    private static final long PATIENCE_NS = 100;

    private final CampaignGate gate = new CampaignGate();

    @Test
    @Expects("campaign-gate.put-off")
    void shouldLetSoManyCampaignAndAnotherOneWhenOneIsDone() {
        fill(PATIENCE_NS);
        assertFalse(enter("one more", 0, 99));
        gate.leave(0);
        assertTrue(enter("one more", 0, 99));
        assertFalse(enter("another one", 0, 99));
    }

    @Test
    void shouldCountAGroupOnceThatCampaignsAgain() {
        for (int i = 0; i < 2 * CampaignGate.MOST; i++) {
            assertTrue(enter("the same", 0, 0));
        }
        for (int i = 1; i < CampaignGate.MOST; i++) {
            assertTrue(enter(i, 0, 0));
        }
        assertFalse(enter("one more", 0, 0));
        assertTrue(enter("the same", 0, 0), "it has its place");
    }

    @Test
    @Expects("campaign-gate.passed-one-that-takes-long")
    void shouldNotWaitForOneThatTakesLong() {
        fill(PATIENCE_NS);
        assertTrue(enter("one more", 0, 100));
        gate.leave(0);
        assertTrue(enter("another one", 0, 100), "whoever has lost its place leaves nobody else's");
    }

    @Test
    void shouldWaitForNobodyForLongerThanEitherOfThemHasPatience() {
        fill(100 * PATIENCE_NS);
        assertFalse(enter("one more", 0, 99));
        assertTrue(enter("one more", 0, 100), "its own is the shorter one");
        final CampaignGate other = new CampaignGate();
        for (int i = 0; i < CampaignGate.MOST; i++) {
            assertTrue(other.enter(i, 0, PATIENCE_NS, 0));
        }
        assertFalse(other.enter("one more", 0, 100 * PATIENCE_NS, 99));
        assertTrue(other.enter("one more", 0, 100 * PATIENCE_NS, 100), "theirs is");
    }

    @Test
    @Expects("campaign-gate.others-failed-less-often")
    void shouldLetThoseGoFirstThatHaveFailedLessOften() {
        fill(PATIENCE_NS);
        assertFalse(enter("failed once", 1, 50));
        assertFalse(enter("never failed", 0, 50));
        gate.leave(0);
        assertFalse(enter("failed once", 1, 60));
        assertTrue(enter("never failed", 0, 70));
        gate.leave(1);
        assertFalse(enter("failed once", 1, 50 + 2 * PATIENCE_NS - 1), "others of them may wait");
        assertTrue(enter("failed once", 1, 50 + 2 * PATIENCE_NS), "they would have asked again by now");
    }

    /** They take each place as soon as there is one, and before the other one asks. */
    @Test
    void shouldLetOneBeginThatCanWinHoweverManyAskAgainAndAgainThatCannot() {
        final List<String> others = IntStream.range(0, 1_000).mapToObj(i -> "other " + i).toList();
        final int[] tries = new int[others.size()];
        final long[] busyUntilNs = new long[others.size()];
        long now = 0;
        do {
            assertTrue(now < 50 * PATIENCE_NS, "it never begins");
            for (final long asks = now + 9 * PATIENCE_NS / 8; now < asks; now++) {
                for (int i = 0; i < tries.length; i++) {
                    if (now >= busyUntilNs[i] && enter(others.get(i), tries[i], now)) {
                        tries[i]++;
                        busyUntilNs[i] = now + 3 * PATIENCE_NS / 2;
                    }
                }
            }
        } while (!enter("can win", 0, now - 1));
        assertEquals(1, IntStream.of(tries).max().orElseThrow(), "each of them once before");
    }

    private boolean enter(final Object group, final int failures, final long nowNs) {
        return gate.enter(group, failures, PATIENCE_NS, nowNs);
    }

    private void fill(final long patienceNs) {
        for (int i = 0; i < CampaignGate.MOST; i++) {
            assertTrue(gate.enter(i, 0, patienceNs, 0));
        }
    }
}
