package io.fleet.ec.dissemination.gather;

import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.format.PieceLayout;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.stripe.StripeDecoder;
import io.fleet.storage.Digest;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Gathers the stripes of long values, some of each at a time, in memory that all of them share; hands them on in the
 * order of the value, or puts this node's pieces of them into its store.
 */
final class StripeGatherer {
    private static final CoverageMark MISFIT = CoverageMark.named("stripe-gatherer.stripe-does-not-fit-its-digest");
    private static final CoverageMark FULL = CoverageMark.named("stripe-gatherer.waits-for-memory");

    private final SpreadConfig config;
    private final PartStore store;
    private final FetchScheduler asker;
    private final SpreadCounters counters;
    private final StripeDecoder decoder;
    private final StripeSlot[] slots;
    private final Digest digest = new Digest();
    private final UnsafeBuffer stripe = new UnsafeBuffer(0, 0);
    private final ExpandableArrayBuffer piece = new ExpandableArrayBuffer();
    private final int stripeLength;
    private int used;

    StripeGatherer(final SpreadConfig config, final ShardCodec codec, final PartStore store,
                   final FetchScheduler asker,
                   final SpreadCounters counters) {
        this.config = config;
        this.store = store;
        this.asker = asker;
        this.counters = counters;
        decoder = new StripeDecoder(codec.erasure());
        stripeLength = codec.dataShards() * config.longValues().shardLength();
        slots = new StripeSlot[config.longValues().stripes()];
        Arrays.setAll(slots, i -> new StripeSlot(config.quorums().nodes(), codec.dataShards(),
            config.longValues().shardLength()));
    }

    /** A stripe's piece, whose shape was checked. */
    void take(final Gather gather, final int sender, final DirectBuffer from, final int offset, final int length,
              final long nowNs) {
        final StripeSlot slot = gather.layout == null
            || PieceLayout.valueLength(from, offset) != gather.layout.payloadLength() ? null
                : find(gather, PieceLayout.stripe(from, offset));
        if (slot == null || slot.isComplete() || slot.fetch.has(sender) || sender == slot.leftOut) {
            return;
        }
        final int at = offset + PieceLayout.HEADER_OFFSET;
        final int partLength = length - PieceLayout.HEADER_OFFSET;
        decoder.begin(gather.layout, slot.stripe);
        if (!decoder.add(sender, from, at, partLength)) {
            counters.refused.increment();
            return;
        }
        slot.keep(sender, from, at, partLength);
        asker.answered(slot.fetch, sender, nowNs);
    }

    /** Hands on the stripes whose turn it is, and asks for more. */
    int advance(final Gather gather, final long nowNs) {
        int work = 0;
        while (gather.isUsed) {
            open(gather, nowNs);
            final StripeSlot slot = find(gather, gather.next);
            if (slot == null && gather.next < gather.opened) {
                // A piece that this node has already.
                gather.next++;
            } else if (slot == null || !slot.isComplete() || !handOn(gather, slot, nowNs)) {
                return work;
            } else if (gather.isUsed) {
                gather.next++;
                free(slot);
            }
            work++;
        }
        return work;
    }

    void release(final Gather gather) {
        for (int i = 0; gather.slots > 0 && i < slots.length; i++) {
            if (slots[i].owner == gather) {
                free(slots[i]);
            }
        }
    }

    /** A node has no piece of it. */
    void gone(final Gather gather, final int node, final long nowNs) {
        for (int i = 0; gather.slots > 0 && i < slots.length; i++) {
            if (slots[i].owner == gather && !slots[i].isComplete()) {
                asker.gone(gather.id, slots[i].fetch, node, nowNs);
            }
        }
    }

    int doWork(final long nowNs) {
        int work = 0;
        for (int i = 0; used > 0 && i < slots.length; i++) {
            final StripeSlot slot = slots[i];
            if (slot.owner != null && !slot.isComplete()) {
                work += asker.again(slot.owner.id, slot.fetch, nowNs);
            }
        }
        return work;
    }

    private void open(final Gather gather, final long nowNs) {
        while (gather.opened < gather.layout.stripes() && gather.slots < config.longValues().window()) {
            if (gather.isRepair() && store.hasPiece(gather.id, gather.opened + 1)) {
                gather.opened++;
                continue;
            }
            if (used == slots.length) {
                FULL.hit();
                return;
            }
            final StripeSlot slot = claim(gather);
            takeOwn(gather, slot, nowNs);
            if (!slot.isComplete()) {
                asker.begin(gather.id, slot.fetch, nowNs);
            }
        }
    }

    private void takeOwn(final Gather gather, final StripeSlot slot, final long nowNs) {
        final int length = store.read(gather.id, slot.stripe + 1, piece);
        if (length >= 0) {
            take(gather, config.self(), piece, 0, length, nowNs);
        }
    }

    private StripeSlot claim(final Gather gather) {
        int place = 0;
        while (slots[place].owner != null) {
            place++;
        }
        slots[place].start(gather, gather.opened);
        gather.opened++;
        gather.slots++;
        used++;
        count();
        return slots[place];
    }

    private void free(final StripeSlot slot) {
        slot.owner.slots--;
        slot.owner = null;
        used--;
        count();
    }

    private void count() {
        final long bytes = (long) used * slots[0].bytes();
        counters.gatheringBytes.set(bytes);
        counters.mostGatheringBytes.set(Math.max(bytes, counters.mostGatheringBytes.get()));
    }

    private boolean handOn(final Gather gather, final StripeSlot slot, final long nowNs) {
        if (stripe.capacity() == 0) {
            stripe.wrap(new byte[stripeLength]);
        }
        decoder.begin(gather.layout, slot.stripe);
        for (int i = 0; i < slot.segments.length; i++) {
            decoder.add(slot.segments[i], slot.parts(), slot.offset(i), gather.layout.partLength(slot.stripe));
        }
        final int length = decoder.decode(stripe, 0);
        if (digest.of(stripe, 0, length) != gather.digests[slot.stripe]) {
            MISFIT.hit();
            counters.misfits.increment();
            slot.leaveOutAnother();
            takeOwn(gather, slot, nowNs);
            asker.all(gather.id, slot.fetch, nowNs);
            return false;
        }
        if (!(gather.isRepair() ? rebuild(gather, slot, nowNs) : gather.consumer.onBytes(gather.id,
            gather.layout.stripeOffset(slot.stripe), stripe, 0, length))) {
            return false;
        }
        asker.complete(slot.fetch);
        if (gather.filling != null) {
            gather.filling.add(stripe, length);
        }
        return true;
    }

    private boolean rebuild(final Gather gather, final StripeSlot slot, final long nowNs) {
        final int length = PieceLayout.stripeLength(gather.layout, slot.stripe);
        piece.checkLimit(length);
        PieceLayout.putStripe(piece, 0, config.self(), gather.layout, slot.stripe);
        decoder.rebuild(config.self(), piece, PieceLayout.HEADER_OFFSET);
        return store.put(config.self(), gather.id, piece, 0, length, nowNs);
    }

    private StripeSlot find(final Gather gather, final int index) {
        for (int i = 0; gather.slots > 0 && i < slots.length; i++) {
            if (slots[i].owner == gather && slots[i].stripe == index) {
                return slots[i];
            }
        }
        return null;
    }
}
