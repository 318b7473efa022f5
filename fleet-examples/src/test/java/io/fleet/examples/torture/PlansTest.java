package io.fleet.examples.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlansTest {
    private static final Duration LENGTH = Duration.ofMinutes(10);
    private static final Set<FaultGroup> ALL = EnumSet.allOf(FaultGroup.class);

    @Test
    void shouldDrawTheSamePlanFromTheSameSeed() {
        assertEquals(Plans.drawn(LENGTH, 7, ALL), Plans.drawn(LENGTH, 7, ALL));
        assertNotEquals(Plans.drawn(LENGTH, 7, ALL), Plans.drawn(LENGTH, 8, ALL));
    }

    @Test
    void shouldDrawEveryKindBeforeOneComesAgain() {
        final List<Fault> plan = Plans.drawn(LENGTH, 1, ALL);
        final int kinds = Fault.Kind.values().length;
        assertTrue(plan.size() > 3 * kinds, () -> plan.size() + " faults");
        for (int i = 0; i + kinds <= plan.size(); i += kinds) {
            assertEquals(EnumSet.allOf(Fault.Kind.class),
                plan.subList(i, i + kinds).stream().map(Fault::kind).collect(Collectors.toSet()));
        }
    }

    @Test
    void shouldDrawOneFaultAfterTheOtherWithinTheLength() {
        long free = 0;
        for (final Fault fault : Plans.drawn(LENGTH, 2, ALL)) {
            assertTrue(fault.atMillis() >= free && fault.atMillis() < LENGTH.toMillis(), fault::toString);
            assertTrue(fault.lengthMillis() >= 0 && fault.lengthMillis() <= 12_000 && fault.pick() >= 0,
                fault::toString);
            free = fault.atMillis() + fault.lengthMillis() + 500;
        }
    }

    @Test
    void shouldDrawPausesFromATenthOfASecondToTenSeconds() {
        final Set<FaultGroup> pauses = EnumSet.of(FaultGroup.PAUSES);
        for (final Fault fault : Plans.drawn(LENGTH, 3, pauses)) {
            assertTrue(fault.lengthMillis() >= 100 && fault.lengthMillis() <= 10_000, fault::toString);
        }
    }

    @Test
    void shouldDrawOnlyWhatIsAskedFor() {
        for (final FaultGroup group : FaultGroup.values()) {
            final List<Fault> plan = Plans.drawn(LENGTH, 4, EnumSet.of(group));
            assertTrue(plan.size() > 10, group::toString);
            plan.forEach(fault -> assertEquals(group, fault.kind().group()));
            plan.forEach(fault -> assertEquals(group == FaultGroup.NETWORKS, !fault.weather().isClear(),
                fault::toString));
        }
    }

    @Test
    void shouldAddWeatherToOtherFaults() {
        final List<Fault> plan = Plans.drawn(LENGTH, 5, ALL);
        assertTrue(plan.stream().anyMatch(each -> each.kind().group() == FaultGroup.KILLS && each.weather().isClear()));
        assertTrue(plan.stream().anyMatch(each -> each.kind() != Fault.Kind.BAD_NETWORK && !each.weather().isClear()));
    }
}
