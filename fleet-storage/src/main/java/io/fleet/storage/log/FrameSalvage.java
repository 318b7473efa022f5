package io.fleet.storage.log;

import io.fleet.storage.LogPosition;
import io.fleet.storage.disk.PatientReads;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads what is left of a flush that is not sound, and which a later one proves to have been durable. A record is taken
 * only where it must begin: behind the header, and behind another one whose length is known. That is the length of a
 * record that is sound; of one that is not where all lengths of the flush fit, and the checksum over the checksums as
 * they are written. So what looks like a record inside of a body is never taken for one.
 */
final class FrameSalvage {
    private final FrameHeader header = new FrameHeader();
    private final Checksum checksum = new Checksum();
    private final LogSettings settings;
    private final LostPlaces lost;
    private final RecordHandler records;
    private UnsafeBuffer buffer;
    private LogFile file;
    private int start;
    private String why;

    FrameSalvage(final LogSettings settings, final LostPlaces lost, final RecordHandler records) {
        this.settings = settings;
        this.lost = lost;
        this.records = records;
    }

    /**
     * Hands on the records that are sound, and notes the rest as lost, with the flushes up to the next sound one.
     *
     * @param from   of the file.
     * @param offset where the flush begins.
     * @param end    where the next one begins, or the file ends.
     * @param reason why the flush is not sound, for people.
     */
    void read(final LogFile from, final int offset, final int end, final String reason) {
        file = from;
        start = offset;
        why = reason;
        final int lostBefore = lost.size();
        final boolean isSound = readHeader(end - offset);
        if (!isSound) {
            lose(0, FrameHeader.LENGTH);
        }
        buffer = new UnsafeBuffer(new byte[Math.min(end - offset, isSound ? header.length
            : settings.stagingLength())]);
        final int length = Math.max(0, PatientReads.readRest(file.file, file.name(), offset, buffer,
            buffer.capacity()));
        final int limit = isSound ? Math.min(header.length, length) : length;
        final int at = walk(limit, isSound && header.length <= length && isStructureSound());
        final int reached = at < limit ? at : BitUtil.align(at, FrameHeader.BLOCK);
        if (reached < end - offset) {
            lose(reached, end - offset);
        }
        if (lost.size() == lostBefore) {
            lose(0, FrameHeader.LENGTH);
        }
    }

    private boolean readHeader(final int available) {
        buffer = new UnsafeBuffer(new byte[FrameHeader.LENGTH]);
        return available >= FrameHeader.LENGTH
            && PatientReads.readRest(file.file, file.name(), start, buffer, FrameHeader.LENGTH) == FrameHeader.LENGTH
            && header.decode(buffer, 0, file.number, file.salt, start, file.length, checksum) == null;
    }

    /** Goes from record to record as far as it is known where they begin; where that ends. */
    private int walk(final int limit, final boolean areLengthsSound) {
        int at = FrameHeader.LENGTH;
        while (at < limit) {
            final boolean isLost = LogRecord.problem(buffer, at, limit - at, file.recordSalt, checksum) != null;
            if (isLost && !areLengthsSound) {
                return at;
            }
            final int next = at + BitUtil.align(LogRecord.length(buffer, at), LogRecord.ALIGNMENT);
            if (isLost) {
                lose(at, next);
            } else {
                records.onRecord(buffer, at, LogPosition.of(settings.directory(), file.number, (long) start + at));
            }
            at = next;
        }
        return at;
    }

    /** Whether the records' lengths and checksums, as they are written, are those that the header was made for. */
    private boolean isStructureSound() {
        final Checksum all = new Checksum();
        int at = FrameHeader.LENGTH;
        for (int i = 0; i < header.records; i++) {
            final int left = header.length - at;
            final int length = left < LogRecord.HEADER_LENGTH ? -1 : LogRecord.length(buffer, at);
            if (length < LogRecord.HEADER_LENGTH || length > left) {
                return false;
            }
            all.update(LogRecord.checksum(buffer, at));
            at += BitUtil.align(length, LogRecord.ALIGNMENT);
        }
        return at == header.length && all.value() == header.recordsChecksum;
    }

    private void lose(final int from, final int to) {
        lost.lose(file.number, start + from, start + to, why);
    }
}
