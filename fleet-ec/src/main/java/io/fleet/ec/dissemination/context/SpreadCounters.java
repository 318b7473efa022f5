package io.fleet.ec.dissemination.context;

import io.fleet.consensus.common.Counter;

/** What spreading and gathering count, on one node. Written by their owner, read by any thread. */
public final class SpreadCounters {
    /** Pieces of parts that were sent to other nodes, again and again ones included. */
    public final Counter sent = new Counter();
    /** Pieces of parts that other nodes were sent on their request. */
    public final Counter served = new Counter();
    /** Pieces that other nodes were asked for. */
    public final Counter asked = new Counter();
    /** Those of them that were asked for since others were late, or in advance. */
    public final Counter hedged = new Counter();
    /** Stripes, or short values, that were complete with the help of a node that was asked in advance. */
    public final Counter hedgesUsed = new Counter();
    /** Values that were gathered. */
    public final Counter gathered = new Counter();
    /** Values that were wanted and lay in the cache. */
    public final Counter cached = new Counter();
    /** Pieces that were refused, as they are malformed, damaged, or of something else. */
    public final Counter refused = new Counter();
    /** Values whose parts did not fit together, so that at least one of them is wrong. */
    public final Counter misfits = new Counter();
    /** Parts of this node among those that turned out to be wrong; they are rebuilt. */
    public final Counter ownWrong = new Counter();
    /** Parts of other nodes among those. */
    public final Counter othersWrong = new Counter();
    /** Parts without all their pieces that were forgotten, as nothing came any more. */
    public final Counter abandoned = new Counter();
    /** Bytes of pieces that are kept to gather stripes from. */
    public final Counter gatheringBytes = new Counter();
    /** The most there were of these at a time. */
    public final Counter mostGatheringBytes = new Counter();
    /** Bytes of long values that are kept for those who do not keep them themselves. */
    public final Counter copiedBytes = new Counter();
    /** Bytes of values in the cache, with 256 for each beside its own. */
    public final Counter cacheBytes = new Counter();

    /** Parts that this node holds or is about to. */
    public final Counter heldParts = new Counter();
    /** Bytes of their pieces. */
    public final Counter heldBytes = new Counter();
    /** Bytes of pieces in the log that are not needed any more. */
    public final Counter deadBytes = new Counter();
    /** Bytes of pieces that were written again, so that older files may go. */
    public final Counter rewrittenBytes = new Counter();
    /** Parts that were let go of, as nobody needs them. */
    public final Counter letGo = new Counter();
    /** Parts of entries that are not known to be decided. */
    public final Counter undecidedParts = new Counter();
    /** Pieces that were not taken, as this node holds as many parts as it may. */
    public final Counter refusedFull = new Counter();

    /** Creates counters at 0. */
    public SpreadCounters() {
    }
}
