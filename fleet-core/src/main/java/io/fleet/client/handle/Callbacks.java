package io.fleet.client.handle;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Where futures of clients are completed, so that what depends on them runs here and not on the thread of a node: in
 * the order in which outcomes came, on one thread at a time. A callback that takes long holds up nobody: after {@link
 * #PATIENCE_NS}, when {@link #check} is called, another thread goes on behind it. The first thread is started when
 * there is something to do.
 *
 * <p>An executor of the user's may take its place; what that refuses runs here. Any thread.
 */
public final class Callbacks implements Executor, AutoCloseable {
    /** How long a callback may take before another thread goes on behind it: {@value} ns. */
    public static final long PATIENCE_NS = 50_000_000;
    /** Threads that callbacks may hold at a time: {@value}. Behind the last one the others wait. */
    public static final int MAX_THREADS = 64;
    /** Outcomes that may wait for a thread: {@value}. Beyond it clients take no more commands of the future form. */
    public static final int MAX_WAITING = 65_536;
    private static final long LINGER_NS = 100_000_000;

    private final String name;
    private final Executor users;
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger threads = new AtomicInteger();
    private final AtomicInteger started = new AtomicInteger();
    /** Whose turn it is; null while there is nobody. Changed under the lock of this. */
    private volatile Worker worker;
    private volatile boolean closed;
    private volatile Throwable lastError;

    /**
     * Creates it; no thread yet.
     *
     * @param name  of its threads.
     * @param users the user's executor; null for none.
     */
    public Callbacks(final String name, final Executor users) {
        this.name = name;
        this.users = users;
    }

    /**
     * Runs a task soon, elsewhere; on the caller's thread only after {@link #close}.
     *
     * @param task must not need to be run before another.
     */
    @Override
    public void execute(final Runnable task) {
        if (users != null) {
            try {
                users.execute(task);
                return;
            } catch (final RejectedExecutionException e) {
                lastError = e;
            }
        }
        if (closed) {
            task.run();
            return;
        }
        waiting.incrementAndGet();
        tasks.add(task);
        final Worker current = worker;
        if (current == null) {
            startWorker();
        } else {
            current.wakeUp();
        }
    }

    /**
     * Whether so many outcomes wait that no more commands should be taken.
     *
     * @return true from {@value #MAX_WAITING} on.
     */
    public boolean isFull() {
        return waiting.get() >= MAX_WAITING;
    }

    /**
     * Has another thread go on where a callback takes too long. Called from time to time, by whoever watches.
     *
     * @param nowNs the time, of {@link System#nanoTime()}.
     * @return the thread whose callback another one has just been put behind; null as a rule.
     */
    public Thread check(final long nowNs) {
        final Worker current = worker;
        if (current == null && !tasks.isEmpty()) {
            startWorker();
        }
        final long since = current == null ? 0 : current.busySinceNs;
        if (since == 0 || nowNs - since < PATIENCE_NS || threads.get() >= MAX_THREADS) {
            return null;
        }
        synchronized (this) {
            if (worker != current) {
                return null;
            }
            worker = null;
        }
        if (!tasks.isEmpty()) {
            startWorker();
        }
        return current.thread;
    }

    /**
     * How many callbacks are being run or hold a thread.
     *
     * @return threads.
     */
    public int threads() {
        return threads.get();
    }

    /**
     * The last thing that a callback threw, or the user's executor.
     *
     * @return null for none.
     */
    public Throwable lastError() {
        return lastError;
    }

    /** What is here is still run; the threads end behind it. Does not wait for them. Idempotent. */
    @Override
    public void close() {
        closed = true;
        final Worker current = worker;
        if (current != null) {
            current.wakeUp();
        }
    }

    private synchronized void startWorker() {
        if (worker == null) {
            final Worker next = new Worker();
            next.thread = new Thread(next, name + "-" + started.getAndIncrement());
            next.thread.setDaemon(true);
            try {
                next.thread.start();
            } catch (final OutOfMemoryError e) {
                lastError = e;
                return;
            }
            threads.incrementAndGet();
            worker = next;
        }
    }

    /** Runs tasks while it is its turn. */
    private final class Worker implements Runnable {
        private Thread thread;
        private volatile long busySinceNs;
        private volatile boolean isResting;

        private void wakeUp() {
            if (isResting) {
                LockSupport.unpark(thread);
            }
        }

        @Override
        public void run() {
            isMine();
            while (worker == this) {
                final Runnable task = tasks.poll();
                if (task != null) {
                    waiting.decrementAndGet();
                    runOne(task);
                } else if (!rest()) {
                    break;
                }
            }
            threads.decrementAndGet();
            leave();
        }

        /** Whoever comes from now on finds that there is nobody. */
        private void leave() {
            synchronized (Callbacks.this) {
                if (worker == this) {
                    worker = null;
                }
            }
            if (worker == null && !tasks.isEmpty()) {
                startWorker();
            }
        }

        private void runOne(final Runnable task) {
            final long nowNs = SystemNanoClock.INSTANCE.nanoTime();
            busySinceNs = nowNs == 0 ? 1 : nowNs;
            try {
                task.run();
            } catch (final Throwable e) {
                lastError = e;
            } finally {
                busySinceNs = 0;
                Thread.interrupted();
            }
        }

        /** Waits until its starter has said that it is its turn. */
        private void isMine() {
            synchronized (Callbacks.this) {
                Thread.interrupted();
            }
        }

        /** False when it ends. */
        private boolean rest() {
            isResting = true;
            if (tasks.isEmpty() && worker == this) {
                if (closed) {
                    isResting = false;
                    return false;
                }
                LockSupport.parkNanos(this, LINGER_NS);
            }
            isResting = false;
            return true;
        }
    }
}
