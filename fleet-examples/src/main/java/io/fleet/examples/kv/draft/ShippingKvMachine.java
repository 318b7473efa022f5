package io.fleet.examples.kv.draft;

import io.fleet.examples.kv.store.KvLimits;
import io.fleet.machine.ShippedEffects;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A {@link SpeculativeKvMachine} that ships what comes of a batch where its draft holds: answers, the values it leaves,
 * and when they expire. What is run in its turn is run so by all.
 */
public final class ShippingKvMachine extends SpeculativeKvMachine implements ShippedEffects<Draft> {
    /**
     * Creates a machine without keys.
     *
     * @param limits the same on all replicas.
     * @param clock  as for {@link SpeculativeKvMachine}.
     */
    public ShippingKvMachine(final KvLimits limits, final LongSupplier clock) {
        super(limits, clock);
    }

    @Override
    public int effectsFormat() {
        return DraftCodec.FORMAT;
    }

    /** What holds now holds when it is published: in between only what has expired goes. */
    @Override
    public int writeEffect(final Draft draft, final MutableDirectBuffer buffer) {
        return holds(draft) ? DraftCodec.encode(draft, buffer) : NOT_SHIPPED;
    }

    @Override
    public Draft insertEffect(final DirectBuffer buffer, final int offset, final int length) {
        final Draft draft = DraftCodec.decode(buffer, offset, length, store()::look);
        drafts().add(draft);
        return draft;
    }
}
