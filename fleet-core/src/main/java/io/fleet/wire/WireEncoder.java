package io.fleet.wire;

import io.fleet.consensus.message.Message;
import io.fleet.transport.Transport;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketChecksum;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.EnvelopeEncoder;
import io.fleet.wire.sbe.MessageHeaderEncoder;
import org.agrona.DirectBuffer;
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

    /** Encodes into memory of its own from now on. */
    public void encodeHere() {
        buffer.wrap(own);
    }

    /**
     * Encodes into memory of the caller's from now on, until it says something else.
     *
     * @param target where; not written to but by the next calls.
     * @param offset the index of a packet's first byte; there is room for {@link Transport#MAX_PACKET} bytes.
     */
    public void encodeThere(final MutableDirectBuffer target, final int offset) {
        buffer.wrap(target, offset, Transport.MAX_PACKET);
    }

    /**
     * Encodes a message into {@link #buffer()}, from index 0, over what was there.
     *
     * @param groupId       the group, 0 or more.
     * @param configVersion the version of the group's configuration, 0 or more.
     * @param message       what; its class must be in the catalog.
     * @return the length of the packet in bytes, at most {@link Transport#MAX_PACKET}.
     * @throws IllegalArgumentException when a field is out of range: the message names the field, its value and the
     *                                  range.
     */
    public int encode(final int groupId, final int configVersion, final Message message) {
        return checksum.seal(buffer, 0, write(groupId, configVersion, message));
    }

    /**
     * As {@link #encode}, for a packet that does not leave this process ({@link WireDecoder#decodeOwn}): nothing can
     * change its bytes on the way, so they have no checksum, and only the place for one.
     *
     * @param groupId       the group, 0 or more.
     * @param configVersion the version of the group's configuration, 0 or more.
     * @param message       what; its class must be in the catalog.
     * @return the length of the packet in bytes.
     * @throws IllegalArgumentException when a field is out of range.
     */
    public int encodeForSelf(final int groupId, final int configVersion, final Message message) {
        return write(groupId, configVersion, message) + PacketChecksum.LENGTH;
    }

    private int write(final int groupId, final int configVersion, final Message message) {
        if (groupId < 0 || configVersion < 0) {
            throw new IllegalArgumentException(
                "groupId is " + groupId + " and configVersion is " + configVersion + ", but both must be 0 or more");
        }
        final MessageCodec<?> codec = codecs.codecOf(message);
        final int length = codec.checkAndEncode(message, checks, buffer);
        final MessageLayout layout = codec.layout();
        header.blockLength(layout.blockLength())
            .templateId(layout.templateId())
            .schemaId(layout.schemaId())
            .version(layout.schemaVersion());
        envelope.clusterId(identity.clusterId()).birthId(identity.birthId()).life(identity.life())
            .groupId(groupId).configVersion(configVersion).sender(identity.sender());
        return length;
    }

    /**
     * Where packets are encoded.
     *
     * @return a view of that memory; the packet is at index 0 and valid until the next {@link #encode}.
     */
    public DirectBuffer buffer() {
        return buffer;
    }
}
