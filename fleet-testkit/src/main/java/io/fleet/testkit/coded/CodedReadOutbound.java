package io.fleet.testkit.coded;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensusOutbound;
import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.group.ReadOutbound;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Carries the questions and answers of quorum reads, copied as on a wire. */
final class CodedReadOutbound implements ReadOutbound {
    private final CodedNetwork network;
    private final int self;
    private final int nodes;

    CodedReadOutbound(final CodedNetwork network, final int self, final int nodes) {
        this.network = network;
        this.self = self;
        this.nodes = nodes;
    }

    @Override
    public void getSlot(final int to, final long round, final DirectBuffer key, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        key.getBytes(offset, bytes);
        send(to, group -> group.reads().onGetSlot(self, round, new UnsafeBuffer(bytes), 0, length));
    }

    @Override
    public void slot(final int to, final long round, final long slot, final EntryId id, final long upTo) {
        final EntryId copy = new EntryId().set(id);
        send(to, group -> group.reads().onSlot(self, round, slot, copy, upTo));
    }

    private void send(final int to, final Consumer<CodedGroup> message) {
        for (int node = 0; node < nodes; node++) {
            if (node != self && (to == SlotConsensusOutbound.ALL || to == node)) {
                final CodedNode other = network.node(node);
                network.sendApart(self, node, () -> message.accept(other.group()));
            }
        }
    }
}
