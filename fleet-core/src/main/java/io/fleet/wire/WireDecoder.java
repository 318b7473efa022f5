package io.fleet.wire;

import io.fleet.protocol.message.Message;
import io.fleet.wire.WireErrors.Cause;
import io.fleet.wire.sbe.EnvelopeDecoder;
import io.fleet.wire.sbe.MessageHeaderDecoder;
import org.agrona.DirectBuffer;

/**
 * Turns packets into messages. One per thread; reuses its message instances and allocates nothing after creation. No
 * packet makes it throw or read outside the packet.
 */
public final class WireDecoder {
    private final long clusterId;
    private final WireErrors errors;
    private final CodecSet codecs;
    private final FieldChecks checks = new FieldChecks();
    private final PacketView packet = new PacketView();
    private final PacketChecksum checksum = new PacketChecksum();

    /**
     * Creates a decoder of the core's messages.
     *
     * @param clusterId the cluster whose packets are taken.
     * @param errors    told of every packet that is dropped.
     */
    public WireDecoder(final long clusterId, final WireErrors errors) {
        this(clusterId, errors, CodecCatalog.core());
    }

    /**
     * Creates a decoder.
     *
     * @param clusterId the cluster whose packets are taken.
     * @param errors    told of every packet that is dropped.
     * @param catalog   which messages it knows.
     */
    public WireDecoder(final long clusterId, final WireErrors errors, final CodecCatalog catalog) {
        this.clusterId = clusterId;
        this.errors = errors;
        this.codecs = catalog.newSet();
    }

    /**
     * Decodes one packet. A good one is handed to the handler once; another is counted and dropped.
     *
     * @param buffer  where the packet is.
     * @param offset  of its first byte.
     * @param length  in bytes; [offset, offset + length) must lie within the buffer.
     * @param handler takes the message; what it throws passes through.
     */
    public void decode(final DirectBuffer buffer, final int offset, final int length, final MessageHandler handler) {
        if (!packet.wrap(buffer, offset, length)) {
            errors.increment(packet.cause());
            return;
        }
        try {
            final Message message = read(checksum.matches(buffer, offset, length));
            if (message == null) {
                errors.increment(packet.cause());
                return;
            }
            final EnvelopeDecoder envelope = packet.envelope();
            handler.onMessage(envelope.groupId(), envelope.configVersion(), envelope.sender(), message);
        } finally {
            packet.release();
        }
    }

    private Message read(final boolean isIntact) {
        final MessageHeaderDecoder header = packet.header();
        final CodecSet.Schema schema = codecs.schema(header.schemaId());
        if (schema == null) {
            return drop(Cause.FOREIGN_SCHEMA);
        }
        if (!schema.understands(header.version())) {
            return drop(Cause.UNKNOWN_VERSION);
        }
        if (!isIntact) {
            return drop(Cause.CORRUPTED);
        }
        final EnvelopeDecoder envelope = packet.envelope();
        if (envelope.clusterId() != clusterId) {
            return drop(Cause.FOREIGN_CLUSTER);
        }
        final MessageCodec<?> codec = schema.codec(header.templateId());
        if (codec == null) {
            return drop(Cause.UNKNOWN_TEMPLATE);
        }
        if (!packet.hasBlock(codec.layout())) {
            return null;
        }
        final int sender = envelope.sender();
        if (envelope.groupId() < 0 || envelope.configVersion() < 0 || sender < -1 || sender > WireLimits.MAX_NODE_ID) {
            return drop(Cause.MALFORMED);
        }
        return codec.decodeAndCheck(packet, checks);
    }

    private Message drop(final Cause cause) {
        packet.fail(cause);
        return null;
    }
}
