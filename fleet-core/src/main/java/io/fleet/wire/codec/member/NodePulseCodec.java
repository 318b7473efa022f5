package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.NodePulse;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.NodePulseDecoder;
import io.fleet.wire.sbe.NodePulseEncoder;

/** {@link NodePulse} in bytes. */
public final class NodePulseCodec extends FlatCodec<NodePulse, NodePulseEncoder, NodePulseDecoder> {
    public NodePulseCodec() {
        super(new NodePulse(), new NodePulseEncoder(), new NodePulseDecoder(),
            NodePulseDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final NodePulse message, final FieldChecks checks) {
        checks.range("intervalMillis", message.intervalMillis, 1, NodePulse.MAX_INTERVAL_MILLIS);
    }

    @Override
    protected void write(final NodePulse message, final NodePulseEncoder encoder) {
        encoder.intervalMillis(message.intervalMillis);
    }

    @Override
    protected void read(final NodePulseDecoder decoder, final NodePulse message) {
        message.intervalMillis = decoder.intervalMillis();
    }
}
