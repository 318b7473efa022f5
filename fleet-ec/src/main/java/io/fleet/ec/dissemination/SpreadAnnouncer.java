package io.fleet.ec.dissemination;

import io.fleet.ec.consensus.EntryId;

/** Told that an entry may be proposed. */
@FunctionalInterface
public interface SpreadAnnouncer {
    /**
     * n - f nodes hold their parts of an entry durably.
     *
     * @param id    of the entry.
     * @param nowNs the clock.
     * @return false when it cannot be taken now; it is told again.
     */
    boolean onSpread(EntryId id, long nowNs);
}
