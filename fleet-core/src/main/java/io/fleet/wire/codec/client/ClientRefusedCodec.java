package io.fleet.wire.codec.client;

import io.fleet.consensus.message.client.ClientRefused;
import io.fleet.wire.codec.AsciiText;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageScope;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.sbe.ClientRefusedDecoder;
import io.fleet.wire.sbe.ClientRefusedEncoder;

/** {@link ClientRefused} in bytes. The text is printable ASCII. */
public final class ClientRefusedCodec extends SbeCodec<ClientRefused, ClientRefusedEncoder, ClientRefusedDecoder> {
    public ClientRefusedCodec() {
        super(new ClientRefused(), new ClientRefusedEncoder(), new ClientRefusedDecoder(),
            ClientRefusedDecoder.BLOCK_LENGTH);
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
    protected void write(final ClientRefused message, final ClientRefusedEncoder encoder) {
        final byte[] text = AsciiText.bytes(message.text);
        encoder.batcherId(message.batcherId)
            .reason((short) message.reason)
            .putText(text, 0, text.length);
    }

    @Override
    protected boolean read(final PacketView packet, final ClientRefusedDecoder decoder, final ClientRefused message) {
        final String text = AsciiText.read(packet, decoder.limit(), ClientRefused.MAX_TEXT);
        if (text == null) {
            return false;
        }
        message.batcherId = decoder.batcherId();
        message.reason = decoder.reason();
        message.text = text;
        return true;
    }
}
