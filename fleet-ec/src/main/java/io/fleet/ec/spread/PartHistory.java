package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;

/** What a node knows of the decisions about entries, when it is given a part of one. */
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

    /**
     * Up to which slot all decisions are known durably.
     *
     * @return the slot.
     */
    long settled();

    /**
     * Up to where decisions are not known, so that an entry may be among them: an acknowledgement tells nothing of a
     * part that is kept only until a slot above a lower one holds its entry.
     *
     * @return the slot.
     */
    long reliedFrom();

    /**
     * Up to which slot parts have been told which of them are of decided entries. What is settled may be ahead.
     *
     * @return the slot.
     */
    long marked();
}
