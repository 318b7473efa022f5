package io.fleet.reads.concurrent;

import io.fleet.session.CommandFrame;
import java.nio.ByteOrder;
import org.agrona.ExpandableArrayBuffer;

/** A request with queries. */
final class Queries {
    final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    int length;

    Queries read(final long sequence, final String payload) {
        final int size = CommandFrame.HEADER_LENGTH + payload.length();
        buffer.putInt(length + CommandFrame.LENGTH_OFFSET, size, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(length + CommandFrame.KIND_OFFSET, CommandFrame.READ, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(length + CommandFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
        buffer.putStringWithoutLengthAscii(length + CommandFrame.HEADER_LENGTH, payload);
        length += size;
        return this;
    }
}
