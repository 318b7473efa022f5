package io.fleet.scattered.leader;

import io.fleet.consensus.Outbound;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.replication.FillRequest;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.storage.coverage.CoverageMark;
import java.util.function.LongSupplier;

/**
 * How far storage nodes have voted, for reads beside the log (P1, P2): every chosen LSN has the votes of a write
 * quorum, which meets every read quorum of marks. Where a mark stands above all that was ever chosen, the leader fills
 * the gap (P4). Who has voted for a configuration and does not act on it yet tells none (S14): a write quorum has voted
 * for one before anything is chosen in it, so no read quorum of an older one tells marks from then on. That the two
 * need not meet is so where a voter takes the place of another. Each mark says in which lives its sender counts the
 * voters, so that a node and a former life of it are never taken for each other (S15).
 */
public final class VoteMarks implements ReadMarks {
    private static final CoverageMark UNSOUND = CoverageMark.named("vote-marks.silent-without-votes");
    private static final CoverageMark NEWER = CoverageMark.named("vote-marks.silent-before-a-newer-configuration");

    private static final CoverageMark NEVER_CHOSEN = CoverageMark
        .named("vote-marks.configuration-voted-for-was-never-chosen");

    private final GroupContext context;
    private final Membership membership;
    private final Acceptor storage;
    private final Leases leases;
    private final VoteGuard voting;
    private final LongSupplier leaderBallot;
    private final Outbound outbound;
    private final FillRequest request = new FillRequest();

    public VoteMarks(final GroupContext context, final Acceptor storage, final VoteGuard voting,
                     final Leases leases, final LongSupplier leaderBallot) {
        this.context = context;
        membership = context.membership();
        outbound = context.outbound();
        this.storage = storage;
        this.leases = leases;
        this.voting = voting;
        this.leaderBallot = leaderBallot;
    }

    @Override
    public long mark() {
        if (!voting.counts()) {
            UNSOUND.hit();
            return SILENT;
        }
        if (storage.configuration() > membership.version() && !isAnother(storage.configuration())) {
            NEWER.hit();
            return SILENT;
        }
        return storage.watermark();
    }

    /**
     * Whether something else was chosen where a configuration was to be, which so never came to be in force; and
     * nothing that this node does not act on yet.
     */
    private boolean isAnother(final long version) {
        final boolean isOther = context.progress().durable() >= version
            && context.progress().recordedConfiguration().version() <= membership.version();
        if (isOther) {
            NEVER_CHOSEN.hit();
        }
        return isOther;
    }

    @Override
    public int fill(final int[] numbers) {
        for (int slot = 0; slot < context.slots(); slot++) {
            numbers[slot] = membership.isVoter(slot) ? context.leastNumber(context.members()[slot]) : 0;
        }
        return context.slots();
    }

    @Override
    public int heardNumber(final int slot) {
        return context.heardNumber(context.members()[slot]);
    }

    @Override
    public boolean isQuorum(final long members) {
        return membership.quorum().isReadQuorum(members);
    }

    @Override
    public String whyNoLeases() {
        return leases.areOn() ? null : "leases are off in its configuration";
    }

    @Override
    public int leader() {
        final long ballot = leaderBallot.getAsLong();
        return ballot == Ballot.NONE ? NOBODY : Ballot.node(ballot);
    }

    @Override
    public long leaseMark(final long nowNs) {
        return leases.mark(nowNs);
    }

    @Override
    public long ownMark(final long nowNs) {
        return leases.ownMark(nowNs);
    }

    @Override
    public void reDrive(final long lsn) {
        final long ballot = leaderBallot.getAsLong();
        if (ballot != Ballot.NONE && lsn > 0) {
            request.upTo = lsn;
            outbound.send(Ballot.node(ballot), request);
        }
    }
}
