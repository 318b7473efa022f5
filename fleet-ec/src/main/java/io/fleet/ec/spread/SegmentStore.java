package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.mec.EntryTable;
import io.fleet.storage.mark.Mark;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * The parts of entries that this node holds: durable ones, and those on their way there. Who handed one over is told
 * when it is durable, and not before (rules C2, R6). Bounded; at the bound nothing more is taken, nor acknowledged.
 */
public final class SegmentStore {
    /** Where the header begins in a part that {@link #read} gave. */
    public static final int HEADER_OFFSET = SegmentLayout.HEADER_OFFSET;
    private static final Mark FULL = Mark.named("segment-store.is-full");
    private static final Mark AGAIN = Mark.named("segment-store.held-already");
    private static final long STAGED = 0;

    private final SegmentLog log;
    private final SpreadOutbound outbound;
    private final SpreadConfig config;
    private final SegmentCodec codec;
    private final EntryTable places;
    private final EntryId[] ids;
    private final long[] positions;
    private final int[] lengths;
    /** Who waits until it is durable, as bits. */
    private final long[] waiting;
    private int used;
    private long lastNumber;
    /** Whether it is known that a slot holds the entry. */
    private final boolean[] decided;
    private Holder onHeld = id -> { };
    private long life;

    /** Told that a part of this node is durable. */
    @FunctionalInterface
    public interface Holder {
        /**
         * This node holds its part.
         *
         * @param id of the entry.
         */
        void onHeld(EntryId id);
    }

    /**
     * Creates an empty store.
     *
     * @param config   sizes.
     * @param codec    the code.
     * @param log      where parts are kept.
     * @param outbound where acknowledgements go.
     */
    public SegmentStore(final SpreadConfig config, final SegmentCodec codec, final SegmentLog log,
                        final SpreadOutbound outbound) {
        this.config = config;
        this.codec = codec;
        this.log = log;
        this.outbound = outbound;
        places = new EntryTable(config.maxSegments());
        ids = new EntryId[config.maxSegments()];
        positions = new long[config.maxSegments()];
        lengths = new int[config.maxSegments()];
        waiting = new long[config.maxSegments()];
        decided = new boolean[config.maxSegments()];
        Arrays.setAll(ids, i -> new EntryId());
    }

    /**
     * Sets who is told of parts that became durable.
     *
     * @param newHolder the one; there is no other.
     */
    public void onHeld(final Holder newHolder) {
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

    /** Receives ids. */
    @FunctionalInterface
    public interface Lister {
        /**
         * One more.
         *
         * @param id of an entry; not to be kept.
         * @return whether there is room for another.
         */
        boolean list(EntryId id);
    }

    /**
     * Lists entries of which this node holds its part durably and does not know that they are decided.
     *
     * @param from   where to go on; 0 at first.
     * @param lister receives them, until it has no more room.
     * @return where the list goes on; 0 at its end.
     */
    public int listUndecided(final int from, final Lister lister) {
        for (int place = Math.max(0, from); place < used; place++) {
            if (!decided[place] && positions[place] != STAGED && !lister.list(ids[place])) {
                return place + 1;
            }
        }
        return 0;
    }

    /**
     * Takes in a part that was found durable at the start.
     *
     * @param number   of the part.
     * @param id       of the entry.
     * @param position where it is.
     * @param length   in bytes.
     * @throws IllegalStateException when there are more than this can hold.
     */
    public void recover(final long number, final EntryId id, final long position, final int length) {
        lastNumber = Math.max(lastNumber, number);
        int place = places.get(id);
        if (place == EntryTable.MISSING) {
            place = claim(id);
        }
        if (place == EntryTable.MISSING) {
            throw new IllegalStateException("more than maxSegments " + config.maxSegments() + " segments are stored");
        }
        positions[place] = position;
        lengths[place] = length;
    }

    /**
     * Stores this node's part of an entry. The sender is acknowledged when it is durable.
     *
     * @param sender who handed it over: another node, or this one.
     * @param id     of the entry.
     * @param part   holds the part; copied.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return false when it was not taken, as it is malformed or there is no room now.
     */
    public boolean put(final int sender, final EntryId id, final DirectBuffer part, final int offset,
                       final int length) {
        if (id.isNull() || sender < 0 || sender >= config.quorums().nodes()
            || SegmentLayout.problem(part, offset, length, config.self(), codec, config.maxValueLength()) != null) {
            return false;
        }
        final int known = places.get(id);
        if (known != EntryTable.MISSING) {
            AGAIN.hit();
            waitFor(known, sender);
            return true;
        }
        if (places.isFull()) {
            FULL.hit();
            return false;
        }
        if (!log.append(lastNumber + 1, used, id, part, offset, length)) {
            return false;
        }
        lastNumber++;
        final int place = claim(id);
        positions[place] = STAGED;
        lengths[place] = length;
        waiting[place] = 1L << sender;
        return true;
    }

    /**
     * A part is durable: whoever waits for it is told.
     *
     * @param place    as it was given to the log.
     * @param position where the part is.
     */
    public void onDurable(final int place, final long position) {
        positions[place] = position;
        for (int node = 0; node < config.quorums().nodes(); node++) {
            if ((waiting[place] & 1L << node) != 0 && node != config.self()) {
                outbound.segmentAck(node, ids[place], life);
            }
        }
        waiting[place] = 0;
        onHeld.onHeld(ids[place]);
    }

    /**
     * Whether this node holds its part of an entry, durably.
     *
     * @param id of the entry.
     * @return whether.
     */
    public boolean holds(final EntryId id) {
        final int place = places.get(id);
        return place != EntryTable.MISSING && positions[place] != STAGED;
    }

    /**
     * Whether a part is on its way to being durable.
     *
     * @param id of the entry.
     * @return whether.
     */
    public boolean isStaged(final EntryId id) {
        final int place = places.get(id);
        return place != EntryTable.MISSING && positions[place] == STAGED;
    }

    /**
     * How long the header in a part is.
     *
     * @param part as {@link #read} gave it.
     * @return bytes.
     */
    public static int headerLength(final DirectBuffer part) {
        return SegmentLayout.headerLength(part, 0);
    }

    /**
     * Reads the part that this node holds.
     *
     * @param id     of the entry.
     * @param target receives it from index 0.
     * @return its length; -1 when this node does not hold it.
     */
    public int read(final EntryId id, final ExpandableArrayBuffer target) {
        if (!holds(id)) {
            return -1;
        }
        final int place = places.get(id);
        log.read(positions[place], id, lengths[place], target);
        return lengths[place];
    }

    /**
     * How many parts this node holds or is about to.
     *
     * @return the number.
     */
    public int size() {
        return places.size();
    }

    private int claim(final EntryId id) {
        if (!places.put(id, used)) {
            return EntryTable.MISSING;
        }
        ids[used].set(id);
        return used++;
    }

    private void waitFor(final int place, final int node) {
        if (positions[place] == STAGED) {
            waiting[place] |= 1L << node;
        } else if (node != config.self()) {
            outbound.segmentAck(node, ids[place], life);
        }
    }
}
