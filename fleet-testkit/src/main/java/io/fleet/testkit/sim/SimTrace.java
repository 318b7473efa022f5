package io.fleet.testkit.sim;

import java.io.PrintStream;
import java.util.function.Supplier;

/**
 * What happened, as a hash that two runs of one seed share, and, when asked for, as readable lines. A step is hashed
 * always and printed only with an output; {@link #note} is printed only, for what would be dear to format.
 */
public final class SimTrace {
    private final PrintStream out;
    private long hash = SimHash.START;
    private long steps;

    /** Creates a trace that is hashed only. */
    public SimTrace() {
        this(null);
    }

    /**
     * Creates a trace.
     *
     * @param out where readable lines go; null for none. Stays the caller's.
     */
    public SimTrace(final PrintStream out) {
        this.out = out;
    }

    /**
     * Whether lines are printed.
     *
     * @return true when {@link #note} has an effect.
     */
    public boolean isReadable() {
        return out != null;
    }

    /**
     * Records one step.
     *
     * @param nowNs virtual time.
     * @param what  a constant that names the kind of step.
     * @param a     first detail.
     * @param b     second detail.
     * @param c     third detail.
     */
    public void step(final long nowNs, final String what, final long a, final long b, final long c) {
        step(nowNs, what, a, b, "", c);
    }

    /**
     * Records one step whose last detail has a name, which is printed before it and does not change the hash.
     *
     * @param nowNs virtual time.
     * @param what  a constant that names the kind of step.
     * @param a     first detail.
     * @param b     second detail.
     * @param name  of the third; empty for none.
     * @param c     third detail.
     */
    public void step(final long nowNs, final String what, final long a, final long b, final String name,
                     final long c) {
        steps++;
        hash = SimHash.mix(SimHash.mix(hash, nowNs ^ (long) what.hashCode() << Integer.SIZE),
            SimHash.mix(a ^ Long.rotateLeft(b, Integer.SIZE), c));
        if (out != null) {
            print(nowNs, what + " " + a + " " + b + (name.isEmpty() ? "" : " " + name) + " " + c);
        }
    }

    /**
     * Prints one line; does not change the hash.
     *
     * @param nowNs virtual time.
     * @param text  makes the line; not asked where nothing is printed.
     */
    public void note(final long nowNs, final Supplier<String> text) {
        if (out != null) {
            print(nowNs, text.get());
        }
    }

    /** The hash of all steps so far. */
    public long hash() {
        return hash;
    }

    /** How many steps were recorded. */
    public long steps() {
        return steps;
    }

    private void print(final long nowNs, final String text) {
        final String micros = Long.toString(nowNs / 1000);
        out.println(" ".repeat(Math.max(0, 10 - micros.length())) + micros + "us " + text);
    }
}
