package io.fleet.ec.group.rejoin;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensus;
import java.util.ArrayList;
import java.util.List;

/**
 * Votes that were found at the start of a node whose disk may lack others: it goes on behind them only when it comes to
 * trust its disk, and has no use for them once it is repaired.
 */
final class UntrustedVotes {
    private final List<Held> votes = new ArrayList<>();

    /** One vote. */
    private record Held(long slot, long vote, EntryId id) {
    }

    void add(final long slot, final long vote, final EntryId id) {
        votes.add(new Held(slot, vote, new EntryId().set(id)));
    }

    /** Hands them to the order, which speaks from then on. */
    void giveTo(final SlotConsensus consensus) {
        votes.forEach(each -> consensus.recover(each.slot, each.vote, each.id));
        clear();
    }

    void clear() {
        votes.clear();
    }

    long highest() {
        return votes.stream().mapToLong(Held::slot).max().orElse(0);
    }
}
