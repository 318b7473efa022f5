package io.fleet.verify.torture.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultPlansTest {
    private static final Duration LENGTH = Duration.ofMinutes(10);
    private static final Set<FaultGroup> ALL = EnumSet.allOf(FaultGroup.class);

    @Test
    void shouldDrawTheSamePlanFromTheSameSeed() {
        assertEquals(FaultPlans.drawn(LENGTH, 7, ALL, true), FaultPlans.drawn(LENGTH, 7, ALL, true));
        assertNotEquals(FaultPlans.drawn(LENGTH, 7, ALL, true), FaultPlans.drawn(LENGTH, 8, ALL, true));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldDrawEveryKindBeforeOneComesAgain(final boolean isLed) {
        final List<Fault> plan = FaultPlans.drawn(LENGTH, 1, ALL, isLed);
        final Set<Fault.Kind> all = EnumSet.allOf(Fault.Kind.class);
        all.removeIf(kind -> !kind.suits(isLed));
        final int kinds = all.size();
        assertTrue(plan.size() > 3 * kinds, () -> plan.size() + " faults");
        for (int i = 0; i + kinds <= plan.size(); i += kinds) {
            assertEquals(all, plan.subList(i, i + kinds).stream().map(Fault::kind).collect(Collectors.toSet()));
        }
    }

    @Test
    void shouldAskForNoLeaderWhereNoneLeads() {
        final Set<Fault.Kind> led = EnumSet.of(Fault.Kind.KILL_LEADER, Fault.Kind.KILL_FOLLOWER,
            Fault.Kind.PAUSE_LEADER, Fault.Kind.PAUSE_FOLLOWER, Fault.Kind.ISOLATE_LEADER,
            Fault.Kind.ISOLATE_FOLLOWER, Fault.Kind.KILL_NEXT_LEADER);
        final Set<Fault.Kind> leaderless = EnumSet.of(Fault.Kind.KILL_NODE, Fault.Kind.PAUSE_NODE,
            Fault.Kind.ISOLATE_NODE);
        for (final Fault.Kind kind : Fault.Kind.values()) {
            assertEquals(!leaderless.contains(kind), kind.suits(true), kind::toString);
            assertEquals(!led.contains(kind), kind.suits(false), kind::toString);
        }
    }

    @Test
    void shouldDrawOneFaultAfterTheOtherWithinTheLength() {
        long free = 0;
        for (final Fault fault : FaultPlans.drawn(LENGTH, 2, ALL, true)) {
            assertTrue(fault.atMillis() >= free && fault.atMillis() < LENGTH.toMillis(), fault::toString);
            assertTrue(fault.lengthMillis() >= 0 && fault.lengthMillis() <= 12_000 && fault.pick() >= 0,
                fault::toString);
            free = fault.atMillis() + fault.lengthMillis() + 500;
        }
    }

    @Test
    void shouldDrawPausesFromATenthOfASecondToTenSeconds() {
        final Set<FaultGroup> pauses = EnumSet.of(FaultGroup.PAUSES);
        for (final Fault fault : FaultPlans.drawn(LENGTH, 3, pauses, true)) {
            assertTrue(fault.lengthMillis() >= 100 && fault.lengthMillis() <= 10_000, fault::toString);
        }
    }

    @Test
    void shouldDrawOnlyWhatIsAskedFor() {
        for (final FaultGroup group : FaultGroup.values()) {
            final List<Fault> plan = FaultPlans.drawn(LENGTH, 4, EnumSet.of(group), true);
            assertTrue(plan.size() > 10, group::toString);
            plan.forEach(fault -> assertEquals(group, fault.kind().group()));
            plan.forEach(fault -> assertEquals(group == FaultGroup.NETWORKS, !fault.weather().isClear(),
                fault::toString));
        }
    }

    @Test
    void shouldKillALeaderEveryFiveSecondsWhereItIsLeadersAlone() {
        final List<Fault> plan = FaultPlans.drawn(Duration.ofSeconds(21), 6, EnumSet.of(FaultGroup.LEADERS), true);
        assertEquals(List.of(5_000L, 10_000L, 15_000L, 20_000L), plan.stream().map(Fault::atMillis).toList());
        plan.forEach(fault -> assertEquals(Fault.Kind.KILL_NEXT_LEADER, fault.kind()));
    }

    @Test
    void shouldAddWeatherToOtherFaults() {
        final List<Fault> plan = FaultPlans.drawn(LENGTH, 5, ALL, true);
        assertTrue(plan.stream().anyMatch(each -> each.kind().group() == FaultGroup.KILLS && each.weather().isClear()));
        assertTrue(plan.stream().anyMatch(each -> each.kind() != Fault.Kind.BAD_NETWORK && !each.weather().isClear()));
    }
}
