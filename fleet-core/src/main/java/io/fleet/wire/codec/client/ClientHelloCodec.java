package io.fleet.wire.codec.client;

import io.fleet.consensus.message.client.ClientHello;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageScope;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.ClientHelloDecoder;
import io.fleet.wire.sbe.ClientHelloEncoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * {@link ClientHello} in bytes. The channel is printable ASCII. Clients repeat it as a sign of life, so decoding
 * keeps the strings of the last ones instead of making each again.
 */
public final class ClientHelloCodec extends SbeCodec<ClientHello, ClientHelloEncoder, ClientHelloDecoder> {
    private static final int KEPT = 64;
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_PRINTABLE = 0x7E;

    private final UnsafeBuffer characters = new UnsafeBuffer(new byte[WireLimits.MAX_CHANNEL_LENGTH]);
    private final String[] kept = new String[KEPT];

    public ClientHelloCodec() {
        super(new ClientHello(), new ClientHelloEncoder(), new ClientHelloDecoder(),
            ClientHelloDecoder.BLOCK_LENGTH);
    }

    @Override
    public MessageScope scope() {
        return MessageScope.ANYBODY;
    }

    @Override
    protected void check(final ClientHello message, final FieldChecks checks) {
        checks.batcher("batcherId", message.batcherId);
        checks.number("configuration", message.configuration);
        final String channel = message.responseChannel;
        checks.range("responseChannel.length", channel.length(), 0, WireLimits.MAX_CHANNEL_LENGTH);
        final int length = Math.min(channel.length(), WireLimits.MAX_CHANNEL_LENGTH);
        for (int i = 0; i < length; i++) {
            checks.range("responseChannel.character", channel.charAt(i), FIRST_PRINTABLE, LAST_PRINTABLE);
        }
    }

    @Override
    protected void write(final ClientHello message, final ClientHelloEncoder encoder) {
        final int length = characters.putStringWithoutLengthAscii(0, message.responseChannel);
        encoder.batcherId(message.batcherId)
            .configuration(message.configuration)
            .settings(message.settings)
            .putResponseChannel(characters, 0, length);
    }

    @Override
    protected boolean read(final PacketView packet, final ClientHelloDecoder decoder, final ClientHello message) {
        final int limit = decoder.limit();
        final int length = packet.lastDataLength(limit, WireLimits.MAX_CHANNEL_LENGTH);
        if (length < 0) {
            return false;
        }
        message.batcherId = decoder.batcherId();
        message.configuration = decoder.configuration();
        message.settings = decoder.settings();
        message.responseChannel = string(packet.buffer(), PacketView.dataOffset(limit), length);
        return true;
    }

    private String string(final DirectBuffer buffer, final int offset, final int length) {
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = hash * 31 + buffer.getByte(offset + i);
        }
        final int slot = Math.floorMod(hash, KEPT);
        final String last = kept[slot];
        if (last != null && sameCharacters(last, buffer, offset, length)) {
            return last;
        }
        final char[] text = new char[length];
        for (int i = 0; i < length; i++) {
            text[i] = (char) (buffer.getByte(offset + i) & 0xFF);
        }
        kept[slot] = new String(text);
        return kept[slot];
    }

    private static boolean sameCharacters(
                                          final String text, final DirectBuffer buffer, final int offset,
                                          final int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != (buffer.getByte(offset + i) & 0xFF)) {
                return false;
            }
        }
        return true;
    }
}
