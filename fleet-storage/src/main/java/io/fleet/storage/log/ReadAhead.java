package io.fleet.storage.log;

import io.fleet.storage.ReadFailedException;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A piece of a log file, read as a whole when records are asked for that lie behind each other, as by a replica that
 * catches up: one call of the kernel for many records, and past the page cache. What lies in it may have been written
 * since, or may be what the file held before: each record proves itself there as it does in the file, and one that does
 * not is read from the file. One thread.
 */
public final class ReadAhead {
    /** Bytes that are read at once; of off-heap memory, from the first use on. */
    public static final int LENGTH = 256 * 1024;
    /** A record that begins so near behind the last one is taken for the next. */
    private static final int NEAR = 64 * 1024;
    private static final CoverageMark READ = CoverageMark.named("read-ahead.piece-read");
    private static final CoverageMark OUTDATED = CoverageMark.named("read-ahead.record-is-not-in-the-piece-yet");
    private static final CoverageMark UNREADABLE = CoverageMark.named("read-ahead.piece-cannot-be-read");

    private final UnsafeBuffer piece = new UnsafeBuffer(0, 0);
    private final Checksum checksum = new Checksum();
    /** The file whose piece it is; null for none. */
    private LogFile file;
    private long start;
    private int length;
    /** Of which no piece is read any more, as a disk may take seconds over each place that it cannot read. */
    private LogFile unreadable;
    private LogFile lastFile;
    private long lastEnd;

    /** Nothing has been read. */
    public ReadAhead() {
    }

    /** Where a record of a file is in {@link #buffer()}, sound; negative where it has to be read from the file. */
    int find(final LogFile from, final long offset, final int wanted) {
        final boolean isNext = from == lastFile && from != unreadable && offset >= lastEnd && offset - lastEnd < NEAR;
        lastFile = from;
        lastEnd = offset + wanted;
        if (!isHere(from, offset, wanted) && !(isNext && wanted <= LENGTH / 2 && read(from, offset)
            && isHere(from, offset, wanted))) {
            return -1;
        }
        final int at = (int) (offset - start);
        if (LogRecord.problem(piece, at, wanted, from.recordSalt, checksum) != null) {
            OUTDATED.hit();
            file = null;
            return -1;
        }
        return at;
    }

    /** Holds what was read; until the next {@link #find}. */
    DirectBuffer buffer() {
        return piece;
    }

    private boolean isHere(final LogFile from, final long offset, final int wanted) {
        return file == from && offset >= start && offset + wanted <= start + length;
    }

    private boolean read(final LogFile from, final long offset) {
        if (piece.capacity() == 0) {
            piece.wrap(BufferUtil.allocateDirectAligned(LENGTH, FrameHeader.BLOCK));
        }
        READ.hit();
        file = null;
        start = offset - offset % FrameHeader.BLOCK;
        try {
            length = from.file.read(start, piece, 0,
                (int) Math.min(LENGTH, BitUtil.align(from.length - start, FrameHeader.BLOCK)));
        } catch (final ReadFailedException e) {
            UNREADABLE.hit();
            unreadable = from;
            return false;
        }
        file = from;
        return true;
    }
}
