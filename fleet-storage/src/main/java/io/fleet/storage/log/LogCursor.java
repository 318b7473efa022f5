package io.fleet.storage.log;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.LogPosition;
import io.fleet.storage.disk.Disk;
import org.agrona.DirectBuffer;

/**
 * Walks over the durable frames of one log in one directory and verifies each before it shows its records. It keeps the
 * frame it read last, so going on where it stopped reads nothing twice. Not thread-safe.
 */
public final class LogCursor {
    private final LogSettings settings;
    private final Disk disk;
    private final LogFiles files;
    private final FrameReader reader = new FrameReader();
    private long fileNumber;
    private int frameOffset;
    private int frameLength;
    private int recordOffset;
    private int recordsLeft;

    LogCursor(final LogSettings settings, final Disk disk, final LogFiles files) {
        this.settings = settings;
        this.disk = disk;
        this.files = files;
    }

    /**
     * Goes to the first record of a frame.
     *
     * @param framePosition where the frame begins.
     * @throws DamagedStorageException when there is no sound frame.
     */
    public void moveTo(final long framePosition) {
        final long number = files.fileNumber(framePosition);
        final int offset = (int) LogPosition.offset(framePosition);
        if (number != fileNumber || offset != frameOffset || frameLength == 0) {
            load(number, offset);
        }
        recordOffset = 0;
        recordsLeft = reader.header.records;
    }

    /**
     * Goes to the next record of the same frame.
     *
     * @return whether there is one; its place is {@link #recordOffset()} in {@link #buffer()}.
     */
    public boolean nextRecord() {
        if (recordsLeft == 0) {
            return false;
        }
        recordOffset = recordOffset == 0 ? FrameHeader.LENGTH : reader.next(recordOffset);
        recordsLeft--;
        return true;
    }

    /**
     * Goes to the first record of the frame behind the present one, in this file or a later one. Only while it is known
     * that there is one.
     *
     * @throws DamagedStorageException when there is no sound frame that follows the present one.
     */
    public void nextFrame() {
        final long sequence = reader.header.sequence;
        final long previousFile = fileNumber;
        final int previousEnd = frameOffset + frameLength;
        final int previousChecksum = reader.header.ownChecksum;
        long number = fileNumber;
        int offset = previousEnd;
        while (!tryLoad(number, offset)) {
            number++;
            offset = FrameHeader.BLOCK;
        }
        final FrameHeader header = reader.header;
        if (header.sequence != sequence + 1 || header.previousFile != previousFile
            || header.previousEnd != previousEnd || header.previousChecksum != previousChecksum) {
            frameLength = 0;
            throw new DamagedStorageException(disk.name() + ": " + settings.prefix() + " flush " + (sequence + 1)
                + " at offset " + previousEnd + " of file " + previousFile + " is not there any more");
        }
        recordOffset = 0;
        recordsLeft = header.records;
    }

    /**
     * Where the present frame begins.
     *
     * @return its position.
     */
    public long framePosition() {
        return LogPosition.of(settings.directory(), fileNumber, frameOffset);
    }

    /**
     * The buffer that holds the frame.
     *
     * @return valid until the cursor moves to another frame.
     */
    public DirectBuffer buffer() {
        return reader.buffer;
    }

    /**
     * The place of the present record.
     *
     * @return its offset in {@link #buffer()}.
     */
    public int recordOffset() {
        return recordOffset;
    }

    private void load(final long number, final int offset) {
        if (!tryLoad(number, offset)) {
            throw new DamagedStorageException(disk.name() + ": " + settings.prefix() + " file " + number + " at offset "
                + reader.problemOffset() + ": " + reader.problem());
        }
    }

    private boolean tryLoad(final long number, final int offset) {
        frameLength = 0;
        final LogFile file = files.hold(number);
        if (file == null) {
            throw new DamagedStorageException(disk.name() + ": " + settings.prefix() + " file " + number
                + " is not there");
        }
        try {
            frameLength = offset < file.length ? reader.read(file, offset) : 0;
            fileNumber = number;
            frameOffset = offset;
            return frameLength > 0;
        } finally {
            file.letGo();
        }
    }
}
