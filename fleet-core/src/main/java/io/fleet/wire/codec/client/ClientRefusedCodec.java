package io.fleet.wire.codec.client;

import io.fleet.consensus.message.client.ClientRefused;
import io.fleet.wire.codec.AsciiText;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.MessageScope;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.ClientRefusedDecoder;
import io.fleet.wire.sbe.ClientRefusedEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link ClientRefused} in bytes. The text is printable ASCII. */
public final class ClientRefusedCodec extends MessageCodec<ClientRefused> {
    private final ClientRefused message = new ClientRefused();
    private final ClientRefusedEncoder encoder = new ClientRefusedEncoder();
    private final ClientRefusedDecoder decoder = new ClientRefusedDecoder();

    public ClientRefusedCodec() {
        super(ClientRefused.class, new MessageLayout(
            ClientRefusedDecoder.SCHEMA_ID, ClientRefusedDecoder.SCHEMA_VERSION,
            ClientRefusedDecoder.TEMPLATE_ID, ClientRefusedDecoder.BLOCK_LENGTH,
            ClientRefusedDecoder.BLOCK_LENGTH));
    }

    @Override
    public MessageScope scope() {
        return MessageScope.ANYBODY;
    }

    @Override
    protected void check(final ClientRefused message, final FieldChecks checks) {
        checks.batcher("batcherId", message.batcherId);
        checks.range("reason", message.reason, ClientRefused.CLUSTER, ClientRefused.SETTINGS);
        AsciiText.check(checks, message.text, ClientRefused.MAX_TEXT);
    }

    @Override
    protected int encode(final ClientRefused message, final MutableDirectBuffer buffer) {
        final byte[] text = AsciiText.bytes(message.text);
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .batcherId(message.batcherId)
            .reason((short) message.reason)
            .putText(text, 0, text.length);
        return encoder.limit();
    }

    @Override
    protected ClientRefused decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        final String text = AsciiText.read(packet, decoder.limit(), ClientRefused.MAX_TEXT);
        if (text == null) {
            return null;
        }
        message.batcherId = decoder.batcherId();
        message.reason = decoder.reason();
        message.text = text;
        return message;
    }
}
