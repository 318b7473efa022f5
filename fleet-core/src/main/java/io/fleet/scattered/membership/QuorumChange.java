package io.fleet.scattered.membership;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.leader.ConfigurationProgress;
import io.fleet.scattered.leader.Leader;
import io.fleet.storage.coverage.CoverageMark;
import java.util.List;

/**
 * When a leader lets the voters count in another way (S14, G8). What was written so far must be where as many of them
 * may be lost as the next system bears, and enough must be there to elect in it. Who counts and did not before must
 * have promised this ballot: so each ballot elected in the next configuration is above what it accepted in older ones.
 */
final class QuorumChange {
    /** What {@link #consider} says where the configuration may be ordered now; no answer of a leader. */
    static final int READY = -1;
    private static final CoverageMark MEET = CoverageMark.named("reconfiguration.next-quorums-meet-these");
    private static final CoverageMark JOINT = CoverageMark.named("reconfiguration.former-quorums-count-too");
    private static final CoverageMark SETTLED = CoverageMark.named("reconfiguration.former-quorums-count-no-more");

    private final GroupContext context;
    private final Leader leader;
    private final CopyRule copies;
    private final ConfigurationProgress reach;

    QuorumChange(final GroupContext context, final Leader leader, final CopyRule copies,
                 final ConfigurationProgress reach) {
        this.context = context;
        this.leader = leader;
        this.copies = copies;
        this.reach = reach;
    }

    /** What becomes of it: an answer, or {@link #READY}. The ballot is settled. */
    int consider(final MemberChange change, final Configuration current, final long nowNs) {
        if (current.quorums().equals(change.quorums)) {
            return current.before() == null ? MemberChangeAnswer.AS_IT_IS : MemberChangeAnswer.TAKEN;
        }
        if (current.before() != null || current.learner().isPresent()) {
            return MemberChangeAnswer.BUSY;
        }
        if (!change.quorums.parts().stream().flatMap(List::stream).allMatch(node -> isVoter(current.member(node)))) {
            return MemberChangeAnswer.NO_MEMBER;
        }
        final Configuration next = current.withQuorums(change.quorums);
        if (!next.hasEnoughReplicas()) {
            return MemberChangeAnswer.TOO_FEW_REPLICAS;
        }
        if (ChangeRefusal.isTooLong(next, context)) {
            return MemberChangeAnswer.TOO_MANY;
        }
        leader.quiescence().disturb(nowNs);
        final long newlyCounting = next.counting() & ~current.counting();
        if (!reach.hears(next.quorumSystem(), nowNs) || (newlyCounting & ~reach.heard(nowNs)) != 0) {
            return copies.untilMembersHaveTold(nowNs);
        }
        leader.nameAll(nowNs);
        if (!copies.isNear(next, nowNs)) {
            return copies.untilMembersHaveTold(nowNs);
        }
        if (!copies.isMet(next, nowNs)) {
            copies.askForPause(nowNs);
            return MemberChangeAnswer.LATER;
        }
        copies.pause(false, nowNs);
        (next.before() == null ? MEET : JOINT).hit();
        return READY;
    }

    /** What counted before counts no more, as soon as the next configuration is chosen. */
    void settled() {
        SETTLED.hit();
    }

    private static boolean isVoter(final GroupMember member) {
        return member != null && member.voter();
    }
}
