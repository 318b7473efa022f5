package io.fleet.wire.codec;

import io.fleet.consensus.message.Message;
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
        SbeCodec<M, E, D> {

    /** Creates a codec, as {@link SbeCodec} does. */
    protected FlatCodec(final M message, final E encoder, final D decoder, final int leastBlockLength) {
        super(message, encoder, decoder, leastBlockLength);
    }

    /** Reads the fields. */
    protected abstract void read(D decoder, M message);

    /** Asks the packet about fields of which not every number has a meaning. */
    protected boolean isWhole(final PacketView packet, final D decoder) {
        return true;
    }

    @Override
    protected final boolean read(final PacketView packet, final D decoder, final M message) {
        read(decoder, message);
        return isWhole(packet, decoder) && packet.endsAt(PacketView.BODY_OFFSET + decoder.encodedLength());
    }
}
