package io.fleet.node.snapshot;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;

/** How much was applied since the last snapshot of a group, and whether that is worth another one. */
final class LogSinceSnapshot {
    private static final CoverageMark SHORT = CoverageMark.named("running-snapshots.disk-short-of-room");
    /** A state of so few bytes may be written at any time. */
    static final long SMALL_STATE = 1 << 20;
    /** How often it asks for the space that is left where the next snapshot goes. */
    private static final long SPACE_NS = TimeUnit.SECONDS.toNanos(1);
    /** So much of the state's length must be left beside it for the log to go on. */
    private static final int SPACE_PART = 4;

    private final GroupSnapshots snapshots;
    private final IntervalTimer spaceTime = new IntervalTimer(SPACE_NS);
    private boolean isSpaceShort;
    private long lastBytes;
    /** What was applied when the state was written that is under way. */
    private long writtenBytes;

    LogSinceSnapshot(final GroupSnapshots snapshots) {
        this.snapshots = snapshots;
    }

    /** Bytes of commands, out of all that were applied. */
    long bytes(final long appliedBytes) {
        return appliedBytes - lastBytes;
    }

    /** A state was written, of which it is not known yet whether it becomes a snapshot. */
    void onStateWritten(final long appliedBytes) {
        writtenBytes = appliedBytes;
    }

    /** It has become one. */
    void onSnapshot() {
        lastBytes = writtenBytes;
    }

    /**
     * Whether the log is as long as the state, so that snapshots write no more than the log does. To wait for that is
     * no use where the disk has no room for a snapshot and more log.
     */
    boolean isWorthASnapshot(final long logBytes, final long nowNs) {
        final long length = snapshots.stateBytes();
        if (length <= SMALL_STATE || logBytes >= length) {
            return true;
        }
        if (spaceTime.isDue(nowNs)) {
            isSpaceShort = snapshots.usableBytes() - length < length / SPACE_PART;
        }
        if (isSpaceShort) {
            SHORT.hit();
        }
        return isSpaceShort;
    }
}
