package io.fleet.testkit.coded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.testkit.sim.RandomStreams;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodedRunTest {
    private static final int SEEDS = 40;

    @Test
    void shouldKeepItsPromisesUnderFaults() {
        long acknowledged = 0;
        long voted = 0;
        long adopted = 0;
        long forfeited = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            final CodedResult result = new CodedRun(seed).run();
            assertNull(result.problem(), "seed " + seed);
            acknowledged += result.acknowledged();
            voted += result.voted();
            adopted += result.adopted();
            forfeited += result.forfeited();
        }
        assertTrue(acknowledged > 1_000, "only " + acknowledged + " entries were written");
        assertTrue(voted > 0 && adopted > 0 && forfeited > 0, "rounds, help and forfeited slots were not reached");
    }

    /** Rule E5: a part of an old decided entry, promised anew as one of an undecided one, brought its id up again. */
    @Test
    void shouldNotDecideAnIdAgainFarBehindItsWindow() {
        assertNull(young(721).run().problem());
    }

    /** An entry that is decided again far behind needs the parts that were promised for that time, and no others. */
    @Test
    void shouldLetGoOfPartsOfAnEarlierTimeOnly() {
        assertNull(young(19_959).run().problem());
    }

    /** In a group that begins, as these seeds were when they failed. */
    private static CodedRun young(final long seed) {
        return new CodedRun(seed, CodedPlan.ofSeed(new RandomStreams(seed)).withLife(CodedPlan.Life.NEW));
    }

    /** Groups that have been there for long, whose nodes are stopped in turn, with a transport that has connections. */
    @Tag("hazard-E-A2")
    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 20, (1L << 32) - 20, SlotConsensus.LAST_SLOT - (1 << 20)})
    void shouldKeepItsPromisesWhereverItsSlotsAre(final long first) {
        for (long seed = 1; seed <= 4; seed++) {
            final CodedResult result = new CodedRun(seed, CodedPlan.ofSeed(new RandomStreams(seed))
                .withLife(new CodedPlan.Life(first, 4_096, true, true))).run();
            assertNull(result.problem(), "seed " + seed);
            assertTrue(result.acknowledged() > 0);
        }
    }

    @Test
    void shouldRepeatARunFromItsSeed() {
        assertEquals(new CodedRun(7).run(), new CodedRun(7).run());
        assertNotEquals(new CodedRun(7).run().tally(), new CodedRun(8).run().tally());
    }

    /** With several slots in flight and several proxies, no more slots are forfeited than with one. */
    @ParameterizedTest
    @CsvSource({"1,1", "1,5", "4,1", "4,5", "16,5", "16,20"})
    void shouldForfeitFewSlotsWhereAllIsWell(final int inFlight, final int clients) {
        final CodedResult result = new CodedRun(1, CodedPlan.calm(3, 2, inFlight, clients, 400 / clients)).run();
        assertNull(result.problem());
        assertTrue(result.acknowledged() >= 400, "all that was written, and ordered reads: " + result.acknowledged());
        assertTrue(result.forfeited() <= 2, result.forfeited() + " slots of " + result.slots() + " were forfeited");
        assertEquals(0, result.twice());
    }
}
