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
 * What it keeps is of one ballot, and is lost with the process: whoever misses it hears it from the members themselves,
 * once the leader has passed this one by (M3).
 */
final class AckCollector {
    /** How long what makes nothing chosen waits for more. */
    static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final CoverageMark TOLD = CoverageMark.named("ack-collector.told-all");
    private static final CoverageMark HIGHER_BALLOT = CoverageMark.named("ack-collector.forgets-another-ballot");
    private static final CoverageMark LOWER_BALLOT = CoverageMark.named("ack-collector.lower-ballot-left-out");
    private static final CoverageMark NO_ROOM = CoverageMark.named("ack-collector.the-rest-goes-into-the-next");
    private static final CoverageMark OTHER_MEMBERS = CoverageMark.named("ack-collector.told-before-members-change");

    private final GroupContext context;
    private final Learner learner;
    private final Ack[] kept = new Ack[Configuration.SLOTS];
    private final int[] nodes = new int[kept.length];
    private final long[] lives = new long[kept.length];
    private CollectedAcks message;
    private long ballot;
    /** The members of which something is kept that was not told. */
    private long untold;
    private long sinceNs;
    private long toldChosen;
    /** The member with which the next message begins. */
    private int turn;

    AckCollector(final GroupContext context, final Learner learner) {
        this.context = context;
        this.learner = learner;
    }

    /**
     * A member may ask this node to tell what it holds. What is kept of another ballot is told before: of a lower one
     * it is of use to nobody soon, and of a higher one nobody may lead at it.
     */
    void onAck(final int member, final Ack ack, final long nowNs) {
        if (ack.collector != context.self() || ack.ballot == Ballot.NONE) {
            return;
        }
        if (ack.ballot != ballot) {
            if (ack.ballot < ballot && ack.ballot != learner.ballot()) {
                LOWER_BALLOT.hit();
                return;
            }
            if (untold != 0) {
                HIGHER_BALLOT.hit();
                tell();
            }
            untold = 0;
            ballot = ack.ballot;
        }
        final int node = context.members()[member];
        final long life = lifeOf(node);
        if ((untold >>> member & 1) != 0 && lives[member] == life && ack.cumulative < kept[member].cumulative) {
            return;
        }
        sinceNs = untold == 0 ? nowNs : sinceNs;
        untold |= 1L << member;
        nodes[member] = node;
        lives[member] = life;
        keep(member, ack);
    }

    /** Other members may have the slots of former ones: what is kept is told now, or never. */
    void onConfiguration() {
        if (untold != 0) {
            OTHER_MEMBERS.hit();
            tell();
            untold = 0;
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
        copy.count = ack.count;
        System.arraycopy(ack.from, 0, copy.from, 0, ack.count);
        System.arraycopy(ack.to, 0, copy.to, 0, ack.count);
    }

    /** Whether nothing is to be told. */
    boolean isAtRest() {
        return untold == 0;
    }

    /** Tells what is due; returns how many messages. */
    int doWork(final long nowNs) {
        if (untold == 0 || learner.chosen() <= toldChosen && nowNs - sinceNs < PATIENCE_NS || !tell()) {
            return 0;
        }
        TOLD.hit();
        toldChosen = learner.chosen();
        sinceNs = nowNs;
        return 1;
    }

    private boolean tell() {
        message = message == null ? new CollectedAcks() : message;
        message.ballot = ballot;
        message.count = 0;
        message.rangeCount = 0;
        final int begin = turn;
        final long later = -1L << begin;
        turn = 0;
        final long told = add(untold & later) | (turn == 0 ? add(untold & ~later) : 0);
        if (!context.outbound().sendToOthers(message)) {
            turn = begin;
            return false;
        }
        untold &= ~told;
        return true;
    }

    /** Returns those that were added. */
    private long add(final long members) {
        for (long rest = members; rest != 0; rest &= rest - 1) {
            final int member = Long.numberOfTrailingZeros(rest);
            if (!message.hasRoom(kept[member])) {
                NO_ROOM.hit();
                turn = member;
                return members & ~rest;
            }
            message.add(nodes[member], lives[member], kept[member]);
        }
        return members;
    }
}
