package io.fleet.node.status;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Tells when a disk has become full for one of the logs, and when there is space again. The node's thread. */
public final class DiskWatch {
    private final NodeEvents events;
    private final List<Watched> watched = new ArrayList<>();

    public DiskWatch(final NodeEvents events) {
        this.events = events;
    }

    /** Watches one log; {@code isFull} is asked in each duty cycle. */
    public void add(final String log, final String directory, final BooleanSupplier isFull) {
        watched.add(new Watched(log, directory, isFull));
    }

    public void doWork() {
        for (int i = 0; i < watched.size(); i++) {
            final Watched each = watched.get(i);
            final boolean full = each.isFull.getAsBoolean();
            if (full != each.full) {
                each.full = full;
                events.onDiskFull(each.log, each.directory, full);
            }
        }
    }

    /** A log, and what was told of it last. */
    private static final class Watched {
        private final String log;
        private final String directory;
        private final BooleanSupplier isFull;
        private boolean full;

        private Watched(final String log, final String directory, final BooleanSupplier isFull) {
            this.log = log;
            this.directory = directory;
            this.isFull = isFull;
        }
    }
}
