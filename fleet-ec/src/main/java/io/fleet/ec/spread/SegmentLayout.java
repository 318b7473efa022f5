package io.fleet.ec.spread;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * One node's part of an entry, as it is sent and as it is stored, little-endian:
 *
 * <pre>
 *  0 which segment (4)   4 length of the header (4)   8 length of the value (4)   12 data segments k (4)
 * 16 header, the same for every node (rule C1)       behind it: the segment
 * </pre>
 */
final class SegmentLayout {
    static final int HEADER_OFFSET = 16;
    private static final int HEADER_LENGTH_OFFSET = 4;
    private static final int VALUE_LENGTH_OFFSET = 8;
    private static final int DATA_SEGMENTS_OFFSET = 12;

    private SegmentLayout() {
    }

    static int index(final DirectBuffer part, final int offset) {
        return part.getInt(offset, LITTLE_ENDIAN);
    }

    static int headerLength(final DirectBuffer part, final int offset) {
        return part.getInt(offset + HEADER_LENGTH_OFFSET, LITTLE_ENDIAN);
    }

    static int valueLength(final DirectBuffer part, final int offset) {
        return part.getInt(offset + VALUE_LENGTH_OFFSET, LITTLE_ENDIAN);
    }

    static int segmentOffset(final DirectBuffer part, final int offset) {
        return HEADER_OFFSET + headerLength(part, offset);
    }

    static int length(final int headerLength, final int laneLength) {
        return HEADER_OFFSET + headerLength + laneLength;
    }

    static void put(final MutableDirectBuffer part, final int index, final int headerLength, final int valueLength,
                    final int dataSegments) {
        part.putInt(0, index, LITTLE_ENDIAN);
        part.putInt(HEADER_LENGTH_OFFSET, headerLength, LITTLE_ENDIAN);
        part.putInt(VALUE_LENGTH_OFFSET, valueLength, LITTLE_ENDIAN);
        part.putInt(DATA_SEGMENTS_OFFSET, dataSegments, LITTLE_ENDIAN);
    }

    /**
     * Checks a part before anything in it is trusted.
     *
     * @return null when it is the part of that index, otherwise what is wrong.
     */
    static String problem(final DirectBuffer part, final int offset, final int length, final int index,
                          final SegmentCodec codec, final int maxValueLength) {
        if (length < HEADER_OFFSET) {
            return "length " + length + " is below " + HEADER_OFFSET;
        }
        final int dataSegments = part.getInt(offset + DATA_SEGMENTS_OFFSET, LITTLE_ENDIAN);
        if (index(part, offset) != index || dataSegments != codec.dataSegments()) {
            return "segment " + index(part, offset) + " of k = " + dataSegments + " is not segment " + index
                + " of k = " + codec.dataSegments();
        }
        final int headerLength = headerLength(part, offset);
        final int valueLength = valueLength(part, offset);
        if (headerLength < 0 || headerLength > length - HEADER_OFFSET) {
            return "header length " + headerLength + " is not in [0, " + (length - HEADER_OFFSET) + "]";
        }
        if (valueLength < 0 || valueLength > maxValueLength) {
            return "value length " + valueLength + " is not in [0, " + maxValueLength + "]";
        }
        return length == length(headerLength, codec.laneLength(valueLength)) ? null
            : "length " + length + " does not fit a header of " + headerLength + " and a value of " + valueLength;
    }
}
