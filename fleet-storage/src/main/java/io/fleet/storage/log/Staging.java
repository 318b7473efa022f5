package io.fleet.storage.log;

import io.fleet.storage.EntryMeta;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One of the two areas in which records become a flush frame. It belongs to the owner while it is filled and while its
 * completion is reported, and to the flusher in between.
 */
public final class Staging {
    final UnsafeBuffer buffer;
    int length = FrameHeader.LENGTH;
    int records;
    long fileNumber;
    public int frameOffset;

    public Staging(final int capacity) {
        buffer = new UnsafeBuffer(BufferUtil.allocateDirectAligned(capacity, FrameHeader.BLOCK));
    }

    boolean fits(final int bodyLength) {
        return buffer.capacity() - length >= LogRecord.alignedLength(bodyLength);
    }

    public void add(final int type, final int groupId, final int storageGroup, final long lsn, final long ballot,
                    final EntryMeta meta, final long bodyPosition, final DirectBuffer body, final int offset) {
        final int at = length;
        LogRecord.put(buffer, at, type, groupId, storageGroup, lsn, ballot, meta, bodyPosition);
        final int bodyLength = type == LogRecord.ENTRY ? meta.length : 0;
        if (bodyLength > 0) {
            buffer.putBytes(at + LogRecord.HEADER_LENGTH, body, offset, bodyLength);
        }
        final int end = at + LogRecord.HEADER_LENGTH + bodyLength;
        final int next = BitUtil.align(end, LogRecord.ALIGNMENT);
        buffer.setMemory(end, next - end, (byte) 0);
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
