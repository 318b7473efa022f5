package io.fleet.reads;

import io.fleet.consensus.reads.ReadableReplica;
import io.fleet.machine.StateMachine;
import org.agrona.DirectBuffer;

/** A replica that has applied nothing, hosts no machine, and may be told otherwise. */
public class FakeReplica implements ReadableReplica {
    public boolean isPaused;
    boolean isWitness;

    @Override
    public long applied() {
        return 0;
    }

    @Override
    public long released() {
        return Long.MAX_VALUE;
    }

    @Override
    public long logTime() {
        return 0;
    }

    @Override
    public final boolean isReadable() {
        return !isPaused;
    }

    @Override
    public final boolean isPaused() {
        return isPaused;
    }

    @Override
    public final boolean isWitness() {
        return isWitness;
    }

    @Override
    public StateMachine machine() {
        return null;
    }

    @Override
    public void answer(final long batcherId, final long requestId, final long staleNs, final DirectBuffer queries,
                       final int offset, final int length) {
        throw new AssertionError("request " + requestId + " is executed");
    }

    @Override
    public void send(final long batcherId, final long requestId, final long sequence, final long lsn,
                     final long staleNs, final byte status, final DirectBuffer answer, final int length) {
        throw new AssertionError("read " + sequence + " is answered");
    }

    @Override
    public void refuse(final long batcherId, final long requestId, final boolean forGood, final String why,
                       final DirectBuffer queries, final int offset, final int length) {
        throw new AssertionError("request " + requestId + " is refused: " + why);
    }

    @Override
    public void survive(final String method, final long lsn, final Throwable thrown) {
        // Whatever is thrown, the node goes on.
    }

    @Override
    public void surviveElsewhere(final String method, final long lsn, final Throwable thrown) {
        // Whatever is thrown, the node goes on.
    }
}
