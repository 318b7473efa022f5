package io.fleet.verify.shrink;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Delta debugging: leaves out pieces of a list, large ones first, as long as what is left still has a property. */
final class Minimum {
    private Minimum() {
    }

    /**
     * A part of a list that has the property and loses it when any one element is left out; unless the property does
     * not stay the same for the same list, or stops to hold for a reason of its own.
     *
     * @param all    has the property.
     * @param pieces a list is cut into so many pieces at most; with fewer than it has elements, what is left may have
     *               some that could be left out.
     * @param holds  the property.
     * @return elements in their order.
     */
    static <T> List<T> of(final List<T> all, final int pieces, final Predicate<List<T>> holds) {
        if (all.isEmpty() || holds.test(List.of())) {
            return List.of();
        }
        List<T> left = all;
        int piece = Math.max(1, all.size() / 2);
        while (true) {
            final List<T> before = left;
            left = withoutPieces(left, piece, holds);
            final int finest = Math.max(1, left.size() / pieces);
            if (piece > finest) {
                piece = Math.max(finest, Math.min(piece / 2, left.size() / 2));
            } else if (left.size() == before.size()) {
                return left;
            }
        }
    }

    private static <T> List<T> withoutPieces(final List<T> list, final int piece, final Predicate<List<T>> holds) {
        List<T> left = list;
        int end = left.size();
        while (end > 0 && left.size() > 1) {
            final int begin = Math.max(0, end - piece);
            final List<T> fewer = new ArrayList<>(left.subList(0, begin));
            fewer.addAll(left.subList(end, left.size()));
            if (!fewer.isEmpty() && holds.test(fewer)) {
                left = fewer;
            }
            end = begin;
        }
        return left;
    }
}
