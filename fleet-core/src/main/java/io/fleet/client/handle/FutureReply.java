package io.fleet.client.handle;

import io.fleet.client.ReplyHandler;
import io.fleet.error.FleetException;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;

/** A future that is the handler of its own command. */
final class FutureReply extends ClientFuture<byte[]> implements ReplyHandler {
    FutureReply(final Executor callbacks, final BooleanSupplier bringsOutcomes) {
        super(callbacks, bringsOutcomes);
    }

    @Override
    public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
        final byte[] answer = new byte[length];
        buffer.getBytes(offset, answer);
        tell(answer);
    }

    @Override
    public void onFailure(final long correlationId, final FleetException failure) {
        tellFailure(failure);
    }
}
