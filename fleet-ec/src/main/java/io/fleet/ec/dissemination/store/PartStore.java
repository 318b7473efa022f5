package io.fleet.ec.dissemination.store;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.EntryTable;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.context.SpreadOutbound;
import io.fleet.ec.dissemination.format.EntryDigest;
import io.fleet.ec.dissemination.format.PieceLayout;
import io.fleet.ec.dissemination.format.PieceRules;
import io.fleet.ec.dissemination.format.PieceTag;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.stripe.StripeDecoder;
import io.fleet.ec.stripe.StripeLayout;
import io.fleet.storage.Digest;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.IntArrayList;

/**
 * The parts of entries that this node holds: durable ones, and those on their way there. Who handed one over is told
 * when it is durable, and not before (rules C2, R6). A long value's part comes piece by piece, head first, and counts
 * when all of it is durable; one that stays without some pieces, as its proxy died, is forgotten. Bounded: at the bound
 * only what is decided is taken, or this node would apply no more, and so write no snapshot that lets go of anything.
 */
public final class PartStore {
    private static final int HEADERS = 256;
    private static final int HEADER_BYTES = 128 * 1024;
    private static final CoverageMark DAMAGED = CoverageMark.named("segment-store.part-is-damaged");
    private static final CoverageMark FULL = CoverageMark.named("segment-store.is-full");
    private static final CoverageMark BEYOND = CoverageMark.named("segment-store.decided-part-beyond-the-bound");
    private static final CoverageMark OTHER = CoverageMark.named("segment-store.another-part-under-the-same-id");
    private static final CoverageMark AGAIN = CoverageMark.named("segment-store.held-already");
    private static final CoverageMark HEADLESS = CoverageMark.named("segment-store.piece-without-its-head");
    private static final CoverageMark ABANDONED = CoverageMark.named("segment-store.part-abandoned");

    private final PartLog log;
    private final SpreadOutbound outbound;
    private final SpreadConfig config;
    private final SpreadCounters counters;
    private final PieceRules rules;
    private final StripeDecoder verifier;
    private final Digest digest = new Digest();
    private final ExpandableArrayBuffer scratch = new ExpandableArrayBuffer();
    private final PartTable table;
    private final PartRecords records;
    private final IntArrayList incomplete = new IntArrayList();
    private PartHolder onHeld = id -> {};
    private final RecentPieces headers = new RecentPieces(HEADER_BYTES, HEADERS);
    private PartDamages onDamaged = (id, isDecided) -> false;
    private PartHistory history = PartHistory.NONE;
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
    public PartStore(final SpreadConfig config, final ShardCodec codec, final PartLog log,
                     final SpreadOutbound outbound, final SpreadCounters counters) {
        this.config = config;
        this.log = log;
        this.outbound = outbound;
        this.counters = counters;
        rules = new PieceRules(config, codec, log.longest());
        verifier = new StripeDecoder(codec.erasure());
        table = new PartTable(config.maxParts());
        records = new PartRecords(log, table);
    }

    /**
     * Sets who knows what was decided before a part comes.
     *
     * @param newHistory the one; there is no other.
     */
    public void history(final PartHistory newHistory) {
        history = newHistory;
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
     * @param slot that holds it.
     * @param id   of the entry; its part need not be here.
     */
    public void onDecided(final long slot, final EntryId id) {
        final HeldPart part = table.find(id);
        if (part != null) {
            part.onDecided(slot);
        } else {
            records.onDecided(slot, id);
        }
    }

    /**
     * Whether and until when this node knows the entry of a part that it holds to be decided.
     *
     * @param id of the entry.
     * @return a slot at or above those that hold it; 0 when none is known, or the part is not here.
     */
    public long decidedUpTo(final EntryId id) {
        final HeldPart part = table.find(id);
        return part == null ? 0 : part.decidedAt;
    }

    /** Below which slot what is relied on says nothing: {@link PartHistory#reliedFrom}. */
    public long reliedFrom() {
        return history.reliedFrom();
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
        for (int place = Math.max(0, from); place < table.used(); place++) {
            final HeldPart part = table.at(place);
            if (part.isUsed && part.decidedAt == 0 && part.isWhole() && !lister.list(part.id)) {
                return place + 1;
            }
        }
        return 0;
    }

    /**
     * Takes in a piece, or a note, that was found durable at the start.
     *
     * @param number   of the piece.
     * @param state    as it was given to the log.
     * @param id       of the entry.
     * @param tag      which piece of the part, as it was given to the log.
     * @param position where it is.
     * @param length   in bytes.
     * @throws IllegalStateException when the tag is none of this group.
     */
    public void recover(final long number, final long state, final EntryId id, final long tag, final long position,
                        final int length) {
        if (tag == PieceTag.NOTE) {
            records.recoverNote(number, id, position, length);
            return;
        }
        final int piece = PieceTag.piece(tag);
        final int pieces = PieceTag.pieces(tag);
        final int most = 1 + rules.stripes(config.maxValueLength());
        if (pieces < 1 || pieces > most || piece < 0 || piece >= pieces) {
            throw new IllegalStateException("piece " + piece + " of " + pieces + " of " + id + " is stored, but a part"
                + " has at most " + most + ", that of a value of " + config.maxValueLength() + " bytes");
        }
        int place = table.placeOf(id);
        if (place == EntryTable.MISSING) {
            place = claim(id, pieces);
            table.at(place).isFormer = true;
        }
        if (table.at(place).positions.length == pieces) {
            records.recover(number, state, place, piece, position, length);
            if (table.at(place).isWhole()) {
                incomplete.fastUnorderedRemoveInt(place);
            }
        }
    }

    /** All that was durable has been taken in; to be called once, before anything else but {@link #recover}. */
    public void endRecovery() {
        records.endRecovery(this::forget);
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
        final int place = table.placeOf(id);
        final int kind = PieceLayout.kind(piece, offset);
        if (kind == PieceLayout.STRIPE) {
            return place == EntryTable.MISSING ? refuseHeadless(sender, id)
                : putStripe(place, sender, piece, offset, length, nowNs);
        }
        if (place == EntryTable.MISSING) {
            return putFirst(sender, id, piece, offset, length, kind, nowNs);
        }
        final HeldPart part = table.at(place);
        if (part.isLong() != (kind == PieceLayout.HEAD)) {
            counters.refused.increment();
            return false;
        }
        if (!part.has(0)) {
            return putHead(place, sender, piece, offset, length, nowNs);
        }
        if (!isSame(part, piece, offset, length)) {
            OTHER.hit();
            counters.refused.increment();
            return false;
        }
        return putAgain(part, sender);
    }

    /**
     * A record is durable: whoever waits for it is told.
     *
     * @param number   as it was given to the log.
     * @param position where the piece is.
     */
    public void onDurable(final long number, final long position) {
        final int place = records.onDurable(number, position);
        if (place == PartRecords.NONE) {
            return;
        }
        final HeldPart part = table.at(place);
        if (!part.makeDurable(records.durablePiece(), position)) {
            return;
        }
        for (int node = 0; node < config.quorums().nodes(); node++) {
            if ((part.waiting & 1L << node) != 0 && node != config.self()) {
                acknowledge(node, part);
            }
        }
        if (part.isWhole()) {
            part.waiting = 0;
            incomplete.fastUnorderedRemoveInt(place);
            onHeld.onHeld(part.id);
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
            final HeldPart part = table.at(incomplete.getInt(i));
            if (!part.isHeard) {
                part.isHeard = true;
                part.heardNs = nowNs;
            } else if (nowNs - part.heardNs >= config.longValues().abandonNs()) {
                ABANDONED.hit();
                counters.abandoned.increment();
                forget(part.id);
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
        final int place = table.placeOf(id);
        final HeldPart part = table.remove(id);
        if (part != null) {
            records.onForgotten(part);
            incomplete.fastUnorderedRemoveInt(place);
        }
    }

    /**
     * Whether this node holds its part of an entry, durably and all of it.
     *
     * @param id of the entry.
     */
    public boolean holds(final EntryId id) {
        final HeldPart part = table.find(id);
        return part != null && part.isWhole();
    }

    /**
     * Whether there is anything of a part of an entry, durable or on its way.
     *
     * @param id of the entry.
     */
    public boolean knows(final EntryId id) {
        return table.find(id) != null;
    }

    /**
     * Whether a part is on its way to being durable, and nothing of it is missing.
     *
     * @param id of the entry.
     */
    public boolean isStaged(final EntryId id) {
        final HeldPart part = table.find(id);
        return part != null && !part.isWhole() && part.present == part.positions.length;
    }

    /**
     * Where the segment begins in a piece: the bytes that are coded.
     *
     * @param piece as {@link #read} gave it.
     * @return index of its first byte; the piece's end when it has none.
     */
    public static int bodyOffset(final DirectBuffer piece) {
        return PieceLayout.kind(piece, 0) == PieceLayout.STRIPE
            ? PieceLayout.HEADER_OFFSET + StripeLayout.CHECKSUM : PieceLayout.bodyOffset(piece, 0);
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
        final HeldPart part = table.find(id);
        if (part == null || !part.isWhole() || piece < 0 || piece >= part.positions.length) {
            return -1;
        }
        final StripeLayout layout = piece == 0 ? null : layout(part);
        if (piece > 0 && layout == null) {
            return lose(part);
        }
        final int length = piece == 0 ? part.headLength : PieceLayout.stripeLength(layout, piece - 1);
        final long tag = PieceTag.of(piece, part.positions.length);
        final boolean isRead = isVerified ? log.read(part.positions[piece], id, tag, length, target)
            : log.recall(part.positions[piece], id, tag, length, target);
        return isRead ? length : lose(part);
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
        final int length = PieceLayout.headerLength(target, 0);
        System.arraycopy(target.byteArray(), PieceLayout.HEADER_OFFSET, target.byteArray(), 0, length);
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
        while (place < table.used() && (!table.at(place).isUsed || !table.at(place).isWhole()
            || piece >= table.at(place).positions.length)) {
            place++;
            piece = 0;
        }
        if (place >= table.used()) {
            return 0;
        }
        read(table.at(place).id, piece, true, verified);
        return (long) place << Integer.SIZE | piece + 1;
    }

    /** This node's part of an entry is none of it, though it can be read: as if it were damaged. */
    public void lose(final EntryId id) {
        final HeldPart part = table.find(id);
        if (part != null && part.isWhole()) {
            lose(part);
        }
    }

    /** A part is damaged: it is not held any more, as soon as somebody sees to it. */
    int lose(final HeldPart part) {
        DAMAGED.hit();
        if (onDamaged.onDamaged(part.id, part.decidedAt > 0)) {
            forget(part.id);
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
        final HeldPart part = table.find(id);
        return part == null || !part.isWhole() ? 0 : part.positions.length;
    }

    public int durablePieces(final EntryId id) {
        final HeldPart part = table.find(id);
        return part == null ? 0 : part.durable;
    }

    public boolean hasPiece(final EntryId id, final int piece) {
        final HeldPart part = table.find(id);
        return part != null && piece < part.positions.length && part.has(piece);
    }

    /** How many parts this node holds or is about to. */
    public int size() {
        return table.size();
    }

    PartTable table() {
        return table;
    }

    public PartRecords records() {
        return records;
    }

    private boolean putFirst(final int sender, final EntryId id, final DirectBuffer piece, final int offset,
                             final int length, final int kind, final long nowNs) {
        if (table.size() >= config.maxParts()) {
            if (history.decidedSlot(id) == 0 && history.referredUpTo(id) == 0) {
                FULL.hit();
                counters.refusedFull.increment();
                return false;
            }
            BEYOND.hit();
        }
        final int stripes = kind == PieceLayout.HEAD ? rules.stripes(PieceLayout.valueLength(piece, offset)) : 0;
        final int place = claim(id, 1 + stripes);
        remember(table.at(place));
        final boolean isTaken = stripes > 0 ? putHead(place, sender, piece, offset, length, nowNs)
            : append(place, sender, 0, piece, offset, length, nowNs);
        if (!isTaken) {
            forget(id);
            return false;
        }
        table.at(place).headLength = length;
        headers.put(id, PieceTag.WHOLE, piece, offset + PieceLayout.HEADER_OFFSET,
            PieceLayout.headerLength(piece, offset));
        return true;
    }

    /** Takes down what is known of the entry when its part comes. */
    private void remember(final HeldPart part) {
        final long slot = history.decidedSlot(part.id);
        final long referred = slot > 0 ? 0 : history.referredUpTo(part.id);
        if (slot > 0) {
            part.onDecided(slot);
        } else if (referred > 0) {
            part.onDecidedUpTo(referred);
        } else {
            part.startUndecided(history.settled());
        }
    }

    private boolean putHead(final int place, final int sender, final DirectBuffer piece, final int offset,
                            final int length, final long nowNs) {
        final HeldPart part = table.at(place);
        final StripeLayout layout = rules.layout(PieceLayout.valueLength(piece, offset));
        if (part.positions.length != 1 + layout.stripes()
            || !EntryDigest.fits(digest, scratch, piece, offset, layout.stripes(), part.id.digest)) {
            counters.refused.increment();
            return false;
        }
        if (!append(place, sender, 0, piece, offset, length, nowNs)) {
            return false;
        }
        part.layout = layout;
        part.headLength = length;
        return true;
    }

    private boolean putStripe(final int place, final int sender, final DirectBuffer piece, final int offset,
                              final int length, final long nowNs) {
        final HeldPart part = table.at(place);
        if (!part.isLong() || !part.has(0)) {
            return refuseHeadless(sender, part.id);
        }
        final StripeLayout layout = layout(part);
        final int stripe = PieceLayout.stripe(piece, offset);
        if (layout == null) {
            lose(part);
            return false;
        }
        if (PieceLayout.valueLength(piece, offset) != layout.payloadLength()) {
            counters.refused.increment();
            return false;
        }
        if (part.has(stripe + 1)) {
            return putAgain(part, sender);
        }
        verifier.begin(layout, stripe);
        if (!verifier.add(config.self(), piece, offset + PieceLayout.HEADER_OFFSET,
            length - PieceLayout.HEADER_OFFSET)) {
            counters.refused.increment();
            return false;
        }
        return append(place, sender, stripe + 1, piece, offset, length, nowNs);
    }

    /** Who sends a piece without a head believes that it is here. */
    private boolean refuseHeadless(final int sender, final EntryId id) {
        HEADLESS.hit();
        if (sender != config.self()) {
            outbound.segmentAck(sender, id, 0, life, 0);
        }
        return false;
    }

    /**
     * Whether a first piece is the one that is here: two bodies with one id would be acknowledged in the place of each
     * other. Of what was found at the start the first such question reads the disk.
     */
    private boolean isSame(final HeldPart part, final DirectBuffer piece, final int offset, final int length) {
        if (part.digest == HeldPart.UNKNOWN) {
            if (!log.recall(part.positions[0], part.id, PieceTag.of(0, part.positions.length), part.headLength,
                scratch)) {
                lose(part);
                return false;
            }
            part.digest = digest.of(scratch, 0, part.headLength);
        }
        return part.headLength == length && part.digest == digest.of(piece, offset, length);
    }

    private boolean putAgain(final HeldPart part, final int sender) {
        AGAIN.hit();
        part.isFormer = false;
        if (!part.isWhole()) {
            part.waiting |= 1L << sender;
        }
        if (sender != config.self() && (part.isWhole() || part.isLong())) {
            acknowledge(sender, part);
        }
        return true;
    }

    private void acknowledge(final int node, final HeldPart part) {
        outbound.segmentAck(node, part.id, part.durable, life, part.reliedOn(history.marked()));
    }

    private boolean append(final int place, final int sender, final int piece, final DirectBuffer from,
                           final int offset, final int length, final long nowNs) {
        final HeldPart part = table.at(place);
        if (!records.append(place, PieceTag.of(piece, part.positions.length), from, offset, length)) {
            return false;
        }
        if (piece == 0) {
            part.digest = digest.of(from, offset, length);
        }
        part.isHeard = true;
        part.isFormer = false;
        part.heardNs = nowNs;
        part.waiting |= 1L << sender;
        return true;
    }

    /** How the value is cut; null when the head that says so is damaged. */
    private StripeLayout layout(final HeldPart part) {
        if (part.layout == null) {
            if (!log.read(part.positions[0], part.id, PieceTag.of(0, part.positions.length), part.headLength,
                scratch)) {
                return null;
            }
            part.layout = rules.layout(PieceLayout.valueLength(scratch, 0));
        }
        return part.layout;
    }

    private int claim(final EntryId id, final int pieces) {
        final int place = table.claim(id, pieces);
        if (pieces > 1) {
            incomplete.addInt(place);
        }
        return place;
    }
}
