package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.mec.EntryTable;
import io.fleet.storage.Digest;
import io.fleet.storage.mark.Mark;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Gets the whole of an entry back from any k of its parts (RC-16, rule C7), and answers others that want one. What does
 * not fit the digest in the id is thrown away and gathered again.
 */
public final class Gatherer {
    private static final Mark MISFIT = Mark.named("gatherer.parts-do-not-fit-the-digest");
    private static final Mark ODD_PART = Mark.named("gatherer.part-differs-in-shape");

    private final SpreadConfig config;
    private final SegmentCodec codec;
    private final SegmentStore store;
    private final SpreadOutbound outbound;
    private final Receiver receiver;
    private final EntryTable places;
    private final Gather[] gathers;
    private final Digest digest = new Digest();
    private final ExpandableArrayBuffer digested = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer part = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer own = new ExpandableArrayBuffer();

    /** Receives what was gathered. */
    @FunctionalInterface
    public interface Receiver {
        /**
         * An entry is whole again.
         *
         * @param id           of the entry.
         * @param header       holds the header from index 0; valid during the call.
         * @param headerLength in bytes.
         * @param value        holds the value from index 0; valid during the call.
         * @param valueLength  in bytes.
         * @param ownPart      holds what this node stores of it from index 0; valid during the call.
         * @param partLength   in bytes.
         */
        void onGathered(EntryId id, DirectBuffer header, int headerLength, DirectBuffer value, int valueLength,
                        DirectBuffer ownPart, int partLength);
    }

    /**
     * Creates a gatherer with nothing under way.
     *
     * @param config   sizes and times.
     * @param codec    the code.
     * @param store    of this node's own parts.
     * @param outbound where parts are asked for, and go to.
     * @param receiver receives what was gathered.
     */
    public Gatherer(final SpreadConfig config, final SegmentCodec codec, final SegmentStore store,
                    final SpreadOutbound outbound, final Receiver receiver) {
        this.config = config;
        this.codec = codec;
        this.store = store;
        this.outbound = outbound;
        this.receiver = receiver;
        places = new EntryTable(config.maxEntries());
        gathers = new Gather[config.maxEntries()];
        Arrays.setAll(gathers, i -> new Gather());
    }

    /**
     * Begins to gather an entry, unless that is under way.
     *
     * @param id    of the entry.
     * @param nowNs the clock.
     * @return false when as many are under way as there may be.
     */
    public boolean start(final EntryId id, final long nowNs) {
        if (places.get(id) != EntryTable.MISSING) {
            return true;
        }
        if (places.isFull()) {
            return false;
        }
        int place = 0;
        while (gathers[place].isUsed) {
            place++;
        }
        places.put(id, place);
        final Gather gather = gathers[place];
        gather.id.set(id);
        gather.present = 0;
        gather.isUsed = true;
        ask(gather, nowNs);
        return true;
    }

    /**
     * Whether an entry is being gathered.
     *
     * @param id of the entry.
     * @return whether.
     */
    public boolean isGathering(final EntryId id) {
        return places.get(id) != EntryTable.MISSING;
    }

    /**
     * Stops gathering an entry.
     *
     * @param id of the entry.
     */
    public void stop(final EntryId id) {
        final int place = places.remove(id);
        if (place != EntryTable.MISSING) {
            gathers[place].isUsed = false;
        }
    }

    /**
     * A node asks for this node's part of an entry.
     *
     * @param sender the node.
     * @param id     of the entry.
     */
    public void onFetchSegment(final int sender, final EntryId id) {
        final boolean isMember = sender >= 0 && sender < config.quorums().nodes() && sender != config.self();
        final int length = isMember ? store.read(id, part) : -1;
        if (length >= 0) {
            outbound.segmentCopy(sender, id, part, 0, length);
        }
    }

    /**
     * A part arrived.
     *
     * @param sender whose part it is.
     * @param id     of the entry.
     * @param copy   holds the part.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    public void onSegmentCopy(final int sender, final EntryId id, final DirectBuffer copy, final int offset,
                              final int length) {
        final int place = places.get(id);
        if (place == EntryTable.MISSING || sender < 0 || sender >= config.quorums().nodes()
            || SegmentLayout.problem(copy, offset, length, sender, codec, config.maxValueLength()) != null) {
            return;
        }
        take(gathers[place], sender, copy, offset);
        finish(gathers[place]);
    }

    /**
     * One duty cycle: asks again.
     *
     * @param nowNs the clock.
     * @return how much was done.
     */
    public int doWork(final long nowNs) {
        if (places.size() == 0) {
            return 0;
        }
        int work = 0;
        for (final Gather gather : gathers) {
            if (gather.isUsed && nowNs - gather.askedNs >= config.resendNs()) {
                ask(gather, nowNs);
                work++;
            }
        }
        return work;
    }

    private void ask(final Gather gather, final long nowNs) {
        gather.askedNs = nowNs;
        final int length = store.read(gather.id, part);
        if (length >= 0) {
            take(gather, config.self(), part, 0);
        }
        finish(gather);
        for (int node = 0; node < config.quorums().nodes(); node++) {
            if (gather.isUsed && node != config.self() && (gather.present & 1L << node) == 0) {
                outbound.fetchSegment(node, gather.id);
            }
        }
    }

    private void take(final Gather gather, final int index, final DirectBuffer from, final int offset) {
        final int headerLength = SegmentLayout.headerLength(from, offset);
        final int valueLength = SegmentLayout.valueLength(from, offset);
        if (gather.present == 0) {
            gather.headerLength = headerLength;
            gather.valueLength = valueLength;
            gather.header.putBytes(0, from, offset + SegmentLayout.HEADER_OFFSET, headerLength);
        } else if (gather.headerLength != headerLength || gather.valueLength != valueLength) {
            ODD_PART.hit();
            gather.present = 0;
            return;
        }
        final int laneLength = codec.laneLength(valueLength);
        gather.lanes.putBytes(index * laneLength, from, offset + SegmentLayout.segmentOffset(from, offset), laneLength);
        gather.present |= 1L << index;
    }

    private void finish(final Gather gather) {
        if (Long.bitCount(gather.present) < codec.dataSegments()) {
            return;
        }
        final int laneLength = codec.laneLength(gather.valueLength);
        gather.lanes.checkLimit(laneLength * codec.segments());
        codec.reconstruct(gather.lanes, laneLength, gather.present);
        if (EntryDigest.of(digest, digested, gather.header, gather.headerLength, gather.lanes, gather.valueLength)
            != gather.id.digest) {
            MISFIT.hit();
            gather.present = 0;
            return;
        }
        SegmentLayout.put(own, config.self(), gather.headerLength, gather.valueLength, codec.dataSegments());
        own.putBytes(SegmentLayout.HEADER_OFFSET, gather.header, 0, gather.headerLength);
        own.putBytes(SegmentLayout.HEADER_OFFSET + gather.headerLength, gather.lanes, config.self() * laneLength,
            laneLength);
        final int partLength = SegmentLayout.length(gather.headerLength, laneLength);
        places.remove(gather.id);
        gather.isUsed = false;
        receiver.onGathered(gather.id, gather.header, gather.headerLength, gather.lanes, gather.valueLength, own,
            partLength);
    }
}
