package io.fleet.node.thread;

import io.fleet.replica.UserCode;
import io.fleet.transport.Waiter;
import java.lang.System.Logger;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Runs a duty cycle on a thread of its own until it is closed or fails. When it idles it rests as {@link NodeIdle}
 * says; {@link #wakeUp()} ends a rest. An interrupt means nothing to it: who runs on it, such as a state machine, may
 * have set it, and it would end files and network. A failure is logged at once, before anything else is ended, and
 * handed to the end action; it is never lost.
 *
 * <p>User code that takes long does not hold up the cycle: {@link #handOn} gives the duty to another thread, which goes
 * on without that piece. The thread that is in it gives the piece back when it returns, touches nothing else, and waits
 * until it is needed for another. So the duty is always one thread's, and each piece is run by one.
 */
public final class DutyThread implements AutoCloseable {
    /** How long a thread that ends may get nothing done before it is not waited for any more: {@value} ns. */
    public static final long PATIENCE_NS = 30_000_000_000L;
    private static final Logger LOG = System.getLogger(DutyThread.class.getName());
    private static final long LOOK_MS = 100;
    /** Of a step in which the duty was lost: whose thread touches nothing any more. */
    private static final int LOST = -1;
    /** After so long in user code the cycle goes on with the protocol. */
    private static final long MOST_PIECES_NS = 2_000_000;

    private final String name;
    private final long patienceNs;
    private final Duty duty;
    private final Consumer<Throwable> onEnd;
    private final DutyToken token = new DutyToken();
    private final List<Worker> workers = new CopyOnWriteArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger(1);
    private final ConcurrentLinkedDeque<Worker> spares = new ConcurrentLinkedDeque<>();
    /** Who has the duty; set by who gives it. */
    private volatile Worker current;
    /** The piece that the thread with the duty is in, or was in last. */
    private UserCode at;
    private final CompletableFuture<Void> terminated = new CompletableFuture<>();
    private final CountDownLatch isEnded = new CountDownLatch(1);
    private final DutyRest rest;
    /** The clock of the cycle. */
    private long nowNs;
    private volatile boolean running = true;
    private volatile boolean ended;
    /** Whether no more threads could be had when one was wanted last. */
    private final AtomicBoolean isShort = new AtomicBoolean();
    /** When the step that is being run began; 0 while the thread rests. */
    private final AtomicLong busySinceNs = new AtomicLong();

    /**
     * Creates the thread; {@link #start()} starts it.
     *
     * @param name  of the thread.
     * @param duty  one cycle.
     * @param onEnd called once on the thread when it ends, with the failure or null; may throw.
     * @param waiter where it rests.
     * @param spins  whether it never rests, and takes a processor for itself.
     */
    public DutyThread(final String name, final Duty duty, final Consumer<Throwable> onEnd,
                      final Waiter waiter, final boolean spins) {
        this(name, duty, onEnd, waiter, spins, PATIENCE_NS);
    }

    /** With a patience of its own. */
    DutyThread(final String name, final Duty duty, final Consumer<Throwable> onEnd, final Waiter waiter,
               final boolean spins, final long patienceNs) {
        this.patienceNs = patienceNs;
        this.name = name;
        rest = new DutyRest(waiter, spins);
        this.duty = duty;
        this.onEnd = onEnd;
        current = new Worker(name);
        workers.add(current);
    }

    /** Starts the thread. */
    public void start() {
        current.give(() -> run(null));
        current.thread.start();
    }

    /** Where the thread was never started, ends as it would have, with a failure, on the caller's thread. */
    void endUnlessStarted(final Throwable failure) {
        if (current.thread.getState() == Thread.State.NEW) {
            running = false;
            ended(failure);
        }
    }

    /** Ends a rest of the thread, if it rests. Any thread; cheap when it does not. */
    public void wakeUp() {
        rest.wakeUp();
    }

    /** Asks the thread to end; returns at once. */
    public void stop() {
        running = false;
        rest.wakeUp();
    }

    /** Completes when the thread has ended: normally, or exceptionally with its failure. */
    public CompletableFuture<Void> terminated() {
        return terminated;
    }

    /** Asks the thread to end and waits for that, unless called on it; as {@link #close(LongSupplier)}. Idempotent. */
    @Override
    public void close() {
        close(() -> 0);
    }

    /**
     * Asks the thread to end and waits for that, unless called on it: as long as something comes of it, and {@link
     * #PATIENCE_NS} from when nothing did. Then it says so, with the thread's stack, and {@link #terminated()}
     * completes with a failure that says so too.
     *
     * @param progress counts what the end action gets done, such as writes to disks.
     * @return whether the thread has ended, or is the caller's.
     */
    public boolean close(final LongSupplier progress) {
        stop();
        if (isCurrentThread() || awaitEnd(progress)) {
            return true;
        }
        final String what = name + " does not end: nothing has come of it for "
            + TimeUnit.NANOSECONDS.toMillis(patienceNs) + " ms. It is left as it is, with its directories locked: end"
            + " the process. Its thread is at" + ThreadStacks.text(stack());
        final IllegalStateException failure = new IllegalStateException(what);
        LOG.log(Logger.Level.ERROR, what);
        terminated.completeExceptionally(failure);
        return false;
    }

    private boolean awaitEnd(final LongSupplier progress) {
        boolean interrupted = false;
        long last = progress.getAsLong();
        long sinceNs = System.nanoTime();
        while (!ended && current.thread.isAlive() && System.nanoTime() - sinceNs < patienceNs) {
            try {
                if (isEnded.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
                    break;
                }
            } catch (final InterruptedException e) {
                interrupted = true;
            }
            final long now = progress.getAsLong();
            if (now != last) {
                last = now;
                sinceNs = System.nanoTime();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        while (ended && !terminated.isDone()) {
            Thread.onSpinWait();
        }
        return ended || !current.thread.isAlive();
    }

    /**
     * When the step that the thread is at began. Any thread.
     *
     * @return of {@link System#nanoTime()}; 0 while it rests.
     */
    long busySinceNs() {
        return busySinceNs.get();
    }

    StackTraceElement[] stack() {
        return current.thread.getStackTrace();
    }

    /** All threads: the one that has the duty, those that are in user code without it, and those that wait. */
    List<Worker> workers() {
        return workers;
    }

    String name() {
        return name;
    }

    /** Whether the caller runs on this thread, or on one of those that have had the duty, or will. Any thread. */
    public boolean isCurrentThread() {
        final Thread caller = Thread.currentThread();
        return workers.stream().anyMatch(worker -> worker.thread == caller);
    }

    /** Whether the caller has the duty, and nobody can take it away before it returns. Any thread. */
    public boolean hasDuty() {
        final Worker now = current;
        return now.thread == Thread.currentThread() && !now.inPiece;
    }

    /**
     * Where the thread that has the duty is in user code, if it is. Any thread.
     *
     * @return another number each time; 0 where it is not.
     */
    long inUserCode() {
        return token.inUserCode();
    }

    /**
     * Gives the duty to another thread, where its thread is still in user code. The watchdog's thread.
     *
     * @param seen what {@link #inUserCode} said.
     * @return the thread that was left behind; null where the duty is where it was.
     */
    Worker handOn(final long seen) {
        final Worker spare = spare();
        if (spare == null) {
            return null;
        }
        if (!token.take(seen)) {
            spares.push(spare);
            return null;
        }
        final Worker left = current;
        left.lost(seen, System.nanoTime());
        current = spare;
        spare.give(() -> run(seen));
        return left;
    }

    /** A thread that does nothing; null where no more can be had. */
    private Worker spare() {
        final Worker waiting = spares.poll();
        if (waiting != null) {
            return waiting;
        }
        final Worker made = new Worker(name + "-" + numbers.incrementAndGet());
        workers.add(made);
        try {
            made.thread.start();
        } catch (final OutOfMemoryError e) {
            workers.remove(made);
            if (!isShort.getAndSet(true)) {
                LOG.log(Logger.Level.ERROR, name + " gets no other thread, and so waits for user code: "
                    + e.getMessage());
            }
            return null;
        }
        isShort.set(false);
        return made;
    }

    /**
     * Waits for threads that are in user code without the duty. By the thread that has the duty, in ending.
     *
     * @param longestNs how long.
     * @return those that are still there, and where.
     */
    List<String> awaitUserCode(final long longestNs) {
        final long startNs = System.nanoTime();
        while (workers.stream().anyMatch(worker -> worker.heldSinceNs() != 0)
            && System.nanoTime() - startNs < longestNs) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(1));
            Thread.interrupted();
        }
        return workers.stream().filter(worker -> worker.heldSinceNs() != 0)
            .map(worker -> worker.thread.getName() + ThreadStacks.text(worker.thread)).toList();
    }

    /**
     * Waits for a thread, whatever interrupts, but not longer than one may have patience; keeps the interrupt for the
     * caller.
     *
     * @return whether it has ended.
     */
    static boolean join(final Thread other, final long patienceNs) {
        boolean interrupted = false;
        final long startNs = System.nanoTime();
        while (other.isAlive() && other != Thread.currentThread() && System.nanoTime() - startNs < patienceNs) {
            try {
                other.join(LOOK_MS);
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !other.isAlive() || other == Thread.currentThread();
    }

    /** By the thread that has the duty from now on: from the start, or taken from another with a number. */
    private void run(final Long taken) {
        Throwable failure = null;
        current.inPiece = false;
        try {
            if (taken != null && !takeOver(taken)) {
                return;
            }
            while (running) {
                if (!cycle()) {
                    return;
                }
            }
        } catch (final Throwable t) {
            failure = t;
            LOG.log(Logger.Level.ERROR, name + " stops because of a failure: " + t.getMessage(), t);
        }
        busySinceNs.lazySet(0);
        ended(failure);
    }

    private void ended(final Throwable failure) {
        final Throwable cause = end(failure);
        ended = true;
        isEnded.countDown();
        workers.forEach(worker -> LockSupport.unpark(worker.thread));
        if (cause == null) {
            terminated.complete(null);
        } else {
            terminated.completeExceptionally(cause);
        }
    }

    /** Ends the cycle in which the duty was taken away, as others wait for what became durable meanwhile. */
    private boolean takeOver(final long taken) {
        token.goOn(taken);
        at.leave();
        rest.takeOver();
        duty.end(nowNs, 1);
        return cycle();
    }

    private Throwable end(final Throwable failure) {
        try {
            onEnd.accept(failure);
            return failure;
        } catch (final Throwable e) {
            if (failure == null) {
                LOG.log(Logger.Level.ERROR, name + " has stopped because of a failure: " + e.getMessage(), e);
                return e;
            }
            if (e != failure) {
                failure.addSuppressed(e);
                LOG.log(Logger.Level.ERROR, name + " failed, and in ending it too: " + e.getMessage(), e);
            }
            return failure;
        }
    }

    /** {@link #LOST} when another thread has the duty now. */
    private int step() {
        nowNs = System.nanoTime();
        busySinceNs.lazySet(nowNs == 0 ? 1 : nowNs);
        int work = duty.begin(nowNs);
        UserCode piece = duty.next();
        final long piecesNs = piece == null ? nowNs : System.nanoTime();
        while (piece != null) {
            final int done = apply(piece);
            if (done == LOST) {
                return LOST;
            }
            work += done;
            if (System.nanoTime() - piecesNs > MOST_PIECES_NS) {
                work++;
                break;
            }
            piece = duty.next();
        }
        work += duty.end(nowNs, work);
        busySinceNs.lazySet(0);
        return work;
    }

    private int apply(final UserCode piece) {
        if (!piece.mayLeave()) {
            piece.run();
            return piece.finish();
        }
        final Worker other = piece.isSlow() ? spare() : null;
        if (other != null) {
            piece.leave();
            other.runLater(piece);
            return 1;
        }
        final Worker self = current;
        at = piece;
        self.inPiece = true;
        final long begun = token.begin();
        piece.run();
        final boolean isMine = token.end(begun);
        self.inPiece = !isMine;
        if (!isMine) {
            piece.giveBack(Long.MAX_VALUE);
            self.back(begun);
            release(self);
            return LOST;
        }
        return piece.finish();
    }

    /** The last that a thread does that has given back a piece: from now on it may be given another. */
    private void release(final Worker worker) {
        spares.push(worker);
        rest.wakeUp();
    }

    /** One step, and the rest behind it; false when another thread has the duty now. */
    private boolean cycle() {
        Thread.interrupted();
        final int work = step();
        if (work == LOST) {
            return false;
        }
        rest.after(work, nowNs, running);
        return true;
    }

    /** One of the threads: it has the duty, or runs a piece of user code without it, or waits until it is needed. */
    final class Worker {
        private final Thread thread;
        private final AtomicReference<Runnable> task = new AtomicReference<>();
        /** Whether it is in user code from which the duty can be taken, or has lost it there; for its own thread. */
        private boolean inPiece;
        /** With which number it lost the duty last, and when that was found. */
        private volatile long lost;
        private volatile long lostNs;
        /** With which number it came back last. */
        private volatile long back;
        /** Since when it runs a piece that was given to it; 0 for none. */
        private volatile long sinceNs;
        private volatile UserCode given;

        private Worker(final String threadName) {
            thread = new Thread(this::work, threadName);
            thread.setDaemon(true);
        }

        Thread thread() {
            return thread;
        }

        /**
         * Since when it has been in user code without the duty. Any thread.
         *
         * @return of {@link System#nanoTime()}; 0 where it is not.
         */
        long heldSinceNs() {
            return lost != back ? lostNs : sinceNs;
        }

        /** What was given to it to run; empty where it ran as the one that had the duty. Any thread; for people. */
        String piece() {
            final UserCode own = given;
            return own == null || sinceNs == 0 ? "" : own.toString();
        }

        private void lost(final long number, final long atNs) {
            lostNs = atNs;
            lost = number;
        }

        /** It may know before who took the duty has said so. */
        private void back(final long number) {
            back = number;
        }

        private void runLater(final UserCode piece) {
            given = piece;
            sinceNs = System.nanoTime();
            give(() -> {
                final long startNs = System.nanoTime();
                piece.run();
                piece.giveBack(System.nanoTime() - startNs);
                sinceNs = 0;
                release(this);
            });
        }

        private void give(final Runnable next) {
            task.set(next);
            LockSupport.unpark(thread);
        }

        private void work() {
            while (true) {
                final Runnable next = task.getAndSet(null);
                if (next != null) {
                    next.run();
                } else if (ended) {
                    return;
                } else {
                    LockSupport.park(this);
                    Thread.interrupted();
                }
            }
        }
    }
}
