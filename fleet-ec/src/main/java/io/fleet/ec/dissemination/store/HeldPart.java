package io.fleet.ec.dissemination.store;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.stripe.StripeLayout;
import java.util.Arrays;

/**
 * This node's part of one entry: which of its pieces there are, where, and what is known of the entry; reused for
 * another one.
 */
final class HeldPart {
    static final long MISSING = -1;
    static final long STAGED = 0;
    static final long UNKNOWN = -1;
    private static final int IS_DECIDED = 1;

    final EntryId id = new EntryId();
    /** Of each piece: {@link #MISSING}, {@link #STAGED}, or where it is durable. */
    long[] positions = {MISSING};
    /** The record of each piece in the log; 0 for none. */
    long[] numbers = new long[1];
    boolean isUsed;
    /** Whether it was found at the start and nobody was told in this life that it is here. */
    boolean isFormer;
    /** Told apart from parts that had the place before. */
    int generation;
    /** In bytes, of the first piece. */
    int headLength;
    /** Of the first piece, or {@link #UNKNOWN}: found out when it is asked for. */
    long digest = UNKNOWN;
    /** How the value is cut; null for a short one, and after a restart, until it is asked for. */
    StripeLayout layout;
    /** How many pieces are durable without gaps. */
    int durable;
    /** How many are staged or durable. */
    int present;
    /** Bytes of the pieces that are staged or durable. */
    long bytes;
    /** Who waits until it is durable, as bits. */
    long waiting;
    /** When a piece came last; only then is it meaningful when there is one in this life. */
    long heardNs;
    boolean isHeard;
    /** A slot that holds the entry, or one at or above all that do; 0 where none is known. */
    long decidedAt;
    private boolean isExact;
    /** Who is told that the part is here may rely on it until a slot above this one holds the entry. */
    private long reliedOn;
    /** What was settled here when it came: slots up to there hold the entry for another time that it was written. */
    private long since;

    void start(final EntryId newId, final int pieces) {
        id.set(newId);
        isUsed = true;
        isFormer = false;
        generation++;
        if (positions.length != pieces) {
            positions = new long[pieces];
            numbers = new long[pieces];
        }
        Arrays.fill(positions, MISSING);
        Arrays.fill(numbers, 0);
        headLength = 0;
        digest = UNKNOWN;
        layout = null;
        durable = 0;
        present = 0;
        bytes = 0;
        waiting = 0;
        isHeard = false;
        decidedAt = 0;
        isExact = false;
        reliedOn = 0;
        since = 0;
    }

    /** It came when so much was settled here, and no slot is known to hold the entry. */
    void startUndecided(final long settled) {
        since = settled;
    }

    /** What was settled here when it came. */
    long since() {
        return since;
    }

    /** The number of its last record; 0 when it has none. */
    long lastNumber() {
        long last = 0;
        for (final long number : numbers) {
            last = Math.max(last, number);
        }
        return last;
    }

    /** Whether a piece that was found has a record with a number below some one. */
    boolean hasRecordBelow(final long number) {
        for (int piece = 0; piece < numbers.length; piece++) {
            if (has(piece) && numbers[piece] < number) {
                return true;
            }
        }
        return false;
    }

    /** The state as it is kept with the head. */
    void recoverState(final long kept) {
        decidedAt = 0;
        if ((kept & IS_DECIDED) == 0) {
            since = kept >>> 1;
        } else {
            onDecidedUpTo(kept >>> 1);
        }
    }

    /** What is kept with each piece: where the entry is known to be decided, or what was settled when it came. */
    long state() {
        return decidedAt > 0 ? decidedAt << 1 | IS_DECIDED : since << 1;
    }

    /** A slot holds the entry; one from before the part came was another time that the entry was written. */
    void onDecided(final long slot) {
        if (decidedAt == 0 ? slot > since : slot > decidedAt || !isExact) {
            decidedAt = slot;
            isExact = true;
            reliedOn = slot - 1;
        }
    }

    /** Some slot up to this one holds the entry. */
    void onDecidedUpTo(final long slot) {
        if (decidedAt == 0) {
            decidedAt = slot;
            reliedOn = 0;
            isExact = false;
        }
    }

    /**
     * Up to where decisions do not take back what is told of it now.
     *
     * @param marked up to which slot decisions have been told of by {@link #onDecided}: one above it, though settled,
     *               may be of this entry, and then the part may go.
     */
    long reliedOn(final long marked) {
        return decidedAt == 0 ? Math.max(since, marked) : reliedOn;
    }

    boolean isLong() {
        return positions.length > 1;
    }

    boolean has(final int piece) {
        return positions[piece] != MISSING;
    }

    void stage(final int piece, final long number, final int length) {
        positions[piece] = STAGED;
        numbers[piece] = number;
        present++;
        bytes += length;
    }

    /** Whether there are more pieces without gaps now. */
    boolean makeDurable(final int piece, final long position) {
        positions[piece] = position;
        final int before = durable;
        while (durable < positions.length && positions[durable] > STAGED) {
            durable++;
        }
        return durable > before;
    }

    boolean isWhole() {
        return durable == positions.length;
    }
}
