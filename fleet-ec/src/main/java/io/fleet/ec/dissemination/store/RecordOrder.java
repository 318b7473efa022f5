package io.fleet.ec.dissemination.store;

import java.util.Arrays;

/**
 * The records of a node's parts in its log, in the order of their numbers, from the lowest that the log may still have
 * to keep: what is in front of the first one that is needed may go. A record is needed while the part says that its
 * piece is there.
 */
final class RecordOrder {
    private static final int FIRST_CAPACITY = 1024;

    private long[] numbers = new long[FIRST_CAPACITY];
    private int[] places = new int[FIRST_CAPACITY];
    private int[] pieces = new int[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private int head;
    private int size;
    private long bytes;

    /** One more; above all others. */
    void add(final long number, final int place, final int piece, final int length) {
        if (size == numbers.length) {
            grow();
        }
        final int at = head + size++ & numbers.length - 1;
        numbers[at] = number;
        places[at] = place;
        pieces[at] = piece;
        lengths[at] = length;
        bytes += length;
    }

    int size() {
        return size;
    }

    /** Bytes of all of them. */
    long bytes() {
        return bytes;
    }

    long number(final int rank) {
        return numbers[head + rank & numbers.length - 1];
    }

    int place(final int rank) {
        return places[head + rank & numbers.length - 1];
    }

    int piece(final int rank) {
        return pieces[head + rank & numbers.length - 1];
    }

    int length(final int rank) {
        return lengths[head + rank & numbers.length - 1];
    }

    /** The lowest is not needed any more. */
    void removeFirst() {
        bytes -= lengths[head];
        head = head + 1 & numbers.length - 1;
        size--;
    }

    /** Brings what was added in another order into that of the numbers. */
    void sort() {
        final Integer[] order = new Integer[size];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (one, other) -> Long.compare(number(one), number(other)));
        final RecordOrder sorted = new RecordOrder();
        for (final int rank : order) {
            sorted.add(number(rank), place(rank), piece(rank), length(rank));
        }
        numbers = sorted.numbers;
        places = sorted.places;
        pieces = sorted.pieces;
        lengths = sorted.lengths;
        head = sorted.head;
    }

    private void grow() {
        final long[] oldNumbers = numbers;
        final int[] oldPlaces = places;
        final int[] oldPieces = pieces;
        final int[] oldLengths = lengths;
        numbers = new long[2 * size];
        places = new int[2 * size];
        pieces = new int[2 * size];
        lengths = new int[2 * size];
        for (int i = 0; i < size; i++) {
            final int from = head + i & size - 1;
            numbers[i] = oldNumbers[from];
            places[i] = oldPlaces[from];
            pieces[i] = oldPieces[from];
            lengths[i] = oldLengths[from];
        }
        head = 0;
    }
}
