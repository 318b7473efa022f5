package io.fleet.scattered.snapshot;

import io.fleet.consensus.SnapshotPermit;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.snapshot.SnapshotGrant;
import io.fleet.consensus.message.snapshot.SnapshotTurn;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;

/**
 * A replica's turn at writing a snapshot: asks the leader for it, renews it, gives it back ({@link SnapshotPermits}). A
 * replica that is the only one of its group that votes always has its turn. One that has stopped applying goes on with
 * that whatever becomes of the leader; one that has not, asks again.
 */
public final class SnapshotPermitClient implements SnapshotPermit {
    private static final CoverageMark LOST = CoverageMark.named("turn-client.turn-lost-before-it-was-taken");
    private static final int RENEWALS = 8;
    private static final int NONE = -1;

    private final GroupContext context;
    private final SnapshotTurn message = new SnapshotTurn();
    private int phase = NONE;
    private long grantedBallot;
    private long upTo;
    private long grantedNs;
    private long sentNs;
    private boolean sendNow;

    public SnapshotPermitClient(final GroupContext context) {
        this.context = context;
    }

    @Override
    public void ask() {
        phase = SnapshotTurn.WANTED;
        grantedBallot = Ballot.NONE;
        sendNow = true;
    }

    @Override
    public boolean hasCome(final long applied) {
        return isAlone() || phase == SnapshotTurn.WANTED && grantedBallot != Ballot.NONE && applied >= upTo;
    }

    @Override
    public void take() {
        phase = SnapshotTurn.TAKEN;
        sendNow = true;
    }

    @Override
    public void letOthers() {
        phase = SnapshotTurn.HELD_UP;
        sendNow = true;
    }

    @Override
    public void end() {
        phase = SnapshotTurn.ENDED;
        sendNow = true;
    }

    public void onGrant(final int sender, final SnapshotGrant grant, final long leaderBallot, final long nowNs) {
        if (grant.ballot != leaderBallot || Ballot.node(grant.ballot) != sender || phase != SnapshotTurn.WANTED) {
            return;
        }
        grantedBallot = grant.ballot;
        upTo = grant.upTo;
        grantedNs = nowNs;
    }

    public int doWork(final long leaderBallot, final long nowNs) {
        if (phase == NONE || isAlone()) {
            return 0;
        }
        if (phase == SnapshotTurn.WANTED && grantedBallot != Ballot.NONE
            && (grantedBallot != leaderBallot || nowNs - grantedNs >= SnapshotPermits.leaseNs(context) / 2)) {
            LOST.hit();
            grantedBallot = Ballot.NONE;
        }
        final boolean isDue = sendNow || nowNs - sentNs >= SnapshotPermits.leaseNs(context) / RENEWALS;
        if (leaderBallot == Ballot.NONE || !isDue) {
            return 0;
        }
        message.ballot = leaderBallot;
        message.phase = phase;
        context.outbound().send(Ballot.node(leaderBallot), message);
        sentNs = nowNs;
        sendNow = false;
        if (phase == SnapshotTurn.ENDED) {
            phase = NONE;
        }
        return 1;
    }

    private boolean isAlone() {
        return context.membership().isOnlyVoter(context.membership().ownSlot());
    }
}
