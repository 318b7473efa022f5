package io.fleet.testkit.run.check;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReadResult;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.history.SequentialModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds reads beside the log to what {@link ReadConsistency} says, by the LSN that each answer reflects: a linearizable
 * one reflects all that anybody was answered before it was submitted, one of a bounded age all that was answered so
 * long before, and every one all that its own client was answered. And what it answers is what the model says of the
 * commands up to that LSN, which replicas were seen to apply.
 *
 * @param <I> what is asked for.
 * @param <O> what is answered.
 */
public final class ReadChecker<I, O> {
    private static final long MS = 1_000_000;

    private final Violations violations;
    private final double slowestClock;
    private final List<Answered> answered = new ArrayList<>();
    private final List<Seen<I, O>> seen = new ArrayList<>();
    private final List<Applied<I>> applied = new ArrayList<>();

    /** By when which LSN was in somebody's answer; both rise. */
    private record Answered(long atNs, long lsn) {
    }

    /** A read that was answered. */
    private record Seen<I, O>(Asked<I> asked, long lsn, O answer) {
    }

    /** A command that was applied. */
    private record Applied<I>(I input, long lsn) {
    }

    /** A read that waits for its answer. */
    public static final class Asked<I> {
        private final String name;
        private final I input;
        private final ReadConsistency consistency;
        private final long own;
        private final long atNs;

        public Asked(final String name, final I input, final ReadConsistency consistency, final long own,
                     final long atNs) {
            this.name = name;
            this.input = input;
            this.consistency = consistency;
            this.own = own;
            this.atNs = atNs;
        }

        ReadConsistency consistency() {
            return consistency;
        }

        @Override
        public String toString() {
            return name + " (" + consistency + ": " + input + ")";
        }
    }

    /** Clocks of nodes run at least so fast: 1 where they are right. */
    public ReadChecker(final Violations violations, final double slowestClock) {
        this.violations = violations;
        this.slowestClock = slowestClock;
    }

    /** Somebody was answered by a command, or by a linearizable read, that reflects an LSN. */
    public void answered(final long lsn, final long nowNs) {
        if (answered.isEmpty() || lsn > answered.get(answered.size() - 1).lsn) {
            answered.add(new Answered(nowNs, lsn));
        }
    }

    /** The highest LSN in answers that came before a time. */
    private long answeredBefore(final long atNs) {
        int low = 0;
        int high = answered.size();
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (answered.get(middle).atNs < atNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? 0 : answered.get(low - 1).lsn;
    }

    /** A read was answered. */
    public void onAnswer(final Asked<I> asked, final long lsn, final long staleNs, final O answer, final long nowNs) {
        if (lsn < asked.own && !asked.consistency.isLinearizable()) {
            violations.report(asked + " reflects LSN " + lsn + ", and its client was answered by " + asked.own);
        }
        switch (asked.consistency.level()) {
            case LINEARIZABLE_QUORUM, LINEARIZABLE_LEASE -> {
                requireAll(asked, lsn, 0);
                answered(lsn, nowNs);
            }
            case BOUNDED_STALE -> {
                requireAll(asked, lsn, Math.min(asked.consistency.maxMillis() * MS, Math.max(0, staleNs)));
                if (staleNs > asked.consistency.maxMillis() * MS) {
                    violations.report(asked + " is answered by a state that may be " + staleNs + " ns old");
                }
            }
            default -> {
                if (staleNs != ReadResult.UNKNOWN) {
                    requireAll(asked, lsn, Math.max(0, staleNs));
                }
            }
        }
        seen.add(new Seen<>(asked, lsn, answer));
    }

    /** The replica has measured the time with its clock. */
    private void requireAll(final Asked<I> asked, final long lsn, final long staleNs) {
        final long needed = answeredBefore(asked.atNs - (long) Math.ceil(staleNs / slowestClock));
        if (lsn < needed) {
            violations.report(asked + " reflects LSN " + lsn + ", but LSN " + needed + " was in an answer "
                + (staleNs == 0 ? "" : staleNs + " ns ") + "before it was submitted");
        }
    }

    /** What replicas were seen to apply; in its order, when all is over. */
    public void onApplied(final I input, final long lsn) {
        applied.add(new Applied<>(input, lsn));
    }

    /** Compares all answers with what the model says of a prefix of what was applied. */
    public <S> void check(final SequentialModel<S, I, O> model) {
        final Map<Object, S> states = new HashMap<>();
        seen.sort(Comparator.comparingLong(Seen::lsn));
        int next = 0;
        for (final Seen<I, O> read : seen) {
            for (; next < applied.size() && applied.get(next).lsn <= read.lsn; next++) {
                final I input = applied.get(next).input;
                states.merge(model.partition(input), model.next(model.initial(), input),
                    (state, first) -> model.next(state, input));
            }
            final I input = read.asked.input;
            final S state = states.getOrDefault(model.partition(input), model.initial());
            if (!model.allows(state, input, read.answer)) {
                violations.report(read.asked + " answers " + read.answer + " and reflects LSN " + read.lsn
                    + ", where the state is " + state);
                return;
            }
        }
    }
}
