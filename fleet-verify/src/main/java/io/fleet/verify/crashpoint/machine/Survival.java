package io.fleet.verify.crashpoint.machine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a crash leaves: which of the units of unsynced writes, and how much of a file that was being created.
 *
 * @param kept    the units, in the order of writing.
 * @param created bytes of the file that is being created; -1 when it is not there, or there is none.
 */
public record Survival(BitSet kept, long created) {
    /** Up to so many units every subset is run. */
    static final int ALL_SUBSETS = 6;
    private static final int NONE = -1;
    private static final int EDGE = 7;
    private static final int BETWEEN = 6;

    /** The choices for a number of units: at most 64. */
    public static List<Survival> of(final int units) {
        final List<Survival> all = new ArrayList<>();
        subsets(units).forEach(kept -> all.add(new Survival(kept, NONE)));
        return all;
    }

    /** The choices while a file is created: each bound of its first and last sectors and pages, nothing else or all. */
    static List<Survival> ofCreation(final int units, final long length) {
        final Set<Long> lengths = new LinkedHashSet<>(List.of(0L));
        lengths.add(Math.min(length, CrashMachine.SECTOR));
        lengths.add(Math.min(length, Page.LENGTH));
        lengths.add(Math.max(0, length - Page.LENGTH));
        lengths.add(Math.max(0, length - CrashMachine.SECTOR));
        lengths.add(length);
        final BitSet every = new BitSet();
        every.set(0, units);
        final List<Survival> all = new ArrayList<>();
        for (final long created : lengths) {
            all.add(new Survival(new BitSet(), created));
            if (units > 0) {
                all.add(new Survival(every, created));
            }
        }
        return all;
    }

    /**
     * Every subset of few units. Of many: none, all, and, for the first and the last seven units and six in even
     * distances between (for all, where there are no more than twenty), the prefix that ends before it, the unit alone,
     * and all but it.
     */
    private static Set<BitSet> subsets(final int units) {
        final Set<BitSet> subsets = new LinkedHashSet<>();
        if (units <= ALL_SUBSETS) {
            for (long bits = 0; bits < 1L << units; bits++) {
                subsets.add(BitSet.valueOf(new long[] {bits}));
            }
            return subsets;
        }
        final BitSet all = new BitSet();
        all.set(0, units);
        subsets.add(new BitSet());
        subsets.add(all);
        for (final int unit : edges(units)) {
            final BitSet prefix = new BitSet();
            prefix.set(0, unit);
            final BitSet alone = new BitSet();
            alone.set(unit);
            final BitSet allBut = (BitSet) all.clone();
            allBut.clear(unit);
            subsets.add(prefix);
            subsets.add(alone);
            subsets.add(allBut);
        }
        return subsets;
    }

    private static Set<Integer> edges(final int units) {
        final Set<Integer> chosen = new LinkedHashSet<>();
        for (int i = 0; i < units; i++) {
            if (units <= 2 * EDGE + BETWEEN || i < EDGE || i >= units - EDGE) {
                chosen.add(i);
            }
        }
        for (int i = 1; i <= BETWEEN && units > 2 * EDGE + BETWEEN; i++) {
            chosen.add(EDGE + (units - 2 * EDGE) * i / (BETWEEN + 1));
        }
        return chosen;
    }
}
