package io.fleet.ec.dissemination;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.context.SpreadOutbound;
import org.agrona.DirectBuffer;

/** Whatever is sent, in a way that a test does not override, fails that test. */
public class UnusedSpread implements SpreadOutbound {
    @Override
    public void segment(final int to, final EntryId id, final DirectBuffer part, final int offset, final int length) {
        throw new AssertionError("a segment is sent to " + to);
    }

    @Override
    public void segmentAck(final int to, final EntryId id, final int pieces, final long life, final long reliedOn) {
        throw new AssertionError("a segment is acknowledged to " + to);
    }

    @Override
    public void partGone(final int to, final EntryId id, final long upTo) {
        throw new AssertionError("node " + to + " is told that a part is gone");
    }

    @Override
    public void fetchSegment(final int to, final EntryId id, final int piece) {
        throw new AssertionError("a segment is asked for at " + to);
    }

    @Override
    public void segmentCopy(final int to, final EntryId id, final DirectBuffer part, final int offset,
                            final int length) {
        throw new AssertionError("a copy is sent to " + to);
    }
}
