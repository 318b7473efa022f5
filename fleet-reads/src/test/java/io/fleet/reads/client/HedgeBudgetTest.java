package io.fleet.reads.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HedgeBudgetTest {
    private static final long PATIENCE = 100;

    private final HedgeBudget budget = new HedgeBudget(8);
    private long now = Long.MAX_VALUE - 50;

    @Test
    void shouldAllowOneForTenAnswersAndAWindowAtOnce() { // S13
        assertEquals(8, taken());
        answer(9);
        assertEquals(0, taken());
        answer(1);
        assertEquals(1, taken());
    }

    @Test
    void shouldNotSaveForEver() {
        answer(1_000);
        assertEquals(8, taken());
    }

    @Test
    void shouldAllowOneInEachPatienceWithoutAnyAnswer() {
        taken();
        now += PATIENCE - 1;
        assertEquals(0, taken());
        now++;
        assertEquals(1, taken());
    }

    private int taken() {
        int taken = 0;
        while (budget.take(now, PATIENCE)) {
            taken++;
        }
        return taken;
    }

    private void answer(final int times) {
        for (int i = 0; i < times; i++) {
            budget.answered();
        }
    }
}
