package io.fleet.scattered.collector;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.learner.Learner;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;

/**
 * Gathers the acknowledgements that members ask this node to tell to all, and tells them, the last of each member: at
 * once where as far as this node counts more is chosen, otherwise after a moment, so that several travel together.
 * What it keeps is of one ballot, the highest that it has heard of; it is of no use later, and whoever misses it hears
 * it from the members themselves (M3).
 */
public final class AckCollector {
    /** How long what makes nothing chosen waits for more. */
    static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final CoverageMark TOLD = CoverageMark.named("ack-collector.told-all");
    private static final CoverageMark HIGHER_BALLOT = CoverageMark.named("ack-collector.forgets-a-lower-ballot");
    private static final CoverageMark LOWER_BALLOT = CoverageMark.named("ack-collector.lower-ballot-left-out");
    private static final CoverageMark NO_ROOM = CoverageMark.named("ack-collector.the-rest-goes-into-the-next");

    private final GroupContext context;
    private final Learner learner;
    private final Ack[] kept = new Ack[Configuration.SLOTS];
    private final long[] lives = new long[kept.length];
    private final CollectedAcks message = new CollectedAcks();
    private long ballot;
    private long version;
    /** The members of which something is kept that was not told. */
    private long untold;
    private long sinceNs;
    private long toldChosen;
    /** The member with which the next message begins. */
    private int turn;

    public AckCollector(final GroupContext context, final Learner learner) {
        this.context = context;
        this.learner = learner;
    }

    /** A member asks this node to tell what it holds. */
    public void onAck(final int member, final Ack ack, final long nowNs) {
        if (ack.collector != context.self() || ack.ballot == Ballot.NONE) {
            return;
        }
        if (ack.ballot < ballot) {
            LOWER_BALLOT.hit();
            return;
        }
        forgetOthers(ack.ballot);
        sinceNs = untold == 0 ? nowNs : sinceNs;
        untold |= 1L << member;
        lives[member] = lifeOf(context.members()[member]);
        keep(member, ack);
    }

    /** What is kept is of one ballot, and the slots of members are those of one configuration. */
    private void forgetOthers(final long newBallot) {
        if (newBallot > ballot || context.membership().version() != version) {
            if (untold != 0) {
                HIGHER_BALLOT.hit();
            }
            untold = 0;
            ballot = newBallot;
            version = context.membership().version();
        }
    }

    private long lifeOf(final int node) {
        return node == context.self() ? context.lives().life() : context.toldLife(node);
    }

    private void keep(final int member, final Ack ack) {
        if (kept[member] == null) {
            kept[member] = new Ack();
        }
        final Ack copy = kept[member];
        copy.ballot = ack.ballot;
        copy.cumulative = ack.cumulative;
        copy.applied = ack.applied;
        copy.clockMillis = ack.clockMillis;
        copy.count = ack.count;
        System.arraycopy(ack.from, 0, copy.from, 0, ack.count);
        System.arraycopy(ack.to, 0, copy.to, 0, ack.count);
    }

    /** Whether nothing is to be told. */
    public boolean isAtRest() {
        return untold == 0;
    }

    /** Tells what is due; returns how many messages. */
    public int doWork(final long nowNs) {
        if (untold == 0 || learner.chosen() <= toldChosen && nowNs - sinceNs < PATIENCE_NS) {
            return 0;
        }
        if (context.membership().version() != version) {
            untold = 0;
            return 0;
        }
        fill();
        if (!context.outbound().sendToOthers(message)) {
            return 0;
        }
        TOLD.hit();
        toldChosen = learner.chosen();
        for (int i = 0; i < message.count; i++) {
            untold &= ~(1L << context.indexOf(message.node[i]));
        }
        sinceNs = nowNs;
        return 1;
    }

    private void fill() {
        message.ballot = ballot;
        message.count = 0;
        message.rangeCount = 0;
        final long later = -1L << turn;
        turn = 0;
        if (add(untold & later)) {
            add(untold & ~later);
        }
    }

    private boolean add(final long members) {
        for (long rest = members; rest != 0; rest &= rest - 1) {
            final int member = Long.numberOfTrailingZeros(rest);
            if (!message.hasRoom(kept[member])) {
                NO_ROOM.hit();
                turn = member;
                return false;
            }
            message.add(context.members()[member], lives[member], kept[member]);
        }
        return true;
    }
}
