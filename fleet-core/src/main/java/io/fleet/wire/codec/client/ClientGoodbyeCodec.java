package io.fleet.wire.codec.client;

import io.fleet.consensus.message.client.ClientGoodbye;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.codec.MessageScope;
import io.fleet.wire.sbe.ClientGoodbyeDecoder;
import io.fleet.wire.sbe.ClientGoodbyeEncoder;

/** {@link ClientGoodbye} in bytes. */
public final class ClientGoodbyeCodec extends FlatCodec<ClientGoodbye, ClientGoodbyeEncoder, ClientGoodbyeDecoder> {
    public ClientGoodbyeCodec() {
        super(new ClientGoodbye(), new ClientGoodbyeEncoder(), new ClientGoodbyeDecoder(),
            ClientGoodbyeDecoder.batcherIdEncodingOffset() + ClientGoodbyeDecoder.batcherIdEncodingLength());
    }

    @Override
    public MessageScope scope() {
        return MessageScope.ANYBODY;
    }

    @Override
    protected void check(final ClientGoodbye message, final FieldChecks checks) {
        checks.batcher("batcherId", message.batcherId);
    }

    @Override
    protected void write(final ClientGoodbye message, final ClientGoodbyeEncoder encoder) {
        encoder.batcherId(message.batcherId);
    }

    @Override
    protected void read(final ClientGoodbyeDecoder decoder, final ClientGoodbye message) {
        message.batcherId = decoder.batcherId();
    }
}
