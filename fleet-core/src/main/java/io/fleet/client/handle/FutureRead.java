package io.fleet.client.handle;

import io.fleet.client.ReadResult;
import io.fleet.client.ReplyHandler;
import io.fleet.error.FleetException;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;

/** A future that is the handler of its own read. */
final class FutureRead extends ClientFuture<ReadResult> implements ReplyHandler {
    FutureRead(final Executor callbacks, final BooleanSupplier bringsOutcomes) {
        super(callbacks, bringsOutcomes);
    }

    @Override
    public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
        onReply(correlationId, 0, ReadResult.UNKNOWN, buffer, offset, length);
    }

    @Override
    public void onReply(final long correlationId, final long lsn, final long staleNs, final DirectBuffer buffer,
                        final int offset, final int length) {
        final byte[] answer = new byte[length];
        buffer.getBytes(offset, answer);
        tell(new ReadResult(answer, lsn, staleNs));
    }

    @Override
    public void onFailure(final long correlationId, final FleetException failure) {
        tellFailure(failure);
    }
}
