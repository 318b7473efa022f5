package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.mec.EntryTable;
import io.fleet.ec.stripe.StripeDecoder;
import io.fleet.ec.stripe.StripeLayout;
import io.fleet.storage.Digest;
import io.fleet.storage.mark.Mark;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.IntArrayList;

/**
 * The parts of entries that this node holds: durable ones, and those on their way there. Who handed one over is told
 * when it is durable, and not before (rules C2, R6). A long value's part comes piece by piece, head first, and counts
 * when all of it is durable; one that stays without some pieces, as its proxy died, is forgotten. Bounded; at the bound
 * nothing more is taken, nor acknowledged.
 */
public final class SegmentStore {
    private static final int HEADERS = 256;
    private static final int HEADER_BYTES = 128 * 1024;
    private static final Mark DAMAGED = Mark.named("segment-store.part-is-damaged");
    private static final Mark FULL = Mark.named("segment-store.is-full");
    private static final Mark AGAIN = Mark.named("segment-store.held-already");
    private static final Mark HEADLESS = Mark.named("segment-store.piece-without-its-head");
    private static final Mark ABANDONED = Mark.named("segment-store.part-abandoned");
    private static final long STAGED = 0;

    private final SegmentLog log;
    private final SpreadOutbound outbound;
    private final SpreadConfig config;
    private final SpreadCounters counters;
    private final PieceRules rules;
    private final StripeDecoder verifier;
    private final Digest digest = new Digest();
    private final ExpandableArrayBuffer scratch = new ExpandableArrayBuffer();
    private final EntryTable places;
    private final EntryId[] ids;
    private final long[] positions;
    private final int[] lengths;
    /** Who waits until it is durable, as bits. */
    private final long[] waiting;
    private final LongPart[] longParts;
    private final int[] generations;
    private final StagedPieces staged = new StagedPieces();
    private final IntArrayList freePlaces = new IntArrayList();
    private final IntArrayList incomplete = new IntArrayList();
    private int used;
    private long lastNumber;
    /** Whether it is known that a slot holds the entry. */
    private final boolean[] decided;
    private PartHolder onHeld = id -> { };
    private final RecentPieces headers = new RecentPieces(HEADER_BYTES, HEADERS);
    private PartDamages onDamaged = (id, isDecided) -> false;
    private long life;
    private final ExpandableArrayBuffer verified = new ExpandableArrayBuffer();

    /**
     * Creates an empty store.
     *
     * @param config   sizes.
     * @param codec    the code.
     * @param log      where parts are kept.
     * @param outbound where acknowledgements go.
     * @param counters what is counted.
     */
    public SegmentStore(final SpreadConfig config, final SegmentCodec codec, final SegmentLog log,
                        final SpreadOutbound outbound, final SpreadCounters counters) {
        this.config = config;
        this.log = log;
        this.outbound = outbound;
        this.counters = counters;
        rules = new PieceRules(config, codec);
        verifier = new StripeDecoder(codec.erasure());
        places = new EntryTable(config.maxSegments());
        ids = new EntryId[config.maxSegments()];
        positions = new long[config.maxSegments()];
        lengths = new int[config.maxSegments()];
        waiting = new long[config.maxSegments()];
        longParts = new LongPart[config.maxSegments()];
        generations = new int[config.maxSegments()];
        decided = new boolean[config.maxSegments()];
        Arrays.setAll(ids, i -> new EntryId());
    }

    /**
     * Sets who is told of parts that became durable.
     *
     * @param newHolder the one; there is no other.
     */
    public void onHeld(final PartHolder newHolder) {
        onHeld = newHolder;
    }

    /**
     * Sets the life that acknowledgements are of.
     *
     * @param newLife names the life of this node (rule S15).
     */
    public void life(final long newLife) {
        life = newLife;
    }

    /**
     * An entry is decided.
     *
     * @param id of the entry; its part need not be here.
     */
    public void onDecided(final EntryId id) {
        final int place = places.get(id);
        if (place != EntryTable.MISSING) {
            decided[place] = true;
        }
    }

    /**
     * Sets who is told of damaged parts.
     *
     * @param newDamages the one; there is no other.
     */
    public void onDamaged(final PartDamages newDamages) {
        onDamaged = newDamages;
    }

    /**
     * Lists entries of which this node holds its part durably and does not know that they are decided.
     *
     * @param from   where to go on; 0 at first.
     * @param lister receives them, until it has no more room.
     * @return where the list goes on; 0 at its end.
     */
    public int listUndecided(final int from, final PartLister lister) {
        for (int place = Math.max(0, from); place < used; place++) {
            if (!decided[place] && places.get(ids[place]) == place && isWhole(place) && !lister.list(ids[place])) {
                return place + 1;
            }
        }
        return 0;
    }

    /**
     * Takes in a piece that was found durable at the start.
     *
     * @param number   of the piece.
     * @param id       of the entry.
     * @param tag      which piece of the part, as it was given to the log.
     * @param position where it is.
     * @param length   in bytes.
     * @throws IllegalStateException when there are more than this can hold, or the tag is none of this group.
     */
    public void recover(final long number, final EntryId id, final long tag, final long position, final int length) {
        final int piece = PieceTag.piece(tag);
        final int pieces = PieceTag.pieces(tag);
        final int most = 1 + rules.stripes(config.maxValueLength());
        if (pieces < 1 || pieces > most || piece < 0 || piece >= pieces) {
            throw new IllegalStateException("piece " + piece + " of " + pieces + " of " + id + " is stored, but a part"
                + " has at most " + most);
        }
        lastNumber = Math.max(lastNumber, number);
        int place = places.get(id);
        if (place == EntryTable.MISSING) {
            place = claim(id, pieces);
        }
        if (place == EntryTable.MISSING) {
            throw new IllegalStateException("more than maxSegments " + config.maxSegments() + " segments are stored");
        }
        if (piece == 0) {
            positions[place] = position;
            lengths[place] = length;
        }
        if (longParts[place] != null && longParts[place].positions.length == pieces) {
            longParts[place].makeDurable(piece, position);
            if (longParts[place].isComplete()) {
                incomplete.fastUnorderedRemoveInt(place);
            }
        }
    }

    /**
     * Stores a piece of this node's part of an entry. The sender is acknowledged when it is durable.
     *
     * @param sender who handed it over: another node, or this one.
     * @param id     of the entry.
     * @param piece  holds the piece; copied.
     * @param offset of its first byte.
     * @param length in bytes.
     * @param nowNs  the clock.
     * @return false when it was not taken, as it is malformed, damaged or of something else, or there is no room now.
     */
    public boolean put(final int sender, final EntryId id, final DirectBuffer piece, final int offset,
                       final int length, final long nowNs) {
        if (id.isNull() || sender < 0 || sender >= config.quorums().nodes()
            || rules.problem(piece, offset, length, config.self()) != null) {
            counters.refused.increment();
            return false;
        }
        final int place = places.get(id);
        final int kind = SegmentLayout.kind(piece, offset);
        if (kind == SegmentLayout.STRIPE) {
            return place == EntryTable.MISSING ? refuseHeadless(sender, id)
                : putStripe(place, sender, id, piece, offset, length, nowNs);
        }
        if (place == EntryTable.MISSING) {
            return putFirst(sender, id, piece, offset, length, kind, nowNs);
        }
        final LongPart part = longParts[place];
        if ((part != null) != (kind == SegmentLayout.HEAD)) {
            counters.refused.increment();
            return false;
        }
        return part == null || part.has(0) ? putAgain(place, sender)
            : putHead(place, sender, id, piece, offset, length, nowNs);
    }

    /**
     * A piece is durable: whoever waits for it is told.
     *
     * @param number   as it was given to the log for its place.
     * @param position where the piece is.
     */
    public void onDurable(final int number, final long position) {
        final int place = staged.place(number);
        final boolean isForgotten = staged.generation(number) != generations[place];
        final int piece = staged.piece(number);
        staged.release(number);
        if (isForgotten) {
            return;
        }
        final LongPart part = longParts[place];
        if (piece == 0) {
            positions[place] = position;
        }
        if (part != null && !part.makeDurable(piece, position)) {
            return;
        }
        final boolean isWhole = part == null || part.isComplete();
        for (int node = 0; node < config.quorums().nodes(); node++) {
            if ((waiting[place] & 1L << node) != 0 && node != config.self()) {
                outbound.segmentAck(node, ids[place], part == null ? 1 : part.durable, life);
            }
        }
        if (isWhole) {
            waiting[place] = 0;
            incomplete.fastUnorderedRemoveInt(place);
            onHeld.onHeld(ids[place]);
        }
    }

    /**
     * One duty cycle: forgets parts that have waited too long for their pieces.
     *
     * @param nowNs the clock.
     * @return how much was done.
     */
    public int doWork(final long nowNs) {
        int work = 0;
        for (int i = incomplete.size() - 1; i >= 0; i--) {
            final int place = incomplete.getInt(i);
            final LongPart part = longParts[place];
            if (!part.isHeard) {
                part.isHeard = true;
                part.heardNs = nowNs;
            } else if (nowNs - part.heardNs >= config.longValues().abandonNs()) {
                ABANDONED.hit();
                counters.abandoned.increment();
                forget(ids[place]);
                work++;
            }
        }
        return work;
    }

    /**
     * Forgets a part; what the log has of it is not needed any more.
     *
     * @param id of the entry; it need not be there.
     */
    public void forget(final EntryId id) {
        final int place = places.remove(id);
        if (place != EntryTable.MISSING) {
            generations[place]++;
            longParts[place] = null;
            waiting[place] = 0;
            incomplete.fastUnorderedRemoveInt(place);
            freePlaces.pushInt(place);
        }
    }

    /**
     * Whether this node holds its part of an entry, durably and all of it.
     *
     * @param id of the entry.
     * @return whether.
     */
    public boolean holds(final EntryId id) {
        final int place = places.get(id);
        return place != EntryTable.MISSING && isWhole(place);
    }

    /**
     * Whether a part is on its way to being durable, and nothing of it is missing.
     *
     * @param id of the entry.
     * @return whether.
     */
    public boolean isStaged(final EntryId id) {
        final int place = places.get(id);
        if (place == EntryTable.MISSING || isWhole(place)) {
            return false;
        }
        return longParts[place] == null || longParts[place].present == longParts[place].positions.length;
    }

    /**
     * Where the segment begins in a piece: the bytes that are coded.
     *
     * @param piece as {@link #read} gave it.
     * @return index of its first byte; the piece's end when it has none.
     */
    public static int segmentOffset(final DirectBuffer piece) {
        return SegmentLayout.kind(piece, 0) == SegmentLayout.STRIPE
            ? SegmentLayout.HEADER_OFFSET + StripeLayout.CHECKSUM : SegmentLayout.segmentOffset(piece, 0);
    }

    /**
     * Reads a piece of the part that this node holds.
     *
     * @param id     of the entry.
     * @param piece  which, from 0: the first one has the header.
     * @param target receives it from index 0.
     * @return its length; -1 when this node does not hold the part, or it has no such piece.
     */
    public int read(final EntryId id, final int piece, final ExpandableArrayBuffer target) {
        return read(id, piece, false, target);
    }

    private int read(final EntryId id, final int piece, final boolean isVerified, final ExpandableArrayBuffer target) {
        final int place = places.get(id);
        if (place == EntryTable.MISSING || !isWhole(place) || piece < 0 || piece >= pieces(place)) {
            return -1;
        }
        final LongPart part = longParts[place];
        final StripeLayout layout = piece == 0 ? null : layout(place);
        if (piece > 0 && layout == null) {
            return lose(place);
        }
        final int length = piece == 0 ? lengths[place] : SegmentLayout.stripeLength(layout, piece - 1);
        final long position = part == null ? positions[place] : part.positions[piece];
        final long tag = PieceTag.of(piece, pieces(place));
        final boolean isRead = isVerified ? log.read(position, id, tag, length, target)
            : log.recall(position, id, tag, length, target);
        return isRead ? length : lose(place);
    }

    /**
     * Reads the header of an entry of which this node holds its part; the disk is asked only for older ones.
     *
     * @param id     of the entry.
     * @param target receives the header from index 0.
     * @return its length; -1 when this node does not hold its part.
     */
    public int readHeader(final EntryId id, final ExpandableArrayBuffer target) {
        final int kept = holds(id) ? headers.read(id, PieceTag.WHOLE, target) : -1;
        if (kept >= 0 || read(id, 0, target) < 0) {
            return kept;
        }
        final int length = SegmentLayout.headerLength(target, 0);
        System.arraycopy(target.byteArray(), SegmentLayout.HEADER_OFFSET, target.byteArray(), 0, length);
        return length;
    }

    /**
     * Reads one piece of one part and verifies it, and goes on to the next.
     *
     * @param from where to go on; 0 at first.
     * @return where to go on; 0 when all have been looked at.
     */
    public long verify(final long from) {
        int place = (int) (from >>> Integer.SIZE);
        int piece = (int) from;
        while (place < used && (places.get(ids[place]) != place || !isWhole(place) || piece >= pieces(place))) {
            place++;
            piece = 0;
        }
        if (place >= used) {
            return 0;
        }
        read(ids[place], piece, true, verified);
        return (long) place << Integer.SIZE | piece + 1;
    }

    /** A part is damaged: it is not held any more, as soon as somebody sees to it. */
    private int lose(final int place) {
        DAMAGED.hit();
        if (onDamaged.onDamaged(ids[place], decided[place])) {
            forget(ids[place]);
        }
        return -1;
    }

    /**
     * How many pieces the part of an entry has.
     *
     * @param id of the entry.
     * @return how many; 0 when this node does not hold it.
     */
    public int pieces(final EntryId id) {
        final int place = places.get(id);
        return place == EntryTable.MISSING || !isWhole(place) ? 0 : pieces(place);
    }

    /** How many pieces are durable without gaps. */
    int durablePieces(final EntryId id) {
        final int place = places.get(id);
        if (place == EntryTable.MISSING) {
            return 0;
        }
        return longParts[place] != null ? longParts[place].durable : positions[place] == STAGED ? 0 : 1;
    }

    /** Whether a piece is staged or durable. */
    boolean hasPiece(final EntryId id, final int piece) {
        final int place = places.get(id);
        return place != EntryTable.MISSING && (longParts[place] == null ? piece == 0 : longParts[place].has(piece));
    }

    /**
     * How many parts this node holds or is about to.
     *
     * @return the number.
     */
    public int size() {
        return places.size();
    }

    private boolean putFirst(final int sender, final EntryId id, final DirectBuffer piece, final int offset,
                             final int length, final int kind, final long nowNs) {
        final int stripes = kind == SegmentLayout.HEAD ? rules.stripes(SegmentLayout.valueLength(piece, offset)) : 0;
        if (places.isFull()) {
            FULL.hit();
            return false;
        }
        final int place = claim(id, 1 + stripes);
        if (stripes > 0) {
            if (!putHead(place, sender, id, piece, offset, length, nowNs)) {
                forget(id);
                return false;
            }
            keepHeader(id, piece, offset);
            return true;
        }
        if (!append(place, id, PieceTag.WHOLE, piece, offset, length)) {
            forget(id);
            return false;
        }
        positions[place] = STAGED;
        lengths[place] = length;
        waiting[place] = 1L << sender;
        keepHeader(id, piece, offset);
        return true;
    }

    private void keepHeader(final EntryId id, final DirectBuffer piece, final int offset) {
        headers.put(id, PieceTag.WHOLE, piece, offset + SegmentLayout.HEADER_OFFSET,
            SegmentLayout.headerLength(piece, offset));
    }

    private boolean putHead(final int place, final int sender, final EntryId id, final DirectBuffer piece,
                            final int offset, final int length, final long nowNs) {
        final LongPart part = longParts[place];
        final StripeLayout layout = rules.layout(SegmentLayout.valueLength(piece, offset));
        if (part.positions.length != 1 + layout.stripes()
            || !EntryDigest.fits(digest, scratch, piece, offset, layout.stripes(), id.digest)) {
            counters.refused.increment();
            return false;
        }
        if (!append(place, id, PieceTag.of(0, part.positions.length), piece, offset, length)) {
            return false;
        }
        part.layout = layout;
        lengths[place] = length;
        stagePiece(place, sender, 0, nowNs);
        return true;
    }

    private boolean putStripe(final int place, final int sender, final EntryId id, final DirectBuffer piece,
                              final int offset, final int length, final long nowNs) {
        final LongPart part = longParts[place];
        if (part == null || !part.has(0)) {
            return refuseHeadless(sender, id);
        }
        final StripeLayout layout = layout(place);
        final int stripe = SegmentLayout.stripe(piece, offset);
        if (layout == null) {
            lose(place);
            return false;
        }
        if (SegmentLayout.valueLength(piece, offset) != layout.payloadLength()) {
            counters.refused.increment();
            return false;
        }
        if (part.has(stripe + 1)) {
            return putAgain(place, sender);
        }
        verifier.begin(layout, stripe);
        if (!verifier.add(config.self(), piece, offset + SegmentLayout.HEADER_OFFSET,
            length - SegmentLayout.HEADER_OFFSET)) {
            counters.refused.increment();
            return false;
        }
        if (!append(place, id, PieceTag.of(stripe + 1, part.positions.length), piece, offset, length)) {
            return false;
        }
        stagePiece(place, sender, stripe + 1, nowNs);
        return true;
    }

    private void stagePiece(final int place, final int sender, final int piece, final long nowNs) {
        final LongPart part = longParts[place];
        part.stage(piece);
        part.isHeard = true;
        part.heardNs = nowNs;
        waiting[place] |= 1L << sender;
    }

    /** Who sends a piece without a head believes that it is here. */
    private boolean refuseHeadless(final int sender, final EntryId id) {
        HEADLESS.hit();
        if (sender != config.self()) {
            outbound.segmentAck(sender, id, 0, life);
        }
        return false;
    }

    private boolean putAgain(final int place, final int sender) {
        AGAIN.hit();
        if (!isWhole(place)) {
            waiting[place] |= 1L << sender;
        }
        final LongPart part = longParts[place];
        if (sender != config.self() && (isWhole(place) || part != null)) {
            outbound.segmentAck(sender, ids[place], part == null ? 1 : part.durable, life);
        }
        return true;
    }

    private boolean append(final int place, final EntryId id, final long tag, final DirectBuffer piece,
                           final int offset, final int length) {
        if (!log.append(lastNumber + 1, staged.next(), id, tag, piece, offset, length)) {
            return false;
        }
        lastNumber++;
        staged.take(place, generations[place], PieceTag.piece(tag));
        return true;
    }

    private boolean isWhole(final int place) {
        return longParts[place] != null ? longParts[place].isComplete() : positions[place] != STAGED;
    }

    private int pieces(final int place) {
        return longParts[place] == null ? 1 : longParts[place].positions.length;
    }

    /** How the value is cut; null when the head that says so is damaged. */
    private StripeLayout layout(final int place) {
        final LongPart part = longParts[place];
        if (part.layout == null) {
            if (!log.read(part.positions[0], ids[place], PieceTag.of(0, part.positions.length), lengths[place],
                scratch)) {
                return null;
            }
            part.layout = rules.layout(SegmentLayout.valueLength(scratch, 0));
        }
        return part.layout;
    }

    private int claim(final EntryId id, final int pieces) {
        final int place = freePlaces.isEmpty() ? used : freePlaces.getInt(freePlaces.size() - 1);
        if (!places.put(id, place)) {
            return EntryTable.MISSING;
        }
        if (freePlaces.isEmpty()) {
            used++;
        } else {
            freePlaces.popInt();
        }
        ids[place].set(id);
        positions[place] = STAGED;
        waiting[place] = 0;
        decided[place] = false;
        longParts[place] = pieces == 1 ? null : new LongPart(pieces);
        if (pieces > 1) {
            incomplete.addInt(place);
        }
        return place;
    }
}
