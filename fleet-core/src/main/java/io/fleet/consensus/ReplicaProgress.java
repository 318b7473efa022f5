package io.fleet.consensus;

import io.fleet.consensus.membership.Configuration;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** How far the replica beside a protocol has come. */
public interface ReplicaProgress {
    /** The highest LSN applied to the state machine. */
    long applied();

    /** The highest LSN handed to the ordered log; the protocol may forget everything up to here. */
    long recorded();

    /** The highest LSN that the ordered log holds durably. */
    long durable();

    /**
     * The log time of the last applied entry.
     *
     * @return milliseconds since the epoch.
     */
    long logTime();

    /**
     * The log time at which something is due that waits for nothing else: a timer, or the end of a session. After the
     * log time of the last applied entry.
     *
     * @return milliseconds since the epoch; {@link Long#MAX_VALUE} where nothing is.
     */
    long nextDeadline();

    /**
     * The newest configuration in what the ordered log holds, durably or not, or in the snapshot before it (S14).
     *
     * @return the configuration; {@link Configuration#UNKNOWN} where none has been recorded.
     */
    Configuration recordedConfiguration();

    /**
     * What a witness is given that is to go on behind an LSN: the bytes of a snapshot of one, which has the LSN and the
     * members as of then (G11).
     *
     * @param lsn at most {@link #applied()}.
     * @return the bytes; null where it is not known here who belonged to the group then.
     */
    default byte @Nullable [] witnessPosition(final long lsn) {
        return null;
    }

    /** Whether nothing is executed: what is chosen counts as applied, and there is no state that others could use. */
    default boolean isWitness() {
        return false;
    }

    /** Whether nothing is applied for a while, as a snapshot is written. */
    default boolean isPaused() {
        return false;
    }

    /** Whether the machine uses payload handles, so that entries may come without their payloads. */
    default boolean usesPayloads() {
        return false;
    }

    /**
     * Whether the machine looks into the payload of a command.
     *
     * @param buffer holds the command's header.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return whether its entry has to come whole; true where the machine does not use handles.
     */
    default boolean looksInto(final DirectBuffer buffer, final int offset, final int length) {
        return true;
    }

    /**
     * Whether another thread applies the entry behind {@link #applied()}, since the machine is slow: what is chosen is
     * recorded meanwhile, where it would wait otherwise.
     */
    default boolean isAway() {
        return false;
    }

    /**
     * Whether the entry behind {@link #applied()} is applied in part, and waits for payloads that the machine looks
     * into.
     */
    default boolean waitsForPayloads() {
        return false;
    }

    /**
     * Whether the value of an entry is referred to by the state as it is applied, or perhaps by the newest durable
     * snapshot of this replica: its parts must not go.
     *
     * @param batcherId who formed it.
     * @param sequence  its number there.
     * @param digest    of it.
     */
    default boolean isReferenced(final long batcherId, final long sequence, final long digest) {
        return false;
    }

    /**
     * Tells of all entries that the state as it is applied refers to: this node must hold its parts of them.
     *
     * @param consumer is told, in no order.
     */
    default void forEachReferenced(final PayloadEntries consumer) {
    }
}
