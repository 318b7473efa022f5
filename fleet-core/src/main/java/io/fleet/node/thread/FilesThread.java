package io.fleet.node.thread;

import io.fleet.storage.log.Flusher;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Creates the files that the flushers will need next, so that no flush waits for that. */
final class FilesThread extends Thread {
    private static final long PARK_NS = 100_000_000;

    private final List<Flusher> flushers;
    private final Runnable onPrepared;
    private final Runnable onFailure;
    private volatile boolean running = true;
    private volatile Throwable failure;

    /**
     * Creates the thread; its owner starts it.
     *
     * @param onPrepared called on this thread when a file has been created.
     * @param onFailure called on this thread when it ends by a failure.
     */
    FilesThread(final String name, final List<Flusher> flushers, final Runnable onPrepared,
                final Runnable onFailure) {
        super(name + "-files");
        this.flushers = flushers;
        this.onPrepared = onPrepared;
        this.onFailure = onFailure;
        setDaemon(true);
        flushers.forEach(flusher -> flusher.prepareElsewhere(() -> LockSupport.unpark(this)));
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
                boolean prepared = false;
                for (final Flusher flusher : flushers) {
                    prepared |= flusher.prepare();
                }
                if (prepared) {
                    onPrepared.run();
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
