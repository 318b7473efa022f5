package io.fleet.client.handle;

import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.client.ReadResult;
import io.fleet.client.ReplyHandler;
import io.fleet.client.SessionListener;
import io.fleet.client.command.Batcher;
import io.fleet.client.command.ClientReads;
import io.fleet.client.command.CommandLength;
import io.fleet.client.command.CommandOutcomes;
import io.fleet.client.command.NoReads;
import io.fleet.config.GroupConfig;
import io.fleet.error.ClientClosedException;
import io.fleet.error.CommandTooLargeException;
import io.fleet.error.ConfigException;
import io.fleet.error.OverloadedException;
import io.fleet.error.ReadNotServedException;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The client that a user holds: hands commands from any thread to the one thread that owns a {@link Batcher}, in the
 * order in which they were submitted, and reads that do not go through the log to its {@link ClientReads}, likewise.
 * The two kinds wait in queues of their own, so that neither holds up the other. No locks, and no allocation in the
 * handler form, for commands up to an eighth of the queue's ring.
 *
 * <p>The owner calls {@link #doWork} in its duty cycle, feeds what arrives to {@link #batcher()}, and calls {@link
 * #shutdown} when its thread ends. Every accepted command has exactly one outcome, also one that is submitted while
 * the client is being closed; its handler is then called on the submitting thread where the owner has already gone.
 */
public final class ClientHandle implements FleetClient {
    private static final int MIN_QUEUE = 1024;

    private final int maxCommandBytes;
    private final Batcher batcher;
    private final ClientReads reads;
    private final Runnable wakeUp;
    private final NanoClock clock;
    private final Executor callbacks;
    private final SubmissionQueue queue;
    /** Of reads that do not go through the log. */
    private final SubmissionQueue readQueue;
    private final SubmissionQueue.Taker toBatcher = this::toBatcher;
    private final SubmissionQueue.Taker toReads = this::toReads;
    private final SubmissionQueue.Taker toClosed = this::toClosed;
    private Thread owner;
    private volatile boolean closing;
    private volatile boolean terminated;
    private volatile boolean draining;
    /** Who hears of the session from now on; null when the owner has been told. */
    private final AtomicReference<SessionListener> listener = new AtomicReference<>();
    /** Why no node listens to this client; null as long as any may. */
    private volatile @Nullable ConfigException refusal;

    /**
     * Creates a client whose reads go through the log, all of them, and whose futures are completed by whoever has the
     * outcome.
     *
     * @param config  the group's.
     * @param batcher what sends the commands; from now on touched by the owner's thread only.
     * @param wakeUp  see the other constructor.
     * @param clock   the clock whose time the owner passes to {@link #doWork}; read by submitting threads.
     */
    public ClientHandle(final GroupConfig config, final Batcher batcher, final Runnable wakeUp, final NanoClock clock) {
        this(config, batcher, new NoReads(), wakeUp, clock, Runnable::run);
    }

    /**
     * Creates a client whose futures are completed by whoever has the outcome.
     *
     * @param config  the group's.
     * @param batcher what sends the commands.
     * @param reads   what sends the reads that do not go through the log.
     * @param wakeUp  see the other constructor.
     * @param clock   the clock whose time the owner passes to {@link #doWork}; read by submitting threads.
     */
    public ClientHandle(final GroupConfig config, final Batcher batcher, final ClientReads reads, final Runnable wakeUp,
                        final NanoClock clock) {
        this(config, batcher, reads, wakeUp, clock, Runnable::run);
    }

    /**
     * Creates a client.
     *
     * @param config  the group's.
     * @param batcher what sends the commands; from now on touched by the owner's thread only.
     * @param reads   what sends the reads that do not go through the log, likewise.
     * @param wakeUp  called by submitting threads after a command was queued or the client was closed: makes the
     *                owner's thread run its duty cycle soon if it idles. Must be cheap, and may be called by many
     *                threads at once.
     * @param clock   the clock whose time the owner passes to {@link #doWork}; read by submitting threads.
     * @param callbacks completes futures, and so runs what depends on them: {@link Callbacks}, or in tests the caller.
     */
    public ClientHandle(final GroupConfig config, final Batcher batcher, final ClientReads reads, final Runnable wakeUp,
                        final NanoClock clock, final Executor callbacks) {
        this.reads = reads;
        this.callbacks = callbacks;
        this.maxCommandBytes = config.maxCommandBytes();
        this.batcher = batcher;
        this.wakeUp = wakeUp;
        this.clock = clock;
        final int capacity = Math.max(MIN_QUEUE, config.clientWindow());
        this.queue = new SubmissionQueue(capacity, SubmissionQueue.RING_BYTES);
        this.readQueue = new SubmissionQueue(capacity, SubmissionQueue.READ_RING_BYTES);
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
        given(header, payload);
        final FutureReply future = new FutureReply(callbacks, this::isOwner);
        if (areCallbacksLate()) {
            future.completeExceptionally(late());
            return future;
        }
        try {
            if (!offer(readOnly, new UnsafeBuffer(header), 0, header.length,
                new UnsafeBuffer(payload), 0, payload.length, 0, future)) {
                future.completeExceptionally(full());
            }
        } catch (final CommandTooLargeException | ClientClosedException | ConfigException failure) {
            future.completeExceptionally(failure);
        }
        return future;
    }

    private static void given(final byte[] header, final byte[] payload) {
        if (header == null || payload == null) {
            throw new IllegalArgumentException((header == null ? "header" : "payload")
                + " is missing: give an empty array where there is nothing to say");
        }
    }

    @Override
    public CompletableFuture<ReadResult> read(final ReadConsistency consistency, final byte[] header,
                                              final byte[] payload) {
        return read(consistency, header, payload, new FutureRead(callbacks, this::isOwner));
    }

    @Override
    public CompletableFuture<byte[]> query(final ReadConsistency consistency, final byte[] header,
                                           final byte[] payload) {
        return read(consistency, header, payload, new FutureReply(callbacks, this::isOwner));
    }

    private <T, F extends CompletableFuture<T> & ReplyHandler> F read(final ReadConsistency consistency,
                                                                      final byte[] header, final byte[] payload,
                                                                      final F future) {
        given(header, payload);
        if (areCallbacksLate()) {
            future.completeExceptionally(late());
            return future;
        }
        try {
            if (!offerRead(consistency, new UnsafeBuffer(header), 0, header.length,
                new UnsafeBuffer(payload), 0, payload.length, 0, future)) {
                future.completeExceptionally(
                    consistency.level() == ReadConsistency.Level.LINEARIZABLE_LOG ? full() : fullOfReads());
            }
        } catch (final CommandTooLargeException | ClientClosedException | ConfigException
            | ReadNotServedException failure) {
            future.completeExceptionally(failure);
        }
        return future;
    }

    private boolean areCallbacksLate() {
        return callbacks instanceof Callbacks && ((Callbacks) callbacks).isFull();
    }

    private static OverloadedException late() {
        return new OverloadedException("what depends on futures of this client takes too long: "
            + Callbacks.MAX_WAITING + " outcomes wait to be told; see the log for callbacks that block");
    }

    private OverloadedException full() {
        return new OverloadedException("the client's queue is full: commands that wait "
            + "for the client's thread have taken all of its " + queue.capacity() + " slots, its ring of "
            + SubmissionQueue.RING_BYTES + " bytes, or the " + SubmissionQueue.MAX_LARGE_BYTES
            + " bytes for commands too long for the ring");
    }

    private OverloadedException fullOfReads() {
        return new OverloadedException("the client's queue of reads beside the log is full: those that wait for the "
            + "client's thread, or for room in its window, have taken all of its " + readQueue.capacity()
            + " slots, or its ring of " + SubmissionQueue.READ_RING_BYTES + " bytes");
    }

    @Override
    public boolean offer(final boolean readOnly, final DirectBuffer header, final int headerOffset,
                         final int headerLength, final DirectBuffer payload, final int payloadOffset,
                         final int payloadLength, final long correlationId, final ReplyHandler handler) {
        CommandLength.check(headerLength, payloadLength, maxCommandBytes);
        return offer(readOnly, null, header, headerOffset, headerLength, payload, payloadOffset, payloadLength,
            correlationId, handler);
    }

    @Override
    public boolean offerRead(final ReadConsistency consistency, final DirectBuffer header, final int headerOffset,
                             final int headerLength, final DirectBuffer payload, final int payloadOffset,
                             final int payloadLength, final long correlationId, final ReplyHandler handler) {
        if (consistency == null) {
            throw new IllegalArgumentException("consistency is missing");
        }
        if (consistency.level() == ReadConsistency.Level.LINEARIZABLE_LOG) {
            return offer(true, header, headerOffset, headerLength, payload, payloadOffset, payloadLength,
                correlationId, handler);
        }
        reads.check(headerLength, payloadLength);
        return offer(true, consistency, header, headerOffset, headerLength, payload, payloadOffset, payloadLength,
            correlationId, handler);
    }

    private boolean offer(final boolean readOnly, final ReadConsistency consistency, final DirectBuffer header,
                          final int headerOffset, final int headerLength, final DirectBuffer payload,
                          final int payloadOffset, final int payloadLength, final long correlationId,
                          final ReplyHandler handler) {
        if (handler == null) {
            throw new IllegalArgumentException("handler is missing");
        }
        if (closing || terminated || draining) {
            throw refusal == null ? closed() : refusal;
        }
        final SubmissionQueue kind = consistency == null ? queue : readQueue;
        if (!kind.offer(readOnly, consistency, header, headerOffset, headerLength, payload, payloadOffset,
            payloadLength, correlationId, handler, clock.nanoTime())) {
            return false;
        }
        VarHandle.fullFence();
        if (terminated) {
            failQueued();
        } else {
            wakeUp.run();
        }
        return true;
    }

    @Override
    public int credit() {
        return batcher.credit();
    }

    @Override
    public void wantMore() {
        batcher.wantMore();
    }

    @Override
    public void keepSession(final SessionListener newListener) {
        if (newListener == null) {
            throw new IllegalArgumentException("listener is missing");
        }
        if (closing || terminated || draining) {
            throw refusal == null ? closed() : refusal;
        }
        listener.set(new SessionCalls(newListener, callbacks));
        wakeUp.run();
    }

    /** The owner's thread takes over what {@link #keepSession} was given. */
    private void takeListener() {
        final SessionListener taken = listener.get() == null ? null : listener.getAndSet(null);
        if (taken != null) {
            batcher.keeper().keep(taken);
        }
    }

    /**
     * One duty cycle of the owner's thread.
     *
     * @param nowNs the time.
     * @return how much was done.
     */
    public int doWork(final long nowNs) {
        if (terminated) {
            return 0;
        }
        owner = Thread.currentThread();
        if (closing) {
            shutdown(nowNs);
            return 1;
        }
        takeListener();
        return queue.drain(toBatcher) + batcher.doWork(nowNs) + readQueue.drain(toReads) + reads.doWork(nowNs);
    }

    /** Whether the caller runs on the owner's thread: that one sees what it wrote itself. */
    private boolean isOwner() {
        return owner == Thread.currentThread();
    }

    /**
     * Ends the client on the owner's thread: everything in flight and queued fails. Idempotent.
     *
     * @param nowNs the time.
     */
    public void shutdown(final long nowNs) {
        if (terminated) {
            return;
        }
        closing = true;
        batcher.close(refusal);
        reads.close(refusal);
        terminated = true;
        VarHandle.fullFence();
        failQueued();
    }

    /**
     * Ends the client on the owner's thread, because no node listens to it: what was not sent, and whatever is
     * submitted from now on, fails with the reason.
     *
     * @param why   names the setting, its value and the nodes' value.
     * @param nowNs the time.
     */
    public void refuse(final ConfigException why, final long nowNs) {
        refusal = why;
        shutdown(nowNs);
    }

    /** Why no node listens to this client; null as long as any may. Any thread. */
    public @Nullable ConfigException refusal() {
        return refusal;
    }

    /**
     * Asks the owner's thread to end the client: in its next duty cycle everything in flight and queued fails.
     * Returns at once; may be called from any thread, and more than once.
     */
    @Override
    public void close() {
        closing = true;
        wakeUp.run();
    }

    /** Takes nothing more; what was taken goes on to its outcome. Any thread. */
    public void drain() {
        draining = true;
    }

    /**
     * Whether anything that was taken has no outcome yet.
     *
     * @return whether; for the owner's thread only.
     */
    public boolean isBusy() {
        return !terminated
            && (batcher.inFlight() > 0 || !queue.isEmpty() || reads.inFlight() > 0
                || !readQueue.isEmpty());
    }

    /** Whether it waits for a session that it is to keep, or for news of it; for the owner's thread. */
    public boolean asksForSession() {
        return !terminated && batcher.keeper().isAsking();
    }

    /** Whether it has a session to keep alive, so that time alone brings something about; for the owner's thread. */
    public boolean keepsSession() {
        return !terminated && batcher.keeper().isOn();
    }

    /**
     * Whether something of what was taken has not been sent that may be: in this duty cycle, or in a moment; or a read
     * is under way.
     *
     * @return whether; for the owner's thread only.
     */
    public boolean isSending() {
        return !terminated
            && (closing || batcher.isSending() || reads.inFlight() > 0 || !readQueue.isEmpty());
    }

    /**
     * Whether the client has ended: nothing more will happen.
     *
     * @return true after {@link #shutdown}.
     */
    public boolean isTerminated() {
        return terminated;
    }

    /**
     * What sends the commands.
     *
     * @return the batcher, for the owner's thread only.
     */
    public Batcher batcher() {
        return batcher;
    }

    /**
     * What sends the reads that do not go through the log.
     *
     * @return for the owner's thread only.
     */
    public ClientReads reads() {
        return reads;
    }

    /** After the end there is no owner: whoever sees that something is queued fails it, one thread at a time. */
    private synchronized void failQueued() {
        queue.drain(toClosed);
        readQueue.drain(toClosed);
    }

    private boolean toBatcher(final boolean readOnly, final ReadConsistency consistency, final byte[] frame,
                              final DirectBuffer body, final int offset, final int headerLength,
                              final int payloadLength, final long correlationId, final ReplyHandler handler,
                              final long submitNs) {
        if (frame != null) {
            return batcher.offer(readOnly, frame, headerLength, payloadLength, correlationId, handler, submitNs);
        }
        return batcher.offer(readOnly, body, offset, headerLength, body, offset + headerLength, payloadLength,
            correlationId, handler, submitNs);
    }

    private boolean toReads(final boolean readOnly, final ReadConsistency consistency, final byte[] frame,
                            final DirectBuffer body, final int offset, final int headerLength,
                            final int payloadLength, final long correlationId, final ReplyHandler handler,
                            final long submitNs) {
        return reads.offer(consistency, body, offset, headerLength, body, offset + headerLength, payloadLength,
            correlationId, handler, submitNs);
    }

    private boolean toClosed(final boolean readOnly, final ReadConsistency consistency, final byte[] frame,
                             final DirectBuffer body, final int offset, final int headerLength,
                             final int payloadLength, final long correlationId, final ReplyHandler handler,
                             final long submitNs) {
        CommandOutcomes.fail(handler, correlationId, refusal == null ? closed() : refusal, batcher.counters());
        return true;
    }

    private static ClientClosedException closed() {
        return new ClientClosedException("the client is closed: the command was not sent");
    }
}
