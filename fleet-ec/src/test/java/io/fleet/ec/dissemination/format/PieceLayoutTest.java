package io.fleet.ec.dissemination.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.ec.stripe.StripeLayout;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class PieceLayoutTest {
    /** Pieces come in packets, and so behind something else. */
    @Test
    void shouldReadAHeadWhereverItLies() {
        final ExpandableArrayBuffer head = new ExpandableArrayBuffer();
        final StripeLayout layout = new StripeLayout(3, 2, 64, 400);
        final long[] digests = new long[layout.stripes()];
        for (int i = 0; i < digests.length; i++) {
            digests[i] = -1L - i;
        }
        final int length = PieceLayout.putHead(head, 4, new UnsafeBuffer(new byte[10]), 10, layout, 64, digests);
        final UnsafeBuffer packet = new UnsafeBuffer(new byte[length + 37]);
        packet.putBytes(37, head, 0, length);
        assertEquals(4, PieceLayout.index(packet, 37));
        assertEquals(10, PieceLayout.headerLength(packet, 37));
        assertEquals(400, PieceLayout.valueLength(packet, 37));
        assertEquals(64, PieceLayout.fullShard(packet, 37));
        for (int i = 0; i < digests.length; i++) {
            assertEquals(digests[i], PieceLayout.stripeDigest(packet, 37, i));
        }
    }
}
