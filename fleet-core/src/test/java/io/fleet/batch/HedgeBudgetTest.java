package io.fleet.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HedgeBudgetTest {
    private final HedgeBudget budget = new HedgeBudget(8);

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

    private int taken() {
        int taken = 0;
        while (budget.take()) {
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
