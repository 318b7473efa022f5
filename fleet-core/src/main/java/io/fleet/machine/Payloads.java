package io.fleet.machine;

import io.fleet.error.SnapshotFormatException;
import org.agrona.DirectBuffer;

/**
 * What a machine that uses handles ({@link StateMachine#usesPayloads()}) may do with payloads.
 *
 * <p><b>Ownership.</b> A payload lives as long as somebody refers to it: the machine, which places it and forgets it,
 * and the stored reply of a write that returned it, until the client has it or its session ends. Fleet counts
 * references, for each entry of the log in a coded group, and for each range that was placed otherwise; the counts are
 * a part of its snapshot. What nobody refers to is reclaimed. A machine that drops a handle without {@link #forget}
 * keeps its bytes for ever; one that forgets too often gets an {@link IllegalStateException}, here or later.
 *
 * <p><b>When.</b> {@link #place} and {@link #forget} work while {@link StateMachine#apply}, {@link
 * StateMachine#onTimer}, {@link StateMachine#onSessionOpened} or {@link StateMachine#onSessionClosed} runs, on that
 * thread; {@link #bytes} in apply and {@link StateMachine#query}; {@link #write} in {@link StateMachine#writeSnapshot}
 * and {@link #read} in {@link StateMachine#readSnapshot}, on whatever thread these run. At any other time they throw
 * {@link IllegalStateException}.
 *
 * <p><b>Determinism.</b> References belong to the replicated state: each replica makes the same calls at the same place
 * of the log. The bytes do not: what {@link #bytes} returns is the same on each, wherever it comes from.
 */
public interface Payloads {
    /**
     * Keeps a payload beyond the call: the one of the command that is being applied, a part of it, or one that is
     * placed already (or a part), which is then placed once more.
     *
     * @param payload which.
     * @return the handle to keep; to be forgotten once for each call.
     * @throws IllegalStateException when it is neither of this command nor placed.
     */
    Payload place(Payload payload);

    /**
     * Takes back one {@link #place}. Replies that hold the payload already still return it.
     *
     * @param placed what {@link #place} returned, or a part of it.
     * @throws IllegalStateException when it is not placed.
     */
    void forget(Payload placed);

    /**
     * The bytes of a payload. Only of what is at hand: the payload of the command, where
     * {@link StateMachine#looksInto} said so, and whatever {@link StateMachine#prepare} asked for.
     *
     * @param payload which.
     * @return a view of its bytes from index 0 to the capacity, valid during the call of the machine's method.
     * @throws IllegalStateException when nobody has asked for them.
     */
    DirectBuffer bytes(Payload payload);

    /**
     * Writes a placed payload into a snapshot: the handle, 24 bytes; the bytes are no business of the machine.
     *
     * @param placed which.
     * @param out    where to.
     */
    void write(Payload placed, SnapshotWriter out);

    /**
     * Reads what {@link #write} wrote.
     *
     * @param in where from.
     * @return the handle, which is placed as often as it was when the snapshot was written.
     * @throws SnapshotFormatException when the snapshot refers to no such payload.
     */
    Payload read(SnapshotReader in);
}
