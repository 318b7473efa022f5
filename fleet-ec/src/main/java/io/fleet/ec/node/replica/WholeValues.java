package io.fleet.ec.node.replica;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Gathers values in one piece, for machines that look into them: bounded in how many are under way. Values come as
 * their stripes do, are put together here, and handed over whole. Single-threaded.
 */
public final class WholeValues {
    private static final int RETAINED = 1 << 20;
    private static final int RETAINED_HEADER = 256 << 10;
    private static final byte[] NOTHING = new byte[0];

    private final Fetcher fetcher;
    private final LongConsumer canceller;
    private final Receiver receiver;
    private final Gathering[] gatherings;

    /** Begins to gather a value: {@link io.fleet.ec.group.CodedGroup#fetch}. */
    @FunctionalInterface
    public interface Fetcher {
        /** A ticket; 0 when as many are under way as there may be. The consumer may be called within the call. */
        long fetch(EntryId id, ValueConsumer consumer);
    }

    /** Takes an entry that is whole; what is passed is valid during the call. */
    @FunctionalInterface
    public interface Receiver {
        /** Header and value are held from index 0. */
        void onGathered(EntryId id, DirectBuffer header, int headerLength, DirectBuffer value, int valueLength);
    }

    public WholeValues(final Fetcher fetcher, final LongConsumer canceller, final Receiver receiver,
                       final int mostAtOnce) {
        this.fetcher = fetcher;
        this.canceller = canceller;
        this.receiver = receiver;
        gatherings = new Gathering[mostAtOnce];
        Arrays.setAll(gatherings, i -> new Gathering());
    }

    /**
     * Begins to gather an entry, unless that is under way.
     *
     * @return false when as many are under way as there may be.
     */
    public boolean fetch(final EntryId id) {
        Gathering free = null;
        for (final Gathering gathering : gatherings) {
            if (!gathering.isUsed) {
                free = gathering;
            } else if (gathering.id.same(id)) {
                return true;
            }
        }
        if (free == null) {
            return false;
        }
        free.isUsed = true;
        free.id.set(id);
        final long ticket = fetcher.fetch(id, free);
        if (ticket == 0) {
            free.isUsed = false;
            return false;
        }
        free.ticket = ticket;
        return true;
    }

    /** Gathers nothing any more of what was asked for: a snapshot has come in its place. */
    public void cancel() {
        for (final Gathering gathering : gatherings) {
            if (gathering.isUsed) {
                gathering.isUsed = false;
                canceller.accept(gathering.ticket);
                gathering.letGo();
            }
        }
    }

    /** How many are under way. */
    int size() {
        int size = 0;
        for (final Gathering gathering : gatherings) {
            size += gathering.isUsed ? 1 : 0;
        }
        return size;
    }

    /** One entry that is being gathered. */
    private final class Gathering implements ValueConsumer {
        private final EntryId id = new EntryId();
        private ExpandableArrayBuffer header = new ExpandableArrayBuffer();
        private final UnsafeBuffer value = new UnsafeBuffer(NOTHING);
        private int headerLength;
        private int valueLength;
        private boolean isUsed;
        private long ticket;

        @Override
        public void onHeader(final EntryId of, final DirectBuffer from, final int length, final int lengthOfValue) {
            header.putBytes(0, from, 0, length);
            headerLength = length;
            valueLength = lengthOfValue;
            if (value.capacity() < lengthOfValue) {
                // The id covers the length, which is bounded: room at once, rather than to copy again and again.
                value.wrap(new byte[lengthOfValue > RETAINED ? lengthOfValue : BitUtil.findNextPositivePowerOfTwo(
                    lengthOfValue)]);
            }
        }

        @Override
        public boolean onBytes(final EntryId of, final int from, final DirectBuffer bytes, final int offset,
                               final int length) {
            value.putBytes(from, bytes, offset, length);
            return true;
        }

        @Override
        public void onEnd(final EntryId of) {
            isUsed = false;
            receiver.onGathered(id, header, headerLength, value, valueLength);
            letGo();
        }

        private void letGo() {
            if (value.capacity() > RETAINED) {
                value.wrap(NOTHING);
            }
            if (header.capacity() > RETAINED_HEADER) {
                header = new ExpandableArrayBuffer();
            }
        }
    }
}
