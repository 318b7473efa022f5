package io.fleet.storage.log;

/**
 * Where a log ends in one directory: the state of the flusher, as recovery found it and as each flush moves it on.
 */
public final class FlusherState {
    /** The file that is written. */
    LogFile active;
    /** Where the next frame goes in it. */
    int end = FrameHeader.BLOCK;
    /** Lowest and highest LSN over the records of the active file; 0 and 0 when it has none. */
    long minLsn;
    long maxLsn;
    /** The preallocated next file; null when there is none yet. */
    LogFile next;
    /** Whether the next file will be needed soon; read by the thread that makes it. */
    volatile boolean isNextNear;
    /** Sequence of the last frame; 0 when there is none. */
    long sequence;
    /** File of the last frame; 0 when there is none. */
    long lastFile;
    /** Where the last frame begins and ends in it. */
    int lastOffset;
    int lastEnd;
    /** Checksum of the header of the last frame. */
    int lastChecksum;
    /** The lowest file that is not trimmed, as the last frame says. */
    long trimBelow = 1;
    /** Whether the last frame is that of a clean close. */
    boolean closed;
    /** Whether bytes that look like a flush were dropped behind the last sound frame. */
    boolean inDoubt;

    void cover(final long lsn) {
        if (minLsn == 0 || lsn < minLsn) {
            minLsn = lsn;
        }
        if (lsn > maxLsn) {
            maxLsn = lsn;
        }
    }

    public void startFile(final LogFile file) {
        active = file;
        end = FrameHeader.BLOCK;
        minLsn = 0;
        maxLsn = 0;
    }

    void frameAt(final int offset, final int length, final FrameHeader frame) {
        sequence = frame.sequence;
        lastChecksum = frame.ownChecksum;
        trimBelow = Math.max(trimBelow, frame.trimBelow);
        closed = frame.kind == FrameHeader.CLEAN_CLOSE;
        lastFile = active.number;
        lastOffset = offset;
        lastEnd = offset + length;
        end = lastEnd;
    }
}
