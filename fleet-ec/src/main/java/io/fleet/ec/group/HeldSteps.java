package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensus;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps that were found at the start of a node whose disk may lack others: it goes on behind them only when it comes to
 * trust its disk, and has no use for them once it is repaired.
 */
final class HeldSteps {
    private final List<Held> steps = new ArrayList<>();

    /** One step. */
    private record Held(long slot, long step, EntryId id) {
    }

    void add(final long slot, final long step, final EntryId id) {
        steps.add(new Held(slot, step, new EntryId().set(id)));
    }

    /** Hands them to the order, which speaks from then on. */
    void giveTo(final SlotConsensus mec) {
        steps.forEach(each -> mec.recover(each.slot, each.step, each.id));
        clear();
    }

    void clear() {
        steps.clear();
    }

    long highest() {
        return steps.stream().mapToLong(Held::slot).max().orElse(0);
    }
}
