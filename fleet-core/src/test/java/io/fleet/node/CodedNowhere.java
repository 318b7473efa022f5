package io.fleet.node;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.ProtocolContext;
import io.fleet.consensus.ProtocolFactory;
import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LostRecord;
import io.fleet.consensus.store.RecordNumbers;
import java.util.Set;

/** Stands for the coded mode where a test looks at what a node stores for it, and makes no group. */
public final class CodedNowhere implements ProtocolFactory {
    @Override
    public Mode mode() {
        return Mode.CODED;
    }

    @Override
    public Set<LogKind> logs() {
        return Set.of(LogKind.ENTRIES, LogKind.VOTES);
    }

    @Override
    public RecordNumbers recordNumbers() {
        return RecordNumbers.OWN;
    }

    @Override
    public LostRecord lostRecord() {
        return LostRecord.COSTS_HOLDINGS;
    }

    @Override
    public void check(final int groupId, final GroupConfig config, final int[] members) {
        // Nothing is known of it here.
    }

    @Override
    public GroupProtocol create(final ProtocolContext context) {
        throw new UnsupportedOperationException("no group is made here");
    }
}
