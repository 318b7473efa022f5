package io.fleet.wire;

import io.fleet.consensus.message.Message;
import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketChecksum;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.TrailingData;
import io.fleet.wire.sbe.EnvelopeEncoder;
import io.fleet.wire.sbe.MessageHeaderEncoder;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Turns messages into packets, each with its {@link PacketChecksum}. One per thread; allocates nothing after
 * the first message of each kind.
 */
public final class WireEncoder {
    private final WireIdentity identity;
    private final CodecSet codecs;
    private final FieldChecks checks = new FieldChecks();
    private final byte[] own = new byte[Transport.MAX_PACKET];
    private final UnsafeBuffer buffer = new UnsafeBuffer(own);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final EnvelopeEncoder envelope = new EnvelopeEncoder();
    private final PacketChecksum checksum = new PacketChecksum();
    private final TrailingData data = new TrailingData();
    private final Packet packet = new Packet();

    /**
     * Creates an encoder of the core's messages.
     *
     * @param identity who sends, of which cluster; what it says when a packet is encoded is in the packet. Packets of
     *                 another cluster are dropped by whoever receives them.
     */
    public WireEncoder(final WireIdentity identity) {
        this(identity, CodecCatalog.core());
    }

    /**
     * Creates an encoder.
     *
     * @param identity who sends, of which cluster.
     * @param catalog  which messages it knows.
     */
    public WireEncoder(final WireIdentity identity, final CodecCatalog catalog) {
        this.identity = identity;
        this.codecs = catalog.newSet();
        header.wrap(buffer, 0);
        envelope.wrap(buffer, PacketView.BODY_OFFSET);
    }

    /**
     * Encodes a message into memory of its own, over what was there. Data that the message ends with is not copied: the
     * packet says where it is.
     *
     * @param groupId       the group, 0 or more.
     * @param configVersion the version of the group's configuration, 0 or more.
     * @param message       what; its class must be in the catalog. Its data, if it has any, is backed by an array or a
     *                      direct {@link java.nio.ByteBuffer}, and stays as it is as long as the packet is used.
     * @return the packet, of at most {@link Transport#MAX_PACKET} bytes; valid until the next call of any method.
     * @throws IllegalArgumentException when a field is out of range: the message names the field, its value and the
     *                                  range.
     */
    public Packet encode(final int groupId, final int configVersion, final Message message) {
        buffer.wrap(own);
        final int end = write(groupId, configVersion, message);
        if (data.length() == 0) {
            return packet.wrap(buffer, 0, checksum.seal(buffer, 0, end));
        }
        return packet.wrap(buffer, 0, checksum.seal(buffer, 0, end, data.buffer(), data.offset(), data.length()))
            .insert(end, data.buffer(), data.offset(), data.length());
    }

    /**
     * As {@link #encode}, into memory of the caller's, with all the bytes of the packet in one place.
     *
     * @param target        where.
     * @param offset        the index of the packet's first byte; there is room for {@link Transport#MAX_PACKET} bytes.
     * @param groupId       the group, 0 or more.
     * @param configVersion the version of the group's configuration, 0 or more.
     * @param message       what; its class must be in the catalog.
     * @return the packet; valid until the next call of any method.
     * @throws IllegalArgumentException when a field is out of range.
     */
    public Packet encodeThere(final MutableDirectBuffer target, final int offset, final int groupId,
                              final int configVersion, final Message message) {
        final int end = writeThere(target, offset, groupId, configVersion, message);
        return packet.wrap(buffer, 0, checksum.seal(buffer, 0, end));
    }

    /**
     * As {@link #encodeThere}, for a packet that does not leave this process ({@link WireDecoder#decodeOwn}): nothing
     * can change its bytes on the way, so they have no checksum, and only the place for one.
     *
     * @param target        where.
     * @param offset        the index of the packet's first byte; there is room for {@link Transport#MAX_PACKET} bytes.
     * @param groupId       the group, 0 or more.
     * @param configVersion the version of the group's configuration, 0 or more.
     * @param message       what; its class must be in the catalog.
     * @return the length of the packet in bytes.
     * @throws IllegalArgumentException when a field is out of range.
     */
    public int encodeForSelf(final MutableDirectBuffer target, final int offset, final int groupId,
                             final int configVersion, final Message message) {
        return writeThere(target, offset, groupId, configVersion, message) + PacketChecksum.LENGTH;
    }

    private int writeThere(final MutableDirectBuffer target, final int offset, final int groupId,
                           final int configVersion, final Message message) {
        buffer.wrap(target, offset, Transport.MAX_PACKET);
        final int end = write(groupId, configVersion, message);
        if (data.length() > 0) {
            buffer.putBytes(end, data.buffer(), data.offset(), data.length());
        }
        return end + data.length();
    }

    /** Writes all but the data that the message ends with; its length is written. */
    private int write(final int groupId, final int configVersion, final Message message) {
        if (groupId < 0 || configVersion < 0) {
            throw new IllegalArgumentException(
                "groupId is " + groupId + " and configVersion is " + configVersion + ", but both must be 0 or more");
        }
        final MessageCodec<?> codec = codecs.codecOf(message);
        final int end = codec.checkAndEncode(message, checks, buffer, data);
        final MessageLayout layout = codec.layout();
        header.blockLength(layout.blockLength())
            .templateId(layout.templateId())
            .schemaId(layout.schemaId())
            .version(layout.schemaVersion());
        envelope.clusterId(identity.clusterId()).birthId(identity.birthId()).life(identity.life())
            .groupId(groupId).configVersion(configVersion).sender(identity.sender());
        return data.isThere() ? PacketView.putDataLength(buffer, end, data.length()) : end;
    }
}
