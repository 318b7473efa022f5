package io.fleet.node.snapshot;

import java.util.concurrent.locks.LockSupport;

/** Writes the snapshots of a node's groups. */
public final class SnapshotThread extends Thread {
    private static final long PARK_NS = 100_000_000;

    private final SnapshotHandoff desk;
    private final Runnable onDone;
    private final Runnable onFailure;
    private volatile boolean running = true;
    private volatile Throwable failure;

    /**
     * Creates the thread; its owner starts it.
     *
     * @param onDone    called on this thread when a snapshot has been written, or not.
     * @param onFailure called on this thread when it ends by a failure.
     */
    public SnapshotThread(final String name, final SnapshotHandoff desk, final Runnable onDone,
                          final Runnable onFailure) {
        super(name + "-snapshots");
        this.desk = desk;
        this.onDone = onDone;
        this.onFailure = onFailure;
        setDaemon(true);
        desk.onWakeUp(() -> LockSupport.unpark(this));
    }

    /** Asks the thread to end; a snapshot that is being written is given up. */
    public void end() {
        running = false;
        desk.close();
        LockSupport.unpark(this);
    }

    public Throwable failure() {
        return failure;
    }

    @Override
    public void run() {
        try {
            while (running) {
                if (desk.hasWork()) {
                    desk.doWork();
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
