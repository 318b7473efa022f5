package io.fleet.replica;

import io.fleet.consensus.reads.ReadableReplica;
import io.fleet.machine.StateMachine;
import io.fleet.session.ReplyFrame;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A {@link Replica} as those see it who serve reads that do not go through the log. The replica's thread. */
public final class ReplicaReads implements ReadableReplica {
    private final Replica replica;
    private final LongSupplier leaderBallot;
    private final Runnable onExecuted;

    /**
     * Creates it.
     *
     * @param replica      whose state is read.
     * @param leaderBallot the ballot of who leads, which all answers tell.
     * @param onExecuted   called by other threads: {@link #executed()}.
     */
    public ReplicaReads(final Replica replica, final LongSupplier leaderBallot, final Runnable onExecuted) {
        this.replica = replica;
        this.leaderBallot = leaderBallot;
        this.onExecuted = onExecuted;
    }

    @Override
    public long applied() {
        return replica.applied();
    }

    @Override
    public long released() {
        return replica.replies().released();
    }

    @Override
    public long logTime() {
        return replica.logTime();
    }

    @Override
    public boolean isReadable() {
        return !replica.isPaused() && replica.isBetweenEntries();
    }

    @Override
    public boolean isPaused() {
        return replica.isPaused() || replica.isAway();
    }

    @Override
    public boolean isWitness() {
        return replica.isWitness();
    }

    @Override
    public void executed() {
        onExecuted.run();
    }

    @Override
    public StateMachine machine() {
        return replica.machine().machine();
    }

    @Override
    public void answer(final long batcherId, final long requestId, final long staleNs, final DirectBuffer queries,
                       final int offset, final int length) {
        replica.read(batcherId, requestId, leaderBallot.getAsLong(), staleNs, queries, offset, length);
    }

    @Override
    public void send(final long batcherId, final long requestId, final long sequence, final long lsn,
                     final long staleNs, final byte status, final DirectBuffer answer, final int length) {
        final int frameLength = ReplyFrame.HEADER_LENGTH + length;
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[frameLength]);
        ReplySender.putHead(frame, 0, frameLength, status, 0, sequence);
        frame.putBytes(ReplyFrame.HEADER_LENGTH, answer, 0, length);
        replica.replies().send(new ReplyAddress(batcherId, requestId, 0, sequence, staleNs, true),
            leaderBallot.getAsLong(), lsn, frame, frameLength);
    }

    @Override
    public void refuse(final long batcherId, final long requestId, final boolean forGood, final String why,
                       final DirectBuffer queries, final int offset, final int length) {
        replica.refuse(batcherId, requestId, leaderBallot.getAsLong(),
            forGood ? ReplyFrame.NOT_SERVED : ReplyFrame.READ_LATER, why, queries, offset, length);
    }

    @Override
    public void survive(final String method, final long lsn, final Throwable thrown) {
        replica.machine().survive(method, lsn, 0, thrown);
    }

    @Override
    public void surviveElsewhere(final String method, final long lsn, final Throwable thrown) {
        replica.machine().surviveElsewhere(method, lsn, thrown);
    }
}
