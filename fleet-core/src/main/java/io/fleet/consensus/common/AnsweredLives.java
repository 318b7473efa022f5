package io.fleet.consensus.common;

import io.fleet.consensus.membership.Configuration;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * In which lives those who answered a question know each other (S15), and so which answers count beside each other: one
 * that was given in a life below the number that another answer names does not count with that. What one of them says
 * of others is not believed against all: where enough of them agree without it, they count without it. Used by one
 * thread.
 */
public final class AnsweredLives {
    /** A number that is so far above the one that enough others know is nobody's. */
    public static final int MAX_JUMP = 10_000;

    /** In which life each has answered; -1 where none has. */
    private final int[] numbers = new int[Configuration.SLOTS];
    private final int[][] named = new int[Configuration.SLOTS][];

    /** Nobody has answered. */
    public AnsweredLives() {
        forget();
    }

    /** Forgets all answers. */
    public void forget() {
        Arrays.fill(numbers, -1);
    }

    /**
     * An answer. It takes the place of an earlier one of the same; but what was named once in the same life stays: one
     * may know less when it answers again, since it leads no longer.
     *
     * @param place  of who gave it, 0 to {@link Configuration#SLOTS} - 1.
     * @param number of the life in which it was given.
     * @param names  by place, the least number of a life in which who gave it counts each; copied.
     * @param count  how many of them there are.
     */
    public void put(final int place, final int number, final int[] names, final int count) {
        if (named[place] == null) {
            named[place] = new int[Configuration.SLOTS];
        }
        if (numbers[place] != number) {
            Arrays.fill(named[place], 0);
            numbers[place] = number;
        }
        for (int i = 0; i < count && i < Configuration.SLOTS; i++) {
            named[place][i] = Math.max(named[place][i], names[i]);
        }
    }

    /**
     * Those whose answers count beside each other.
     *
     * @param set      places of whom to look at, as bits; who has not answered is left out.
     * @param isEnough whether places are enough.
     * @return places that are enough; 0 where none are.
     */
    public long among(final long set, final LongPredicate isEnough) {
        long here = 0;
        for (long left = set; left != 0; left &= left - 1) {
            here |= numbers[Long.numberOfTrailingZeros(left)] >= 0 ? Long.lowestOneBit(left) : 0;
        }
        final long all = here & ~refuted(here, here);
        if (isEnough.test(all)) {
            return all;
        }
        for (long left = here; left != 0; left &= left - 1) {
            final long one = Long.lowestOneBit(left);
            final long others = here & ~one;
            final long without = refuted(one, here) == 0 ? 0 : others & ~refuted(others, others);
            if (without != 0 && isEnough.test(without)) {
                return without;
            }
        }
        return 0;
    }

    /**
     * The least number of a life in which a node counts, as those say who count beside each other: the highest that one
     * of them names, but none that is over {@link #MAX_JUMP} above what enough of them name.
     *
     * @param set    places of whom to ask, as bits; all have answered.
     * @param place  of the node.
     * @param enough so many are not all wrong.
     * @return the number; 0 where none is named.
     */
    public int leastNumber(final long set, final int place, final int enough) {
        final int[] names = new int[Long.bitCount(set)];
        int count = 0;
        for (long left = set; left != 0; left &= left - 1) {
            names[count++] = named[Long.numberOfTrailingZeros(left)][place];
        }
        Arrays.sort(names);
        final int sure = count < enough ? 0 : names[count - enough];
        int least = 0;
        for (final int name : names) {
            least = name <= sure + MAX_JUMP ? name : least;
        }
        return least;
    }

    /** Those of a set of whom others know a later life than that in which they have answered. */
    private long refuted(final long by, final long set) {
        long refuted = 0;
        for (long left = by; left != 0; left &= left - 1) {
            final int[] names = named[Long.numberOfTrailingZeros(left)];
            for (long other = set & ~Long.lowestOneBit(left); other != 0; other &= other - 1) {
                final int place = Long.numberOfTrailingZeros(other);
                refuted |= names[place] > numbers[place] ? 1L << place : 0;
            }
        }
        return refuted;
    }
}
