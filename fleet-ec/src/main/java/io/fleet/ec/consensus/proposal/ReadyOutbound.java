package io.fleet.ec.consensus.proposal;

import io.fleet.ec.consensus.EntryId;

/** Where READY is announced (rule C2, RC-03). Best effort; it is announced again. */
@FunctionalInterface
public interface ReadyOutbound {
    /**
     * Announces to all members that n - f nodes hold segments of an entry durably.
     *
     * @param id   of the entry.
     * @param slot that it is meant for.
     */
    void ready(EntryId id, long slot);
}
