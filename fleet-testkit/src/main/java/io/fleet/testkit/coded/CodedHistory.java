package io.fleet.testkit.coded;

import io.fleet.testkit.history.History;
import io.fleet.testkit.history.LinearizabilityChecker;
import io.fleet.testkit.history.SequentialModel;
import io.fleet.testkit.history.Verdict;

/** What clients wrote to keys, and what reads found there: every entry is another value, and 0 is none. */
final class CodedHistory {
    private static final int SHIFT = 20;

    private final History<Access, Long> history = new History<>();
    private long client;

    /** One access of a key. */
    private record Access(long key, long written) {
    }

    /** Registers that are written without being looked at. */
    private static final class Registers implements SequentialModel<Long, Access, Long> {
        @Override
        public Long initial() {
            return 0L;
        }

        @Override
        public Long next(final Long state, final Access input) {
            return input.written == 0 ? state : Long.valueOf(input.written);
        }

        @Override
        public boolean allows(final Long state, final Access input, final Long output) {
            return input.written != 0 || state.equals(output);
        }

        @Override
        public Object partition(final Access input) {
            return input.key;
        }
    }

    static long value(final long batcherId, final long sequence) {
        return batcherId << SHIFT | sequence;
    }

    int write(final CodedEntry entry, final long nowNs) {
        return history.invoke(++client, new Access(entry.key(), value(entry.batcherId(), entry.sequence())), nowNs);
    }

    void written(final int operation, final long nowNs) {
        history.ok(operation, 0L, nowNs);
    }

    int read(final long key, final long nowNs) {
        return history.invoke(++client, new Access(key, 0), nowNs);
    }

    void found(final int operation, final long value, final long nowNs) {
        history.ok(operation, value, nowNs);
    }

    /** What is wrong; null when nothing is. */
    String problem() {
        final Verdict verdict = new LinearizabilityChecker<>(new Registers()).check(history);
        return verdict.kind() == Verdict.Kind.NOT_LINEARIZABLE ? "not linearizable: " + verdict.explanation() : null;
    }
}
