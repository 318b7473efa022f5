package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.LeadershipTransferRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.LeadershipTransferRequestDecoder;
import io.fleet.wire.sbe.LeadershipTransferRequestEncoder;

/** {@link LeadershipTransferRequest} in bytes. */
public final class LeadershipTransferRequestCodec
    extends
        FlatCodec<LeadershipTransferRequest, LeadershipTransferRequestEncoder, LeadershipTransferRequestDecoder> {
    public LeadershipTransferRequestCodec() {
        super(new LeadershipTransferRequest(), new LeadershipTransferRequestEncoder(),
            new LeadershipTransferRequestDecoder(),
            LeadershipTransferRequestDecoder.successorEncodingOffset()
                + LeadershipTransferRequestDecoder.successorEncodingLength());
    }

    @Override
    protected void check(final LeadershipTransferRequest message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.nodeOrNone("successor", message.successor);
    }

    @Override
    protected void write(final LeadershipTransferRequest message, final LeadershipTransferRequestEncoder encoder) {
        encoder.ballot(message.ballot)
            .successor((short) message.successor);
    }

    @Override
    protected void read(final LeadershipTransferRequestDecoder decoder, final LeadershipTransferRequest message) {
        message.ballot = decoder.ballot();
        message.successor = decoder.successor();
    }
}
