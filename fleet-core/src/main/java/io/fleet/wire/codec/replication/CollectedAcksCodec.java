package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.CollectedAcksDecoder;
import io.fleet.wire.sbe.CollectedAcksEncoder;

/** {@link CollectedAcks} in bytes. */
public final class CollectedAcksCodec
    extends
        SbeCodec<CollectedAcks, CollectedAcksEncoder, CollectedAcksDecoder> {
    private static final int LEAST_ACK_LENGTH = CollectedAcksDecoder.AcksDecoder.rangesEncodingOffset()
        + CollectedAcksDecoder.AcksDecoder.rangesEncodingLength();
    private static final int LEAST_RANGE_LENGTH = CollectedAcksDecoder.RangesDecoder.toLsnEncodingOffset()
        + CollectedAcksDecoder.RangesDecoder.toLsnEncodingLength();

    public CollectedAcksCodec() {
        super(new CollectedAcks(), new CollectedAcksEncoder(), new CollectedAcksDecoder(),
            CollectedAcksDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final CollectedAcks message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.range("count", message.count, 0, CollectedAcks.MAX_ACKS);
        checks.range("rangeCount", message.rangeCount, 0, CollectedAcks.MAX_RANGES);
        final int count = Math.min(message.count, CollectedAcks.MAX_ACKS);
        int ranges = 0;
        for (int i = 0; i < count; i++) {
            checks.range("node", message.node[i], 0, WireLimits.MAX_NODE_ID);
            checks.life("life", message.life[i]);
            checks.number("cumulative", message.cumulative[i]);
            checks.number("applied", message.applied[i]);
            checks.range("ranges", message.ranges[i], 0, Ack.MAX_RANGES);
            ranges += message.ranges[i];
        }
        checks.range("ranges of all", ranges, message.rangeCount, message.rangeCount);
        final int rangeCount = Math.min(message.rangeCount, CollectedAcks.MAX_RANGES);
        for (int i = 0; i < rangeCount; i++) {
            checks.number("from", message.from[i]);
            checks.range("to", message.to[i], message.from[i], FieldChecks.MAX_NUMBER);
        }
    }

    @Override
    protected void write(final CollectedAcks message, final CollectedAcksEncoder encoder) {
        encoder.ballot(message.ballot);
        final CollectedAcksEncoder.AcksEncoder acks = encoder.acksCount(message.count);
        for (int i = 0; i < message.count; i++) {
            acks.next()
                .life(message.life[i])
                .cumulative(message.cumulative[i])
                .applied(message.applied[i])
                .node((short) message.node[i])
                .ranges((short) message.ranges[i]);
        }
        final CollectedAcksEncoder.RangesEncoder ranges = encoder.rangesCount(message.rangeCount);
        for (int i = 0; i < message.rangeCount; i++) {
            ranges.next().fromLsn(message.from[i]).toLsn(message.to[i]);
        }
    }

    @Override
    protected boolean read(final PacketView packet, final CollectedAcksDecoder decoder,
                           final CollectedAcks message) {
        message.ballot = decoder.ballot();
        if (!packet.hasGroup(decoder.limit(), LEAST_ACK_LENGTH, CollectedAcks.MAX_ACKS)) {
            return false;
        }
        final CollectedAcksDecoder.AcksDecoder acks = decoder.acks();
        message.count = acks.count();
        for (int i = 0; i < message.count; i++) {
            acks.next();
            message.life[i] = acks.life();
            message.cumulative[i] = acks.cumulative();
            message.applied[i] = acks.applied();
            message.node[i] = acks.node();
            message.ranges[i] = acks.ranges();
        }
        if (!packet.hasGroup(decoder.limit(), LEAST_RANGE_LENGTH, CollectedAcks.MAX_RANGES)) {
            return false;
        }
        final CollectedAcksDecoder.RangesDecoder ranges = decoder.ranges();
        message.rangeCount = ranges.count();
        for (int i = 0; i < message.rangeCount; i++) {
            ranges.next();
            message.from[i] = ranges.fromLsn();
            message.to[i] = ranges.toLsn();
        }
        return packet.endsAt(decoder.limit());
    }
}
