package io.fleet.ec.dissemination.gather;

import io.fleet.ec.consensus.EntryId;
import org.agrona.DirectBuffer;

/**
 * Takes in a value as it is gathered: first {@link #onHeader}, then {@link #onBytes} in the order of the value, then
 * {@link #onEnd}. All bytes are verified against the id. Called by the thread that drives the group, within its calls;
 * nothing that is passed is valid after the call.
 */
public interface ValueConsumer {
    /**
     * What comes before the value.
     *
     * @param id           of the entry.
     * @param header       holds the entry's header from index 0.
     * @param headerLength in bytes.
     * @param valueLength  how many bytes will come.
     */
    void onHeader(EntryId id, DirectBuffer header, int headerLength, int valueLength);

    /**
     * The next bytes of the value.
     *
     * @param id     of the entry.
     * @param from   the first one's offset in the value.
     * @param bytes  holds them.
     * @param offset of the first one there.
     * @param length how many, at least 1.
     * @return false when they cannot be taken now: they are given again in a later cycle. Memory for a few stripes is
     *     kept until then, which others may be waiting for.
     */
    boolean onBytes(EntryId id, int from, DirectBuffer bytes, int offset, int length);

    /**
     * That was all.
     *
     * @param id of the entry.
     */
    void onEnd(EntryId id);

    /**
     * A node does not have the part that it was asked for, nor does anything in its state refer to the entry: if it was
     * decided at or below the slot, newer states do without its value (rule C10).
     *
     * @param id   of the entry.
     * @param upTo the slot that a durable snapshot of that node covers.
     * @return whether to stop gathering it; nothing is called any more then.
     */
    default boolean onGone(final EntryId id, final long upTo) {
        return false;
    }
}
