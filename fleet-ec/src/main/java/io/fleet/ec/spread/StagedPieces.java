package io.fleet.ec.spread;

import java.util.Arrays;

/** Pieces on their way to being durable: whose they are, by a small number that the log tells again. */
final class StagedPieces {
    private static final int FIRST_CAPACITY = 64;

    private int[] places = new int[FIRST_CAPACITY];
    private int[] generations = new int[FIRST_CAPACITY];
    private int[] pieces = new int[FIRST_CAPACITY];
    private int[] free = new int[FIRST_CAPACITY];
    private int freed;
    private int used;

    /** The number that {@link #take} will use. */
    int next() {
        return freed > 0 ? free[freed - 1] : used;
    }

    void take(final int place, final int generation, final int piece) {
        final int number = next();
        if (freed > 0) {
            freed--;
        } else {
            used++;
        }
        if (number == places.length) {
            places = Arrays.copyOf(places, 2 * number);
            generations = Arrays.copyOf(generations, 2 * number);
            pieces = Arrays.copyOf(pieces, 2 * number);
            free = Arrays.copyOf(free, 2 * number);
        }
        places[number] = place;
        generations[number] = generation;
        pieces[number] = piece;
    }

    int place(final int number) {
        return places[number];
    }

    int generation(final int number) {
        return generations[number];
    }

    int piece(final int number) {
        return pieces[number];
    }

    void release(final int number) {
        free[freed++] = number;
    }
}
