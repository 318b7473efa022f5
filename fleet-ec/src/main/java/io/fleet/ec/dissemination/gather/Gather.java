package io.fleet.ec.dissemination.gather;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.stripe.StripeLayout;
import org.agrona.ExpandableArrayBuffer;

/** One entry whose parts are being gathered, for a consumer or to rebuild a part; reused for another. */
final class Gather {
    final EntryId id = new EntryId();
    ExpandableArrayBuffer header = new ExpandableArrayBuffer();
    /** A short value's shards. */
    final ExpandableArrayBuffer shards = new ExpandableArrayBuffer();
    /** The first piece: of a short value the only one, of a long one its head. */
    final Fetch first;
    long ticket;
    /** Null where this node's own part is rebuilt. */
    ValueConsumer consumer;
    int headerLength;
    int valueLength;
    /** Of a long value, once its head is there. */
    StripeLayout layout;
    long[] digests = new long[0];
    /** The next stripe to be handed on, and the next to be asked for. */
    int next;
    int opened;
    int slots;
    /** Whether the short value is decoded and verified. */
    boolean isDecoded;
    /** Parts that did not fit together; null as long as they do. */
    BadPartSearch doubt;
    boolean isHeaderTold;
    ValueCache.Cached cached;
    ValueCache.Cached filling;
    boolean isUsed;

    Gather(final int nodes) {
        first = new Fetch(nodes);
    }

    void start(final EntryId newId, final ValueConsumer newConsumer, final long newTicket) {
        id.set(newId);
        consumer = newConsumer;
        ticket = newTicket;
        first.start(0);
        layout = null;
        next = 0;
        opened = 0;
        slots = 0;
        isDecoded = false;
        doubt = null;
        isHeaderTold = false;
        cached = null;
        filling = null;
        isUsed = true;
    }

    /** It is gathered, or not wanted any more. */
    void end() {
        isUsed = false;
        cached = null;
        consumer = null;
        doubt = null;
        header = BufferBound.ofHeader(header);
    }

    /** Takes what a search has found to be right; {@code bytes} of shards. */
    void take(final BadPartSearch search, final int bytes) {
        headerLength = search.headerLength();
        valueLength = search.valueLength();
        header.putBytes(0, search.header(), 0, headerLength);
        shards.putBytes(0, search.shards(), 0, bytes);
    }

    boolean isRepair() {
        return consumer == null;
    }
}
