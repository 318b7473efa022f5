package io.fleet.ec.consensus;

import static io.fleet.ec.consensus.MecWorldPolicy.REPAIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agreement and liveness under chance, and proof that what the paper leaves out is found. */
@Tag("slow")
class MecWorldTest {
    private static final int SLOTS = 6;

    @Tag("hazard-E-A2")
    @ParameterizedTest
    @CsvSource({"2,0", "3,1", "4,1", "5,1", "5,2", "7,2"})
    void shouldAgreeAndGoOn(final int nodes, final int faults) {
        final Quorums quorums = new Quorums(nodes, faults);
        long forfeited = 0;
        for (long seed = 1; seed <= 1_500; seed++) {
            final MecWorld world = new MecWorld(seed, quorums, SLOTS, 4, REPAIRED);
            world.run(400 + (int) seed % 1_200);
            world.heal();
            assertNull(world.problem(), "seed " + seed);
            forfeited += world.forfeited();
        }
        assertTrue(forfeited > 0, "no slot was forfeited");
        assertTrue(forfeited < 1_500 * SLOTS, "all slots were forfeited");
    }

    @ParameterizedTest
    @CsvSource({"0,0,0", "1,0,0", "1,2,0", "1,3,0", "2,3,0"})
    void shouldBreakWhereAStepIsNotDurable(final int first, final int second, final int third) {
        final MecWorldPolicy policy = MecWorldPolicy.durable(first, second, third);
        assertNotNull(firstProblem(new Quorums(3, 1), policy, "slot "), "no seed noticed");
    }

    @Test
    void shouldBlockWhereDecidersFallSilent() {
        final MecWorldPolicy policy = new MecWorldPolicy(-1, MecWorldPolicy.Deciders.FALL_SILENT, 0);
        assertNotNull(firstProblem(new Quorums(5, 1), policy, "not live"), "no seed noticed");
    }

    @Test
    void shouldRepeatARunFromItsSeed() {
        assertEquals(outcome(17), outcome(17));
    }

    private static String outcome(final long seed) {
        final MecWorld world = new MecWorld(seed, new Quorums(5, 1), SLOTS, 4, REPAIRED);
        world.run(2_000);
        return world.problem() + " " + world.node(0).consensus.settled() + " "
            + world.node(1).consensus.counters().resent.get()
            + " " + world.random.nextLong();
    }

    private static String firstProblem(final Quorums quorums, final MecWorldPolicy policy, final String prefix) {
        for (long seed = 1; seed <= 60_000; seed++) {
            final MecWorld world = new MecWorld(seed, quorums, 2, 2, policy);
            world.run(60 + (int) seed % 400);
            world.heal();
            if (world.problem() != null && world.problem().startsWith(prefix)) {
                return "seed " + seed + ": " + world.problem();
            }
        }
        return null;
    }
}
