package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;
import io.fleet.storage.mark.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Entries whose part was forgotten while they were not known to be decided, as long as the log has records of it. A
 * note lists them like those whose part is here: without that, a start behind the note would find the records, and take
 * them for those of a decided entry (rule R6).
 */
final class ForgottenParts {
    private static final Mark LISTED = Mark.named("forgotten-parts.listed-in-a-note");

    private final List<Forgotten> all = new ArrayList<>();

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
        final Forgotten former = all.isEmpty() ? null : remove(part.id);
        final long highest = Math.max(last, former == null ? 0 : former.last);
        if (part.decidedAt == 0 && highest > 0) {
            all.add(new Forgotten(new EntryId().set(part.id), part.since(), highest));
        }
    }

    /** A slot holds an entry; one from before its part came was another time that it was written. */
    void onDecided(final long slot, final EntryId id) {
        for (final Forgotten it : all) {
            if (it.id.same(id) && slot > it.since) {
                it.decidedAt = Math.max(it.decidedAt, slot);
            }
        }
    }

    /** The log has no records any more up to a number, or counts them as none. */
    void onGone(final long number) {
        if (!all.isEmpty()) {
            all.removeIf(it -> it.last <= number);
        }
    }

    /** Lists those that are not known to be decided up to a slot, and whose part is not here again. */
    void list(final long slot, final PartTable table, final Consumer<EntryId> lister) {
        for (final Forgotten it : all) {
            if ((it.decidedAt == 0 || it.decidedAt > slot) && table.find(it.id) == null) {
                LISTED.hit();
                lister.accept(it.id);
            }
        }
    }

    private Forgotten remove(final EntryId id) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).id.same(id)) {
                return all.remove(i);
            }
        }
        return null;
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
