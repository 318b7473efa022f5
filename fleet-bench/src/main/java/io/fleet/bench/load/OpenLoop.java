package io.fleet.bench.load;

import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Starts operations when they are due, whether or not earlier ones are answered: arrivals of a Poisson process. A
 * latency runs from the time at which the operation was due, so that what had to wait, because the client was busy or
 * this process was late, is seen as slow and not left out. Counted are the operations that were due in the interval;
 * those that are not started when it ends are started still.
 */
final class OpenLoop extends Load {
    private final double meanGapNs;
    private final Random arrivals;
    private final SlotQueue free;
    private int refused = SlotQueue.NONE;
    private boolean isBlocked;
    private double dueNs;

    OpenLoop(final LoadSpec spec, final PeerClient client, final LongSupplier clock, final int run) {
        super(spec, client, clock, run);
        meanGapNs = 1e9 / spec.rate();
        arrivals = new Random(run);
        free = new SlotQueue(spec.slots());
        for (int slot = 0; slot < spec.slots(); slot++) {
            free.add(slot);
        }
        dueNs = nextGapNs();
    }

    /** When the next operation is due; times are kept from the interval's begin, so that they stay exact. */
    private long nextNs() {
        return fromNs - spec.warmUpNs() + (long) dueNs;
    }

    private double nextGapNs() {
        return -Math.log(1 - arrivals.nextDouble()) * meanGapNs;
    }

    @Override
    int turn(final long nowNs) {
        int work = 0;
        isBlocked = false;
        long nextNs = nextNs();
        while (nextNs - nowNs <= 0 && nextNs - toNs < 0) {
            if (refused == SlotQueue.NONE) {
                refused = free.take();
                if (refused == SlotQueue.NONE) {
                    isBlocked = true;
                    break;
                }
                draw(refused, nextNs);
            }
            if (!start(refused)) {
                isBlocked = true;
                break;
            }
            refused = SlotQueue.NONE;
            dueNs += nextGapNs();
            nextNs = nextNs();
            work++;
        }
        return work;
    }

    @Override
    long nextTurnNs(final long nowNs) {
        final long nextNs = nextNs();
        return isBlocked || nextNs - toNs >= 0 ? nowNs + RETRY_NS : nextNs;
    }

    @Override
    void freed(final int slot, final boolean succeeded, final long nowNs) {
        free.add(slot);
    }

    @Override
    boolean isDrained() {
        return nextNs() - toNs >= 0 && free.count() == spec.slots();
    }

    @Override
    long missing() {
        long count = spec.slots() - free.count() - (refused == SlotQueue.NONE ? 0 : 1);
        while (nextNs() - toNs < 0) {
            count += nextNs() - fromNs >= 0 ? 1 : 0;
            dueNs += nextGapNs();
        }
        return count;
    }

    @Override
    boolean counts(final long sinceNs, final long nowNs) {
        return sinceNs - fromNs >= 0;
    }
}
