package io.fleet.ec.host;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.mec.VoteLog;
import io.fleet.protocol.EntryLog;
import io.fleet.storage.EntryMeta;

/** The steps of one group in a node's log of steps: the slot is the LSN of a record, the step its ballot. */
final class StepLog implements VoteLog {
    private final EntryLog log;
    private final EntryMeta meta = new EntryMeta();

    StepLog(final EntryLog log) {
        this.log = log;
    }

    @Override
    public boolean append(final long slot, final long step, final EntryId id) {
        return log.append(slot, step, 0, Metas.of(id, 0, meta), null, 0);
    }
}
