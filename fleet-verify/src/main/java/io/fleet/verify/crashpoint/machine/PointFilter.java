package io.fleet.verify.crashpoint.machine;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which points are run: all, or those below a name such as {@code scattered}, {@code scattered.17},
 * {@code scattered.17/after.0} or {@code scattered.17/after.0/1/before.0}: workload, operation, moment and choice of
 * what is left, and the same of the crash inside the recovery.
 */
public final class PointFilter {
    private static final String NUMBER = "([1-9][0-9]{0,8})";
    private static final String CHOICE = "((?:before|during|after)\\.[0-9]{1,3})";
    private static final Pattern NAME = Pattern.compile("([a-z]+(?:-[a-z0-9]+)*)(?:\\." + NUMBER + "(?:/" + CHOICE
        + "(?:/" + NUMBER + "(?:/" + CHOICE + ")?)?)?)?");

    private final String[] parts;

    private PointFilter(final String... parts) {
        this.parts = parts;
    }

    public static PointFilter all() {
        return new PointFilter(null, null, null, null, null);
    }

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException when it is none.
     */
    public static PointFilter of(final String name) {
        final Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("--only is '" + name + "', but must be a workload such as scattered, or "
                + "a point such as scattered.17, scattered.17/after.0 or scattered.17/after.0/1/before.0");
        }
        return new PointFilter(matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4),
            matcher.group(5));
    }

    /** Whether whole workloads are run; otherwise no point is left out because another one leaves the same. */
    public boolean isWhole() {
        return parts[1] == null;
    }

    /** Whether recoveries are crashed too: of whole workloads, or where the name says so. */
    public boolean isDeep() {
        return isWhole() || parts[3] != null;
    }

    public boolean workload(final String name) {
        return admits(0, name);
    }

    /** Whether a second crash is named. */
    public boolean namesSecond() {
        return parts[3] != null;
    }

    /** Whether this operation is named; a whole workload names none. */
    public boolean names(final long operation) {
        return Long.toString(operation).equals(parts[1]);
    }

    /** Whether this operation of a recovery is named. */
    public boolean namesInRecovery(final long operation) {
        return Long.toString(operation).equals(parts[3]);
    }

    /**
     * Says why nothing was run.
     *
     * @param result what the named workload has.
     * @return a message that names what there is instead.
     */
    public String refusal(final WorkloadResult result) {
        final String first = parts[0] + "." + parts[1] + (parts[2] == null ? "" : "/" + parts[2]);
        final String given = "--only is '" + first + (parts[3] == null ? "" : "/" + parts[3])
            + (parts[4] == null ? "" : "/" + parts[4]) + "', but ";
        if (result.choices().isEmpty()) {
            return given + parts[0] + " has operations 1 to " + result.operations();
        }
        if (result.runs() == 0) {
            return given + "operation " + parts[1] + " of " + parts[0] + " has " + String.join(", ", result.choices());
        }
        return given + (result.secondChoices().isEmpty()
            ? "the recovery from " + first + " has no operation " + parts[3]
            : "operation " + parts[3] + " of the recovery from " + first + " has "
            + String.join(", ", result.secondChoices()));
    }

    public boolean first(final long operation, final CrashMoment moment, final int choice) {
        return admits(1, Long.toString(operation)) && admits(2, choice(moment, choice));
    }

    public boolean second(final long operation, final CrashMoment moment, final int choice) {
        return admits(3, Long.toString(operation)) && admits(4, choice(moment, choice));
    }

    public static String choice(final CrashMoment moment, final int choice) {
        return moment.text() + "." + choice;
    }

    private boolean admits(final int index, final String part) {
        return parts[index] == null || parts[index].equals(part);
    }
}
