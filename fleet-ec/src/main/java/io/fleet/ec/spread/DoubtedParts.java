package io.fleet.ec.spread;

import io.fleet.storage.mark.Mark;

/**
 * Parts that count as ones of decided entries by the word of the log alone. It may be wrong: of a part that was
 * forgotten before its entry was decided, as its proxy was silent or all members said that it is of no use, a note
 * says the same as of a decided one, and where a newer record is damaged an older one answers for it. So no promise
 * rests on that word (R6). Before one is given, the part counts as undecided, and a record that is newer than the
 * note says so durably.
 */
final class DoubtedParts {
    private static final Mark DOUBTED = Mark.named("doubted-parts.written-again-as-undecided");

    private final SegmentStore store;
    private final PartRecords records;

    DoubtedParts(final SegmentStore store, final PartRecords records) {
        this.store = store;
        this.records = records;
    }

    /** Takes down what is known of the entry when its part comes. */
    static void remember(final HeldPart part, final PartHistory history) {
        final long slot = history.decidedSlot(part.id);
        final long referred = slot > 0 ? 0 : history.referredUpTo(part.id);
        if (slot > 0) {
            part.onDecided(slot);
        } else if (referred > 0) {
            part.onDecidedUpTo(referred);
        } else {
            part.startUndecided(history.settled());
        }
    }

    /**
     * Whether what is known of a part's entry is what a promise may rest on; where it is not, it becomes so.
     *
     * @param place   of the part.
     * @param history says what else is known.
     * @return false while it is being written again, or cannot be now, or the part could not be read: try later.
     */
    boolean isSettled(final int place, final PartHistory history) {
        final HeldPart part = store.table().at(place);
        if (part.isDoubtful() && part.positions[0] > HeldPart.STAGED) {
            final long slot = history.decidedSlot(part.id);
            if (slot > 0) {
                part.onDecided(slot);
            } else if (history.referredUpTo(part.id) == 0) {
                DOUBTED.hit();
                part.doubt(history.settled());
            }
        }
        if (part.stamp == HeldPart.UNWRITTEN) {
            if (!records.readHead(part)) {
                store.lose(part);
            } else {
                records.stamp(place);
            }
            return false;
        }
        return part.stamp == 0;
    }
}
