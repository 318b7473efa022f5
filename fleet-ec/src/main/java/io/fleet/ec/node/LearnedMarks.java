package io.fleet.ec.node;

import io.fleet.consensus.ReadMarks;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.group.rejoin.VoterRecord;

/**
 * How far members have learned, for reads beside the log (form A of C9, Q2). A replica applies a slot, and so anything
 * is answered, once f + 1 members have durably learned it and all before it (Q1); one of those is among any n - f. What
 * was lost of it, its member does not answer before it has learned more than it ever told.
 */
final class LearnedMarks implements ReadMarks {
    private final CodedGroup group;
    private final Quorums quorums;
    private final VoterRecord standing;

    LearnedMarks(final CodedGroup group, final Quorums quorums, final VoterRecord standing) {
        this.group = group;
        this.quorums = quorums;
        this.standing = standing;
    }

    @Override
    public long mark() {
        return group.isVoter() ? group.settled() : SILENT;
    }

    @Override
    public int fill(final int[] numbers) {
        for (int member = 0; member < quorums.nodes(); member++) {
            numbers[member] = standing.leastNumber(member);
        }
        return quorums.nodes();
    }

    @Override
    public int heardNumber(final int slot) {
        return standing.heardNumber(slot);
    }

    @Override
    public boolean isQuorum(final long members) {
        return Long.bitCount(members) >= quorums.enough();
    }

    /** A slot that anybody has learned is decided, and whoever is behind asks for it by itself. */
    @Override
    public void reDrive(final long lsn) {
        // Nothing more is to be done.
    }
}
