package io.fleet.scattered;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.ProtocolContext;
import io.fleet.consensus.ProtocolFactory;
import io.fleet.consensus.store.GroupLogs;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;

/** Makes groups of the scattered mode. */
public final class ScatteredFactory implements ProtocolFactory {
    @Override
    public Mode mode() {
        return Mode.SCATTERED;
    }

    @Override
    public boolean needsSteps() {
        return false;
    }

    @Override
    public boolean keepsEveryRecord() {
        return false;
    }

    /** What it holds are votes. */
    @Override
    public boolean bearsLoss() {
        return false;
    }

    @Override
    public void check(final int groupId, final GroupConfig config, final int[] members) {
        // Any number of members will do.
    }

    @Override
    public GroupProtocol create(final ProtocolContext context) {
        final GroupLogs logs = context.logs();
        return new ScatteredProtocol(new GroupContext(context.config(),
            new Membership(context.outbound().self(), context.members()), context.outbound(), logs.entries(),
            logs.promises(), logs.standing(), logs.lives(), context.snapshots(), logs.recorded(), context.progress(),
            context.listener(), context.counters(), context.randomSeed()));
    }
}
