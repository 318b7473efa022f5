package io.fleet.verify.threads;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.client.command.Batcher;
import io.fleet.client.command.ClientCounters;
import io.fleet.client.handle.ClientHandle;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.message.Message;
import io.fleet.error.FleetException;
import io.fleet.reads.client.ReadClient;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A client without a leader or replicas, used again: its ring buffers are too large to make many. */
final class PooledFront implements ReplyHandler {
    private static final long STEP_NS = TimeUnit.HOURS.toNanos(1);
    private static final GroupConfig CONFIG = GroupConfig.scattered().withClientWindow(16);
    private static final Queue<PooledFront> POOL = new ConcurrentLinkedQueue<>();

    /** As in a thread that runs duty cycles: set before the last look for work, read by whoever brings some. */
    volatile boolean parked;
    boolean woken;
    int outcomes;
    private final UnsafeBuffer body = new UnsafeBuffer(new byte[8]);
    private final ClientHandle front =
        new ClientHandle(CONFIG, new Batcher(CONFIG, 1, 1, new NoNetwork()), reads(), this::wakeUp, () -> 0);
    private long nowNs;
    private boolean reads;

    static PooledFront take() {
        final PooledFront front = POOL.poll();
        return front == null ? new PooledFront() : front;
    }

    /** Fails what waits, and may be taken again. */
    void give() {
        reset();
        POOL.add(this);
    }

    /** Fails what waits. */
    void reset() {
        cycle();
        nowNs += STEP_NS;
        cycle();
        parked = false;
        woken = false;
    }

    /** After {@link #shutdown()}: as new, and may be taken again. */
    void giveClosed() {
        reopen();
        POOL.add(this);
    }

    /** After {@link #shutdown()}: as new, which no client of production ever is. */
    void reopen() {
        try {
            for (final String field : List.of("closing", "terminated")) {
                set(field, false);
            }
            set("batcher", new Batcher(CONFIG, 1, 1, new NoNetwork()));
            set("reads", reads());
        } catch (final ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
        outcomes = 0;
        woken = false;
    }

    private void set(final String field, final Object value) throws ReflectiveOperationException {
        final Field found = ClientHandle.class.getDeclaredField(field);
        found.setAccessible(true);
        found.set(front, value);
    }

    private static ReadClient reads() {
        return new ReadClient(CONFIG, 1, new NoNetwork(), new ClientCounters());
    }

    /** A command and a read beside the log, in turn. */
    boolean offer() {
        reads = !reads;
        return reads
            ? front.offerRead(ReadConsistency.LOCAL, body, 0, 0, body, 0, body.capacity(), 1, this)
            : front.offer(false, body, 0, 0, body, 0, body.capacity(), 1, this);
    }

    boolean cycle() {
        return front.doWork(nowNs) > 0;
    }

    void shutdown() {
        front.shutdown(nowNs);
    }

    private void wakeUp() {
        woken = parked;
    }

    @Override
    public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
        throw new AssertionError("nobody answers");
    }

    @Override
    public void onFailure(final long correlationId, final FleetException failure) {
        outcomes++;
    }

    /** Takes nothing. */
    private static final class NoNetwork implements Outbound {
        @Override
        public int self() {
            return 1;
        }

        @Override
        public boolean broadcast(final Message message) {
            return false;
        }

        @Override
        public boolean send(final int node, final Message message) {
            return false;
        }

        @Override
        public boolean sendToBatcher(final long batcherId, final Message message) {
            return false;
        }
    }
}
