package io.fleet.ec.node.store;

import io.fleet.consensus.store.AcceptedLog;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.VoteLog;
import io.fleet.storage.EntryMeta;

/** The votes of one group in a node's log of votes: the slot is the LSN of a record, the vote its ballot. */
public final class StoredVotes implements VoteLog {
    private final AcceptedLog log;
    private final EntryMeta meta = new EntryMeta();

    public StoredVotes(final AcceptedLog log) {
        this.log = log;
    }

    @Override
    public boolean append(final long slot, final long vote, final EntryId id) {
        return log.append(slot, vote, 0, RecordIds.of(id, 0, meta), null, 0);
    }
}
