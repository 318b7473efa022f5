package io.fleet.scattered;

import io.fleet.consensus.DurableSnapshots;
import io.fleet.consensus.SnapshotPermit;
import io.fleet.consensus.SnapshotRules;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.snapshot.SnapshotGrant;
import io.fleet.scattered.election.Election;
import io.fleet.scattered.snapshot.SnapshotCover;
import io.fleet.scattered.snapshot.SnapshotPermitClient;
import io.fleet.scattered.snapshot.SnapshotPermits;

/** Whose turn it is to write a snapshot, which ones members have, and where another member's may be put. */
final class SnapshotTurns implements SnapshotRules {
    private final SnapshotPermitClient turn;
    private final SnapshotCover cover;
    private final CatchUp catchUp;
    private final Election election;

    SnapshotTurns(final Roles roles, final SnapshotCover cover, final CatchUp catchUp,
                  final Election election, final RoleRoutes routes) {
        this.cover = cover;
        this.catchUp = catchUp;
        this.election = election;
        turn = new SnapshotPermitClient(roles.context);
        routes.onMember(MessageType.SNAPSHOT_TURN, new SnapshotPermits(roles.context, roles.leader)::onTurn)
            .on(MessageType.SNAPSHOT_GRANT, this::onGrant)
            .onMember(MessageType.SNAPSHOT_NOTICE, cover::onNotice);
    }

    private void onGrant(final int sender, final SnapshotGrant grant, final long nowNs) {
        turn.onGrant(sender, grant, election.leaderBallot(), nowNs);
    }

    int doWork(final long nowNs) {
        return turn.doWork(election.leaderBallot(), nowNs) + cover.doWork(nowNs);
    }

    @Override
    public SnapshotPermit turn() {
        return turn;
    }

    @Override
    public DurableSnapshots cover() {
        return cover;
    }

    @Override
    public boolean isWanted() {
        return catchUp.takeSnapshotWanted();
    }

    @Override
    public long ceiling() {
        return catchUp.ceiling();
    }
}
