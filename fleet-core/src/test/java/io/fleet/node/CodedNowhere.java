package io.fleet.node;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.ProtocolContext;
import io.fleet.consensus.ProtocolFactory;

/** Stands for the coded mode where a test looks at what a node stores for it, and makes no group. */
public final class CodedNowhere implements ProtocolFactory {
    @Override
    public Mode mode() {
        return Mode.CODED;
    }

    @Override
    public boolean needsSteps() {
        return true;
    }

    @Override
    public boolean keepsEveryRecord() {
        return true;
    }

    @Override
    public boolean bearsLoss() {
        return true;
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
