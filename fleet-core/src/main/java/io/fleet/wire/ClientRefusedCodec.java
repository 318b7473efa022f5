package io.fleet.wire;

import io.fleet.protocol.message.ClientRefused;
import io.fleet.wire.WireErrors.Cause;
import io.fleet.wire.sbe.ClientRefusedDecoder;
import io.fleet.wire.sbe.ClientRefusedEncoder;
import java.nio.charset.StandardCharsets;
import org.agrona.MutableDirectBuffer;

/** {@link ClientRefused} in bytes. The text is printable ASCII. */
final class ClientRefusedCodec extends MessageCodec<ClientRefused> {
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_PRINTABLE = 0x7E;

    private final ClientRefused message = new ClientRefused();
    private final ClientRefusedEncoder encoder = new ClientRefusedEncoder();
    private final ClientRefusedDecoder decoder = new ClientRefusedDecoder();

    ClientRefusedCodec() {
        super(ClientRefused.class, new MessageLayout(
            ClientRefusedDecoder.SCHEMA_ID, ClientRefusedDecoder.SCHEMA_VERSION,
            ClientRefusedDecoder.TEMPLATE_ID, ClientRefusedDecoder.BLOCK_LENGTH,
            ClientRefusedDecoder.BLOCK_LENGTH));
    }

    @Override
    protected MessageScope scope() {
        return MessageScope.ANYBODY;
    }

    @Override
    protected void check(final ClientRefused message, final FieldChecks checks) {
        checks.batcher("batcherId", message.batcherId);
        checks.range("reason", message.reason, ClientRefused.CLUSTER, ClientRefused.SETTINGS);
        checks.range("text.length", message.text.length(), 0, ClientRefused.MAX_TEXT);
        final int length = Math.min(message.text.length(), ClientRefused.MAX_TEXT);
        for (int i = 0; i < length; i++) {
            checks.range("text.character", message.text.charAt(i), FIRST_PRINTABLE, LAST_PRINTABLE);
        }
    }

    @Override
    protected int encode(final ClientRefused message, final MutableDirectBuffer buffer) {
        final byte[] text = message.text.getBytes(StandardCharsets.US_ASCII);
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .batcherId(message.batcherId)
            .reason((short) message.reason)
            .putText(text, 0, text.length);
        return encoder.limit();
    }

    @Override
    protected ClientRefused decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        final int limit = decoder.limit();
        final int length = packet.dataLength(limit, ClientRefused.MAX_TEXT);
        if (length < 0 || !packet.endsAt(PacketView.dataOffset(limit) + length)) {
            return null;
        }
        for (int i = 0; i < length; i++) {
            final byte character = packet.buffer().getByte(PacketView.dataOffset(limit) + i);
            if (character < FIRST_PRINTABLE || character > LAST_PRINTABLE) {
                packet.fail(Cause.MALFORMED);
                return null;
            }
        }
        message.batcherId = decoder.batcherId();
        message.reason = decoder.reason();
        message.text = packet.buffer().getStringWithoutLengthAscii(PacketView.dataOffset(limit), length);
        return message;
    }
}
