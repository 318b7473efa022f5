package io.fleet.node;

import io.fleet.protocol.ProtocolFactory;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.mark.Mark;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredRecordHandler;

/**
 * Opens the scattered log of a node. Where all its groups get back from others what single records held, damage costs
 * these records: that the node does not hold everything is durable before anything else is done (rules S15, R6). Where
 * some group has votes in the log, any damage is a loss of these.
 */
final class PartsLoss {
    private static final Mark LOST = Mark.named("standing.parts-lost");

    private final NodeContext context;
    private final MetaStore meta;

    PartsLoss(final NodeContext context, final MetaStore meta) {
        this.context = context;
        this.meta = meta;
    }

    ScatteredLog open(final StorageIdentity identity, final ScatteredRecordHandler recovered) {
        return bearsLoss()
            ? ScatteredLog.openDespiteLoss(context.scatteredLog(), identity, context.disks(), recovered, this::onLost)
            : ScatteredLog.open(context.scatteredLog(), identity, context.disks(), recovered);
    }

    private boolean bearsLoss() {
        return context.groups().stream().map(group -> ProtocolFactories.of(group.config()))
            .allMatch(ProtocolFactory::bearsLoss);
    }

    private void onLost(final String what) {
        LOST.hit();
        meta.loseStored(context.groups().stream().mapToInt(GroupSpec::groupId).toArray());
        meta.sync();
        context.events().onPartsLost(what + "; what can be read is kept, and the node does not count as one that holds"
            + " its parts until it has those that are missing from the others");
    }
}
