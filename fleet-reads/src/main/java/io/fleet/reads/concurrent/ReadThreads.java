package io.fleet.reads.concurrent;

import io.fleet.config.Checks;
import io.fleet.consensus.reads.ReadPool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads of a node that execute long reads, of all its groups ({@link io.fleet.machine.ConcurrentQueries}). A
 * bounded number of reads waits for them; what does not fit is refused (S13).
 */
public final class ReadThreads implements ReadPool {
    /** How many reads may wait for a thread: {@value}. */
    public static final int MAX_WAITING = 64;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long PARK_NS = 1_000_000;

    private final int count;
    private final ArrayBlockingQueue<Runnable> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong held = new AtomicLong();
    private Runnable onDone;
    private Runnable onFailure;
    private volatile boolean running = true;
    private volatile Throwable failure;

    /**
     * Starts none yet.
     *
     * @param count how many; 0 for none at all.
     */
    public ReadThreads(final int count) {
        this.count = Checks.range("readThreads", count, 0, MAX_THREADS);
    }

    @Override
    public boolean isOff() {
        return count == 0;
    }

    /** Any thread. */
    @Override
    public boolean offer(final Runnable read) {
        return running && count > 0 && waiting.offer(read);
    }

    /** Any thread; also after the end. */
    @Override
    public boolean withdraw(final Runnable read) {
        return waiting.remove(read);
    }

    @Override
    public long hold(final long bytes) {
        return held.addAndGet(bytes);
    }

    /** How many reads wait for a thread. Any thread. */
    int waiting() {
        return waiting.size();
    }

    @Override
    public void start(final String name, final Runnable done, final Runnable failed) {
        onDone = done;
        onFailure = failed;
        for (int i = 0; i < count; i++) {
            final Thread thread = new Thread(this::run, name + "-reads-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    @Override
    public void end() {
        running = false;
        threads.forEach(Thread::interrupt);
        final long deadline = System.nanoTime() + PATIENCE_NS;
        while (threads.stream().anyMatch(Thread::isAlive) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(PARK_NS);
        }
    }

    @Override
    public Throwable failure() {
        return failure;
    }

    private void run() {
        try {
            while (running) {
                final Runnable read = next();
                if (read != null) {
                    read.run();
                    Thread.interrupted();
                    onDone.run();
                }
            }
        } catch (final RuntimeException | Error e) {
            failure = e;
            onFailure.run();
        }
    }

    /** Null after an interrupt: by the end, or by whatever a query has left behind, which does not end the thread. */
    private Runnable next() {
        try {
            return waiting.take();
        } catch (final InterruptedException e) {
            return null;
        }
    }
}
