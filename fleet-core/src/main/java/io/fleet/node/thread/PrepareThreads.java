package io.fleet.node.thread;

import io.fleet.config.Checks;
import io.fleet.replica.speculation.PreparePool;
import io.fleet.replica.speculation.PrepareTask;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads of a node that prepare commands, of all its groups ({@link io.fleet.machine.SpeculativeMachine}). They
 * begin to be with the first command: a node without such machines has none. A bounded number of commands waits for
 * them; what does not fit is prepared in its turn (S13).
 */
public final class PrepareThreads implements PreparePool {
    /** How many commands may wait for a thread: {@value}. */
    public static final int MAX_WAITING = 4096;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long PARK_NS = 1_000_000;
    private static final long SLOW_NS = TimeUnit.MILLISECONDS.toNanos(StallWatchdog.SLOW_MILLIS);
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(10);
    private static final Logger LOG = System.getLogger(PrepareThreads.class.getName());
    private static final PrepareTask NOTHING = new PrepareTask() {
        @Override
        public boolean begin() {
            return false;
        }

        @Override
        public void execute() {
            // Nothing.
        }

        @Override
        public boolean finish() {
            return false;
        }
    };

    private final int count;
    private final ArrayBlockingQueue<PrepareTask> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    /** Guarded by itself. */
    private final List<Worker> threads = new ArrayList<>();
    private String threadName = "fleet";
    private Runnable onDone = () -> {};
    private Runnable onFailure = () -> {};
    private volatile boolean running;
    /** Of who offers. */
    private boolean areStarted;
    private volatile Throwable failure;

    /**
     * Starts none yet.
     *
     * @param count how many at most; 0 for none at all.
     */
    public PrepareThreads(final int count) {
        this.count = Checks.range("prepareThreads", count, 0, MAX_THREADS);
    }

    @Override
    public boolean isOff() {
        return count == 0;
    }

    @Override
    public boolean offer(final PrepareTask task) {
        if (!running || !waiting.offer(task)) {
            return false;
        }
        if (areStarted || startThreads()) {
            return true;
        }
        waiting.remove(task);
        return false;
    }

    /** Whether there is one at least; where none can be had now, another try is made for the next command. */
    private boolean startThreads() {
        synchronized (threads) {
            try {
                while (running && threads.size() < count) {
                    final Worker thread = new Worker(threadName + "-prepare-" + threads.size());
                    thread.start();
                    threads.add(thread);
                }
            } catch (final OutOfMemoryError e) {
                LOG.log(Logger.Level.WARNING, threadName + ": no thread for commands that are prepared early: "
                    + e.getMessage());
            }
            areStarted = threads.size() == count;
            return !threads.isEmpty();
        }
    }

    /** Those that are withdrawn are the oldest, as a rule: they are found at once. */
    @Override
    public void withdraw(final PrepareTask task) {
        waiting.remove(task);
    }

    /** How many commands wait for a thread. Any thread. */
    int waiting() {
        return waiting.size();
    }

    /** From now on commands are taken; the threads come with the first. */
    @Override
    public void start(final String name, final Runnable done, final Runnable failed) {
        threadName = name;
        onDone = done;
        onFailure = failed;
        running = true;
    }

    /** What waits is dropped. Nothing is interrupted: what a machine makes of that might be taken for an outcome. */
    @Override
    public List<String> end() {
        running = false;
        final List<Worker> all = workers();
        waiting.clear();
        all.forEach(thread -> waiting.offer(NOTHING));
        final long deadline = System.nanoTime() + PATIENCE_NS;
        while (all.stream().anyMatch(Thread::isAlive) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(PARK_NS);
        }
        return all.stream().filter(Thread::isAlive)
            .map(thread -> thread.getName() + ThreadStacks.text(thread.getStackTrace())).toList();
    }

    @Override
    public Throwable failure() {
        return failure;
    }

    private List<Worker> workers() {
        synchronized (threads) {
            return List.copyOf(threads);
        }
    }

    @Override
    public void look(final long nowNs) {
        if (running) {
            workers().forEach(worker -> worker.look(nowNs));
        }
    }

    /** One of the threads. */
    private final class Worker extends Thread {
        /** Since when it is at a command; 0 while it is at none. */
        private volatile long sinceNs;
        private long toldOfNs;
        private long toldNs;

        Worker(final String name) {
            super(name);
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                while (running) {
                    final PrepareTask task = next();
                    if (task != null) {
                        prepare(task);
                    }
                }
            } catch (final RuntimeException | Error e) {
                failure = e;
                onFailure.run();
            }
        }

        private void prepare(final PrepareTask task) {
            sinceNs = System.nanoTime();
            final boolean isAwaited = task.run();
            sinceNs = 0;
            Thread.interrupted();
            if (isAwaited) {
                onDone.run();
            }
        }

        /** By the thread that looks. */
        private void look(final long nowNs) {
            final long since = sinceNs;
            if (since == 0 || nowNs - since < SLOW_NS || since == toldOfNs && nowNs - toldNs < AGAIN_NS) {
                return;
            }
            toldOfNs = since;
            toldNs = nowNs;
            LOG.log(Logger.Level.WARNING, () -> "a command that is prepared early has held the thread " + getName()
                + " for " + TimeUnit.NANOSECONDS.toMillis(nowNs - since) + " ms; when it is its turn, its group applies"
                + " nothing here until it is done" + ThreadStacks.text(getStackTrace()));
        }
    }

    /** Null after an interrupt that a machine has left behind, which does not end the thread. */
    private PrepareTask next() {
        try {
            return waiting.take();
        } catch (final InterruptedException e) {
            return null;
        }
    }
}
