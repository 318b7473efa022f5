package io.fleet.wire;

import io.fleet.consensus.message.Message;
import io.fleet.storage.Life;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageScope;
import io.fleet.wire.codec.PacketChecksum;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireErrors;
import io.fleet.wire.codec.WireErrors.Cause;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.EnvelopeDecoder;
import io.fleet.wire.sbe.MessageHeaderDecoder;
import org.agrona.DirectBuffer;

/**
 * Turns packets into messages. One per thread; reuses its message instances and allocates nothing after the first
 * message of each kind. No packet makes it throw or read outside the packet.
 */
public final class WireDecoder {
    private final WireIdentity identity;
    private final boolean takesEveryBirth;
    private final WireErrors errors;
    private final CodecSet codecs;
    private final FieldChecks checks = new FieldChecks();
    private final PacketView packet = new PacketView();
    private final PacketChecksum checksum = new PacketChecksum();

    /**
     * Creates a decoder of the core's messages.
     *
     * @param identity of the receiver: packets of other clusters are dropped, by number and by birth as they are known
     *                 when a packet comes.
     * @param errors   told of every packet that is dropped.
     */
    public WireDecoder(final WireIdentity identity, final WireErrors errors) {
        this(identity, errors, CodecCatalog.core());
    }

    /**
     * Creates a decoder.
     *
     * @param identity of the receiver.
     * @param errors   told of every packet that is dropped.
     * @param catalog  which messages it knows.
     */
    public WireDecoder(final WireIdentity identity, final WireErrors errors, final CodecCatalog catalog) {
        this(identity, false, errors, catalog);
    }

    private WireDecoder(final WireIdentity identity, final boolean takesEveryBirth, final WireErrors errors,
                        final CodecCatalog catalog) {
        this.identity = identity;
        this.takesEveryBirth = takesEveryBirth;
        this.errors = errors;
        this.codecs = catalog.newSet();
    }

    /**
     * A decoder for those who watch a network and belong to no cluster: takes packets of every birth.
     *
     * @param clusterId the cluster's number.
     * @param errors    told of every packet that is dropped.
     * @param catalog   which messages it knows.
     * @return the decoder.
     */
    public static WireDecoder ofObserver(final long clusterId, final WireErrors errors, final CodecCatalog catalog) {
        return new WireDecoder(new WireIdentity(clusterId, -1), true, errors, catalog);
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
        decode(buffer, offset, length, true, handler);
    }

    /**
     * As {@link #decode}, for a packet that has not left this process, and so needs no checksum.
     *
     * @param buffer  where the packet is.
     * @param offset  of its first byte.
     * @param length  in bytes; [offset, offset + length) must lie within the buffer.
     * @param handler takes the message; what it throws passes through.
     */
    public void decodeOwn(final DirectBuffer buffer, final int offset, final int length, final MessageHandler handler) {
        decode(buffer, offset, length, false, handler);
    }

    private void decode(final DirectBuffer buffer, final int offset, final int length, final boolean isChecked,
                        final MessageHandler handler) {
        if (!packet.wrap(buffer, offset, length)) {
            errors.increment(packet.cause());
            return;
        }
        try {
            final Message message = read(!isChecked || checksum.matches(buffer, offset, length));
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

    /**
     * Which cluster the message is of that the handler is given now.
     *
     * @return the number; only during a call of the handler.
     */
    public long clusterId() {
        return packet.envelope().clusterId();
    }

    /**
     * Which group the message is for that the handler is given now.
     *
     * @return the group, 0 or more; only during a call of the handler.
     */
    public int groupId() {
        return packet.envelope().groupId();
    }

    /**
     * Which version of the group's configuration the sender of that message works with.
     *
     * @return the version, 0 or more; only during a call of the handler.
     */
    public int configVersion() {
        return packet.envelope().configVersion();
    }

    /**
     * Of which birth the sender of the message is that the handler is given now.
     *
     * @return the birth id; only during a call of the handler.
     */
    public long birthId() {
        return packet.envelope().birthId();
    }

    /**
     * In which life the sender of the message was that the handler is given now.
     *
     * @return the life, 0 or more; only during a call of the handler.
     */
    public long life() {
        return packet.envelope().life();
    }

    private Message read(final boolean isIntact) {
        final MessageHeaderDecoder header = packet.header();
        final CodecIndex.Schema schema = codecs.schema(header.schemaId());
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
        final CodecIndex.Place place = schema.place(header.templateId());
        final MessageScope scope = place == null ? MessageScope.MEMBERS : place.scope();
        if (envelope.clusterId() != identity.clusterId() && scope != MessageScope.ANYBODY) {
            return drop(Cause.FOREIGN_CLUSTER);
        }
        if (envelope.birthId() != identity.birthId() && scope == MessageScope.MEMBERS && !takesEveryBirth) {
            return drop(Cause.FOREIGN_BIRTH);
        }
        if (place == null) {
            return drop(Cause.UNKNOWN_TEMPLATE);
        }
        if (!packet.hasBlock(place.layout())) {
            return null;
        }
        final int sender = envelope.sender();
        if (envelope.groupId() < 0 || envelope.configVersion() < 0 || sender < -1 || sender > WireLimits.MAX_NODE_ID
            || !Life.isWellFormed(envelope.life())) {
            return drop(Cause.MALFORMED);
        }
        return codecs.codec(place).decodeAndCheck(packet, checks);
    }

    private Message drop(final Cause cause) {
        packet.fail(cause);
        return null;
    }
}
