package io.fleet.wire.codec;

import io.fleet.consensus.message.Message;
import org.agrona.MutableDirectBuffer;
import org.agrona.sbe.MessageDecoderFlyweight;
import org.agrona.sbe.MessageEncoderFlyweight;

/**
 * How a message lies in bytes by the flyweights that the schema's compiler made for it.
 *
 * @param <M> the message.
 * @param <E> the encoder.
 * @param <D> the decoder.
 */
public abstract class SbeCodec<M extends Message, E extends MessageEncoderFlyweight, D extends MessageDecoderFlyweight>
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
    protected SbeCodec(final M message, final E encoder, final D decoder, final int leastBlockLength) {
        super((Class<M>) message.getClass(), new MessageLayout(decoder.sbeSchemaId(), decoder.sbeSchemaVersion(),
            decoder.sbeTemplateId(), decoder.sbeBlockLength(), leastBlockLength));
        this.message = message;
        this.encoder = encoder;
        this.decoder = decoder;
    }

    /** Writes all of a message that has passed {@link #check}, but for the {@link #data} that it ends with. */
    protected abstract void write(M message, E encoder);

    /** Reads all of it, and asks the packet about every length and count before it is used; false where it says no. */
    protected abstract boolean read(PacketView packet, D decoder, M message);

    @Override
    protected final int encode(final M message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET);
        write(message, encoder);
        return PacketView.BODY_OFFSET + encoder.encodedLength();
    }

    @Override
    protected final M decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        return read(packet, decoder, message) ? message : null;
    }
}
