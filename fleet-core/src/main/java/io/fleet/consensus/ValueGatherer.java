package io.fleet.consensus;

import org.agrona.DirectBuffer;

/** Gathers the values of entries from other nodes. On the node's thread; bounded in how many are under way. */
public interface ValueGatherer {
    /** Takes in a value, on the node's thread, perhaps within {@link ValueGatherer#gather}. */
    interface Sink {
        /**
         * The next bytes.
         *
         * @param from   the first one's offset in the value.
         * @param bytes  holds them; valid during the call.
         * @param offset of the first one there.
         * @param length how many.
         */
        void onBytes(int from, DirectBuffer bytes, int offset, int length);

        /** That was all. */
        void onEnd();

        /**
         * It did not come in time, or will not come at all: its parts were let go of, as nobody refers to it any more.
         * It is not under way any more.
         */
        void onGone();

        /**
         * A member has let go of it: the state at an LSN, and every later one, does without. That says nothing of what
         * comes to an LSN above that one only.
         *
         * @param newerLsn the LSN.
         * @return whether it is of no use any more: nothing is called then, and it is not under way. Otherwise others
         *     are asked for it.
         */
        default boolean onGone(final long newerLsn) {
            return false;
        }
    }

    /**
     * Begins to gather a value.
     *
     * @param batcherId who formed the entry.
     * @param sequence  its number there.
     * @param digest    of it.
     * @param sink      takes it in.
     * @return a ticket for {@link #cancel}; 0 when as many are under way as there may be, and the sink hears nothing.
     */
    long gather(long batcherId, long sequence, long digest, Sink sink);

    /**
     * Stops; the sink hears nothing any more.
     *
     * @param ticket that was given; it need not be under way any more.
     */
    void cancel(long ticket);
}
