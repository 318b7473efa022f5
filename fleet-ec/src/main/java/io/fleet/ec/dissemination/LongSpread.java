package io.fleet.ec.dissemination;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.gather.BufferBound;
import io.fleet.ec.stripe.StripeLayout;
import java.util.Arrays;
import org.agrona.ExpandableArrayBuffer;

/** One long value that this node spreads, piece by piece; reused for another. */
public final class LongSpread {
    /** Its digest is known once all stripes are digested. */
    final EntryId id = new EntryId();
    public ExpandableArrayBuffer header = new ExpandableArrayBuffer();
    /** Of each node: how many pieces it has told of, how many were sent, and when the last. */
    final int[] held;
    final int[] sent;
    final long[] sentNs;
    int headerLength;
    StripeLayout layout;
    ValueSource source;
    long[] digests = new long[0];
    int digested;
    /** Bytes of the value that are kept here. */
    int copied;
    /** Who holds all pieces durably, as bits. */
    long acked;
    /** Until a slot above this one holds the entry, all of these keep their part. */
    long reliedOn;
    /** Who does not answer, as bits. */
    long silent;
    boolean isReady;
    boolean isUsed;

    public LongSpread(final int nodes) {
        held = new int[nodes];
        sent = new int[nodes];
        sentNs = new long[nodes];
    }

    void start(final StripeLayout newLayout, final ValueSource newSource, final int bytesCopied, final long nowNs) {
        layout = newLayout;
        source = newSource;
        copied = bytesCopied;
        if (digests.length < layout.stripes()) {
            digests = new long[layout.stripes()];
        }
        digested = 0;
        acked = 0;
        reliedOn = Long.MAX_VALUE;
        silent = 0;
        isReady = false;
        isUsed = true;
        Arrays.fill(held, 0);
        Arrays.fill(sent, 0);
        Arrays.fill(sentNs, nowNs);
    }

    /** What was acknowledged does not count any more, nor that it was announced. */
    void startOver() {
        acked = 0;
        reliedOn = Long.MAX_VALUE;
        isReady = false;
        Arrays.fill(held, 0);
        Arrays.fill(sent, 0);
    }

    /** The entry is spread, or not needed any more. */
    public void end() {
        isUsed = false;
        header = BufferBound.ofHeader(header);
    }

    boolean isNamed() {
        return digested == layout.stripes();
    }

    int pieces() {
        return 1 + layout.stripes();
    }

    boolean isComplete(final int node) {
        return (acked & 1L << node) != 0;
    }
}
