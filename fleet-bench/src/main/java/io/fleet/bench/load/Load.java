package io.fleet.bench.load;

import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * A measurement as it goes on: one thread drives it, and outcomes come in on whatever threads the client has. The
 * interval is fixed before anything starts, so that all threads agree on what is inside it; it can only be ended
 * earlier. An operation has a slot
 * from its start to its outcome; a slot whose outcome never comes is never used again.
 */
abstract class Load implements Outcomes {
    /** How soon what the client would not take is tried again, where nothing else happens. */
    static final long RETRY_NS = 20_000;
    private static final long SLOT_MASK = 0xFFFF_FFFFL;
    /** From splitmix64. */
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    final LoadSpec spec;
    final PeerClient client;
    final long fromNs;
    /** Written by the driving thread alone, when the interval is ended earlier than planned. */
    volatile long toNs;
    private final LongSupplier clock;
    private final long run;
    private final byte[] value;
    private final long[] sinceNs;
    private final long[] keys;
    private final boolean[] gets;
    private final long[] chance;
    private final Histogram sliced = Histograms.empty();
    private final Recorder latencies = new Recorder(Histograms.HIGHEST_NS, Histograms.DIGITS);
    private final LongAdder completed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicReference<String> failure = new AtomicReference<>("");
    private final Thread driver = Thread.currentThread();

    /**
     * @param spec   what to do.
     * @param client who does it; tells its outcomes to this object.
     * @param clock  of nanoseconds.
     * @param run    tells this measurement from others of the same client, whose late outcomes do not count.
     */
    Load(final LoadSpec spec, final PeerClient client, final LongSupplier clock, final int run) {
        this.spec = spec;
        this.client = client;
        this.clock = clock;
        this.run = (long) run << Integer.SIZE;
        sinceNs = new long[spec.slots()];
        keys = new long[spec.slots()];
        gets = new boolean[spec.slots()];
        chance = new Random(run).longs(spec.slots()).toArray();
        value = new byte[spec.valueBytes()];
        new Random(spec.valueBytes()).nextBytes(value);
        fromNs = clock.getAsLong() + spec.warmUpNs();
        toNs = fromNs + spec.measureNs();
    }

    /**
     * Measures, on the calling thread.
     *
     * @param interval is told where the interval begins and ends.
     * @return what it gave.
     */
    final LoadResult run(final Interval interval) {
        drive(fromNs);
        interval.begins();
        measure(interval);
        interval.ends();
        final long deadlineNs = toNs + spec.drainNs();
        long nowNs = clock.getAsLong();
        while (!isDrained() && nowNs - deadlineNs < 0) {
            nowNs = step(nowNs, deadlineNs);
        }
        sliced.add(latencies.getIntervalHistogram());
        return new LoadResult(completed.sum(), failed.sum(), missing(), toNs - fromNs, sliced, failure.get());
    }

    private void measure(final Interval interval) {
        long beginNs = fromNs;
        long completedBefore = 0;
        long failedBefore = 0;
        while (spec.sliceNs() > 0 && toNs - beginNs > 0) {
            drive(Math.min(beginNs + spec.sliceNs(), toNs));
            final long nowNs = clock.getAsLong();
            final Histogram part = latencies.getIntervalHistogram();
            sliced.add(part);
            final long completedNow = completed.sum();
            final long failedNow = failed.sum();
            if (!interval.goesOn(new Slice(beginNs - fromNs, nowNs - fromNs, completedNow - completedBefore,
                failedNow - failedBefore, part))) {
                toNs = nowNs;
            }
            completedBefore = completedNow;
            failedBefore = failedNow;
            beginNs = nowNs;
        }
        drive(toNs);
    }

    private void drive(final long untilNs) {
        long nowNs = clock.getAsLong();
        while (nowNs - untilNs < 0) {
            nowNs = step(nowNs, untilNs);
        }
    }

    private long step(final long nowNs, final long untilNs) {
        final int work = client.poll() + turn(nowNs);
        final long thenNs = clock.getAsLong();
        client.idle(work, thenNs, Math.min(untilNs, nextTurnNs(thenNs)));
        return clock.getAsLong();
    }

    /** Starts what can be started, on the driving thread; gives how much that was. */
    abstract int turn(long nowNs);

    /** When the next turn has something to do, as far as is known now. */
    abstract long nextTurnNs(long nowNs);

    /** An operation has its outcome, and its slot is free. Any thread. */
    abstract void freed(int slot, boolean succeeded, long nowNs);

    /** Whether nothing is in flight or in line any more. Asked when the interval is over. */
    abstract boolean isDrained();

    /** How many operations have no outcome. Asked when waiting is over. */
    abstract long missing();

    /** Whether an operation that began at a time, and was answered now, is measured. */
    abstract boolean counts(long sinceNs, long nowNs);

    /** Draws the next operation of a slot. */
    final void draw(final int slot, final long beginNs) {
        chance[slot] += GOLDEN;
        long bits = chance[slot];
        bits = (bits ^ bits >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        bits = (bits ^ bits >>> 27) * 0x94D0_49BB_1331_11EBL;
        bits ^= bits >>> 31;
        sinceNs[slot] = beginNs;
        keys[slot] = Long.remainderUnsigned(bits >>> 1, spec.keys());
        gets[slot] = spec.workload().isGet(bits);
    }

    /** Starts what was drawn; false when the client does not take it now. */
    final boolean start(final int slot) {
        return gets[slot] ? client.get(keys[slot], run | slot) : client.put(keys[slot], value, run | slot);
    }

    /** Lets the driving thread have its next turn soon. */
    final void wakeUp() {
        LockSupport.unpark(driver);
    }

    @Override
    public final void onReply(final long correlation, final int valueLength) {
        final int slot = slot(correlation);
        if (slot < 0) {
            return;
        }
        if (gets[slot] && valueLength != spec.valueBytes()) {
            fail(slot, "the value of key " + keys[slot] + " has " + valueLength + " bytes, but " + spec.valueBytes()
                + " were put");
            return;
        }
        final long nowNs = clock.getAsLong();
        if (counts(sinceNs[slot], nowNs)) {
            latencies.recordValue(Math.min(Math.max(0, nowNs - sinceNs[slot]), Histograms.HIGHEST_NS));
        }
        if (nowNs - fromNs >= 0 && nowNs - toNs < 0) {
            completed.increment();
        }
        freed(slot, true, nowNs);
    }

    @Override
    public final void onFailure(final long correlation, final String reason) {
        final int slot = slot(correlation);
        if (slot >= 0) {
            fail(slot, reason);
        }
    }

    private void fail(final int slot, final String reason) {
        final long nowNs = clock.getAsLong();
        if (nowNs - fromNs >= 0) {
            failed.increment();
            failure.compareAndSet("", reason);
        }
        freed(slot, false, nowNs);
    }

    /** The slot that an outcome is about; negative when it is one of another measurement. */
    private int slot(final long correlation) {
        return (correlation & ~SLOT_MASK) == run ? (int) correlation : -1;
    }
}
