package io.fleet.storage.coverage;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/**
 * A rare branch, by name, and how often this process took it. Marks stand where code is seldom run and matters when it
 * is: one test expects each, the simulator's report says how often seeds reached it, and metrics show it to an
 * operator. A branch that every command takes carries none.
 *
 * <p>A mark belongs to the class that declares it, as a constant: {@code private static final Mark REFUSED =
 * Mark.named("storage-node.refused");}. Threads: any; {@link #hit()} neither locks nor allocates.
 */
public final class CoverageMark {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*\\.[a-z0-9]+(-[a-z0-9]+)*");
    private static final Map<String, CoverageMark> MARKS = new ConcurrentHashMap<>();

    private final String name;
    private final LongAdder hits = new LongAdder();

    private CoverageMark(final String name) {
        this.name = name;
    }

    /**
     * Declares a mark.
     *
     * @param name the place and what happens there, as {@code place.what-happens}: lower-case words, joined by hyphens,
     *             with one dot between the two; no two marks have the same.
     * @return the mark.
     * @throws IllegalArgumentException when the name has another form, or is taken.
     */
    public static CoverageMark named(final String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("mark name '" + name + "' is not of the form place.what-happens");
        }
        final CoverageMark mark = new CoverageMark(name);
        if (MARKS.putIfAbsent(name, mark) != null) {
            throw new IllegalArgumentException("mark name '" + name + "' is taken");
        }
        return mark;
    }

    /**
     * The marks of all classes that were loaded so far.
     *
     * @return by name.
     */
    public static List<CoverageMark> all() {
        return MARKS.values().stream().sorted(Comparator.comparing(CoverageMark::name)).toList();
    }

    /** The branch is taken. */
    public void hit() {
        hits.increment();
    }

    /**
     * How often the branch was taken in this process.
     *
     * @return times.
     */
    public long hits() {
        return hits.sum();
    }

    /** What it is called. */
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return name + " " + hits();
    }
}
