package io.fleet.testkit.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.sim.NodeClock;
import io.fleet.testkit.sim.SimScheduler;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
    private static final long FROM = 1_000_000;
    private static final long UNTIL = 5_000_000_000L;

    @Test
    void shouldDrawEnoughFaultsOfEnoughKindsWithinTheSpan() {
        for (int nodes = 1; nodes <= 7; nodes++) {
            for (int seed = 0; seed < 300; seed++) {
                final FaultPlan plan = draw(nodes, seed);
                final Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
                long before = FROM;
                for (final Fault fault : plan.faults()) {
                    kinds.add(fault.kind());
                    assertTrue(fault.atNs() >= before && fault.endNs() <= UNTIL, fault.toString());
                    assertTrue(fault.target() >= Fault.NONE && fault.target() < nodes, fault.toString());
                    before = fault.atNs();
                }
                assertTrue(plan.faults().size() >= 20 && plan.faults().size() <= 40, "faults " + plan.faults().size());
                assertTrue(kinds.size() >= 5, "kinds " + kinds);
            }
        }
    }

    @Test
    void shouldDrawEveryKindForSomeSeed() {
        final Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        final FaultPlanConfig all = new FaultPlanConfig(5, 20, 5, FROM, UNTIL, EnumSet.allOf(FaultKind.class));
        for (int seed = 0; seed < 50; seed++) {
            FaultPlan.draw(all, new SplittableRandom(seed)).faults().forEach(fault -> kinds.add(fault.kind()));
        }
        assertEquals(EnumSet.allOf(FaultKind.class), kinds);
    }

    @Test
    void shouldLetExactlyAMajoritySurvive() {
        final Set<Integer> sets = new HashSet<>();
        for (int seed = 0; seed < 100; seed++) {
            final FaultPlan plan = draw(5, seed);
            assertEquals(3, Integer.bitCount(plan.survivors()));
            assertEquals(plan.survivors() & 1, plan.survives(0) ? 1 : 0);
            assertTrue(plan.survivors() < 32);
            sets.add(plan.survivors());
        }
        assertEquals(10, sets.size());
    }

    @Test
    void shouldDrawEveryFateOfTheOthers() {
        final Set<Fate> fates = EnumSet.noneOf(Fate.class);
        for (int seed = 0; seed < 50; seed++) {
            fates.add(draw(3, seed).fate());
        }
        assertEquals(EnumSet.allOf(Fate.class), fates);
        assertEquals(Fate.DEAD, FaultPlan.of(List.of(), 3).fate());
    }

    @Test
    void shouldDrawPausesOfTenMillisecondsToAMinute() {
        long shortest = Long.MAX_VALUE;
        long longest = 0;
        final FaultPlanConfig pauses =
            new FaultPlanConfig(3, 50, 1, FROM, 200_000_000_000L, EnumSet.of(FaultKind.PAUSE));
        for (int seed = 0; seed < 20; seed++) {
            for (final Fault pause : FaultPlan.draw(pauses, new SplittableRandom(seed)).faults()) {
                shortest = Math.min(shortest, pause.durationNs());
                longest = Math.max(longest, pause.durationNs());
            }
        }
        assertTrue(shortest < 12_000_000L, "shortest " + shortest);
        assertTrue(longest > 50_000_000_000L && longest <= 60_000_000_000L, "longest " + longest);
    }

    @Test
    void shouldDrawTheSamePlanForTheSameSeed() {
        assertEquals(draw(3, 5).faults(), draw(3, 5).faults());
        assertNotEquals(draw(3, 5).faults(), draw(3, 6).faults());
    }

    @Test
    void shouldKeepSidesOfPartitionsProper() {
        for (int seed = 0; seed < 500; seed++) {
            for (final Fault fault : draw(3, seed).faults()) {
                switch (fault.kind()) {
                    case ONE_WAY_PARTITION -> assertNotEquals(fault.target(), fault.other());
                    case SPLIT -> assertTrue(fault.other() > 0 && fault.other() < 7, fault.toString());
                    case BRIDGE -> {
                        assertEquals(1, Integer.bitCount(fault.other()));
                        assertEquals(0, fault.other() >>> fault.target() & 1);
                    }
                    case CLOCK_DRIFT ->
                        assertTrue(fault.strength() >= NodeClock.MIN_RATE && fault.strength() <= NodeClock.MAX_RATE,
                            fault.toString());
                    default -> assertTrue(fault.durationNs() >= 0);
                }
            }
        }
    }

    @Test
    void shouldBeginAndEndEveryFaultAtItsTime() {
        final FaultPlan plan = draw(3, 1);
        final SimScheduler scheduler = new SimScheduler();
        final List<Fault> begun = new ArrayList<>();
        final FaultCounters counters = new FaultCounters();
        plan.schedule(scheduler, new FaultHandler() {
            @Override
            public void begin(final Fault fault, final long nowNs) {
                assertEquals(fault.atNs(), nowNs);
                begun.add(fault);
            }

            @Override
            public void end(final Fault fault, final long nowNs) {
                assertEquals(fault.endNs(), nowNs);
                assertTrue(begun.contains(fault));
                counters.increment(fault.kind());
            }
        });
        scheduler.runUntil(UNTIL);
        assertEquals(plan.faults(), begun);
        assertEquals(begun.size(), counters.total());
        final FaultCounters sum = new FaultCounters();
        sum.add(counters);
        sum.add(counters);
        assertEquals(2 * begun.size(), sum.total());
        assertEquals(counters.kinds(), sum.kinds());
    }

    @Test
    void shouldLeaveOutKindsThatNeedMoreNodes() {
        assertTrue(FaultPlanConfig.everything(1, FROM, UNTIL).kinds().stream().noneMatch(
            EnumSet.of(FaultKind.ONE_WAY_PARTITION, FaultKind.SPLIT, FaultKind.BRIDGE)::contains));
        assertFalse(FaultPlanConfig.everything(3, FROM, UNTIL).kinds().contains(FaultKind.RING));
        assertTrue(FaultPlanConfig.everything(4, FROM, UNTIL).kinds().contains(FaultKind.RING));
        assertThrows(IllegalArgumentException.class,
            () -> new FaultPlanConfig(1, 5, 1, FROM, UNTIL, EnumSet.of(FaultKind.SPLIT)));
        assertThrows(IllegalArgumentException.class, () -> FaultPlanConfig.everything(32, FROM, UNTIL));
        assertThrows(IllegalArgumentException.class, () -> FaultPlanConfig.everything(3, FROM, FROM + 1));
        assertThrows(IllegalArgumentException.class,
            () -> new FaultPlanConfig(3, 2, 3, FROM, UNTIL, EnumSet.allOf(FaultKind.class)));
    }

    private static FaultPlan draw(final int nodes, final long seed) {
        return FaultPlan.draw(FaultPlanConfig.everything(nodes, FROM, UNTIL), new SplittableRandom(seed));
    }
}
