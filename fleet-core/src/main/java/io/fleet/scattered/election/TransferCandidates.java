package io.fleet.scattered.election;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.leader.Leader;
import io.fleet.storage.coverage.CoverageMark;

/**
 * What a leader knows of the members that may lead after it: when each was heard last, how far it has applied, and what
 * it said of itself ({@link LeaderFitness}). Chooses among them, and finds one that should lead in this node's place
 * because of its priority. A choice of speed, never of safety: whoever is chosen still needs the promises of a read
 * quorum (S3).
 */
final class TransferCandidates {
    static final int NOBODY = -1;

    private static final CoverageMark TOLD_EXPIRED = CoverageMark.named("successors.what-was-told-is-too-old");
    private static final CoverageMark RESTS_LONGER = CoverageMark
        .named("successors.priority-led-before-so-it-waits-longer");
    /** A member of higher priority must be fit to lead for so many election timeouts without a break. */
    private static final int STABLE_TIMEOUTS = 10;
    private static final int MAX_SHIFT = 6;
    private static final int FRESH_HEARTBEATS = 3;

    private final GroupContext context;
    private final Leader leader;
    private final Member[] members;
    private int self;
    private final long freshNs;
    private final long toldNs;
    private final long stableNs;

    TransferCandidates(final GroupContext context, final Leader leader) {
        this.context = context;
        this.leader = leader;
        self = context.indexOf(context.self());
        members = new Member[Configuration.SLOTS];
        for (int i = 0; i < members.length; i++) {
            members[i] = new Member();
        }
        freshNs = Math.min(context.electionTimeoutNs(), FRESH_HEARTBEATS * context.heartbeatNs());
        toldNs = 2 * context.electionTimeoutNs();
        stableNs = STABLE_TIMEOUTS * context.electionTimeoutNs();
    }

    /** A ballot of this node begins: nothing was heard at it yet. */
    void reset(final long nowNs) {
        self = context.indexOf(context.self());
        for (final Member member : members) {
            member.heard = false;
            member.applied = 0;
            member.fitSinceNs = nowNs;
        }
    }

    /** A member has acknowledged something at this node's ballot. */
    void onAck(final int index, final Ack ack, final long nowNs) {
        final Member member = members[index];
        member.heard = true;
        member.heardNs = nowNs;
        member.applied = Math.max(member.applied, ack.applied);
    }

    void onCandidacy(final int index, final LeaderFitness candidacy, final long nowNs) {
        final Member member = members[index];
        member.told = true;
        member.toldNs = nowNs;
        member.priority = candidacy.priority;
        member.able = candidacy.able;
        member.leaving = candidacy.leaving;
    }

    long applied(final int index) {
        return members[index].applied;
    }

    /** How far behind a member may be for the leader to stop ordering until it has caught up. */
    int closeEnough() {
        return context.config().windowEntries() / 4;
    }

    /** Whether all that live must have been heard, so long after a ballot was begun. */
    boolean hadTime(final long sinceNs) {
        return context.membership().isAlone() || sinceNs > freshNs;
    }

    /** Why a member cannot lead now; null when it can, once it has applied all that is ordered. */
    String whyNot(final int index, final long nowNs) {
        if (canLead(index, nowNs)) {
            return null;
        }
        final String name = "node " + context.members()[index];
        if (index == self) {
            return name + " leads already";
        }
        if (!isFresh(index, nowNs)) {
            return name + " has acknowledged nothing for a while: it is down, cut off or slow, or it does not vote";
        }
        return name + (members[index].leaving ? " is about to stop" : " says that it cannot lead now: its disk or its"
            + " replica is behind, or it waits after its start for leases to run out");
    }

    /**
     * The member that should lead when this node does not, or {@link #NOBODY}: of those that can, and are no window
     * behind, the one with the highest priority, and of equals the one that has applied most.
     */
    int best(final long highest, final long without, final long nowNs) {
        int best = NOBODY;
        for (int i = 0; i < context.slots(); i++) {
            if ((without >>> i & 1) == 0 && isFit(i, highest - context.config().windowEntries(), nowNs)
                && (best == NOBODY || isBetter(i, best))) {
                best = i;
            }
        }
        return best;
    }

    /**
     * The member that should lead in this node's place, or {@link #NOBODY}: its priority is higher, and it has been fit
     * for long. To be called regularly.
     */
    int preferred(final int ownPriority, final long highest, final long nowNs) {
        int best = NOBODY;
        for (int i = 0; i < context.slots(); i++) {
            final Member member = members[i];
            if (!isFit(i, highest - closeEnough(), nowNs) || member.priority <= ownPriority) {
                member.fitSinceNs = nowNs;
            } else if (nowNs - member.fitSinceNs >= stableNs << member.shift && (best == NOBODY || isBetter(i, best))) {
                best = i;
            }
        }
        return best;
    }

    /**
     * Leadership is handed to a member because of its priority. One to which it has been handed before, not long ago,
     * must be fit for twice as long the next time.
     */
    void onPreferred(final int index, final long nowNs) {
        final Member member = members[index];
        if (member.preferred && nowNs - member.preferredNs < 4 * (stableNs << member.shift)) {
            RESTS_LONGER.hit();
            member.shift = Math.min(MAX_SHIFT, member.shift + 1);
        } else {
            member.shift = 0;
        }
        member.preferred = true;
        member.preferredNs = nowNs;
        member.fitSinceNs = nowNs;
    }

    private boolean isFit(final int index, final long atLeast, final long nowNs) {
        return canLead(index, nowNs) && members[index].applied >= atLeast;
    }

    private boolean canLead(final int index, final long nowNs) {
        forgetOld(index, nowNs);
        return index != self && context.membership().roles().isFull(index) && isFresh(index, nowNs)
            && !members[index].leaving && members[index].able;
    }

    private boolean isFresh(final int index, final long nowNs) {
        return members[index].heard && nowNs - Math.max(members[index].heardNs, leader.quiescence().heardNs(index,
            nowNs)) <= freshNs;
    }

    private boolean isBetter(final int index, final int than) {
        final Member a = members[index];
        final Member b = members[than];
        return a.priority != b.priority ? a.priority > b.priority : a.applied > b.applied;
    }

    /** A member that has said nothing of itself for long is taken for one with nothing special. */
    private void forgetOld(final int index, final long nowNs) {
        final Member member = members[index];
        if (member.told && nowNs - member.toldNs > toldNs) {
            TOLD_EXPIRED.hit();
            member.told = false;
            member.priority = LeaderFitness.DEFAULT_PRIORITY;
            member.able = true;
            member.leaving = false;
        }
    }

    /** What is known of a member. */
    private static final class Member {
        private boolean heard;
        private long heardNs;
        private long applied;
        private boolean told;
        private long toldNs;
        private int priority = LeaderFitness.DEFAULT_PRIORITY;
        private boolean able = true;
        private boolean leaving;
        private long fitSinceNs;
        private boolean preferred;
        private long preferredNs;
        private int shift;
    }
}
