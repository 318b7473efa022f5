package io.fleet.node;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;

import io.fleet.storage.log.FlushCounters;
import io.fleet.storage.log.Flusher;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A flusher that is told what to do, and a clock that each write moves on. Counters from any thread. */
public final class FakeFlusher implements Flusher {
    public static final int BYTES = 4096;

    public final AtomicLong clock = new AtomicLong(1_000);
    public final AtomicInteger flushes = new AtomicInteger();
    public final AtomicInteger works = new AtomicInteger();
    public final AtomicInteger prepared = new AtomicInteger();
    public final CountDownLatch inWork = new CountDownLatch(1);
    public final CountDownLatch mayWork = new CountDownLatch(1);
    public volatile boolean handed;
    public volatile boolean needsNewFile;
    public volatile boolean wantsFile;
    public volatile boolean blocks;
    public volatile long tookNs = 10;
    public volatile RuntimeException failure;
    public volatile Thread writer;
    private volatile Runnable wakeUp = () -> {};
    private volatile Runnable onWanted = () -> {};

    /** The owner hands a batch over. */
    public void handOver() {
        handed = true;
        wakeUp.run();
    }

    /** A file is wanted. */
    public void want() {
        wantsFile = true;
        onWanted.run();
    }

    /** What {@link #doWork()} waits for when it {@link #blocks}. */
    public void await(final CountDownLatch latch) {
        try {
            if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("not within a minute");
            }
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void onWakeUp(final Runnable newWakeUp) {
        wakeUp = newWakeUp;
    }

    @Override
    public int flush() {
        flushes.incrementAndGet();
        return needsNewFile ? 0 : write();
    }

    @Override
    public int doWork() {
        if (failure != null) {
            throw failure;
        }
        inWork.countDown();
        if (blocks) {
            await(mayWork);
        }
        works.incrementAndGet();
        return write();
    }

    private int write() {
        if (!handed) {
            return 0;
        }
        writer = Thread.currentThread();
        clock.addAndGet(tookNs);
        handed = false;
        return BYTES;
    }

    @Override
    public void prepareElsewhere(final Runnable newOnWanted) {
        onWanted = newOnWanted;
    }

    @Override
    public boolean prepare() {
        if (failure != null) {
            throw failure;
        }
        if (!wantsFile) {
            return false;
        }
        wantsFile = false;
        writer = Thread.currentThread();
        prepared.incrementAndGet();
        return true;
    }

    @Override
    public boolean hasWork() {
        return handed || failure != null;
    }

    @Override
    public FlushCounters counters() {
        return new FlushCounters("fake", 0);
    }

    @Override
    public boolean isFull() {
        return false;
    }

    @Override
    public String roleName() {
        return "fake";
    }
}
