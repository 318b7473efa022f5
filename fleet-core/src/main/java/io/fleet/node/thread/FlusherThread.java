package io.fleet.node.thread;

import io.fleet.node.config.FlushPolicy;
import io.fleet.storage.log.Flusher;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/** Runs one flusher, as far as its {@link #desk()} leaves the work to this thread. */
final class FlusherThread extends Thread {
    private static final long PARK_NS = 10_000_000;

    private final FlushScheduler desk;
    private final Runnable onDone;
    private final Runnable onFailure;
    private volatile boolean running = true;
    private volatile Throwable failure;

    /**
     * Creates the thread; its owner starts it.
     *
     * @param clock     tells how long a flush took.
     * @param onDone    called on this thread when something has become durable.
     * @param onFailure called on this thread when it ends by a failure.
     */
    FlusherThread(final String name, final Flusher flusher, final FlushPolicy policy, final NanoClock clock,
                  final Runnable onDone, final Runnable onFailure) {
        super(name + "-" + flusher.roleName());
        this.onDone = onDone;
        this.onFailure = onFailure;
        desk = new FlushScheduler(flusher, policy, clock, () -> LockSupport.unpark(this));
        setDaemon(true);
    }

    /** Who decides what is left to this thread; for the node's. */
    FlushScheduler desk() {
        return desk;
    }

    /** Asks the thread to end. */
    void end() {
        running = false;
        LockSupport.unpark(this);
    }

    Throwable failure() {
        return failure;
    }

    @Override
    public void run() {
        try {
            while (running) {
                if (desk.work() > 0) {
                    onDone.run();
                } else {
                    LockSupport.parkNanos(PARK_NS);
                }
            }
        } catch (final RuntimeException | Error e) {
            failure = e;
            onFailure.run();
        }
    }
}
