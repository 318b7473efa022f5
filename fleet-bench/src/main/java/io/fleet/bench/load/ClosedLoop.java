package io.fleet.bench.load;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Keeps as many operations in flight as there are slots: an answer starts the next operation, at once and on the thread
 * that brought the answer. What the client does not take, and what follows a failure, waits for the driving thread. A
 * latency runs from the first attempt to start, so waiting for the client's buffers is in it; operations that are in
 * flight when the interval ends are waited for, and their latencies count.
 */
final class ClosedLoop extends Load {
    private final SlotQueue waiting;
    private final AtomicInteger ended = new AtomicInteger();

    ClosedLoop(final LoadSpec spec, final PeerClient client, final LongSupplier clock, final int run) {
        super(spec, client, clock, run);
        waiting = new SlotQueue(spec.slots());
        final long nowNs = clock.getAsLong();
        for (int slot = 0; slot < spec.slots(); slot++) {
            draw(slot, nowNs);
            waiting.add(slot);
        }
    }

    @Override
    int turn(final long nowNs) {
        int work = 0;
        for (int i = waiting.count(); i > 0; i--) {
            final int slot = waiting.take();
            if (slot == SlotQueue.NONE) {
                break;
            }
            if (nowNs - toNs >= 0) {
                ended.incrementAndGet();
            } else if (!start(slot)) {
                waiting.add(slot);
                break;
            }
            work++;
        }
        return work;
    }

    @Override
    long nextTurnNs(final long nowNs) {
        return waiting.count() == 0 ? Long.MAX_VALUE : nowNs + RETRY_NS;
    }

    @Override
    void freed(final int slot, final boolean succeeded, final long nowNs) {
        if (nowNs - toNs >= 0) {
            ended.incrementAndGet();
            wakeUp();
            return;
        }
        draw(slot, nowNs);
        if (!succeeded) {
            waiting.add(slot);
            wakeUp();
            return;
        }
        int next = slot;
        if (waiting.count() > 0) {
            waiting.add(slot);
            next = waiting.take();
        }
        if (next != SlotQueue.NONE && !start(next)) {
            waiting.add(next);
            wakeUp();
        }
    }

    @Override
    boolean isDrained() {
        return ended.get() == spec.slots();
    }

    @Override
    long missing() {
        return spec.slots() - ended.get();
    }

    @Override
    boolean counts(final long sinceNs, final long nowNs) {
        return nowNs - fromNs >= 0;
    }
}
