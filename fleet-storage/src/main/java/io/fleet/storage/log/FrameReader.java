package io.fleet.storage.log;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.disk.PatientReads;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads one flush frame as a whole and verifies everything in it: its first block, which says how long it is, and then
 * the rest. Not thread-safe. The frame that was read last stays in the buffer until the next read.
 */
final class FrameReader {
    final FrameHeader header = new FrameHeader();
    /** Empty before the first read: many readers of a log that is opened read nothing. */
    final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    private final Checksum checksum = new Checksum();
    private final Checksum recordsChecksum = new Checksum();
    /** The directory, where whoever reads decides what is damaged ({@link PatientReads}); null for others. */
    private final String directory;
    private String problem;
    private int problemOffset;

    /** For readers of what is known to be there. */
    FrameReader() {
        this(null);
    }

    /** For those that decide what is damaged: what cannot be read is a problem like any other. */
    FrameReader(final String directory) {
        this.directory = directory;
    }

    /**
     * Reads and verifies.
     *
     * @param file       where from.
     * @param fileOffset of the frame.
     * @return the length of the frame with padding; 0 when there is no sound frame, {@link #problem()} then says why.
     */
    int read(final LogFile file, final int fileOffset) {
        if (buffer.capacity() == 0) {
            buffer.wrap(new byte[FrameHeader.BLOCK]);
        }
        problemOffset = fileOffset;
        final int first = read(file, fileOffset, 0, Math.min(FrameHeader.BLOCK, file.length - fileOffset));
        problem = first < 0 ? problem : first < FrameHeader.LENGTH ? "the file ends there"
            : header.decode(buffer, 0, file.number, file.salt, fileOffset, file.length, checksum);
        if (problem != null) {
            return 0;
        }
        if (header.length > first && !readRest(file, fileOffset, first)) {
            return 0;
        }
        problem = checkRecords(fileOffset, file.recordSalt);
        return problem == null ? BitUtil.align(header.length, FrameHeader.BLOCK) : 0;
    }

    /** What was wrong at the last read that returned 0. */
    String problem() {
        return problem;
    }

    /** The offset in the file at which that is. */
    int problemOffset() {
        return problemOffset;
    }

    /** The offset of the next record in the buffer; {@code header.length} and more is behind the last one. */
    int next(final int recordOffset) {
        return recordOffset + BitUtil.align(LogRecord.length(buffer, recordOffset), LogRecord.ALIGNMENT);
    }

    private boolean readRest(final LogFile file, final int fileOffset, final int first) {
        if (buffer.capacity() < header.length) {
            final byte[] larger = new byte[BitUtil.findNextPositivePowerOfTwo(header.length)];
            buffer.getBytes(0, larger, 0, first);
            buffer.wrap(larger);
        }
        final int wanted = header.length - first;
        final int read = read(file, fileOffset + first, first, wanted);
        if (read < wanted) {
            problem = read < 0 ? problem : "the file ends within the flush";
            return false;
        }
        return true;
    }

    /** Reads into the buffer; -1 where the place is bad, which is the problem then. */
    private int read(final LogFile file, final int fileOffset, final int offset, final int length) {
        if (directory == null) {
            return file.file.read(fileOffset, buffer, offset, length);
        }
        final String where = directory + "/" + file.name();
        try {
            return PatientReads.read(file.file, where, fileOffset, buffer, offset, length);
        } catch (final DamagedStorageException e) {
            problem = e.getMessage().replace(where + " at offset " + fileOffset + ": ", "");
            return -1;
        }
    }

    private String checkRecords(final int fileOffset, final int salt) {
        recordsChecksum.reset();
        int at = FrameHeader.LENGTH;
        if (header.kind == FrameHeader.LOST_PLACES) {
            return checksum.of(buffer, at, header.length - at) == header.recordsChecksum ? null
                : "the list of places that are lost fails its checksum";
        }
        for (int i = 0; i < header.records; i++) {
            final String found = LogRecord.problem(buffer, at, header.length - at, salt, checksum);
            if (found != null) {
                problemOffset = fileOffset + at;
                return found;
            }
            recordsChecksum.update(LogRecord.checksum(buffer, at));
            at = next(at);
        }
        if (at != header.length) {
            return "the records of the flush end at " + at + ", its length is " + header.length;
        }
        return recordsChecksum.value() == header.recordsChecksum ? null
            : "the flush fails the checksum over its records";
    }
}
