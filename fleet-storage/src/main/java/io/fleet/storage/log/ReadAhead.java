package io.fleet.storage.log;

import io.fleet.storage.EntryMeta;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A piece of a log file, read as a whole when records are asked for that lie right behind each other, as by a replica
 * that catches up: one call of the kernel for many records, and past the page cache. Pieces grow while most of what is
 * read is asked for.
 *
 * <p>What lies in a piece may have been written over since, or be the rest of a flush that a crash cut short, which
 * lies in the same file: only a record that is sound and has the value that is asked for is taken from it. All else is
 * read from the file, and only what the file has says that something is damaged. One thread.
 */
public final class ReadAhead {
    /** The most bytes that are read at once; of off-heap memory, from the first use on. */
    public static final int LENGTH = 256 * 1024;
    private static final int LEAST_LENGTH = 32 * 1024;
    /** After a record that was not in its piece so many are read one by one: the reader is right behind the writer. */
    private static final int PAUSE = 32;
    private static final CoverageMark READ = CoverageMark.named("read-ahead.piece-read");
    private static final CoverageMark OUTDATED = CoverageMark.named("read-ahead.record-is-not-in-the-piece");
    private static final CoverageMark UNREADABLE = CoverageMark.named("read-ahead.piece-cannot-be-read");

    private final UnsafeBuffer piece = new UnsafeBuffer(0, 0);
    private final Checksum checksum = new Checksum();
    private final EntryMeta found = new EntryMeta();
    /** The file whose piece it is; null for none. */
    private LogFile file;
    private long start;
    private int length;
    /** How much of the piece was asked for. */
    private int used;
    /** How much is read next. */
    private int next = LEAST_LENGTH;
    /** Of which no piece is read any more, as a disk may take seconds over each place that it cannot read. */
    private LogFile unreadable;
    private int pause;
    private LogFile lastFile;
    private long lastEnd;

    /** Nothing has been read. */
    public ReadAhead() {
    }

    /** Copies a record with a body of its own, if it is in a piece; false where it has to be read from the file. */
    boolean copy(final LogFile from, final long offset, final int wanted, final EntryMeta expected,
                 final ExpandableArrayBuffer target) {
        final boolean isNext = from == lastFile && from != unreadable && offset >= lastEnd
            && offset - lastEnd <= 2L * Math.max(wanted, FrameHeader.BLOCK);
        lastFile = from;
        lastEnd = offset + wanted;
        if (pause > 0) {
            pause--;
            return false;
        }
        if (!isHere(from, offset, wanted) && !(isNext && wanted <= LENGTH / 2 && read(from, offset, wanted)
            && isHere(from, offset, wanted))) {
            return false;
        }
        final int at = (int) (offset - start);
        if (LogRecord.problem(piece, at, wanted, from.recordSalt, checksum) != null
            || LogRecord.type(piece, at) != LogRecord.ENTRY || !LogRecord.meta(piece, at, found).sameValue(expected)) {
            OUTDATED.hit();
            pause = PAUSE;
            file = null;
            return false;
        }
        used += wanted;
        target.putBytes(0, piece, at, LogRecord.length(piece, at));
        return true;
    }

    private boolean isHere(final LogFile from, final long offset, final int wanted) {
        return file == from && offset >= start && offset + wanted <= start + length;
    }

    private boolean read(final LogFile from, final long offset, final int wanted) {
        if (piece.capacity() == 0) {
            piece.wrap(BufferUtil.allocateDirectAligned(LENGTH, FrameHeader.BLOCK));
        }
        READ.hit();
        next = length > 0 && used >= length / 2 ? Math.min(LENGTH, 2 * next) : LEAST_LENGTH;
        used = 0;
        file = null;
        start = offset - offset % FrameHeader.BLOCK;
        final long most = Math.max(next, BitUtil.align(offset - start + wanted, FrameHeader.BLOCK));
        try {
            length = from.file.read(start, piece, 0,
                (int) Math.min(most, BitUtil.align(from.length - start, FrameHeader.BLOCK)));
        } catch (final ReadFailedException e) {
            UNREADABLE.hit();
            length = 0;
            unreadable = from;
            return false;
        }
        file = from;
        return true;
    }
}
