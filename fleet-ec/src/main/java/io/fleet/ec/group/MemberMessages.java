package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.ec.message.StandingAnswer;
import io.fleet.ec.message.StandingRequest;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.DirectBuffer;

/** Hands what other members say to the one role that it is for. */
final class MemberMessages implements CodedGroupInbound {
    private static final CoverageMark TOO_OLD = CoverageMark
        .named("coded-group.acknowledgement-from-before-what-is-known");

    private final GroupRoles roles;
    private final CodedListener listener;
    private final int self;
    private final int members;

    MemberMessages(final GroupRoles roles, final CodedListener listener) {
        this.roles = roles;
        this.listener = listener;
        self = roles.config.self();
        members = roles.config.quorums().nodes();
    }

    @Override
    public void onVote(final int sender, final long slot, final long vote, final EntryId id, final boolean isAgain) {
        roles.consensus.onVote(sender, slot, vote, id, isAgain, roles.nowNs);
    }

    @Override
    public void onVoteOfOtherLives(final int sender, final long slot) {
        if (!isMember(sender) || slot < 1 || slot > SlotConsensus.LAST_SLOT) {
            return;
        }
        roles.consensus.heardOf(slot);
        roles.consensus.tell(sender, slot);
    }

    @Override
    public void onDecided(final int sender, final long slot, final EntryId id) {
        roles.consensus.onDecided(sender, slot, id, roles.nowNs);
    }

    @Override
    public void onReady(final int sender, final EntryId id, final long slot) {
        roles.proposer.onReady(sender, id, slot, roles.nowNs);
    }

    @Override
    public void onSegment(final int sender, final EntryId id, final DirectBuffer piece, final int offset,
                          final int length) {
        if (roles.rejoin.takes()) {
            roles.store.put(sender, id, piece, offset, length, roles.nowNs);
        }
    }

    @Override
    public void onSegmentAck(final int sender, final EntryId id, final int pieces, final long life,
                             final long reliedOn) {
        if (!isMember(sender) || !roles.rejoin.isOfNow(sender, life)) {
            return;
        }
        final long below = roles.proposer.knownFrom() - 1;
        if (pieces > 0 && reliedOn < below) {
            TOO_OLD.hit();
            if (roles.proposer.decidedSlot(id) <= below && roles.needs.isReferenced(id)
                && below <= roles.learner.learned()) {
                roles.acknowledger.acknowledge(below, id);
            }
            return;
        }
        roles.spreader.onAck(sender, id, pieces, reliedOn, roles.nowNs);
    }

    @Override
    public void onPartGone(final int sender, final EntryId id, final long upTo) {
        if (!isMember(sender) || upTo < 1) {
            return;
        }
        final long believed = roles.learner.believed(upTo);
        roles.gatherer.onPartGone(sender, id, believed, roles.nowNs);
        roles.rebuilder.onGone(id, believed, (entry, slot) -> {
            if (slot == 0) {
                roles.rejoin.onListedGone();
                return false;
            }
            if (slot > roles.applier.applied()) {
                listener.onCovered(sender, slot);
                return false;
            }
            return true;
        });
    }

    @Override
    public void onFetchSegment(final int sender, final EntryId id, final int piece) {
        roles.gatherer.onFetchSegment(sender, id, piece);
    }

    @Override
    public void onSegmentCopy(final int sender, final EntryId id, final DirectBuffer piece, final int offset,
                              final int length) {
        roles.gatherer.onSegmentCopy(sender, id, piece, offset, length, roles.nowNs);
    }

    @Override
    public void onLearned(final int sender, final long upTo) {
        if (isMember(sender) && upTo >= 0) {
            roles.learner.onLearned(sender, upTo, true);
        }
    }

    @Override
    public void onLearnedInOtherLives(final int sender, final long upTo) {
        if (isMember(sender) && upTo >= 0) {
            roles.learner.onLearned(sender, upTo, false);
        }
    }

    @Override
    public void onLearnRequest(final int sender, final long from) {
        if (isMember(sender) && from >= 1) {
            roles.learner.onLearnRequest(sender, from);
        }
    }

    @Override
    public void onStandingRequest(final int sender, final StandingRequest request) {
        if (isMember(sender)) {
            roles.rejoin.onRequest(sender, request, roles.nowNs);
        }
    }

    @Override
    public void onStandingAnswer(final int sender, final StandingAnswer answer) {
        if (isMember(sender)) {
            roles.rejoin.onAnswer(sender, answer);
        }
    }

    @Override
    public void onCovered(final int sender, final long slot) {
        if (isMember(sender) && slot > roles.applier.applied() && slot > roles.snapshots.coveredBy(1)) {
            listener.onCovered(sender, slot);
        }
    }

    @Override
    public void onSnapshotHeld(final int sender, final long upTo) {
        if (isMember(sender) && upTo >= 0) {
            roles.snapshots.onHeld(sender, upTo);
        }
    }

    private boolean isMember(final int sender) {
        return sender >= 0 && sender < members && sender != self;
    }
}
