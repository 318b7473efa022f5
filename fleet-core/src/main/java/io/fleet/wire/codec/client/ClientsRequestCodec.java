package io.fleet.wire.codec.client;

import io.fleet.consensus.message.client.ClientsRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.ClientsRequestDecoder;
import io.fleet.wire.sbe.ClientsRequestEncoder;

/** {@link ClientsRequest} in bytes. */
public final class ClientsRequestCodec
    extends
        FlatCodec<ClientsRequest, ClientsRequestEncoder, ClientsRequestDecoder> {
    public ClientsRequestCodec() {
        super(new ClientsRequest(), new ClientsRequestEncoder(), new ClientsRequestDecoder(),
            ClientsRequestDecoder.knownEncodingOffset() + ClientsRequestDecoder.knownEncodingLength());
    }

    @Override
    protected void check(final ClientsRequest message, final FieldChecks checks) {
        checks.range("known", message.known, 0, Integer.MAX_VALUE);
    }

    @Override
    protected void write(final ClientsRequest message, final ClientsRequestEncoder encoder) {
        encoder.known(message.known);
    }

    @Override
    protected void read(final ClientsRequestDecoder decoder, final ClientsRequest message) {
        message.known = decoder.known();
    }
}
