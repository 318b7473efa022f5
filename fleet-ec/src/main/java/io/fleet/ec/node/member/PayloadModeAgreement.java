package io.fleet.ec.node.member;

import io.fleet.consensus.message.Message;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Whether members execute entries in the same way: with a state machine that uses payload handles (rule C1), or with
 * one that does not. Each says so when it asks the others after its start, and in its answers. Who is answered by one
 * that differs applies nothing, and answers no such member, so of two groups of members neither begins; one that
 * differs from members that have begun is alone with it. Nothing is applied before one other member agrees.
 */
public final class PayloadModeAgreement {
    private static final CoverageMark DIFFERS = CoverageMark.named("agreement.member-with-another-kind-of-machine");

    private final boolean usesPayloads;
    private final MemberTable members;
    private long agreeing;
    private long differing;
    private String refusal;

    public PayloadModeAgreement(final boolean usesPayloads, final MemberTable members) {
        this.usesPayloads = usesPayloads;
        this.members = members;
    }

    /** Whether a message of another member is to be taken. */
    public boolean admits(final int position, final Message message) {
        if (message instanceof StandingRequest request) {
            return hear(position, request.usesPayloads) || refusal == null;
        }
        if (message instanceof StandingAnswer answer) {
            final boolean isAlike = hear(position, answer.usesPayloads);
            if (!isAlike) {
                refuse(position);
            }
            return isAlike;
        }
        return true;
    }

    /** Whether entries may be applied. */
    public boolean isReached() {
        return refusal == null && agreeing != 0;
    }

    /** Why nothing is applied; null when there is no reason. */
    public String refusal() {
        return refusal;
    }

    private boolean hear(final int position, final boolean theirs) {
        final long member = 1L << position;
        if (theirs != usesPayloads) {
            DIFFERS.hit();
            agreeing &= ~member;
            return false;
        }
        agreeing |= member;
        if ((differing & member) != 0) {
            differing &= ~member;
            tell();
        }
        return true;
    }

    private void refuse(final int position) {
        if ((differing & 1L << position) == 0) {
            differing |= 1L << position;
            tell();
        }
    }

    private void tell() {
        refusal = differing == 0 ? null : "the state machine here uses payload handles: " + usesPayloads
            + ", and on node " + members.nodeAt(Long.numberOfTrailingZeros(differing)) + ": " + !usesPayloads
            + " (StateMachine.usesPayloads()); nothing is applied until all members agree";
    }
}
