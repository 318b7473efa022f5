package io.fleet.ec.dissemination;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.context.SpreadOutbound;
import io.fleet.ec.dissemination.format.EntryDigest;
import io.fleet.ec.dissemination.format.PieceLayout;
import io.fleet.ec.dissemination.format.PieceRules;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.stripe.StripeEncoder;
import io.fleet.storage.Digest;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Spreads values of more than one stripe: the value is read once for its digests, which name it, and then stripe by
 * stripe. A stripe is encoded when its turn comes and kept nowhere; what a node missed is read and encoded again. Each
 * node is sent a window of pieces beyond those it has told to be durable.
 */
final class LongSpreader {
    private static final CoverageMark AGAIN = CoverageMark.named("long-spreader.pieces-sent-again");
    private static final CoverageMark WAITS = CoverageMark.named("long-spreader.value-is-not-there-yet");
    private static final CoverageMark COPIES_FULL = CoverageMark.named("long-spreader.copies-are-full");

    private final SpreadConfig config;
    private final PieceRules rules;
    private final PartStore store;
    private final SpreadOutbound outbound;
    private final SpreadAnnouncer announcer;
    private final SpreadCounters counters;
    private final StripeEncoder encoder;
    private final LongSpread[] spreads;
    private final Digest digest = new Digest();
    private final ExpandableArrayBuffer scratch = new ExpandableArrayBuffer();
    private final UnsafeBuffer stripe = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer pieces = new UnsafeBuffer(0, 0);
    private final int stripeLength;
    private final int pieceLength;
    private final int self;
    private int size;
    private long copied;
    private boolean isSelfBlocked;

    LongSpreader(final SpreadConfig config, final ShardCodec codec, final PieceRules rules, final PartStore store,
                 final SpreadOutbound outbound, final SpreadAnnouncer announcer, final SpreadCounters counters) {
        this.config = config;
        this.rules = rules;
        this.store = store;
        this.outbound = outbound;
        this.announcer = announcer;
        this.counters = counters;
        self = config.self();
        encoder = new StripeEncoder(codec.erasure());
        stripeLength = codec.dataShards() * rules.shardLength();
        pieceLength = PieceLayout.HEADER_OFFSET + Integer.BYTES + rules.shardLength();
        spreads = new LongSpread[config.maxEntries()];
        Arrays.setAll(spreads, i -> new LongSpread(config.quorums().nodes()));
    }

    int size() {
        return size;
    }

    boolean isSpreading(final EntryId id) {
        return find(id) != null;
    }

    /** Whether this entry, as far as it can be told before its bytes are digested, is under way. */
    boolean isSpreading(final long batcherId, final long sequence, final DirectBuffer header, final int headerLength,
                        final int valueLength) {
        for (final LongSpread spread : spreads) {
            if (spread.isUsed && spread.id.batcherId == batcherId && spread.id.sequence == sequence
                && spread.headerLength == headerLength && spread.layout.payloadLength() == valueLength
                && same(spread.header, header, headerLength)) {
                return true;
            }
        }
        return false;
    }

    /** Begins with a value that is there, and that its owner takes away after the call. */
    boolean submit(final EntryId id, final DirectBuffer header, final int headerLength, final DirectBuffer value,
                   final int valueLength, final long nowNs) {
        if (valueLength > config.longValues().copied()) {
            throw new IllegalArgumentException("value length " + valueLength + " is above the "
                + config.longValues().copied() + " bytes that may be copied; it needs a ValueSource");
        }
        if (copied + valueLength > config.longValues().copied()) {
            COPIES_FULL.hit();
            return false;
        }
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[valueLength]);
        copy.putBytes(0, value, 0, valueLength);
        copied += valueLength;
        counters.copiedBytes.set(copied);
        final LongSpread spread = begin(header, headerLength, (from, length, to, at) -> {
            to.putBytes(at, copy, from, length);
            return true;
        }, valueLength, valueLength, nowNs);
        spread.id.set(id);
        for (int i = 0; i < spread.layout.stripes(); i++) {
            spread.digests[i] = digest.of(copy, spread.layout.stripeOffset(i), spread.layout.stripeLength(i));
        }
        spread.digested = spread.layout.stripes();
        advance(spread, nowNs);
        return true;
    }

    void submit(final long batcherId, final long sequence, final DirectBuffer header, final int headerLength,
                final ValueSource source, final int valueLength, final long nowNs) {
        begin(header, headerLength, source, valueLength, 0, nowNs).id.set(batcherId, sequence, 0);
    }

    long digest(final DirectBuffer header, final int headerLength, final DirectBuffer value, final int valueLength) {
        final long[] digests = new long[rules.stripes(valueLength)];
        for (int i = 0; i < digests.length; i++) {
            final int from = i * stripeLength;
            digests[i] = digest.of(value, from, Math.min(stripeLength, valueLength - from));
        }
        return EntryDigest.ofLong(digest, scratch, header, 0, headerLength, valueLength, rules.shardLength(), digests,
            digests.length);
    }

    /** What a node acknowledged before it lost something does not count, and is sent again (rule S15). */
    void forgetAcks(final int node) {
        for (final LongSpread spread : spreads) {
            spread.acked &= ~(1L << node);
            spread.held[node] = 0;
            spread.sent[node] = 0;
        }
    }

    /** What was acknowledged does not count any more, nor that it was announced. */
    void startOver() {
        for (final LongSpread spread : spreads) {
            spread.startOver();
        }
    }

    void onAck(final int sender, final EntryId id, final int count, final long reliedOn, final long nowNs) {
        final LongSpread spread = find(id);
        if (spread == null || count < 0 || count > spread.pieces() || spread.isComplete(sender)) {
            return;
        }
        spread.held[sender] = count;
        spread.sent[sender] = Math.max(spread.sent[sender], count);
        spread.sentNs[sender] = nowNs;
        spread.silent &= ~(1L << sender);
        if (count == spread.pieces()) {
            spread.acked |= 1L << sender;
            spread.reliedOn = Math.min(spread.reliedOn, reliedOn);
            announce(spread, nowNs);
        }
    }

    void release(final EntryId id) {
        final LongSpread spread = find(id);
        if (spread != null) {
            end(spread);
        }
    }

    int doWork(final long nowNs) {
        int work = 0;
        for (int i = 0; size > 0 && i < spreads.length; i++) {
            if (spreads[i].isUsed) {
                work += spreads[i].isNamed() ? advance(spreads[i], nowNs) : name(spreads[i], nowNs);
            }
        }
        return work;
    }

    private LongSpread begin(final DirectBuffer header, final int headerLength, final ValueSource source,
                             final int valueLength, final int bytesCopied, final long nowNs) {
        if (stripe.capacity() == 0) {
            stripe.wrap(new byte[stripeLength]);
            pieces.wrap(new byte[config.quorums().nodes() * pieceLength]);
        }
        int place = 0;
        while (spreads[place].isUsed) {
            place++;
        }
        final LongSpread spread = spreads[place];
        spread.start(rules.layout(valueLength), source, bytesCopied, nowNs);
        spread.headerLength = headerLength;
        spread.header.putBytes(0, header, 0, headerLength);
        size++;
        return spread;
    }

    private void end(final LongSpread spread) {
        spread.source.release();
        spread.source = null;
        spread.end();
        copied -= spread.copied;
        counters.copiedBytes.set(copied);
        size--;
    }

    /** Reads the value for the first time, some stripes in a cycle. */
    private int name(final LongSpread spread, final long nowNs) {
        int work = 0;
        while (work < config.longValues().window() && !spread.isNamed()) {
            final int length = spread.layout.stripeLength(spread.digested);
            if (!read(spread, spread.digested)) {
                return work;
            }
            spread.digests[spread.digested] = digest.of(stripe, 0, length);
            spread.digested++;
            work++;
        }
        if (!spread.isNamed()) {
            return work;
        }
        spread.digested--;
        final EntryId id = new EntryId(spread.id.batcherId, spread.id.sequence,
            EntryDigest.ofLong(digest, scratch, spread.header, 0, spread.headerLength, spread.layout.payloadLength(),
                rules.shardLength(), spread.digests, spread.layout.stripes()));
        spread.source.named(id);
        if (isSpreading(id)) {
            end(spread);
            return work;
        }
        spread.digested++;
        spread.id.set(id);
        return work + advance(spread, nowNs);
    }

    private int advance(final LongSpread spread, final long nowNs) {
        spread.held[self] = store.durablePieces(spread.id);
        if (store.holds(spread.id)) {
            spread.acked |= 1L << self;
        } else {
            spread.acked &= ~(1L << self);
            if (spread.held[self] == 0 && !store.hasPiece(spread.id, 0)) {
                spread.sent[self] = 0;
            }
        }
        announce(spread, nowNs);
        resend(spread, nowNs);
        isSelfBlocked = false;
        int work = 0;
        while (spread.isUsed && work < config.longValues().window()) {
            final int piece = next(spread);
            if (piece < 0 || !send(spread, piece, nowNs)) {
                return work;
            }
            work++;
        }
        return work;
    }

    private void announce(final LongSpread spread, final long nowNs) {
        if (!spread.isReady && Long.bitCount(spread.acked) >= config.quorums().enough()) {
            if (spread.reliedOn < store.reliedFrom()) {
                spread.startOver();
                return;
            }
            spread.isReady = announcer.onSpread(spread.id, nowNs);
        }
    }

    /** To whom nothing came for a while, nor from, is sent again what it has not told of, a piece until it answers. */
    private void resend(final LongSpread spread, final long nowNs) {
        for (int node = 0; node < spread.held.length; node++) {
            if (node != self && !spread.isComplete(node) && spread.sent[node] > spread.held[node]
                && nowNs - spread.sentNs[node] >= config.resendNs()) {
                AGAIN.hit();
                spread.sent[node] = spread.held[node];
                spread.sentNs[node] = nowNs;
                spread.silent |= 1L << node;
            }
        }
    }

    /** The first piece that some node may be sent now. */
    private int next(final LongSpread spread) {
        int first = -1;
        for (int node = 0; node < spread.held.length; node++) {
            if (mayGoOn(spread, node) && (first < 0 || spread.sent[node] < first)) {
                first = spread.sent[node];
            }
        }
        return first;
    }

    private boolean mayGoOn(final LongSpread spread, final int node) {
        final int window = (spread.silent & 1L << node) == 0 ? config.longValues().window() : 1;
        return !spread.isComplete(node) && spread.sent[node] < spread.pieces()
            && spread.sent[node] < spread.held[node] + window && !(node == self && isSelfBlocked);
    }

    private boolean send(final LongSpread spread, final int piece, final long nowNs) {
        if (piece > 0 && !encode(spread, piece - 1)) {
            return false;
        }
        for (int node = 0; node < spread.held.length; node++) {
            if (spread.sent[node] != piece || !mayGoOn(spread, node)) {
                continue;
            }
            final DirectBuffer from = piece == 0 ? scratch : pieces;
            final int offset = piece == 0 ? 0 : node * pieceLength;
            final int length = piece == 0 ? PieceLayout.putHead(scratch, node, spread.header, spread.headerLength,
                spread.layout, rules.shardLength(), spread.digests)
                : PieceLayout.stripeLength(spread.layout, piece - 1);
            if (node == self && !store.put(self, spread.id, from, offset, length, nowNs)) {
                isSelfBlocked = true;
                continue;
            }
            if (node != self) {
                counters.sent.increment();
                outbound.segment(node, spread.id, from, offset, length);
            }
            spread.sent[node]++;
            spread.sentNs[node] = nowNs;
        }
        return true;
    }

    private boolean encode(final LongSpread spread, final int index) {
        if (!read(spread, index)) {
            return false;
        }
        encoder.begin(spread.layout, index);
        for (int node = 0; node < spread.held.length; node++) {
            PieceLayout.putStripe(pieces, node * pieceLength, node, spread.layout, index);
            encoder.into(node, pieces, node * pieceLength + PieceLayout.HEADER_OFFSET);
        }
        encoder.encode(stripe, 0);
        return true;
    }

    private boolean read(final LongSpread spread, final int index) {
        final boolean isThere = spread.source.read(spread.layout.stripeOffset(index),
            spread.layout.stripeLength(index), stripe, 0);
        if (!isThere) {
            WAITS.hit();
        }
        return isThere;
    }

    private LongSpread find(final EntryId id) {
        for (int i = 0; size > 0 && i < spreads.length; i++) {
            if (spreads[i].isUsed && spreads[i].isNamed() && spreads[i].id.same(id)) {
                return spreads[i];
            }
        }
        return null;
    }

    private static boolean same(final DirectBuffer one, final DirectBuffer other, final int length) {
        for (int i = 0; i < length; i++) {
            if (one.getByte(i) != other.getByte(i)) {
                return false;
            }
        }
        return true;
    }
}
