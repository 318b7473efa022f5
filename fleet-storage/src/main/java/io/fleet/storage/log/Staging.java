package io.fleet.storage.log;

import io.fleet.storage.EntryMeta;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One of the two areas in which records become a flush frame. It belongs to the owner while it is filled and while its
 * completion is reported, and to the flusher in between. It takes its memory when it is first used: a log that is only
 * read takes none.
 */
public final class Staging {
    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    private final int capacity;
    int length = FrameHeader.LENGTH;
    int records;
    long fileNumber;
    public int frameOffset;

    public Staging(final int capacity) {
        this.capacity = capacity;
    }

    /** The frame, with room for its header, and for a block of zeros behind it. */
    UnsafeBuffer buffer() {
        if (buffer.capacity() == 0) {
            buffer.wrap(BufferUtil.allocateDirectAligned(capacity + FrameHeader.BLOCK, FrameHeader.BLOCK));
        }
        return buffer;
    }

    boolean fits(final int bodyLength) {
        return capacity - length >= LogRecord.alignedLength(bodyLength);
    }

    public void add(final int type, final int groupId, final int storageGroup, final long lsn, final long ballot,
                    final EntryMeta meta, final long bodyPosition, final DirectBuffer body, final int offset) {
        final int at = length;
        final UnsafeBuffer target = buffer();
        LogRecord.put(target, at, type, groupId, storageGroup, lsn, ballot, meta, bodyPosition);
        final int bodyLength = type == LogRecord.ENTRY ? meta.length : 0;
        if (bodyLength > 0) {
            target.putBytes(at + LogRecord.HEADER_LENGTH, body, offset, bodyLength);
        }
        final int end = at + LogRecord.HEADER_LENGTH + bodyLength;
        final int next = BitUtil.align(end, LogRecord.ALIGNMENT);
        target.setMemory(end, next - end, (byte) 0);
        length = next;
        records++;
    }

    public void clear() {
        length = FrameHeader.LENGTH;
        records = 0;
    }

    boolean isEmpty() {
        return records == 0;
    }
}
