package io.fleet.wire.codec;

import io.fleet.wire.codec.WireErrors.Cause;
import io.fleet.wire.sbe.EnvelopeDecoder;
import io.fleet.wire.sbe.GroupSizeEncodingDecoder;
import io.fleet.wire.sbe.MessageHeaderDecoder;
import io.fleet.wire.sbe.VarDataEncodingDecoder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One received packet: a view of exactly its bytes without the checksum, so that index 0 is its first, and the
 * comparisons that come before every use of a length or count that it holds. They do not rely on the bounds checks of
 * buffers, which a user may have turned off.
 *
 * <p>The first comparison that fails sets the cause for which the packet is dropped. One instance a thread, reused.
 */
public final class PacketView {
    /** Where the block of a message begins, after the message header. */
    public static final int BODY_OFFSET = MessageHeaderDecoder.ENCODED_LENGTH;

    private static final int ENVELOPE_END = BODY_OFFSET + EnvelopeDecoder.ENCODED_LENGTH;

    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EnvelopeDecoder envelope = new EnvelopeDecoder();
    private final GroupSizeEncodingDecoder group = new GroupSizeEncodingDecoder();
    private int length;
    private int knownVersion;
    private Cause cause;

    public PacketView() {
        header.wrap(view, 0);
        envelope.wrap(view, BODY_OFFSET);
    }

    /**
     * The packet.
     *
     * @return a view whose capacity is the length of the packet without its checksum; valid during the decoding.
     */
    public DirectBuffer buffer() {
        return view;
    }

    /**
     * The length of the block, as the packet says; not less than the codec's layout asks, and within the packet.
     *
     * @return bytes.
     */
    public int blockLength() {
        return header.blockLength();
    }

    /** The version of the schema that the sender has; of the same major version as ours. */
    public int version() {
        return header.version();
    }

    /**
     * Checks a group before its decoder wraps it.
     *
     * @param limit            where the group begins.
     * @param leastBlockLength the least length of a line in bytes.
     * @param maxCount         the most lines.
     * @return whether the group is whole and within bounds.
     */
    public boolean hasGroup(final int limit, final int leastBlockLength, final int maxCount) {
        if (limit + GroupSizeEncodingDecoder.ENCODED_LENGTH > length) {
            return fail(Cause.TRUNCATED);
        }
        group.wrap(view, limit);
        final int count = group.numInGroup();
        final int lineLength = group.blockLength();
        if (count > maxCount || lineLength < leastBlockLength) {
            return fail(Cause.MALFORMED);
        }
        if ((long) limit + GroupSizeEncodingDecoder.ENCODED_LENGTH + (long) count * lineLength > length) {
            return fail(Cause.TRUNCATED);
        }
        return true;
    }

    /**
     * Checks variable data before it is used. Its bytes begin at {@link #dataOffset}.
     *
     * @param limit     where its length field is.
     * @param maxLength the most bytes.
     * @return its length, or -1 when it is too long or not whole.
     */
    public int dataLength(final int limit, final int maxLength) {
        if (limit + dataHeaderLength() > length) {
            fail(Cause.TRUNCATED);
            return -1;
        }
        final long dataLength = view.getInt(limit, MessageHeaderDecoder.BYTE_ORDER) & 0xFFFF_FFFFL;
        if (dataLength > maxLength) {
            fail(Cause.MALFORMED);
            return -1;
        }
        if (dataOffset(limit) + dataLength > length) {
            fail(Cause.TRUNCATED);
            return -1;
        }
        return (int) dataLength;
    }

    /**
     * As {@link #dataLength}, of what the message ends with.
     *
     * @return its length, or -1 when it is too long, not whole, or more follows than {@link #endsAt} allows.
     */
    public int lastDataLength(final int limit, final int maxLength) {
        final int dataLength = dataLength(limit, maxLength);
        return dataLength >= 0 && endsAt(dataOffset(limit) + dataLength) ? dataLength : -1;
    }

    /**
     * Where variable data begins.
     *
     * @param limit where its length field is.
     * @return the index of its first byte.
     */
    public static int dataOffset(final int limit) {
        return limit + dataHeaderLength();
    }

    /**
     * Checks that a message ends where its packet ends. A newer minor version may have more to say.
     *
     * @param limit where the part that we know ends.
     */
    public boolean endsAt(final int limit) {
        return limit == length || limit < length && version() > knownVersion || fail(Cause.MALFORMED);
    }

    /**
     * Checks a field that says yes or no. What says neither is not taken for a no: of a no, too, something may follow.
     *
     * @param raw the number in the field.
     * @return whether it is 0 or 1.
     */
    public boolean isYesOrNo(final int raw) {
        return raw >>> 1 == 0 || fail(Cause.MALFORMED);
    }

    /**
     * Writes the length of variable data in front of it.
     *
     * @param buffer     the packet, from index 0.
     * @param limit      where the length field is.
     * @param dataLength in bytes.
     * @return the index of the data's first byte.
     */
    public static int putDataLength(final MutableDirectBuffer buffer, final int limit, final int dataLength) {
        buffer.putInt(limit, dataLength, MessageHeaderDecoder.BYTE_ORDER);
        return dataOffset(limit);
    }

    private static int dataHeaderLength() {
        return VarDataEncodingDecoder.varDataEncodingOffset();
    }

    /** Wraps a packet; false when it cannot hold header, envelope and checksum. */
    public boolean wrap(final DirectBuffer buffer, final int offset, final int packetLength) {
        cause = null;
        if (packetLength < ENVELOPE_END + PacketChecksum.LENGTH) {
            return fail(Cause.TRUNCATED);
        }
        length = packetLength - PacketChecksum.LENGTH;
        view.wrap(buffer, offset, length);
        return true;
    }

    /** Checks the block against the layout that we know. */
    public boolean hasBlock(final MessageLayout layout) {
        knownVersion = layout.schemaVersion();
        final int blockLength = header.blockLength();
        if (blockLength < layout.leastBlockLength()) {
            return fail(Cause.MALFORMED);
        }
        return BODY_OFFSET + blockLength <= length || fail(Cause.TRUNCATED);
    }

    public boolean fail(final Cause why) {
        if (cause == null) {
            cause = why;
        }
        return false;
    }

    public Cause cause() {
        return cause;
    }

    public MessageHeaderDecoder header() {
        return header;
    }

    public EnvelopeDecoder envelope() {
        return envelope;
    }

    /** Lets go of the packet's memory, which its owner may unmap. */
    public void release() {
        view.wrap(0, 0);
    }
}
