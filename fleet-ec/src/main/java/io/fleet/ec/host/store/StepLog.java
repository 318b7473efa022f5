package io.fleet.ec.host.store;

import io.fleet.consensus.store.AcceptedLog;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.VoteLog;
import io.fleet.ec.host.member.Metas;
import io.fleet.storage.EntryMeta;

/** The steps of one group in a node's log of votes: the slot is the LSN of a record, the step its ballot. */
public final class StepLog implements VoteLog {
    private final AcceptedLog log;
    private final EntryMeta meta = new EntryMeta();

    public StepLog(final AcceptedLog log) {
        this.log = log;
    }

    @Override
    public boolean append(final long slot, final long step, final EntryId id) {
        return log.append(slot, step, 0, Metas.of(id, 0, meta), null, 0);
    }
}
