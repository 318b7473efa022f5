package io.fleet.wire.codec;

import io.fleet.consensus.message.Message;
import org.agrona.MutableDirectBuffer;
import org.agrona.sbe.MessageDecoderFlyweight;
import org.agrona.sbe.MessageEncoderFlyweight;

/**
 * How a message lies in bytes that has fields of fixed length only: its block is all of it.
 *
 * @param <M> the message.
 * @param <E> the encoder that the schema's compiler made.
 * @param <D> its decoder.
 */
public abstract class FlatCodec<M extends Message, E extends MessageEncoderFlyweight, D extends MessageDecoderFlyweight>
    extends
        MessageCodec<M> {

    private final M message;
    private final E encoder;
    private final D decoder;

    /**
     * Creates a codec.
     *
     * @param message          what is decoded into, each time.
     * @param encoder          of the message.
     * @param decoder          of the message.
     * @param leastBlockLength bytes of the block in minor version 0 of the schema.
     */
    @SuppressWarnings("unchecked")
    protected FlatCodec(final M message, final E encoder, final D decoder, final int leastBlockLength) {
        super((Class<M>) message.getClass(), new MessageLayout(decoder.sbeSchemaId(), decoder.sbeSchemaVersion(),
            decoder.sbeTemplateId(), decoder.sbeBlockLength(), leastBlockLength));
        this.message = message;
        this.encoder = encoder;
        this.decoder = decoder;
    }

    /** Writes the fields of a message that has passed {@link #check}. */
    protected abstract void write(M message, E encoder);

    /** Reads the fields. */
    protected abstract void read(D decoder, M message);

    /** Asks the packet about fields of which not every number has a meaning. */
    protected boolean isWhole(final PacketView packet, final D decoder) {
        return true;
    }

    @Override
    protected final int encode(final M message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET);
        write(message, encoder);
        return PacketView.BODY_OFFSET + encoder.encodedLength();
    }

    @Override
    protected final M decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        read(decoder, message);
        return isWhole(packet, decoder) && packet.endsAt(PacketView.BODY_OFFSET + decoder.encodedLength())
            ? message : null;
    }
}
