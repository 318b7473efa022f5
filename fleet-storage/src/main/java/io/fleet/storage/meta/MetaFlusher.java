package io.fleet.storage.meta;

import io.fleet.storage.StorageException;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.log.FlushCounters;
import io.fleet.storage.log.Flusher;

/**
 * Writes images of the meta store. The hand-over is one field, as in the logs: owner IDLE to HANDED, flusher HANDED to
 * DONE.
 */
public final class MetaFlusher implements Flusher {
    private static final CoverageMark FAILED = CoverageMark.named("meta-flusher.failed");
    private static final int IDLE = 0;
    private static final int HANDED = 1;
    private static final int DONE = 2;

    private final MetaFile file;
    private final FlushCounters counters = new FlushCounters("meta", 0);
    private MetaImage image;
    private volatile int stage = IDLE;
    private volatile Throwable failure;
    private volatile Runnable wakeUp = () -> {};

    public MetaFlusher(final MetaFile file) {
        this.file = file;
    }

    boolean isIdle() {
        return stage == IDLE;
    }

    public void handOver(final MetaImage newImage) {
        image = newImage;
        stage = HANDED;
        wakeUp.run();
    }

    /** The image that has become durable; null when there is none. The flusher is idle then. */
    public MetaImage takeCompleted() {
        if (failure != null) {
            throw new StorageException("the meta store cannot go on, restart the node to recover: "
                + failure.getMessage(), failure);
        }
        if (stage != DONE) {
            return null;
        }
        stage = IDLE;
        return image;
    }

    @Override
    public String roleName() {
        return "fleet-flusher-meta";
    }

    @Override
    public void onWakeUp(final Runnable newWakeUp) {
        wakeUp = newWakeUp;
    }

    @Override
    public void prepareElsewhere(final Runnable onWanted) {
        // It creates no files ahead.
    }

    @Override
    public boolean prepare() {
        return false;
    }

    @Override
    public int flush() {
        return 0;
    }

    @Override
    public boolean hasWork() {
        return stage == HANDED && failure == null;
    }

    @Override
    public FlushCounters counters() {
        return counters;
    }

    @Override
    public boolean isFull() {
        return false;
    }

    @Override
    public int doWork() {
        if (!hasWork()) {
            return 0;
        }
        try {
            counters.add(MetaFile.SLOTS, file.write(image));
            stage = DONE;
            return 1;
        } catch (final RuntimeException e) {
            FAILED.hit();
            failure = e;
            return 0;
        } catch (final Error e) {
            failure = e;
            throw e;
        }
    }
}
