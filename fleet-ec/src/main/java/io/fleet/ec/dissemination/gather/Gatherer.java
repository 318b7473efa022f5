package io.fleet.ec.dissemination.gather;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.context.SpreadOutbound;
import io.fleet.ec.dissemination.format.EntryDigest;
import io.fleet.ec.dissemination.format.PieceLayout;
import io.fleet.ec.dissemination.format.PieceRules;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.storage.Digest;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Gets the whole of an entry back from any k of its parts (RC-16, rule C7), for a consumer or to rebuild this node's
 * part, and answers others that want a piece. A long value comes stripe by stripe: its head says what each stripe's
 * digest is. What does not fit the digest in the id is thrown away and gathered again.
 */
public final class Gatherer {
    private static final CoverageMark MISFIT = CoverageMark.named("gatherer.parts-do-not-fit-the-digest");
    private static final CoverageMark ODD_PART = CoverageMark.named("gatherer.part-differs-in-shape");
    private static final CoverageMark FOUND = CoverageMark.named("gatherer.parts-that-fit-found-beside-a-wrong-one");
    private static final CoverageMark CACHED = CoverageMark.named("gatherer.value-was-in-the-cache");
    private static final CoverageMark GONE = CoverageMark.named("gatherer.value-is-gone");
    private static final CoverageMark WAITS = CoverageMark.named("gatherer.consumer-has-no-room");

    private final SpreadConfig config;
    private final ShardCodec codec;
    private final PartStore store;
    private final SpreadOutbound outbound;
    private final Rebuilt rebuilt;
    private final SpreadCounters counters;
    private final PieceRules rules;
    private final FetchScheduler asker;
    private final ValueCache cache;
    private final StripeGatherer stripes;
    private final Gather[] gathers;
    private final Digest digest = new Digest();
    private final ExpandableArrayBuffer digested = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer part = new ExpandableArrayBuffer();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private Gone gone = id -> 0;
    private long lastTicket;
    private int active;

    /** Told of parts of this node that were rebuilt. */
    @FunctionalInterface
    public interface Rebuilt {
        /**
         * This node's part of an entry was made again, and given to its store.
         *
         * @param id of the entry.
         */
        void onRebuilt(EntryId id);
    }

    /** Says what newer states do without. */
    @FunctionalInterface
    public interface Gone {
        /**
         * Up to where this node can say that the value of an entry is not needed.
         *
         * @param id of an entry of which this node has no part.
         * @return the slot that a durable snapshot covers; 0 when the state may need it, or there is no snapshot.
         */
        long upTo(EntryId id);
    }

    /**
     * Creates a gatherer with nothing under way.
     *
     * @param config   sizes and times.
     * @param codec    the code.
     * @param store    of this node's own parts.
     * @param outbound where parts are asked for, and go to.
     * @param rebuilt  told of parts that were rebuilt.
     * @param counters what is counted.
     */
    public Gatherer(final SpreadConfig config, final ShardCodec codec, final PartStore store,
                    final SpreadOutbound outbound, final Rebuilt rebuilt, final SpreadCounters counters) {
        this.config = config;
        this.codec = codec;
        this.store = store;
        this.outbound = outbound;
        this.rebuilt = rebuilt;
        this.counters = counters;
        rules = new PieceRules(config, codec);
        asker = new FetchScheduler(config, codec.dataShards(), outbound, counters);
        cache = new ValueCache(config.fetching().cacheBytes(), counters);
        stripes = new StripeGatherer(config, codec, store, asker, counters);
        gathers = new Gather[config.maxEntries()];
        Arrays.setAll(gathers, i -> new Gather(config.quorums().nodes()));
    }

    /**
     * Sets who says what is gone.
     *
     * @param newGone the one; there is no other.
     */
    public void gone(final Gone newGone) {
        gone = newGone;
    }

    /**
     * Begins to rebuild this node's part of an entry, unless that is under way.
     *
     * @param id    of the entry.
     * @param nowNs the clock.
     * @return false when as many are under way as there may be.
     */
    public boolean rebuild(final EntryId id, final long nowNs) {
        return isRebuilding(id) || begin(id, null, nowNs) != 0;
    }

    /**
     * Begins to gather a value. The consumer may be called within this call.
     *
     * @param id       of the entry.
     * @param consumer takes it in.
     * @param nowNs    the clock.
     * @return a ticket for {@link #cancel}; 0 when as many are under way as there may be.
     */
    public long fetch(final EntryId id, final ValueConsumer consumer, final long nowNs) {
        return begin(id, consumer, nowNs);
    }

    /**
     * Stops gathering a value; its consumer is not called any more.
     *
     * @param ticket that was given for it; it need not be under way any more.
     */
    public void cancel(final long ticket) {
        for (final Gather gather : gathers) {
            if (gather.isUsed && gather.ticket == ticket) {
                end(gather);
            }
        }
    }

    /**
     * Whether this node's part of an entry is being rebuilt.
     *
     * @param id of the entry.
     */
    public boolean isRebuilding(final EntryId id) {
        for (int i = 0; active > 0 && i < gathers.length; i++) {
            if (gathers[i].isUsed && gathers[i].isRepair() && gathers[i].id.same(id)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Stops rebuilding this node's part of an entry.
     *
     * @param id of the entry.
     */
    public void stop(final EntryId id) {
        for (final Gather gather : gathers) {
            if (gather.isUsed && gather.isRepair() && gather.id.same(id)) {
                end(gather);
            }
        }
    }

    /** How many values are being gathered, and parts rebuilt. */
    public int active() {
        return active;
    }

    /**
     * A node asks for a piece of this node's part of an entry.
     *
     * @param sender the node.
     * @param id     of the entry.
     * @param piece  which.
     */
    public void onFetchSegment(final int sender, final EntryId id, final int piece) {
        final boolean isMember = sender >= 0 && sender < config.quorums().nodes() && sender != config.self();
        final int length = isMember ? store.read(id, piece, part) : -1;
        if (length >= 0) {
            counters.served.increment();
            outbound.segmentCopy(sender, id, part, 0, length);
        } else if (isMember && !store.knows(id)) {
            final long upTo = gone.upTo(id);
            if (upTo > 0) {
                outbound.partGone(sender, id, upTo);
            }
        }
    }

    /**
     * A node that was asked does not have its part any more, nor needs it.
     *
     * @param sender the node, another one.
     * @param id     of the entry.
     * @param upTo   the slot that a snapshot of that node covers.
     * @param nowNs  the clock.
     */
    public void onPartGone(final int sender, final EntryId id, final long upTo, final long nowNs) {
        for (int i = 0; active > 0 && i < gathers.length; i++) {
            final Gather gather = gathers[i];
            if (!gather.isUsed || gather.cached != null || !gather.id.same(id)) {
                continue;
            }
            if (!gather.isRepair() && gather.consumer.onGone(id, upTo)) {
                GONE.hit();
                end(gather);
            } else {
                asker.gone(id, gather.first, sender, nowNs);
                stripes.gone(gather, sender, nowNs);
            }
        }
    }

    /**
     * A piece arrived.
     *
     * @param sender whose part it is of.
     * @param id     of the entry.
     * @param copy   holds the piece.
     * @param offset of its first byte.
     * @param length in bytes.
     * @param nowNs  the clock.
     */
    public void onSegmentCopy(final int sender, final EntryId id, final DirectBuffer copy, final int offset,
                              final int length, final long nowNs) {
        if (active == 0 || sender < 0 || sender >= config.quorums().nodes() || sender == config.self()) {
            return;
        }
        if (rules.problem(copy, offset, length, sender) != null) {
            counters.refused.increment();
            return;
        }
        for (final Gather gather : gathers) {
            if (gather.isUsed && gather.cached == null && gather.id.same(id)) {
                take(gather, sender, copy, offset, length, nowNs);
                advance(gather, nowNs);
            }
        }
    }

    /**
     * One duty cycle: hands on what is there, and asks again.
     *
     * @param nowNs the clock.
     * @return how much was done.
     */
    public int doWork(final long nowNs) {
        int work = 0;
        for (int i = 0; active > 0 && i < gathers.length; i++) {
            final Gather gather = gathers[i];
            if (gather.isUsed) {
                work += advance(gather, nowNs);
            }
            if (gather.isUsed && gather.cached == null && gather.layout == null && !gather.isDecoded) {
                work += asker.again(gather.id, gather.first, nowNs);
            }
        }
        return work + stripes.doWork(nowNs);
    }

    private long begin(final EntryId id, final ValueConsumer consumer, final long nowNs) {
        if (active == gathers.length) {
            return 0;
        }
        int place = 0;
        while (gathers[place].isUsed) {
            place++;
        }
        final Gather gather = gathers[place];
        final long ticket = ++lastTicket;
        gather.start(id, consumer, ticket);
        active++;
        gather.cached = gather.isRepair() ? null : cache.get(id);
        if (gather.cached != null) {
            CACHED.hit();
            counters.cached.increment();
        } else {
            final int length = store.read(id, 0, part);
            if (length >= 0) {
                take(gather, config.self(), part, 0, length, nowNs);
            }
            if (gather.layout == null) {
                asker.begin(id, gather.first, nowNs);
            }
        }
        advance(gather, nowNs);
        return ticket;
    }

    private void take(final Gather gather, final int sender, final DirectBuffer from, final int offset,
                      final int length, final long nowNs) {
        switch (PieceLayout.kind(from, offset)) {
            case PieceLayout.WHOLE -> takeWhole(gather, sender, from, offset, nowNs);
            case PieceLayout.HEAD -> takeHead(gather, sender, from, offset, nowNs);
            default -> stripes.take(gather, sender, from, offset, length, nowNs);
        }
    }

    private void takeWhole(final Gather gather, final int index, final DirectBuffer from, final int offset,
                           final long nowNs) {
        if (gather.layout != null || gather.isDecoded) {
            return;
        }
        if (gather.doubt != null) {
            takeInDoubt(gather, index, from, offset, nowNs);
            return;
        }
        final int headerLength = PieceLayout.headerLength(from, offset);
        final int valueLength = PieceLayout.valueLength(from, offset);
        if (gather.first.present == 0) {
            gather.headerLength = headerLength;
            gather.valueLength = valueLength;
            gather.header.putBytes(0, from, offset + PieceLayout.HEADER_OFFSET, headerLength);
        } else if (gather.headerLength != headerLength || gather.valueLength != valueLength) {
            ODD_PART.hit();
            doubt(gather, nowNs);
            return;
        }
        final int shardLength = codec.shardLength(valueLength);
        gather.shards.putBytes(index * shardLength, from, offset + PieceLayout.bodyOffset(from, offset), shardLength);
        asker.answered(gather.first, index, nowNs);
        if (gather.first.given() >= codec.dataShards()) {
            decode(gather, shardLength, nowNs);
        }
    }

    /** One head is enough: it says of itself whether it is of the id. */
    private void takeHead(final Gather gather, final int index, final DirectBuffer from, final int offset,
                          final long nowNs) {
        if (gather.layout != null || gather.isDecoded) {
            return;
        }
        final int valueLength = PieceLayout.valueLength(from, offset);
        final int count = rules.stripes(valueLength);
        if (!EntryDigest.fits(digest, digested, from, offset, count, gather.id.digest)) {
            MISFIT.hit();
            counters.refused.increment();
            return;
        }
        asker.answered(gather.first, index, nowNs);
        gather.headerLength = PieceLayout.headerLength(from, offset);
        gather.valueLength = valueLength;
        gather.header.putBytes(0, from, offset + PieceLayout.HEADER_OFFSET, gather.headerLength);
        gather.layout = rules.layout(valueLength);
        gather.digests = new long[count];
        for (int stripe = 0; stripe < count; stripe++) {
            gather.digests[stripe] = PieceLayout.stripeDigest(from, offset, stripe);
        }
        // Who rebuilds a part does not decode the stripes that it has pieces of.
        gather.filling = gather.isRepair() ? null : cache.begin(gather.header, gather.headerLength, valueLength);
    }

    private void decode(final Gather gather, final int shardLength, final long nowNs) {
        gather.shards.checkLimit(shardLength * codec.shards());
        codec.reconstruct(gather.shards, shardLength, gather.first.present);
        if (EntryDigest.of(digest, digested, gather.header, gather.headerLength, gather.shards,
            gather.valueLength) != gather.id.digest) {
            MISFIT.hit();
            doubt(gather, nowNs);
            return;
        }
        decoded(gather);
    }

    private void decoded(final Gather gather) {
        asker.complete(gather.first);
        gather.isDecoded = true;
        gather.filling = cache.begin(gather.header, gather.headerLength, gather.valueLength);
        if (gather.filling != null && gather.valueLength > 0) {
            gather.filling.add(gather.shards, gather.valueLength);
        }
    }

    /** One part at least is wrong, and nobody knows which: those of all nodes are wanted. */
    private void doubt(final Gather gather, final long nowNs) {
        counters.misfits.increment();
        gather.first.clear();
        gather.doubt = new BadPartSearch(codec);
        keepOwn(gather, nowNs);
        asker.all(gather.id, gather.first, nowNs);
    }

    private void keepOwn(final Gather gather, final long nowNs) {
        if (store.read(gather.id, 0, part) >= 0 && PieceLayout.kind(part, 0) == PieceLayout.WHOLE) {
            takeInDoubt(gather, config.self(), part, 0, nowNs);
        }
    }

    private void takeInDoubt(final Gather gather, final int index, final DirectBuffer from, final int offset,
                             final long nowNs) {
        gather.doubt.put(index, from, offset);
        asker.answered(gather.first, index, nowNs);
        if (gather.doubt.solve(index, gather.id.digest)) {
            FOUND.hit();
            final long wrong = gather.doubt.wrong();
            counters.othersWrong.add(Long.bitCount(wrong & ~(1L << config.self())));
            gather.take(gather.doubt, codec.shardLength(gather.doubt.valueLength()) * codec.shards());
            decoded(gather);
            if ((wrong & 1L << config.self()) != 0) {
                counters.ownWrong.increment();
                store.lose(gather.id);
            }
        } else if (Long.bitCount(gather.first.present | 1L << config.self()) == config.quorums().nodes()) {
            // No k of all parts fit: they are asked for anew, after a while.
            gather.first.clear();
            gather.first.askedNs = nowNs;
            gather.doubt = new BadPartSearch(codec);
            if (index != config.self()) {
                keepOwn(gather, nowNs);
            }
        }
    }

    /** Hands on whatever can be. */
    private int advance(final Gather gather, final long nowNs) {
        if (gather.cached != null) {
            return handOnCached(gather);
        }
        if (gather.layout == null) {
            return gather.isDecoded ? handOnShort(gather, nowNs) : 0;
        }
        if (gather.isRepair() && gather.next > 0 && !store.hasPiece(gather.id, 0)) {
            end(gather);
            return 1;
        }
        if (gather.isRepair() && gather.next == 0 && !store.hasPiece(gather.id, 0)) {
            final int length = PieceLayout.putHead(part, config.self(), gather.header, gather.headerLength,
                gather.layout, rules.shardLength(), gather.digests);
            if (!store.put(config.self(), gather.id, part, 0, length, nowNs)) {
                return 0;
            }
        }
        tellHeader(gather);
        final int work = stripes.advance(gather, nowNs);
        if (gather.isUsed && gather.next == gather.layout.stripes()) {
            finish(gather);
        }
        return work;
    }

    private int handOnShort(final Gather gather, final long nowNs) {
        tellHeader(gather);
        if (gather.isRepair()) {
            final int shardLength = codec.shardLength(gather.valueLength);
            PieceLayout.put(part, config.self(), gather.headerLength, gather.valueLength, codec.dataShards());
            part.putBytes(PieceLayout.HEADER_OFFSET, gather.header, 0, gather.headerLength);
            part.putBytes(PieceLayout.HEADER_OFFSET + gather.headerLength, gather.shards, config.self() * shardLength,
                shardLength);
            if (!store.put(config.self(), gather.id, part, 0, PieceLayout.length(gather.headerLength, shardLength),
                nowNs)) {
                return 0;
            }
        } else if (gather.isUsed && gather.valueLength > 0
            && !gather.consumer.onBytes(gather.id, 0, gather.shards, 0, gather.valueLength)) {
            WAITS.hit();
            return 0;
        }
        finish(gather);
        return 1;
    }

    private int handOnCached(final Gather gather) {
        final ValueCache.Cached cached = gather.cached;
        if (!gather.isHeaderTold) {
            gather.isHeaderTold = true;
            view.wrap(cached.header);
            gather.consumer.onHeader(gather.id, view, cached.header.length, cached.valueLength);
        }
        int work = 0;
        while (gather.isUsed && gather.next < cached.pieces.size()) {
            final byte[] bytes = cached.pieces.get(gather.next);
            view.wrap(bytes);
            if (!gather.consumer.onBytes(gather.id, gather.opened, view, 0, bytes.length)) {
                WAITS.hit();
                return work;
            }
            gather.opened += bytes.length;
            gather.next++;
            work++;
        }
        finish(gather);
        return work + 1;
    }

    private void tellHeader(final Gather gather) {
        if (!gather.isHeaderTold && !gather.isRepair()) {
            gather.isHeaderTold = true;
            gather.consumer.onHeader(gather.id, gather.header, gather.headerLength, gather.valueLength);
        }
    }

    /** It ends before its consumer is told, which may begin another in that call. */
    private void finish(final Gather gather) {
        if (!gather.isUsed) {
            return;
        }
        if (gather.filling != null) {
            cache.finish(gather.id, gather.filling);
            gather.filling = null;
        }
        final ValueConsumer consumer = gather.consumer;
        final EntryId id = new EntryId().set(gather.id);
        counters.gathered.increment();
        end(gather);
        if (consumer == null) {
            rebuilt.onRebuilt(id);
        } else {
            consumer.onEnd(id);
        }
    }

    private void end(final Gather gather) {
        if (gather.filling != null) {
            cache.abandon(gather.filling);
            gather.filling = null;
        }
        stripes.release(gather);
        gather.end();
        active--;
    }
}
