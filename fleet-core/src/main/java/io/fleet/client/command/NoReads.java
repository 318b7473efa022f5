package io.fleet.client.command;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.reads.ReadServerFactory;
import io.fleet.error.FleetException;
import io.fleet.error.ReadNotServedException;
import org.agrona.DirectBuffer;

/** Of a client without the module that has reads which do not go through the log: refuses them, and names it. */
public final class NoReads implements ClientReads {
    @Override
    public void members(final int[] nodes) {
        // Nobody is asked.
    }

    @Override
    public void onAnswered(final long lsn) {
        // Nothing is read later.
    }

    @Override
    public void onReplyBatch(final int sender, final ReplyBatch answer, final long nowNs) {
        // Nobody was asked.
    }

    @Override
    public void check(final int headerLength, final int payloadLength) {
        throw new ReadNotServedException("this client has no reads beside the log: they need the Maven artifact "
            + ReadServerFactory.ARTIFACT + " on its class path, and it is not there");
    }

    @Override
    public boolean offer(final ReadConsistency consistency, final DirectBuffer header, final int headerOffset,
                         final int headerLength, final DirectBuffer payload, final int payloadOffset,
                         final int payloadLength, final long correlationId, final ReplyHandler handler,
                         final long nowNs) {
        check(headerLength, payloadLength);
        return false;
    }

    @Override
    public int inFlight() {
        return 0;
    }

    @Override
    public int doWork(final long nowNs) {
        return 0;
    }

    @Override
    public void close(final FleetException why) {
        // Nothing is in flight.
    }
}
