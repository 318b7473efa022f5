package io.fleet.machine;

import io.fleet.error.TooManyTimersException;

/**
 * What a {@link StateMachine} may ask of the group that hosts it: the time, and timers. Handed to
 * {@link StateMachine#onStart}; the machine keeps it.
 *
 * <p><b>When.</b> All methods work while {@link StateMachine#apply}, {@link StateMachine#onTimer},
 * {@link StateMachine#onSessionOpened} or {@link StateMachine#onSessionClosed} runs, on that thread, and throw
 * {@link IllegalStateException} at any other time: in {@link StateMachine#query} too, which one replica alone executes,
 * and while a snapshot is written or read, since timers are no part of the machine's snapshot. Fleet keeps them in its
 * own part.
 *
 * <p><b>Determinism.</b> Timers belong to the replicated state. Every replica makes the same calls at the same place of
 * the log and so has the same timers; what fires between two entries is a function of log time alone (rule S11).
 */
public interface MachineContext {
    /** The most timers that a group has at once (rule S13). The same for all groups, for as long as their logs live. */
    int MAX_TIMERS = 1_000_000;

    /**
     * Deterministic log time: that of the entry which is being applied.
     *
     * @return milliseconds since the epoch.
     */
    long timeMillis();

    /**
     * The log sequence number of the entry that is being applied.
     *
     * @return the LSN, from 1.
     */
    long lsn();

    /**
     * Has {@link StateMachine#onTimer} called once, with the first entry whose log time is at or after the deadline. A
     * timer that is scheduled already is moved.
     *
     * <p>No timer fires at the log time at which it was scheduled: a deadline at or before {@link #timeMillis()} counts
     * as the next millisecond. So a timer that schedules itself again, at whatever deadline, fires once an entry.
     *
     * @param timerId        the machine's name for it; any number.
     * @param deadlineMillis log time in milliseconds since the epoch.
     * @throws TooManyTimersException when the timer is new and there are {@link #MAX_TIMERS}; nothing has changed then,
     *                                on every replica alike.
     */
    void schedule(long timerId, long deadlineMillis);

    /**
     * Takes a timer back. What is cancelled does not fire, also when it is due with the entry at hand.
     *
     * @param timerId the machine's name for it.
     * @return whether there was such a timer.
     */
    boolean cancel(long timerId);

    /**
     * Whether a timer is scheduled. One that fires is not: not even within its {@link StateMachine#onTimer}.
     *
     * @param timerId the machine's name for it.
     * @return true when one with this name waits to fire.
     */
    boolean isScheduled(long timerId);

    /**
     * Places and forgets payloads, for machines that use handles. This method works at any time, also in
     * {@link StateMachine#onStart}; its result says when it works.
     *
     * @return the same one at each call.
     * @throws UnsupportedOperationException when the machine does not use handles.
     */
    default Payloads payloads() {
        throw new UnsupportedOperationException("this state machine does not use payload handles: its"
            + " usesPayloads() is false");
    }
}
