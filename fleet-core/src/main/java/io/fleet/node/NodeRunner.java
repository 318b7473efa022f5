package io.fleet.node;

import io.fleet.FleetClient;
import io.fleet.batch.ClientFront;
import io.fleet.machine.ClientClosedException;
import io.fleet.storage.log.Flusher;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Gives a {@link NodeCore} its threads: one for the duty cycle, one for each flusher. A thread that ends by a failure ends the node, loudly: the failure is logged, the other
 * threads stop, and {@link #terminated()} completes with it.
 */
public final class NodeRunner implements AutoCloseable {
    private static final Logger LOG = System.getLogger(NodeRunner.class.getName());
    private static final long FLUSHER_PARK_NS = 10_000_000;

    private final NodeCore core;
    private final String name;
    private final Thread nodeThread;
    private final List<FlusherThread> flushers = new ArrayList<>();
    private final ManyToOneConcurrentLinkedQueue<Runnable> tasks = new ManyToOneConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> terminated = new CompletableFuture<>();
    private final NodeIdle idle = new NodeIdle();
    private volatile boolean running = true;
    private volatile boolean parked;

    /**
     * Starts the threads.
     *
     * @param core the node; owned and closed by this.
     * @param name for thread names and messages.
     */
    public NodeRunner(final NodeCore core, final String name) {
        this.core = core;
        this.name = name;
        nodeThread = new Thread(this::run, name);
        nodeThread.setDaemon(true);
        for (final Flusher flusher : core.flushers()) {
            flushers.add(new FlusherThread(flusher));
        }
        flushers.forEach(Thread::start);
        nodeThread.start();
    }

    /**
     * The node.
     *
     * @return for its thread-safe methods only.
     */
    public NodeCore core() {
        return core;
    }

    /**
     * Opens a client of a group. Any thread; waits for the node's thread.
     *
     * @param groupId the group.
     * @return the client.
     */
    public FleetClient openClient(final int groupId) {
        final CompletableFuture<ClientFront> opened = new CompletableFuture<>();
        tasks.add(() -> {
            try {
                opened.complete(core.openClient(groupId, this::wakeUp, SystemNanoClock.INSTANCE));
            } catch (final RuntimeException e) {
                opened.completeExceptionally(e);
            }
        });
        wakeUp();
        terminated.whenComplete((done, failure) ->
            opened.completeExceptionally(new ClientClosedException("node " + name + " is closed")));
        try {
            return opened.join();
        } catch (final java.util.concurrent.CompletionException e) {
            throw e.getCause() instanceof RuntimeException ? (RuntimeException) e.getCause() : e;
        }
    }

    /**
     * Completes when the node has ended: normally after {@link #close}, exceptionally when it failed.
     *
     * @return the future; never completed by others.
     */
    public CompletableFuture<Void> terminated() {
        return terminated;
    }

    /** Stops the threads, fails what embedded clients have in flight, makes durable what is written, closes transport and storage. Idempotent. */
    @Override
    public void close() {
        running = false;
        wakeUp();
        joinUninterruptibly(nodeThread);
    }

    private void run() {
        Throwable failure = null;
        try {
            while (running) {
                cycle();
            }
        } catch (final Throwable t) {
            failure = t;
        }
        end(failure);
    }

    private void cycle() {
        final int work = core.doWork(System.nanoTime()) + runTasks();
        final long parkNs = idle.after(work, System.nanoTime());
        if (parkNs == NodeIdle.YIELD) {
            Thread.yield();
        } else if (parkNs > 0) {
            parked = true;
            if (core.doWork(System.nanoTime()) + runTasks() == 0 && running) {
                LockSupport.parkNanos(parkNs);
            }
            parked = false;
        }
    }

    private int runTasks() {
        int work = 0;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
            work++;
        }
        return work;
    }

    private void end(final Throwable failure) {
        running = false;
        Throwable cause = failure;
        for (final FlusherThread flusher : flushers) {
            LockSupport.unpark(flusher);
            joinUninterruptibly(flusher);
            cause = cause == null ? flusher.failure : cause;
        }
        try {
            core.close();
        } catch (final RuntimeException e) {
            cause = cause == null ? e : cause;
        }
        if (cause == null) {
            terminated.complete(null);
        } else {
            LOG.log(Logger.Level.ERROR, name + " has stopped because of a failure: " + cause.getMessage(), cause);
            terminated.completeExceptionally(cause);
        }
    }

    private void wakeUp() {
        if (parked) {
            LockSupport.unpark(nodeThread);
        }
    }

    private static void joinUninterruptibly(final Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs one flusher; parks until it is handed something. */
    private final class FlusherThread extends Thread {
        private final Flusher flusher;
        private volatile Throwable failure;

        FlusherThread(final Flusher flusher) {
            super(name + "-" + flusher.roleName());
            this.flusher = flusher;
            setDaemon(true);
            flusher.onWakeUp(() -> LockSupport.unpark(this));
        }

        @Override
        public void run() {
            try {
                while (running) {
                    if (flusher.doWork() > 0) {
                        wakeUp();
                    } else if (!flusher.hasWork()) {
                        LockSupport.parkNanos(FLUSHER_PARK_NS);
                    }
                }
            } catch (final Throwable t) {
                failure = t;
                running = false;
                LockSupport.unpark(nodeThread);
            }
        }
    }
}
