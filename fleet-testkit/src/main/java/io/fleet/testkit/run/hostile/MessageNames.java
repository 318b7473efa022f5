package io.fleet.testkit.run.hostile;

import io.fleet.ec.wire.CodedCodecs;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.sim.PacketNames;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.codec.WireErrors;
import org.agrona.DirectBuffer;

/** The type of the message that a packet is. */
public final class MessageNames implements PacketNames {
    /** A packet that a node drops: of something else, damaged, or of another cluster. */
    static final String UNREADABLE = "UNREADABLE";

    private final WireDecoder decoder = WireDecoder.ofObserver(SimCluster.CLUSTER_ID, new WireErrors(),
        CodedCodecs.catalog());

    @Override
    public String name(final DirectBuffer buffer, final int offset, final int length) {
        final String[] name = {UNREADABLE};
        decoder.decode(buffer, offset, length,
            (groupId, configVersion, sender, message) -> name[0] = message.name());
        return name[0];
    }
}
