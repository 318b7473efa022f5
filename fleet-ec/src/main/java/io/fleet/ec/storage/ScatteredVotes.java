package io.fleet.ec.storage;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.VoteLog;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.scattered.ScatteredLog;

/**
 * The steps of one group in a scattered log: the slot is the LSN of a record, the step its ballot, the id its value;
 * there is no body. One flush makes the steps of many slots and groups durable (rule C6).
 */
public final class ScatteredVotes implements VoteLog {
    private final int groupId;
    private final ScatteredLog log;
    private final EntryMeta meta = new EntryMeta();

    /**
     * Creates the view of one group.
     *
     * @param groupId the group.
     * @param log     not owned.
     */
    public ScatteredVotes(final int groupId, final ScatteredLog log) {
        this.groupId = groupId;
        this.log = log;
    }

    @Override
    public boolean append(final long slot, final long step, final EntryId id) {
        return log.append(groupId, slot, step, 0, Ids.toMeta(id, 0, meta), null, 0);
    }
}
