package io.fleet.ec.host.snapshot;

import io.fleet.consensus.DurableSnapshots;
import io.fleet.ec.group.Maintenance;
import java.util.function.LongConsumer;

/** Which snapshots the members of a coded group hold, as its {@link Maintenance} knows it. */
final class HostedCover implements DurableSnapshots {
    private final Maintenance upkeep;
    private final int survivor;
    private final int members;
    private final LongConsumer onOwn;

    /**
     * A view.
     *
     * @param survivor so many members that one of them is left whoever fails: f + 1.
     * @param members  all of them.
     * @param onOwn    hears of this node's snapshots too.
     */
    HostedCover(final Maintenance upkeep, final int survivor, final int members, final LongConsumer onOwn) {
        this.upkeep = upkeep;
        this.survivor = survivor;
        this.members = members;
        this.onOwn = onOwn;
    }

    @Override
    public void onOwn(final long lsn) {
        upkeep.onSnapshot(lsn);
        onOwn.accept(lsn);
    }

    @Override
    public long own() {
        return upkeep.coveredBy(1);
    }

    /** Of f + 1, as last heard of each: what a member said before it lost anything is forgotten. */
    @Override
    public long ofQuorum(final long nowNs) {
        return upkeep.coveredBy(survivor);
    }

    @Override
    public long ofAll() {
        return upkeep.coveredBy(members);
    }
}
