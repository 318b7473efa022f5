package io.fleet.ec.dissemination.store;

import io.fleet.ec.consensus.EntryId;
import io.fleet.storage.coverage.CoverageMark;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Entries whose part was forgotten while they were not known to be decided, as long as the log has records of it. A
 * note lists them like those whose part is here: without that, a start behind the note would find the records, and take
 * them for those of a decided entry (rule R6).
 */
final class ForgottenParts {
    private static final CoverageMark LISTED = CoverageMark.named("forgotten-parts.listed-in-a-note");

    private final Map<Name, Forgotten> all = new HashMap<>();
    /** No record of one of them has a number at or below this one as its last. */
    private long goneUpTo;

    int size() {
        return all.size();
    }

    /**
     * A part is gone.
     *
     * @param part what was known of it.
     * @param last the number of its last record, or a higher one; 0 when it has had none.
     */
    void onForgotten(final HeldPart part, final long last) {
        final Forgotten former = all.isEmpty() ? null : all.remove(Name.of(part.id));
        final long highest = Math.max(last, former == null ? 0 : former.last);
        if (part.decidedAt == 0 && highest > 0) {
            final Forgotten it = new Forgotten(new EntryId().set(part.id), part.since(), highest);
            all.put(Name.of(part.id), it);
            goneUpTo = Math.min(goneUpTo, highest - 1);
        }
    }

    /** A slot holds an entry; one from before its part came was another time that it was written. */
    void onDecided(final long slot, final EntryId id) {
        final Forgotten it = all.isEmpty() ? null : all.get(Name.of(id));
        if (it != null && slot > it.since) {
            it.decidedAt = Math.max(it.decidedAt, slot);
        }
    }

    /** The log has no records any more up to a number, or counts them as none. */
    void onGone(final long number) {
        if (number > goneUpTo) {
            goneUpTo = number;
            all.values().removeIf(it -> it.last <= number);
        }
    }

    /** Lists those that are not known to be decided up to a slot, and whose part is not here again. */
    void list(final long slot, final PartTable table, final Consumer<EntryId> lister) {
        for (final Forgotten it : all.values()) {
            if ((it.decidedAt == 0 || it.decidedAt > slot) && table.find(it.id) == null) {
                LISTED.hit();
                lister.accept(it.id);
            }
        }
    }

    private record Name(long batcherId, long sequence, long digest) {
        static Name of(final EntryId id) {
            return new Name(id.batcherId, id.sequence, id.digest);
        }
    }

    private static final class Forgotten {
        private final EntryId id;
        private final long since;
        private final long last;
        private long decidedAt;

        Forgotten(final EntryId id, final long since, final long last) {
            this.id = id;
            this.since = since;
            this.last = last;
        }
    }
}
