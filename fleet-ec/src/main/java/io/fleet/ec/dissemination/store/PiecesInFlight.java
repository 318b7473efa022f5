package io.fleet.ec.dissemination.store;

import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/** Records on their way to being durable: whose they are, by their numbers. */
final class PiecesInFlight {
    /** What {@link #remove} answers for a number that is not there. */
    static final int NONE = -1;
    private static final int FIRST_CAPACITY = 64;

    private final Long2LongHashMap indexes = new Long2LongHashMap(NONE);
    private int[] places = new int[FIRST_CAPACITY];
    private int[] generations = new int[FIRST_CAPACITY];
    private int[] pieces = new int[FIRST_CAPACITY];
    /** The record that this one takes the place of; 0 for none. */
    private long[] formers = new long[FIRST_CAPACITY];
    private int[] free = new int[FIRST_CAPACITY];
    private int freed;
    private int used;

    void take(final long number, final int place, final int generation, final int piece, final long former) {
        final int index = freed > 0 ? free[--freed] : used++;
        if (index == places.length) {
            places = Arrays.copyOf(places, 2 * index);
            generations = Arrays.copyOf(generations, 2 * index);
            pieces = Arrays.copyOf(pieces, 2 * index);
            formers = Arrays.copyOf(formers, 2 * index);
            free = Arrays.copyOf(free, 2 * index);
        }
        places[index] = place;
        generations[index] = generation;
        pieces[index] = piece;
        formers[index] = former;
        indexes.put(number, index);
    }

    /** Where a number is, and forgets it there: what is at the index stays until something else is taken. */
    int remove(final long number) {
        final int index = (int) indexes.remove(number);
        if (index != NONE) {
            free[freed++] = index;
        }
        return index;
    }

    int place(final int index) {
        return places[index];
    }

    int generation(final int index) {
        return generations[index];
    }

    int piece(final int index) {
        return pieces[index];
    }

    long former(final int index) {
        return formers[index];
    }
}
