package io.fleet.testkit.checker.machine;

import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.sim.SimHash;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;

/**
 * Knows the one sequence of commands that a group applied, and of what happened between them, timers and sessions: each
 * replica, in each of its incarnations, must go through a prefix of it. The replica that is first at a position says
 * what stands there; all others are compared with it.
 * Reports
 * <ul>
 * <li>two replicas that applied different commands, fired different timers or had different sessions, answered
 * differently, or had different states at one position;</li>
 * <li>a command executed twice, by (session, sequence) or by the operation's own number (S9);</li>
 * <li>LSNs or log times that decrease (S11);</li>
 * <li>an answer that a client got and that no replica gave, or gave to something else;</li>
 * <li>an operation that took effect although its client was told that it never would.</li>
 * </ul>
 * That an acknowledged command is in every later state follows: the sequence is never shortened.
 */
public final class ApplyChecker {
    /** The operation number of commands that have none. */
    public static final long NO_OPERATION = 0;
    /** The hash of an answer of which nobody can tell what is bytes of payloads. */
    public static final long UNKNOWN_ANSWER = Long.MIN_VALUE;
    private static final long MISSING = -1;

    private final Violations violations;
    private final int stateInterval;
    private final List<Applied> sequence = new ArrayList<>();
    private final Long2LongHashMap positionOfOperation = new Long2LongHashMap(MISSING);
    private final Long2LongHashMap stateHashes = new Long2LongHashMap(MISSING);
    private final Long2ObjectHashMap<LongHashSet> executed = new Long2ObjectHashMap<>();
    private final LongHashSet refused = new LongHashSet();
    private LongConsumer onAcknowledged = lsn -> {};
    private long acknowledged;

    /** What stands at a position of the sequence. */
    public enum Event {
        /** A command was executed. */
        COMMAND,
        /** A timer fired. */
        TIMER,
        /** A session was opened. */
        SESSION_OPENED,
        /** A session was closed by its client. */
        SESSION_CLOSED,
        /** A session was not used for too long. */
        SESSION_EXPIRED
    }

    /** One event; {@code session} is the timer where one fired. */
    private record Applied(Event event, long lsn, long session, long number, long operation, long timeMillis,
                           long commandHash, long answerHash) {
    }

    /**
     * Creates a witness of one group.
     *
     * @param violations    where it reports.
     * @param stateInterval states are compared after every so many commands; at least 1.
     */
    public ApplyChecker(final Violations violations, final int stateInterval) {
        if (stateInterval < 1) {
            throw new IllegalArgumentException("stateInterval is " + stateInterval + ", but must be at least 1");
        }
        this.violations = violations;
        this.stateInterval = stateInterval;
    }

    /**
     * A replica starts with an empty state.
     *
     * @param name who, for messages: the node and which of its incarnations.
     * @return watches that replica.
     */
    public Cursor cursor(final String name) {
        return new Cursor(name);
    }

    /**
     * A client was answered.
     *
     * @param operation  the operation's number.
     * @param answerHash hash of the answer as {@link Cursor#applied} was told; or {@link #UNKNOWN_ANSWER}.
     */
    public void acknowledged(final long operation, final long answerHash) {
        final long position = positionOfOperation.get(operation);
        if (position == MISSING) {
            violations.report("operation " + operation + " was acknowledged, but no replica has applied it");
        } else if (answerHash != UNKNOWN_ANSWER && sequence.get((int) position).answerHash != answerHash) {
            violations.report("operation " + operation + " was acknowledged with an answer that no replica gave: "
                + Long.toHexString(answerHash) + ", not " + sequence.get((int) position));
        } else {
            acknowledged++;
            onAcknowledged.accept(sequence.get((int) position).lsn);
        }
    }

    /**
     * Has somebody told of each right answer that a client got.
     *
     * @param listener takes the LSN of the entry that held the command.
     */
    public void onAcknowledged(final LongConsumer listener) {
        onAcknowledged = listener;
    }

    /**
     * A client was told that its operation will never take effect.
     *
     * @param operation the operation's number.
     */
    public void notApplied(final long operation) {
        refused.add(operation);
        if (isApplied(operation)) {
            violations.report("operation " + operation + " took effect at position "
                + positionOfOperation.get(operation) + ", but its client was told that it will not");
        }
    }

    /**
     * Whether any replica has applied an operation.
     *
     * @param operation the operation's number.
     */
    public boolean isApplied(final long operation) {
        return positionOfOperation.get(operation) != MISSING;
    }

    /**
     * Which entry of the log held an operation.
     *
     * @param operation the operation's number.
     * @return its LSN; 0 when no replica has applied it.
     */
    public long lsnOf(final long operation) {
        return isApplied(operation) ? sequence.get((int) positionOfOperation.get(operation)).lsn : 0;
    }

    /**
     * Which operations were applied, in their order.
     *
     * @return their numbers; commands that have none are left out.
     */
    public long[] operations() {
        return sequence.stream().mapToLong(Applied::operation).filter(operation -> operation != NO_OPERATION).toArray();
    }

    /**
     * How many commands, timers and changes of sessions the replica that is furthest ahead has gone through.
     *
     * @return the length of the sequence.
     */
    public int length() {
        return sequence.size();
    }

    /** How many right answers clients got. */
    public long acknowledgedCount() {
        return acknowledged;
    }

    /** One replica, from its start or from a snapshot to its end. */
    public final class Cursor {
        private final String name;
        private long position;

        private Cursor(final String name) {
            this.name = name;
        }

        /** How many commands and other events the replica's state contains. */
        public long position() {
            return position;
        }

        /** Who this is. */
        public String name() {
            return name;
        }

        /**
         * The replica executed a command.
         *
         * @param lsn         the LSN of the entry that held it.
         * @param session     its session.
         * @param number      its sequence in the session.
         * @param operation   its number at the client, {@link #NO_OPERATION} for none.
         * @param timeMillis  the log time.
         * @param commandHash hash of its bytes.
         * @param answerHash  hash of the answer.
         */
        public void applied(final long lsn, final long session, final long number, final long operation,
                            final long timeMillis, final long commandHash, final long answerHash) {
            add(new Applied(Event.COMMAND, lsn, session, number, operation, timeMillis, commandHash, answerHash));
        }

        /**
         * The replica's machine was told of something that is no command.
         *
         * @param event      what.
         * @param lsn        the LSN of the entry with which it came.
         * @param id         the timer or session.
         * @param timeMillis the log time.
         */
        public void happened(final Event event, final long lsn, final long id, final long timeMillis) {
            add(new Applied(event, lsn, id, 0, NO_OPERATION, timeMillis, 0, 0));
        }

        private void add(final Applied now) {
            if (position == sequence.size()) {
                checkFirst(now);
                sequence.add(now);
            } else if (!sequence.get((int) position).equals(now)) {
                violations.report(name + " applied at position " + position + "\n    " + now
                    + ", where before stood\n    " + sequence.get((int) position));
            }
            position++;
        }

        /**
         * The replica's state was replaced by a snapshot.
         *
         * @param newPosition how many commands the snapshot contains, as {@link #position()} was when it was written.
         */
        public void restored(final long newPosition) {
            if (newPosition < 0 || newPosition > sequence.size()) {
                violations.report(name + " read a snapshot of " + newPosition + " commands, but only " + sequence.size()
                    + " were ever applied");
                return;
            }
            position = newPosition;
        }

        /**
         * Whether states are compared at this position.
         *
         * @return true when {@link #state} is to be called.
         */
        public boolean wantsState() {
            return position % stateInterval == 0;
        }

        /**
         * The replica's state at this position.
         *
         * @param hash of what it writes as a snapshot.
         */
        public void state(final long hash) {
            final long positive = hash & Long.MAX_VALUE;
            final long known = stateHashes.get(position);
            if (known == MISSING) {
                stateHashes.put(position, positive);
            } else if (known != positive) {
                violations.report(name + " has another state after " + position + " commands than those before it: "
                    + Long.toHexString(positive) + ", not " + Long.toHexString(known));
            }
        }

        private void checkFirst(final Applied now) {
            if (now.event == Event.COMMAND
                && !executed.computeIfAbsent(now.session, key -> new LongHashSet()).add(now.number)) {
                violations.report(name + " executed a second time (session, sequence) of " + now);
            }
            if (now.operation != NO_OPERATION) {
                if (isApplied(now.operation)) {
                    violations.report(name + " executed operation " + now.operation + " a second time: " + now
                        + " after " + sequence.get((int) positionOfOperation.get(now.operation)));
                }
                positionOfOperation.put(now.operation, position);
                if (refused.contains(now.operation)) {
                    violations.report(name + " executed operation " + now.operation
                        + ", whose client was told that it will not take effect");
                }
            }
            if (position > 0) {
                final Applied before = sequence.get((int) position - 1);
                if (now.lsn < before.lsn || now.timeMillis < before.timeMillis) {
                    violations.report(name + " went back in LSN or log time: " + now + " after " + before);
                }
            }
        }
    }

    /**
     * The hash of an answer, for {@link #acknowledged}.
     *
     * @param buffer where the answer is.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return the hash.
     */
    public static long hashOf(final DirectBuffer buffer, final int offset, final int length) {
        return SimHash.mix(SimHash.START, buffer, offset, length);
    }
}
