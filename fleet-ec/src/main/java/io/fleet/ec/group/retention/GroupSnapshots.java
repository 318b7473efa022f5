package io.fleet.ec.group.retention;

import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.dissemination.store.PartSweeper;
import io.fleet.ec.group.decision.Applier;
import io.fleet.ec.group.decision.DecisionLearner;
import io.fleet.ec.group.decision.DecisionLog;
import io.fleet.ec.group.repair.PartRebuilder;

/**
 * Snapshots in the place of what was decided long ago: those of this node, and those that other members hold. On the
 * thread of the group.
 */
public final class GroupSnapshots {
    private final DecisionLog decisions;
    private final DecisionLearner learner;
    private final Applier applier;
    private final MemberSnapshots cover;
    private final PartRebuilder rebuilder;
    private final PartSweeper sweeper;
    private final PartNeeds needs;
    private final int copies;
    private final int window;

    /** None is known yet. */
    public GroupSnapshots(final SlotConsensusConfig config, final DecisionLog decisions, final DecisionLearner learner,
                          final Applier applier, final MemberSnapshots cover, final PartRebuilder rebuilder,
                          final PartSweeper sweeper, final PartNeeds needs) {
        this.decisions = decisions;
        this.learner = learner;
        this.applier = applier;
        this.cover = cover;
        this.rebuilder = rebuilder;
        this.sweeper = sweeper;
        this.needs = needs;
        copies = config.quorums().faults() + 1;
        window = config.window();
    }

    /**
     * This node has a snapshot of its own state, durable and read back.
     *
     * @param upTo the slot up to which it covers everything, at most what was applied; 0 when what there was turns out
     *             to be unsound.
     */
    public void onSnapshot(final long upTo) {
        cover.onOwn(upTo);
    }

    /** A member has a durable snapshot, which covers everything up to a slot, as it says. */
    public void onHeld(final int member, final long upTo) {
        cover.onHeld(member, learner.believed(upTo));
    }

    /**
     * The state of this node has come from a snapshot, which is durable here: its own, at the start and before anything
     * else, or that of another member. Slots up to there are not applied. Parts that the state refers to are to be
     * asked for by {@link PartMaintenance#require} before.
     *
     * @param upTo the slot up to which it covers everything.
     */
    public void install(final long upTo) {
        if (upTo > decisions.appended()) {
            learner.skipTo(upTo);
        }
        learner.skipped(upTo);
        applier.skipTo(upTo);
        rebuilder.skip(upTo, needs::isReferenced);
        cover.onOwn(upTo);
    }

    /**
     * Up to which slot decisions may go: the snapshots of f + 1 cover them, it is durable which parts are of decided
     * entries, and enough are left to tell late announcements from new ones.
     *
     * @return the slot; 0 or less for none.
     */
    public long forgettableDecisions() {
        return Math.min(cover.by(copies), sweeper.noted()) - 2L * window;
    }

    /**
     * Up to where the snapshots of so many members cover everything, this node's own among them: with f + 1 of them,
     * decisions up to there may go, and so may parts that no state refers to; with all, nobody needs another's
     * snapshot.
     *
     * @param count how many members.
     * @return the slot; 0 for none.
     */
    public long coveredBy(final int count) {
        return cover.by(count);
    }

    /**
     * Up to where the snapshot of a member covers everything, as last heard of it.
     *
     * @param member its position.
     * @return the slot; 0 for none.
     */
    public long coveredOf(final int member) {
        return cover.of(member);
    }

    /** One duty cycle: tells the others of this node's own. */
    public int doWork(final long nowNs) {
        return cover.doWork(nowNs);
    }
}
