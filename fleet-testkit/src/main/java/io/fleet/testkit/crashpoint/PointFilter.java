package io.fleet.testkit.crashpoint;

/**
 * Which points are run: all, or those below a name such as {@code scattered.17}, {@code scattered.17/after.5} or
 * {@code scattered.17/after.5/4/before.0}: workload and operation, moment and choice of what is left, and the same of
 * the crash inside the recovery.
 */
final class PointFilter {
    private final String[] parts;

    private PointFilter(final String[] parts) {
        this.parts = parts;
    }

    static PointFilter all() {
        return new PointFilter(new String[0]);
    }

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException when it is none.
     */
    static PointFilter of(final String name) {
        final String[] slashed = name.split("/");
        final String head = slashed[0];
        final int dot = head.lastIndexOf('.');
        final boolean sound = dot > 0 && head.substring(dot + 1).matches("[1-9][0-9]{0,8}") && slashed.length <= 4
            && (slashed.length < 2 || slashed[1].matches("(before|during|after)\\.[0-9]{1,3}"))
            && (slashed.length < 3 || slashed[2].matches("[1-9][0-9]{0,8}"))
            && (slashed.length < 4 || slashed[3].matches("(before|during|after)\\.[0-9]{1,3}"));
        if (!sound) {
            throw new IllegalArgumentException("--only is " + name + ", but must be a point such as scattered.17, "
                + "scattered.17/after.5 or scattered.17/after.5/4/before.0");
        }
        final String[] parts = new String[slashed.length + 1];
        parts[0] = head.substring(0, dot);
        parts[1] = head.substring(dot + 1);
        System.arraycopy(slashed, 1, parts, 2, slashed.length - 1);
        return new PointFilter(parts);
    }

    boolean isAll() {
        return parts.length == 0;
    }

    boolean workload(final String name) {
        return admits(0, name);
    }

    boolean first(final long operation, final Moment moment, final int choice) {
        return admits(1, Long.toString(operation)) && admits(2, choice(moment, choice));
    }

    boolean second(final long operation, final Moment moment, final int choice) {
        return admits(3, Long.toString(operation)) && admits(4, choice(moment, choice));
    }

    static String choice(final Moment moment, final int choice) {
        return moment.text() + "." + choice;
    }

    private boolean admits(final int index, final String part) {
        return parts.length <= index || parts[index].equals(part);
    }
}
