package io.fleet.ec.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.common.Counter;
import io.fleet.ec.consensus.SlotConsensusCounters;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.node.link.LinkCounters;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CodedMetersTest {
    /** What is told elsewhere, in other words, and what falls again. */
    private static final Set<String> NOT_TOLD = Set.of("sent", "served", "gatheringBytes", "mostGatheringBytes",
        "copiedBytes", "cacheBytes");

    private final SlotConsensusCounters consensus = new SlotConsensusCounters();
    private final SpreadCounters spread = new SpreadCounters();
    private final LinkCounters host = new LinkCounters();
    private final List<ModeCounter> all = CodedMeters.of(consensus, spread, host);

    /** Gives every counter another value and looks which meter tells it. */
    @Test
    void shouldTellEveryCounterOnce() throws IllegalAccessException {
        final Set<Long> expected = new TreeSet<>();
        for (final Object counters : new Object[] {consensus, spread, host}) {
            for (final Field field : counters.getClass().getFields()) {
                if (field.getType() == Counter.class
                    && !(counters == spread && NOT_TOLD.contains(field.getName()))) {
                    ((Counter) field.get(counters)).set(expected.size() + 1);
                    expected.add(expected.size() + 1L);
                }
            }
        }
        assertEquals(expected, all.stream().map(each -> each.counter().get()).collect(Collectors.toSet()));
        assertEquals(expected.size(), all.size());
        assertEquals(all.size(), all.stream().map(ModeCounter::name).distinct().count());
    }

    @Test
    void shouldTellWhatMayFallAsAGauge() {
        assertEquals(Set.of("coded.held.parts", "coded.held.part.bytes", "coded.dead.part.bytes",
            "coded.undecided.parts"), all.stream().filter(ModeCounter::isGauge).map(ModeCounter::name)
                .collect(Collectors.toSet()));
    }
}
