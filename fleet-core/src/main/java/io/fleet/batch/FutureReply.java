package io.fleet.batch;

import io.fleet.ReplyHandler;
import io.fleet.machine.FleetException;
import java.util.concurrent.CompletableFuture;
import org.agrona.DirectBuffer;

/** A future that is the handler of its own command. */
final class FutureReply extends CompletableFuture<byte[]> implements ReplyHandler {
    @Override
    public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
        final byte[] answer = new byte[length];
        buffer.getBytes(offset, answer);
        complete(answer);
    }

    @Override
    public void onFailure(final long correlationId, final FleetException failure) {
        completeExceptionally(failure);
    }
}
