package io.fleet.verify.torture.history;

import io.fleet.testkit.history.History;
import java.util.ArrayList;
import java.util.List;

/**
 * What all clients ask and hear, in one order, and how long none of them heard anything. Any thread; the lock is what
 * makes the order: an operation is recorded before it is sent and after it was answered.
 */
public final class Recorder {
    private static final int MAX_REFUSALS = 20;

    private final History<KvInput, String> history = new History<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();
    private boolean watching;
    private long lastAnswerNs;
    private long answered;
    private long unknown;
    private long longestGapNs;

    /**
     * A time without any answer.
     *
     * @param fromNs the answer before it, as {@link System#nanoTime}.
     * @param toNs   the answer after it.
     */
    public record Gap(long fromNs, long toNs) {
        /** Shorter ones are not kept. */
        static final long LEAST_NS = 100_000_000;

        public long lengthNs() {
            return toNs - fromNs;
        }
    }

    /** A client is about to ask; gives what names the operation below. */
    public synchronized int invoke(final int client, final KvInput input) {
        return history.invoke(client, input, System.nanoTime());
    }

    public synchronized void ok(final int operation, final String output) {
        final long nowNs = System.nanoTime();
        history.ok(operation, output, nowNs);
        answered++;
        answered(nowNs);
    }

    public synchronized void unknown(final int operation) {
        unknown++;
        history.unknown(operation, System.nanoTime());
    }

    public synchronized void notApplied(final int operation) {
        history.notApplied(operation, System.nanoTime());
    }

    /** The server said something that it never should have to these clients. */
    public synchronized void refused(final int operation, final KvInput input, final String error) {
        history.unknown(operation, System.nanoTime());
        refused(input.toString(), error);
    }

    /** The same, of what is no part of the history. */
    public synchronized void refused(final String what, final String error) {
        if (refusals.size() < MAX_REFUSALS) {
            refusals.add(what + " was answered with: " + error);
        }
    }

    /** From now on times without an answer are noted. */
    public synchronized void watch() {
        watching = true;
        lastAnswerNs = System.nanoTime();
    }

    /** Ends what {@link #watch} began; a time without an answer may reach up to now. */
    public synchronized void unwatch() {
        answered(System.nanoTime());
        watching = false;
    }

    /** How it goes, for a line of progress. */
    public synchronized String progress() {
        final long waitedNs = Math.max(0, System.nanoTime() - lastAnswerNs);
        return history.operations().size() + " operations, " + answered + " answered, " + unknown
            + " unknown, longest gap " + Math.max(longestGapNs, waitedNs) / 1_000_000 + " ms";
    }

    /** The longest time without an answer, in milliseconds. */
    public synchronized long longestGapMillis() {
        return longestGapNs / 1_000_000;
    }

    /** When a client was answered last. */
    public synchronized long lastAnswerNs() {
        return lastAnswerNs;
    }

    /** The times without an answer, oldest first; call when clients have ended, as the rest. */
    public synchronized List<Gap> gaps() {
        return List.copyOf(gaps);
    }

    public synchronized History<KvInput, String> history() {
        return history;
    }

    public synchronized List<String> refusals() {
        return List.copyOf(refusals);
    }

    private void answered(final long nowNs) {
        longestGapNs = watching ? Math.max(longestGapNs, nowNs - lastAnswerNs) : longestGapNs;
        if (watching && nowNs - lastAnswerNs >= Gap.LEAST_NS) {
            gaps.add(new Gap(lastAnswerNs, nowNs));
        }
        lastAnswerNs = nowNs;
    }
}
