package io.fleet.scattered;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.ProtocolContext;
import io.fleet.consensus.ProtocolFactory;
import io.fleet.consensus.store.GroupLogs;
import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LostRecord;
import io.fleet.consensus.store.RecordNumbers;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;
import java.util.Set;

/** Makes groups of the scattered mode. */
public final class ScatteredFactory implements ProtocolFactory {
    @Override
    public Mode mode() {
        return Mode.SCATTERED;
    }

    /** Votes are stored with what they are for. */
    @Override
    public Set<LogKind> logs() {
        return Set.of(LogKind.ENTRIES);
    }

    @Override
    public RecordNumbers recordNumbers() {
        return RecordNumbers.LSN;
    }

    @Override
    public LostRecord lostRecord() {
        return LostRecord.COSTS_VOTES;
    }

    @Override
    public void check(final int groupId, final GroupConfig config, final int[] members) {
        // Any number of members will do.
    }

    @Override
    public GroupProtocol create(final ProtocolContext context) {
        final GroupLogs logs = context.logs();
        return new ScatteredProtocol(new GroupContext(context.config(),
            new Membership(context.outbound().self(), context.members()), context.outbound(), context.routes(),
            logs.entries(), logs.promises(), logs.standing(), logs.lives(), context.snapshots(), logs.recorded(),
            context.progress(), context.listener(), context.counters(), context.randomSeed()));
    }
}
