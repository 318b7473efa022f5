package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.LeadershipTransferDecoder;
import io.fleet.wire.sbe.LeadershipTransferEncoder;

/** {@link LeadershipTransfer} in bytes. */
public final class LeadershipTransferCodec
    extends
        FlatCodec<LeadershipTransfer, LeadershipTransferEncoder, LeadershipTransferDecoder> {
    public LeadershipTransferCodec() {
        super(new LeadershipTransfer(), new LeadershipTransferEncoder(), new LeadershipTransferDecoder(),
            LeadershipTransferDecoder.successorEncodingOffset() + LeadershipTransferDecoder.successorEncodingLength());
    }

    @Override
    protected void check(final LeadershipTransfer message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("number", message.number);
        checks.number("highest", message.highest);
        checks.range("successor", message.successor, 0, WireLimits.MAX_NODE_ID);
    }

    @Override
    protected void write(final LeadershipTransfer message, final LeadershipTransferEncoder encoder) {
        encoder.ballot(message.ballot)
            .number(message.number)
            .highest(message.highest)
            .successor((short) message.successor);
    }

    @Override
    protected void read(final LeadershipTransferDecoder decoder, final LeadershipTransfer message) {
        message.ballot = decoder.ballot();
        message.number = decoder.number();
        message.highest = decoder.highest();
        message.successor = decoder.successor();
    }
}
