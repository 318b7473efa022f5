package io.fleet.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.TableUse;
import io.fleet.consensus.common.Counter;
import io.fleet.node.status.NodeCounters;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MetersTest {
    private static final Pattern NAME = Pattern.compile("fleet\\.(group|node|client)(\\.[a-z]+)+");

    @Test
    void shouldTellEveryCounterOfAGroupOnce() throws Exception {
        assertTellsEachOnce(new GroupCounters(), Meters.OF_GROUP, Set.of("applyingLsn", "snapshotLsn", "trimmedLsn",
            "forgottenLsn", "configuration"));
    }

    @Test
    void shouldTellEveryCounterOfANodeOnce() throws Exception {
        assertTellsEachOnce(new NodeCounters(), Meters.OF_NODE, Set.of("remoteClients"));
    }

    @Test
    void shouldTellHowFullEveryTableIs() throws Exception {
        final TableUse use = new TableUse();
        long value = 0;
        for (final Field field : TableUse.class.getFields()) {
            ((Counter) field.get(use)).set(++value);
        }
        assertEquals(Meters.OF_TABLES.size(), value);
        assertEquals(value, Meters.OF_TABLES.stream().map(meter -> meter.value().apply(use).get()).distinct().count());
    }

    @Test
    void shouldNameMetersAlike() {
        final List<String> names = new ArrayList<>();
        Meters.OF_GROUP.forEach(meter -> names.add(meter.name()));
        Meters.OF_NODE.forEach(meter -> names.add(meter.name()));
        Meters.OF_STATUS.forEach(meter -> names.add(meter.name()));
        Meters.OF_TABLES.forEach(meter -> names.add(meter.name()));
        Meters.OF_CLIENTS.forEach(meter -> names.add(meter.name()));
        names.forEach(name -> assertTrue(NAME.matcher(name).matches(), name));
        assertEquals(names.size(), Set.copyOf(names).size(), "a name is used twice: " + names);
    }

    /** Gives every counter another value and looks which meter tells it. */
    private static <T> void assertTellsEachOnce(final T counters, final List<CounterMeter<T>> meters,
                                                final Set<String> gauges) throws Exception {
        final Set<Long> expected = new TreeSet<>();
        long value = 0;
        for (final Counter counter : countersOf(counters, gauges)) {
            counter.set(++value);
            expected.add(value);
        }
        assertTrue(value > 0);
        final Set<Long> told = new TreeSet<>();
        meters.forEach(meter -> told.add(meter.counter().apply(counters).get()));
        assertEquals(expected, told);
        assertEquals(expected.size(), meters.size());
    }

    /** Those of an object, and of those that it holds. */
    private static List<Counter> countersOf(final Object counters, final Set<String> gauges) throws Exception {
        final List<Counter> all = new ArrayList<>();
        for (final Field field : counters.getClass().getFields()) {
            if (field.getType() == Counter.class && !gauges.contains(field.getName())) {
                all.add((Counter) field.get(counters));
            } else if (field.getType().getSimpleName().endsWith("Counters")) {
                all.addAll(countersOf(field.get(counters), gauges));
            }
        }
        return all;
    }
}
