package io.fleet.ec.dissemination.store;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.storage.coverage.CoverageMark;
import java.util.function.Predicate;

/**
 * Parts of a node's former lives of which nobody was told in this one, so that no promise of this life rests on them
 * (rules R6, S15; {@code docs/spec/coded.md}, "Entries that are never decided"). On the thread of the group.
 */
public final class FormerParts {
    private static final CoverageMark LET_GO = CoverageMark.named("former-parts.part-of-an-undecided-entry-let-go");

    private FormerParts() {
    }

    /**
     * Lets go of those that are of entries which are not known to be decided.
     *
     * @param store    of the node.
     * @param counters what is counted.
     * @param isNeeded whether an entry's part has to stay all the same.
     */
    public static void letGo(final PartStore store, final SpreadCounters counters,
                             final Predicate<EntryId> isNeeded) {
        final PartTable table = store.table();
        for (int place = 0; place < table.used(); place++) {
            final HeldPart part = table.at(place);
            if (part.isUsed && part.isFormer && part.decidedAt == 0 && !isNeeded.test(part.id)) {
                LET_GO.hit();
                counters.letGo.increment();
                store.forget(part.id);
            }
        }
    }
}
