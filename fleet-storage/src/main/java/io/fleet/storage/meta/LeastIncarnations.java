package io.fleet.storage.meta;

import io.fleet.storage.Life;
import java.util.HashMap;
import java.util.Map;

/**
 * Of other nodes the least number of a life in which they count, where others told it: a node that lost its disk may
 * have known of a life that it has not heard since (rule S15). Owned by its {@link MetaStore}, and used by the same
 * thread; at most 1,024 numbers.
 */
public final class LeastIncarnations {
    private final Map<Integer, Integer> numbers;
    private final Runnable staged;
    private Map<Integer, Integer> durable;

    LeastIncarnations(final Map<Integer, Integer> durable, final Runnable staged) {
        this.durable = durable;
        this.staged = staged;
        numbers = new HashMap<>(durable);
    }

    /**
     * The number.
     *
     * @param node of the other node.
     * @return the least number; 0 where none was told.
     */
    public int of(final int node) {
        return numbers.getOrDefault(node, 0);
    }

    /**
     * The number, as far as it is durable.
     *
     * @param node of the other node.
     * @return the least number; 0 where none was told.
     */
    public int durableOf(final int node) {
        return durable.getOrDefault(node, 0);
    }

    /**
     * Stages that a node does not count in a life of a lower number; a lower one than before changes nothing.
     *
     * @param node   0 to 1023.
     * @param number 1 to {@link Life#MAX_NUMBER}.
     */
    public void note(final int node, final int number) {
        if (node < 0 || node >= MetaImage.MAX_LIVES || number < 1 || number > Life.MAX_NUMBER) {
            throw new IllegalArgumentException("node is " + node + ", but must be from 0 to "
                + (MetaImage.MAX_LIVES - 1) + ", and the number of its life is " + number + ", but must be from 1 to "
                + Life.MAX_NUMBER);
        }
        if (number > of(node)) {
            numbers.put(node, number);
            staged.run();
        }
    }

    /** Whether numbers say more than those that are durable. */
    boolean isNew(final Map<Integer, Integer> newDurable) {
        return !durable.equals(newDurable);
    }

    void durable(final Map<Integer, Integer> newDurable) {
        durable = newDurable;
    }

    void fill(final Map<Integer, Integer> target) {
        target.putAll(numbers);
    }
}
