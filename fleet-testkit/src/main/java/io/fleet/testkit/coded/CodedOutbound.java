package io.fleet.testkit.coded;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.group.CodedGroupOutbound;
import io.fleet.ec.group.CodedRejoinAnswer;
import io.fleet.ec.group.CodedRejoinRequest;
import org.agrona.DirectBuffer;

/** Shows the witness what a node says before it goes on its way. */
final class CodedOutbound implements CodedGroupOutbound {
    private final CodedGroupOutbound next;
    private final CodedWitness witness;
    private final int self;

    CodedOutbound(final CodedGroupOutbound next, final CodedWitness witness, final int self) {
        this.next = next;
        this.witness = witness;
        this.self = self;
    }

    @Override
    public void step(final int to, final long slot, final long step, final EntryId id, final boolean isAgain) {
        witness.durable().onStepSent(self, slot, step);
        next.step(to, slot, step, id, isAgain);
    }

    @Override
    public void decided(final int to, final long slot, final EntryId id) {
        next.decided(to, slot, id);
    }

    @Override
    public void covered(final int to, final long slot) {
        witness.onCovered(self, slot);
        next.covered(to, slot);
    }

    @Override
    public void snapshotHeld(final long upTo) {
        next.snapshotHeld(upTo);
    }

    @Override
    public void ready(final EntryId id, final long slot) {
        witness.durable().onReady(self, id);
        witness.promises().onReady(self, id, slot);
        next.ready(id, slot);
    }

    @Override
    public void segment(final int to, final EntryId id, final DirectBuffer piece, final int offset, final int length) {
        next.segment(to, id, piece, offset, length);
    }

    @Override
    public void segmentAck(final int to, final EntryId id, final int pieces, final long life, final long reliedOn) {
        witness.durable().onPartAcknowledged(self, id, pieces);
        if (pieces > 0 && witness.durable().isWhole(self, id.toString())) {
            witness.promises().onAcknowledged(self, id, reliedOn);
        }
        next.segmentAck(to, id, pieces, life, reliedOn);
    }

    @Override
    public void partGone(final int to, final EntryId id, final long upTo) {
        witness.durable().onGoneTold(id);
        next.partGone(to, id, upTo);
    }

    @Override
    public void fetchSegment(final int to, final EntryId id, final int piece) {
        next.fetchSegment(to, id, piece);
    }

    @Override
    public void segmentCopy(final int to, final EntryId id, final DirectBuffer piece, final int offset,
                            final int length) {
        next.segmentCopy(to, id, piece, offset, length);
    }

    @Override
    public void learned(final long upTo) {
        next.learned(upTo);
    }

    @Override
    public void learnRequest(final int to, final long from) {
        next.learnRequest(to, from);
    }

    @Override
    public void rejoinRequest(final int to, final CodedRejoinRequest request) {
        next.rejoinRequest(to, request);
    }

    @Override
    public void rejoinAnswer(final int to, final CodedRejoinAnswer answer) {
        next.rejoinAnswer(to, answer);
    }
}
