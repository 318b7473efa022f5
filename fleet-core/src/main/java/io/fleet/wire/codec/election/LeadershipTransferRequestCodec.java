package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.LeadershipTransferRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.LeadershipTransferRequestDecoder;
import io.fleet.wire.sbe.LeadershipTransferRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link LeadershipTransferRequest} in bytes. */
public final class LeadershipTransferRequestCodec extends MessageCodec<LeadershipTransferRequest> {
    private final LeadershipTransferRequest message = new LeadershipTransferRequest();
    private final LeadershipTransferRequestEncoder encoder = new LeadershipTransferRequestEncoder();
    private final LeadershipTransferRequestDecoder decoder = new LeadershipTransferRequestDecoder();

    public LeadershipTransferRequestCodec() {
        super(LeadershipTransferRequest.class, new MessageLayout(
            LeadershipTransferRequestDecoder.SCHEMA_ID, LeadershipTransferRequestDecoder.SCHEMA_VERSION,
            LeadershipTransferRequestDecoder.TEMPLATE_ID, LeadershipTransferRequestDecoder.BLOCK_LENGTH,
            LeadershipTransferRequestDecoder.successorEncodingOffset()
                + LeadershipTransferRequestDecoder.successorEncodingLength()));
    }

    @Override
    protected void check(final LeadershipTransferRequest message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.nodeOrNone("successor", message.successor);
    }

    @Override
    protected int encode(final LeadershipTransferRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .successor((short) message.successor);
        return encoder.limit();
    }

    @Override
    protected LeadershipTransferRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.successor = decoder.successor();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
