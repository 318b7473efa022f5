package io.fleet.testkit.run.hostile;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.LeaderNotice;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.ec.wire.CodedCodecs;
import io.fleet.transport.Packet;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketChecksum;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.EnvelopeEncoder;
import io.fleet.wire.sbe.MessageHeaderDecoder;
import io.fleet.wire.sbe.MessageHeaderEncoder;
import java.util.SplittableRandom;
import org.agrona.ExpandableArrayBuffer;

/**
 * Makes packets that arrive as they were sent, by their checksum, and are not for this cluster. They claim much, so
 * whoever hears one goes wrong; each is to be known by something else, and all by the version of the configuration.
 */
final class ForeignPackets {
    private static final int KINDS = 9;
    private static final int FOREIGN = 0x7F00;
    private static final int NEXT_MAJOR_VERSION = 0x100;
    private static final int MOST_BYTES_OVER = 9;

    private final SplittableRandom random;
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final MessageHeaderDecoder written = new MessageHeaderDecoder();
    private final EnvelopeEncoder envelope = new EnvelopeEncoder();
    private final PacketChecksum checksum = new PacketChecksum();
    private final Ack ack = new Ack();
    private final LeaderNotice notice = new LeaderNotice();
    private WireIdentity ofEncoder;
    private WireEncoder encoder;

    ForeignPackets(final SplittableRandom random) {
        this.random = random;
    }

    /** The next one; valid until the one after. */
    Packet next(final WireIdentity identity, final int groupId) {
        final long clusterId = identity.clusterId();
        if (identity != ofEncoder) {
            ofEncoder = identity;
            encoder = new WireEncoder(identity, CodedCodecs.catalog());
        }
        ack.ballot = Ballot.MAX & ~Ballot.MAX_NODE_BITS;
        ack.cumulative = FieldChecks.MAX_NUMBER;
        final Message message = random.nextBoolean() ? ack : notice;
        final Packet sealed = encoder.encode(groupId, 0, message);
        sealed.copyTo(buffer, 0);
        int length = sealed.length() - PacketChecksum.LENGTH;
        header.wrap(buffer, 0);
        envelope.wrap(buffer, PacketView.BODY_OFFSET);
        switch (random.nextInt(KINDS)) {
            case 0 -> envelope.clusterId(clusterId + 1 + random.nextInt(FOREIGN));
            case 1 -> header.templateId(FOREIGN + random.nextInt(KINDS));
            case 2 -> header.schemaId(FOREIGN + random.nextInt(KINDS));
            case 3 -> header.version(written.wrap(buffer, 0).version() + NEXT_MAJOR_VERSION);
            case 4 -> envelope.groupId(-1 - random.nextInt(FOREIGN));
            case 5 -> envelope.groupId(groupId + 1 + random.nextInt(FOREIGN));
            case 6 -> envelope.sender(Short.MAX_VALUE);
            case 7 -> envelope.birthId(identity.birthId() + 1 + random.nextInt(FOREIGN));
            default -> {
                final int more = 1 + random.nextInt(MOST_BYTES_OVER);
                buffer.setMemory(length, more, (byte) 1);
                length += more;
            }
        }
        return Packet.of(buffer, 0, checksum.seal(buffer, 0, length));
    }
}
