package io.fleet.machine;

import org.agrona.DirectBuffer;

/**
 * A read-only command, as the state machine sees it: a header and a payload of bytes whose meaning is the user's.
 * Both buffers are views that start at index 0, end at their capacity, and are valid only during the call.
 */
public interface Query {
    /**
     * The small leading part of the command: operation code, key and the like. May be empty.
     *
     * @return a view valid during the call.
     */
    DirectBuffer header();

    /**
     * The bulk of the command. May be empty. A machine that uses handles has {@link #handle()} instead, and the bytes
     * where it asked for them ({@link StateMachine#looksInto}, {@link StateMachine#prepare}).
     *
     * @return a view valid during the call.
     * @throws IllegalStateException when the machine uses handles and has not asked for these bytes.
     */
    DirectBuffer payload();

    /**
     * The payload as a handle, for machines that use handles ({@link StateMachine#usesPayloads()}).
     *
     * @return holds during the call; {@link Payloads#place} keeps it.
     * @throws UnsupportedOperationException when the machine does not use handles.
     */
    default Payload handle() {
        throw new UnsupportedOperationException("this state machine does not use payload handles: its"
            + " usesPayloads() is false");
    }

    /**
     * Deterministic log time in milliseconds since the epoch: never decreasing, the same on every replica (rule S11).
     * For a read beside the log, that of the last entry that was applied.
     *
     * @return milliseconds since the epoch.
     */
    long timeMillis();

    /**
     * The log sequence number of the entry that carries the command; of a read beside the log
     * ({@code ReadConsistency}), of the last entry that was applied.
     *
     * @return the LSN, from 1; 0 for a read beside the log before anything was applied.
     */
    long lsn();

    /**
     * The session of the caller.
     *
     * @return the session id, positive; 0 for a read beside the log, which belongs to none.
     */
    long sessionId();
}
