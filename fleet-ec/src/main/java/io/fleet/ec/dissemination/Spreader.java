package io.fleet.ec.dissemination;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.EntryTable;
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

/**
 * Spreads the entries that this node is the proxy of (rule C2, RC-02, RC-03): encodes the value, hands each node the
 * header and its segment, and announces the entry once n - f nodes hold theirs durably. Several entries are under way
 * at a time, up to a bound at which {@link #submit} refuses. Values of more than one stripe go piece by piece, see
 * {@code LongValues}.
 */
public final class Spreader {
    private static final CoverageMark NODE_MISSING = CoverageMark.named("spreader.segment-sent-again");
    private static final CoverageMark STALE = CoverageMark.named("spreader.acknowledged-too-long-ago");
    private static final CoverageMark FULL = CoverageMark.named("spreader.is-full");

    private final SpreadConfig config;
    private final ShardCodec codec;
    private final PartStore store;
    private final SpreadOutbound outbound;
    private final SpreadAnnouncer announcer;
    private final EntryTable places;
    private final Spread[] spreads;
    private final PieceRules rules;
    private final LongSpreader longSpreads;
    private final SpreadCounters counters;
    private final ExpandableArrayBuffer part = new ExpandableArrayBuffer();
    private final Digest digest = new Digest();
    private final ExpandableArrayBuffer digested = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer value = new ExpandableArrayBuffer();
    private final EntryId sourced = new EntryId();

    /**
     * Creates a spreader with nothing under way.
     *
     * @param config    sizes and times.
     * @param codec     the code.
     * @param store     of this node's own parts.
     * @param outbound  where the parts of others go.
     * @param announcer told of what is spread.
     * @param counters  what is counted.
     */
    public Spreader(final SpreadConfig config, final ShardCodec codec, final PartStore store,
                    final SpreadOutbound outbound, final SpreadAnnouncer announcer, final SpreadCounters counters) {
        if (codec.shards() != config.quorums().nodes()) {
            throw new IllegalArgumentException("a code of " + codec.shards() + " segments does not fit "
                + config.quorums().nodes() + " nodes");
        }
        this.config = config;
        this.codec = codec;
        this.store = store;
        this.outbound = outbound;
        this.announcer = announcer;
        this.counters = counters;
        rules = new PieceRules(config, codec);
        longSpreads = new LongSpreader(config, codec, rules, store, outbound, announcer, counters);
        places = new EntryTable(config.maxEntries());
        spreads = new Spread[config.maxEntries()];
        Arrays.setAll(spreads, i -> new Spread());
    }

    /**
     * Begins to spread an entry.
     *
     * @param id           of the entry; its digest is {@link #digest}.
     * @param header       holds the header; copied.
     * @param headerLength its length in bytes, from index 0.
     * @param value        holds the value; copied, and one of more than a stripe is kept until it is written.
     * @param valueLength  its length in bytes, from index 0, at most {@code maxValueLength}, and where it is of more
     *                     than a stripe at most {@code LongValues#copied}.
     * @param nowNs        the clock.
     * @return false when as much is under way as there may be: nothing was done.
     */
    public boolean submit(final EntryId id, final DirectBuffer header, final int headerLength,
                          final DirectBuffer value, final int valueLength, final long nowNs) {
        check(valueLength);
        if (isSpreading(id)) {
            return true;
        }
        if (places.size() + longSpreads.size() == config.maxEntries()) {
            FULL.hit();
            return false;
        }
        if (rules.isLong(valueLength)) {
            return longSpreads.submit(id, header, headerLength, value, valueLength, nowNs);
        }
        final int place = firstFree();
        places.put(id, place);
        final Spread spread = spreads[place];
        spread.id.set(id);
        spread.headerLength = headerLength;
        spread.valueLength = valueLength;
        spread.shardLength = codec.shardLength(valueLength);
        spread.header.putBytes(0, header, 0, headerLength);
        final int padded = spread.shardLength * codec.dataShards();
        spread.shards.checkLimit(spread.shardLength * codec.shards());
        spread.shards.putBytes(0, value, 0, valueLength);
        spread.shards.setMemory(valueLength, padded - valueLength, (byte) 0);
        codec.encode(spread.shards, spread.shardLength);
        startOver(spread);
        spread.isUsed = true;
        send(spread, nowNs);
        return true;
    }

    /**
     * Begins to spread an entry whose value is read from elsewhere, a stripe at a time. Its id follows from its bytes,
     * which are read once before anything is sent.
     *
     * @param batcherId    who formed it, not 0.
     * @param sequence     its number there.
     * @param header       holds the header; copied.
     * @param headerLength its length in bytes, from index 0.
     * @param source       of the value; released when it is not needed any more, in this call too where it is short.
     * @param valueLength  its length in bytes, at most {@code maxValueLength}.
     * @param nowNs        the clock.
     * @return false when as much is under way as there may be, or a short value is not there yet: nothing was done.
     */
    public boolean submit(final long batcherId, final long sequence, final DirectBuffer header,
                          final int headerLength, final ValueSource source, final int valueLength, final long nowNs) {
        check(valueLength);
        if (!rules.isLong(valueLength)) {
            value.checkLimit(valueLength);
            if (!source.read(0, valueLength, value, 0)) {
                return false;
            }
            sourced.set(batcherId, sequence, digest(header, headerLength, value, valueLength));
            final boolean isTaken = submit(sourced, header, headerLength, value, valueLength, nowNs);
            if (isTaken) {
                source.release();
            }
            return isTaken;
        }
        if (longSpreads.isSpreading(batcherId, sequence, header, headerLength, valueLength)) {
            source.release();
            return true;
        }
        if (places.size() + longSpreads.size() == config.maxEntries()) {
            FULL.hit();
            return false;
        }
        longSpreads.submit(batcherId, sequence, header, headerLength, source, valueLength, nowNs);
        return true;
    }

    /**
     * What ties an id to the bytes of its entry.
     *
     * @param header       holds the header.
     * @param headerLength from index 0.
     * @param value        holds the value.
     * @param valueLength  from index 0.
     * @return the digest of both.
     */
    public long digest(final DirectBuffer header, final int headerLength, final DirectBuffer value,
                       final int valueLength) {
        return rules.isLong(valueLength) ? longSpreads.digest(header, headerLength, value, valueLength)
            : EntryDigest.of(digest, digested, header, headerLength, value, valueLength);
    }

    /**
     * A node holds pieces of its part durably.
     *
     * @param sender the node: another one, or this one.
     * @param id     of the entry.
     * @param pieces how many, from the first on; others than a part can have are not counted.
     * @param reliedOn the part is kept until a slot above this one holds the entry, and longer.
     * @param nowNs  the clock.
     */
    public void onAck(final int sender, final EntryId id, final int pieces, final long reliedOn, final long nowNs) {
        if (sender < 0 || sender >= config.quorums().nodes()) {
            return;
        }
        final int place = places.get(id);
        if (place != EntryTable.MISSING && pieces == 1) {
            spreads[place].acked |= 1L << sender;
            spreads[place].reliedOn = Math.min(spreads[place].reliedOn, reliedOn);
            announce(spreads[place], nowNs);
        } else if (place != EntryTable.MISSING && pieces == 0) {
            spreads[place].acked &= ~(1L << sender);
        } else if (place == EntryTable.MISSING) {
            longSpreads.onAck(sender, id, pieces, reliedOn, nowNs);
        }
    }

    /**
     * A node has lost something: what it acknowledged before does not count any more, and is sent to it again.
     *
     * @param node the node.
     */
    public void forgetAcks(final int node) {
        for (final Spread spread : spreads) {
            spread.acked &= ~(1L << node);
        }
        longSpreads.forgetAcks(node);
    }

    /**
     * Forgets everything that was acknowledged, and that it was announced: entries may have been decided meanwhile, and
     * their parts let go of.
     */
    public void startOver() {
        for (final Spread spread : spreads) {
            startOver(spread);
        }
        longSpreads.startOver();
    }

    private static void startOver(final Spread spread) {
        spread.acked = 0;
        spread.reliedOn = Long.MAX_VALUE;
        spread.isStored = false;
        spread.isReady = false;
    }

    /**
     * One duty cycle: sends again what was not acknowledged.
     *
     * @param nowNs the clock.
     * @return how much was done.
     */
    public int doWork(final long nowNs) {
        int work = longSpreads.doWork(nowNs);
        if (places.size() == 0) {
            return work;
        }
        for (final Spread spread : spreads) {
            if (!spread.isUsed) {
                continue;
            }
            storeOwn(spread, nowNs);
            announce(spread, nowNs);
            final boolean isMissing = Long.bitCount(spread.acked) < config.quorums().nodes();
            if (spread.isUsed && isMissing && nowNs - spread.sentNs >= config.resendNs()) {
                NODE_MISSING.hit();
                send(spread, nowNs);
                work++;
            }
        }
        return work;
    }

    /**
     * Whether this node spreads an entry.
     *
     * @param id of the entry.
     */
    public boolean isSpreading(final EntryId id) {
        return places.get(id) != EntryTable.MISSING || longSpreads.isSpreading(id);
    }

    /**
     * The entry is acknowledged: who has no part yet rebuilds it from others (rule C7).
     *
     * @param id of the entry.
     */
    public void release(final EntryId id) {
        final int place = places.remove(id);
        if (place != EntryTable.MISSING) {
            spreads[place].end();
        } else {
            longSpreads.release(id);
        }
    }

    private void check(final int valueLength) {
        if (valueLength < 0 || valueLength > config.maxValueLength()) {
            throw new IllegalArgumentException("value length " + valueLength + " is not in [0, "
                + config.maxValueLength() + "]");
        }
    }

    /** What was acknowledged long ago may have been let go of since, where the entry was decided before (C10). */
    private void announce(final Spread spread, final long nowNs) {
        if ((spread.acked & 1L << config.self()) != 0 && !store.holds(spread.id)) {
            spread.acked &= ~(1L << config.self());
            spread.isStored = false;
        }
        if (!spread.isReady && Long.bitCount(spread.acked) >= config.quorums().enough()) {
            if (spread.reliedOn < store.reliedFrom()) {
                STALE.hit();
                startOver(spread);
                return;
            }
            spread.isReady = announcer.onSpread(spread.id, nowNs);
        }
    }

    private void send(final Spread spread, final long nowNs) {
        spread.sentNs = nowNs;
        storeOwn(spread, nowNs);
        for (int node = 0; node < config.quorums().nodes(); node++) {
            if (node != config.self() && (spread.acked & 1L << node) == 0) {
                counters.sent.increment();
                outbound.segment(node, spread.id, part, 0, fill(spread, node));
            }
        }
    }

    private void storeOwn(final Spread spread, final long nowNs) {
        if (spread.isStored) {
            return;
        }
        final int length = fill(spread, config.self());
        spread.isStored = store.put(config.self(), spread.id, part, 0, length, nowNs);
        if (store.holds(spread.id)) {
            spread.acked |= 1L << config.self();
        }
    }

    private int fill(final Spread spread, final int node) {
        PieceLayout.put(part, node, spread.headerLength, spread.valueLength, codec.dataShards());
        part.putBytes(PieceLayout.HEADER_OFFSET, spread.header, 0, spread.headerLength);
        part.putBytes(PieceLayout.HEADER_OFFSET + spread.headerLength, spread.shards, node * spread.shardLength,
            spread.shardLength);
        return PieceLayout.length(spread.headerLength, spread.shardLength);
    }

    private int firstFree() {
        int place = 0;
        while (spreads[place].isUsed) {
            place++;
        }
        return place;
    }
}
