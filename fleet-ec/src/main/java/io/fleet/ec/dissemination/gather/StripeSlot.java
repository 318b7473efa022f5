package io.fleet.ec.dissemination.gather;

import io.fleet.ec.stripe.StripeLayout;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory for the pieces that one stripe is made from; reused for other stripes and values. */
final class StripeSlot {
    final Fetch fetch;
    final int[] segments;
    private final UnsafeBuffer parts = new UnsafeBuffer(0, 0);
    private final int partLength;
    int stripe;
    Gather owner;
    /** Whose part is left out, since the stripe did not fit with it; -1 for nobody's. */
    int leftOut;

    StripeSlot(final int nodes, final int dataShards, final int shardLength) {
        fetch = new Fetch(nodes);
        segments = new int[dataShards];
        partLength = StripeLayout.CHECKSUM + shardLength;
    }

    int bytes() {
        return segments.length * partLength;
    }

    void start(final Gather newOwner, final int newStripe) {
        if (parts.capacity() == 0) {
            parts.wrap(new byte[bytes()]);
        }
        owner = newOwner;
        stripe = newStripe;
        leftOut = -1;
        fetch.start(newStripe + 1);
    }

    /** Keeps a part; to be called before its sender is noted as one that answered. */
    void keep(final int segment, final DirectBuffer from, final int offset, final int length) {
        segments[fetch.given()] = segment;
        parts.putBytes(fetch.given() * partLength, from, offset, length);
    }

    /** What is here does not fit: another one of its parts is left out than the last time. */
    void leaveOutAnother() {
        final int nodes = fetch.sentNs.length;
        for (int i = 1; i <= nodes; i++) {
            final int node = (Math.max(0, leftOut) + i) % nodes;
            if (fetch.has(node)) {
                leftOut = node;
                break;
            }
        }
        fetch.clear();
    }

    boolean isComplete() {
        return fetch.given() >= segments.length;
    }

    DirectBuffer parts() {
        return parts;
    }

    int offset(final int index) {
        return index * partLength;
    }
}
