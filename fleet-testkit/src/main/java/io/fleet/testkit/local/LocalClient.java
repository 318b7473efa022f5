package io.fleet.testkit.local;

import io.fleet.client.FleetClient;
import io.fleet.client.ReplyHandler;
import io.fleet.error.ClientClosedException;
import io.fleet.error.CommandFailedException;
import io.fleet.error.FleetException;
import io.fleet.machine.StateMachine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A client of a group that is one machine on one thread, without log or network: what is sent is run at once, in order.
 */
public final class LocalClient implements FleetClient {
    private final MachineHarness machine;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();
    private volatile Supplier<FleetException> failure;
    private volatile boolean lost;

    public LocalClient(final StateMachine machine) {
        this.machine = new MachineHarness(machine);
    }

    /** Lets log time pass. */
    public void advance(final long millis) {
        thread.execute(() -> machine.advance(millis));
    }

    /** From now on every command fails so, applied or not; null ends that. */
    public void failWith(final Supplier<FleetException> with, final boolean afterApplying) {
        lost = afterApplying;
        failure = with;
    }

    /** The next so many offers find the buffer full. */
    public void refuse(final int offers) {
        refusals.set(offers);
    }

    /** Runs something on the machine's thread, which does nothing else meanwhile. */
    public void block(final Runnable until) {
        thread.execute(until);
    }

    public int sent() {
        return sent.get();
    }

    @Override
    public CompletableFuture<byte[]> submit(final byte[] header, final byte[] payload) {
        return future(false, header, payload);
    }

    @Override
    public CompletableFuture<byte[]> query(final byte[] header, final byte[] payload) {
        return future(true, header, payload);
    }

    private CompletableFuture<byte[]> future(final boolean readOnly, final byte[] header, final byte[] payload) {
        final CompletableFuture<byte[]> future = new CompletableFuture<>();
        offer(readOnly, new UnsafeBuffer(header), 0, header.length, new UnsafeBuffer(payload), 0, payload.length, 0,
            new ReplyHandler() {
                @Override
                public void onReply(final long correlationId, final DirectBuffer buffer, final int offset,
                                    final int length) {
                    future.complete(copy(buffer, offset, length));
                }

                @Override
                public void onFailure(final long correlationId, final FleetException cause) {
                    future.completeExceptionally(cause);
                }
            });
        return future;
    }

    @Override
    public boolean offer(final boolean readOnly, final DirectBuffer header, final int headerOffset,
                         final int headerLength, final DirectBuffer payload, final int payloadOffset,
                         final int payloadLength,
                         final long correlationId, final ReplyHandler handler) {
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return false;
        }
        final byte[] headerBytes = copy(header, headerOffset, headerLength);
        final byte[] payloadBytes = copy(payload, payloadOffset, payloadLength);
        sent.incrementAndGet();
        try {
            thread.execute(() -> run(readOnly, headerBytes, payloadBytes, correlationId, handler));
        } catch (final RejectedExecutionException e) {
            throw new ClientClosedException("the client is closed");
        }
        return true;
    }

    private void run(final boolean readOnly, final byte[] header, final byte[] payload, final long correlationId,
                     final ReplyHandler handler) {
        final Supplier<FleetException> failing = failure;
        if (failing != null && !lost) {
            handler.onFailure(correlationId, failing.get());
            return;
        }
        final byte[] reply;
        try {
            reply = machine.run(readOnly, header, payload);
        } catch (final RuntimeException e) {
            handler.onFailure(correlationId, new CommandFailedException(e.getMessage()));
            return;
        }
        if (failing != null) {
            handler.onFailure(correlationId, failing.get());
        } else {
            handler.onReply(correlationId, new UnsafeBuffer(reply), 0, reply.length);
        }
    }

    private static byte[] copy(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    /** Waits, after {@link #close}, until the machine's thread has ended. */
    public void awaitEnd() throws InterruptedException {
        if (!thread.awaitTermination(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the machine's thread still runs");
        }
    }
}
