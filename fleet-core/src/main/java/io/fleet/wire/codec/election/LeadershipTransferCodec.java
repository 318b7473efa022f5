package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.LeadershipTransferDecoder;
import io.fleet.wire.sbe.LeadershipTransferEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link LeadershipTransfer} in bytes. */
public final class LeadershipTransferCodec extends MessageCodec<LeadershipTransfer> {
    private final LeadershipTransfer message = new LeadershipTransfer();
    private final LeadershipTransferEncoder encoder = new LeadershipTransferEncoder();
    private final LeadershipTransferDecoder decoder = new LeadershipTransferDecoder();

    public LeadershipTransferCodec() {
        super(LeadershipTransfer.class, new MessageLayout(
            LeadershipTransferDecoder.SCHEMA_ID, LeadershipTransferDecoder.SCHEMA_VERSION,
            LeadershipTransferDecoder.TEMPLATE_ID, LeadershipTransferDecoder.BLOCK_LENGTH,
            LeadershipTransferDecoder.successorEncodingOffset() + LeadershipTransferDecoder.successorEncodingLength()));
    }

    @Override
    protected void check(final LeadershipTransfer message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("number", message.number);
        checks.number("highest", message.highest);
        checks.range("successor", message.successor, 0, WireLimits.MAX_NODE_ID);
    }

    @Override
    protected int encode(final LeadershipTransfer message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .number(message.number)
            .highest(message.highest)
            .successor((short) message.successor);
        return encoder.limit();
    }

    @Override
    protected LeadershipTransfer decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.number = decoder.number();
        message.highest = decoder.highest();
        message.successor = decoder.successor();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
