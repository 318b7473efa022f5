package io.fleet.verify.threads;

import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.log.FrameHeader;
import io.fleet.storage.log.LogRecord;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** A file that counts how often it is closed and keeps what was last written. No field is volatile, on purpose. */
final class ClosableFile implements DiskFile {
    static final int LENGTH = 1 << 20;

    int closed;
    int writtenLength;
    byte writtenByte;

    @Override
    public String name() {
        return "file";
    }

    @Override
    public long length() {
        return LENGTH;
    }

    @Override
    public void write(final long position, final DirectBuffer source, final int offset, final int length) {
        writtenLength = length;
        writtenByte = source.getByte(offset + FrameHeader.LENGTH + LogRecord.HEADER_LENGTH);
    }

    @Override
    public int read(final long position, final MutableDirectBuffer target, final int offset, final int length) {
        return 0;
    }

    @Override
    public void sync() {
        // Nothing is kept anywhere.
    }

    @Override
    public void close() {
        closed++;
    }
}
