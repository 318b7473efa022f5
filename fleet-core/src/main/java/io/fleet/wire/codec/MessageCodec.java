package io.fleet.wire.codec;

import io.fleet.consensus.message.Message;
import org.agrona.MutableDirectBuffer;

/**
 * How one message lies in bytes. Holds flyweights and the message instance that it decodes into, so each thread has
 * its own.
 *
 * <p>The message header and the envelope, with which every block begins, are the business of {@code WireEncoder} and
 * {@code WireDecoder}: a codec reads and writes what follows the envelope.
 *
 * @param <M> the message.
 */
public abstract class MessageCodec<M extends Message> {
    private final Class<M> messageClass;
    private final MessageLayout layout;

    /**
     * Creates a codec.
     *
     * @param messageClass the exact class of the message.
     * @param layout       where it stands in its schema.
     */
    protected MessageCodec(final Class<M> messageClass, final MessageLayout layout) {
        this.messageClass = messageClass;
        this.layout = layout;
    }

    /**
     * Whose message this is.
     *
     * @return {@link MessageScope#MEMBERS} unless a codec says otherwise.
     */
    public MessageScope scope() {
        return MessageScope.MEMBERS;
    }

    /**
     * Compares the fields with their ranges: before encoding, counts and lengths above all; after decoding,
     * everything that a role would use as an index, a length or a number of a node.
     *
     * @param message whose fields.
     * @param checks  told of each field.
     */
    protected abstract void check(M message, FieldChecks checks);

    /**
     * Writes what follows the envelope, up to the {@link #data} that it ends with. The message has passed
     * {@link #check}.
     *
     * @param message what.
     * @param buffer  where to; holds the longest packet.
     * @return the index after the last byte written.
     */
    protected abstract int encode(M message, MutableDirectBuffer buffer);

    /**
     * Tells where the data is that the message ends with, for a codec that does not write it: {@code WireEncoder} does,
     * with its length in front, or leaves it where it is until the packet is sent.
     *
     * @param message whose data.
     * @param data    told where it is; of a message that ends otherwise nothing.
     */
    protected void data(final M message, final TrailingData data) {
    }

    /**
     * Reads what follows the envelope. Header, envelope and length of the block have been checked.
     *
     * @param packet to read from, and to ask about every length and count before it is used.
     * @return the codec's message, which refers to the packet's bytes; null when a question was answered with no.
     */
    protected abstract M decode(PacketView packet);

    public final Class<M> messageClass() {
        return messageClass;
    }

    public final MessageLayout layout() {
        return layout;
    }

    /** Encodes a message up to its data, and tells where that is. */
    public final int checkAndEncode(final Message message, final FieldChecks checks, final MutableDirectBuffer buffer,
                                    final TrailingData data) {
        final M own = messageClass.cast(message);
        checks.reset();
        check(own, checks);
        if (!checks.passed()) {
            throw new IllegalArgumentException(messageClass.getSimpleName() + ": " + checks.describe());
        }
        data.clear();
        data(own, data);
        return encode(own, buffer);
    }

    public final Message decodeAndCheck(final PacketView packet, final FieldChecks checks) {
        final M message = decode(packet);
        if (message == null) {
            return null;
        }
        checks.reset();
        check(message, checks);
        if (!checks.passed()) {
            packet.fail(WireErrors.Cause.MALFORMED);
            return null;
        }
        return message;
    }
}
