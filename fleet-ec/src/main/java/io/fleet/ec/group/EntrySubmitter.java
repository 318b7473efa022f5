package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.ValueSource;
import org.agrona.DirectBuffer;

/** Takes entries that this node writes as their proxy. */
@FunctionalInterface
public interface EntrySubmitter {
    /**
     * Begins to write an entry, as its proxy.
     *
     * @param batcherId    who formed it, not 0.
     * @param sequence     its number there.
     * @param header       holds the header from index 0; copied.
     * @param headerLength in bytes.
     * @param value        holds the value from index 0; copied.
     * @param valueLength  in bytes.
     * @param id           receives the entry's id.
     * @return false when as much is under way as there may be, or too few members vote as far as is known: not applied,
     *     try later.
     */
    boolean submit(long batcherId, long sequence, DirectBuffer header, int headerLength, DirectBuffer value,
                   int valueLength, EntryId id);

    /**
     * Begins to write an entry, as its proxy, with a value that is read a stripe at a time.
     *
     * @param batcherId    who formed it, not 0.
     * @param sequence     its number there.
     * @param header       holds the header from index 0; copied.
     * @param headerLength in bytes.
     * @param source       of the value; released when it is not needed any more.
     * @param valueLength  in bytes.
     * @return false when as much is under way as there may be, or a short value is not there yet, or too few members
     *     vote as far as is known: not applied, try later.
     */
    default boolean submit(final long batcherId, final long sequence, final DirectBuffer header,
                           final int headerLength, final ValueSource source, final int valueLength) {
        throw new UnsupportedOperationException("this takes no values that are read a stripe at a time");
    }
}
