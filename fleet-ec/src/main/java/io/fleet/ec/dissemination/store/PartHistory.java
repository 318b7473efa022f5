package io.fleet.ec.dissemination.store;

import io.fleet.ec.consensus.EntryId;

/**
 * What a node knows of the decisions about entries, when it is given a part of one (rule C10; {@code
 * docs/spec/coded.md}, "Parts that nobody needs"). Asked by the thread that drives the group; ids are reused after the
 * call.
 */
public interface PartHistory {
    /** Of a node that has decided nothing. */
    PartHistory NONE = new PartHistory() {
        @Override
        public long decidedSlot(final EntryId id) {
            return 0;
        }

        @Override
        public long referredUpTo(final EntryId id) {
            return 0;
        }

        @Override
        public long settled() {
            return 0;
        }

        @Override
        public long reliedFrom() {
            return 0;
        }

        @Override
        public long marked() {
            return 0;
        }
    };

    /**
     * In which slot an entry was decided, as far as that is remembered.
     *
     * @param id of the entry.
     * @return the last slot that is known to hold it; 0 when none is.
     */
    long decidedSlot(EntryId id);

    /**
     * Whether the state of this node refers to an entry, so that it was decided some time.
     *
     * @param id of the entry.
     * @return a slot at or above those that hold it; 0 when nothing refers to it.
     */
    long referredUpTo(EntryId id);

    /** Up to which slot all decisions are known durably. */
    long settled();

    /**
     * Up to where decisions may be unknown here, so that an entry may have been decided, and its parts let go of,
     * without this node's knowing. An acknowledgement counts only when it says that the part is kept until a slot above
     * this one, or a higher one, holds the entry ({@code SpreadOutbound#segmentAck}, {@code reliedOn}).
     *
     * @return the slot, at least 0.
     */
    long reliedFrom();

    /** Up to which slot parts have been told which of them are of decided entries. What is settled may be ahead. */
    long marked();
}
