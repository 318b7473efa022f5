package io.fleet.testkit.coded;

import io.fleet.consensus.Outbound;
import io.fleet.consensus.message.Message;
import io.fleet.ec.host.member.MemberTable;
import io.fleet.ec.wire.CodedCodecs;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;

/** What one life of a node sends, in packets. */
final class CodedLink implements Outbound {
    private static final int FIRST_NODE = 5;
    private static final int NODE_STEP = 3;

    private final CodedNetwork network;
    private final int self;
    private final int nodes;
    private final WireEncoder encoder;

    CodedLink(final CodedNetwork network, final int self, final int nodes) {
        this.network = network;
        this.self = self;
        this.nodes = nodes;
        encoder = new WireEncoder(new WireIdentity(CodedStores.CLUSTER_ID, number(self)), CodedCodecs.catalog());
    }

    /** The members as a node sees them; their numbers are not their positions. */
    static MemberTable members(final int self, final int nodes) {
        final int[] numbers = new int[nodes];
        for (int i = 0; i < nodes; i++) {
            numbers[i] = number(i);
        }
        return new MemberTable(numbers, number(self));
    }

    @Override
    public int self() {
        return number(self);
    }

    @Override
    public boolean broadcast(final Message message) {
        throw new IllegalStateException("a coded group sends nothing to itself");
    }

    @Override
    public boolean sendToOthers(final Message message) {
        if (!network.takes()) {
            return false;
        }
        final byte[] packet = encode(message);
        for (int node = 0; node < nodes; node++) {
            if (node != self) {
                network.send(self, node, packet);
            }
        }
        return true;
    }

    @Override
    public boolean send(final int node, final Message message) {
        final int to = (node - FIRST_NODE) / NODE_STEP;
        if (!network.takes(to)) {
            return false;
        }
        network.send(self, to, encode(message));
        return true;
    }

    @Override
    public boolean sendToBatcher(final long batcherId, final Message message) {
        throw new IllegalStateException("clients of the simulation call their nodes");
    }

    private byte[] encode(final Message message) {
        final byte[] packet = new byte[encoder.encode(CodedStores.GROUP_ID, 0, message)];
        encoder.buffer().getBytes(0, packet);
        return packet;
    }

    private static int number(final int position) {
        return FIRST_NODE + NODE_STEP * position;
    }
}
