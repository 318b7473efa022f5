package io.fleet.testkit.coded;

import io.fleet.ec.group.GroupOutbound;
import io.fleet.ec.group.RejoinAnswer;
import io.fleet.ec.group.RejoinRequest;
import io.fleet.ec.mec.EntryId;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** What one life of a node sends. Everything is copied, as on a wire. */
final class CodedOutbound implements GroupOutbound {
    private final CodedNetwork network;
    private final CodedWitness witness;
    private final int self;
    private final int nodes;

    CodedOutbound(final CodedNetwork network, final CodedWitness witness, final int self, final int nodes) {
        this.network = network;
        this.witness = witness;
        this.self = self;
        this.nodes = nodes;
    }

    @Override
    public void step(final int to, final long slot, final long step, final EntryId id, final boolean isAgain) {
        witness.durable().onStepSent(self, slot, step);
        final EntryId copy = new EntryId().set(id);
        send(to, group -> group.onStep(self, slot, step, copy, isAgain));
    }

    @Override
    public void decided(final int to, final long slot, final EntryId id) {
        final EntryId copy = new EntryId().set(id);
        send(to, group -> group.onDecided(self, slot, copy));
    }

    @Override
    public void covered(final int to, final long slot) {
        witness.onCovered(self, slot);
        send(to, group -> group.onCovered(self, slot));
    }

    @Override
    public void snapshotHeld(final long upTo) {
        send(ALL, group -> group.onSnapshotHeld(self, upTo));
    }

    @Override
    public void ready(final EntryId id, final long slot) {
        witness.durable().onReady(self, id);
        final EntryId copy = new EntryId().set(id);
        send(ALL, group -> group.onReady(self, copy, slot));
    }

    @Override
    public void segment(final int to, final EntryId id, final DirectBuffer piece, final int offset, final int length) {
        final EntryId copy = new EntryId().set(id);
        final UnsafeBuffer bytes = copy(piece, offset, length);
        send(to, group -> group.onSegment(self, copy, bytes, 0, length));
    }

    @Override
    public void segmentAck(final int to, final EntryId id, final int pieces, final long life) {
        witness.durable().onPartAcknowledged(self, id, pieces);
        final EntryId copy = new EntryId().set(id);
        send(to, group -> group.onSegmentAck(self, copy, pieces, life));
    }

    @Override
    public void fetchSegment(final int to, final EntryId id, final int piece) {
        final EntryId copy = new EntryId().set(id);
        send(to, group -> group.onFetchSegment(self, copy, piece));
    }

    @Override
    public void segmentCopy(final int to, final EntryId id, final DirectBuffer piece, final int offset,
                            final int length) {
        final EntryId copy = new EntryId().set(id);
        final UnsafeBuffer bytes = copy(piece, offset, length);
        send(to, group -> group.onSegmentCopy(self, copy, bytes, 0, length));
    }

    @Override
    public void learned(final long upTo) {
        send(ALL, group -> group.onLearned(self, upTo));
    }

    @Override
    public void learnRequest(final int to, final long from) {
        send(to, group -> group.onLearnRequest(self, from));
    }

    @Override
    public void rejoinRequest(final int to, final RejoinRequest request) {
        final RejoinRequest copy = new RejoinRequest().set(request);
        send(to, group -> group.onRejoinRequest(self, copy));
    }

    @Override
    public void rejoinAnswer(final int to, final RejoinAnswer answer) {
        final RejoinAnswer copy = new RejoinAnswer().set(answer);
        send(to, group -> group.onRejoinAnswer(self, copy));
    }

    private void send(final int to, final CodedNetwork.Delivery delivery) {
        for (int node = 0; node < nodes; node++) {
            if (node != self && (to == ALL || to == node)) {
                network.send(self, node, delivery);
            }
        }
    }

    private static UnsafeBuffer copy(final DirectBuffer from, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        from.getBytes(offset, bytes);
        return new UnsafeBuffer(bytes);
    }
}
