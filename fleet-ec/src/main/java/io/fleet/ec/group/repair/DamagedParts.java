package io.fleet.ec.group.repair;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadOutbound;
import io.fleet.ec.dissemination.store.PartDamages;
import io.fleet.ec.dissemination.store.PartStore;
import java.util.function.LongSupplier;

/** What is decided is rebuilt; of what is not, proxies are told that it is not held, and send it again. */
public final class DamagedParts implements PartDamages {
    private final PartStore store;
    private final PartRebuilder rebuilder;
    private final SpreadOutbound outbound;
    private final LongSupplier life;
    private final int self;
    private final int members;

    /** {@code life} is that of this node, as it acknowledges parts. */
    public DamagedParts(final SpreadConfig config, final PartStore store, final PartRebuilder rebuilder,
                        final SpreadOutbound outbound, final LongSupplier life) {
        this.store = store;
        this.rebuilder = rebuilder;
        this.outbound = outbound;
        this.life = life;
        self = config.self();
        members = config.quorums().nodes();
    }

    @Override
    public boolean onDamaged(final EntryId id, final boolean isDecided) {
        if (isDecided) {
            return rebuilder.want(id, Math.max(1, store.decidedUpTo(id)));
        }
        for (int member = 0; member < members; member++) {
            if (member != self) {
                outbound.segmentAck(member, id, 0, life.getAsLong(), 0);
            }
        }
        return true;
    }
}
