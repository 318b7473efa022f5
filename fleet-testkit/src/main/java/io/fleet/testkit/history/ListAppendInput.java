package io.fleet.testkit.history;

import java.util.List;

/**
 * An atomic operation on several lists: appends and reads, in this order. Its answer has, for each read, the list as
 * the read saw it, the operation's own earlier appends included.
 *
 * @param steps what to do; copied.
 */
public record ListAppendInput(List<Step> steps) {
    /**
     * One append or read.
     *
     * @param isAppend whether it appends.
     * @param key      which list.
     * @param element  what is appended, never twice to one list; 0 for a read.
     */
    public record Step(boolean isAppend, long key, long element) {
        @Override
        public String toString() {
            return isAppend ? "append " + key + " " + element : "read " + key;
        }
    }

    /**
     * Copies the steps.
     *
     * @param steps see above.
     */
    public ListAppendInput {
        steps = List.copyOf(steps);
    }

    /**
     * An append.
     *
     * @param key     which list.
     * @param element what is appended.
     * @return the step.
     */
    public static Step append(final long key, final long element) {
        return new Step(true, key, element);
    }

    /**
     * A read.
     *
     * @param key which list.
     * @return the step.
     */
    public static Step read(final long key) {
        return new Step(false, key, 0);
    }

    /**
     * An operation of some steps.
     *
     * @param steps what to do.
     * @return the operation.
     */
    public static ListAppendInput of(final Step... steps) {
        return new ListAppendInput(List.of(steps));
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (final Step step : steps) {
            text.append(text.length() == 0 ? "" : ", ").append(step);
        }
        return text.toString();
    }
}
