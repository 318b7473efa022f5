package io.fleet.ec.node.snapshot;

import io.fleet.consensus.DurableSnapshots;
import io.fleet.ec.group.retention.GroupSnapshots;
import java.util.function.LongConsumer;

/** Which snapshots the members of a coded group hold, as its {@link GroupSnapshots} knows it. */
final class HostedCover implements DurableSnapshots {
    private final GroupSnapshots snapshots;
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
    HostedCover(final GroupSnapshots snapshots, final int survivor, final int members, final LongConsumer onOwn) {
        this.snapshots = snapshots;
        this.survivor = survivor;
        this.members = members;
        this.onOwn = onOwn;
    }

    @Override
    public void onOwn(final long lsn) {
        snapshots.onSnapshot(lsn);
        onOwn.accept(lsn);
    }

    @Override
    public long own() {
        return snapshots.coveredBy(1);
    }

    /** Of f + 1, as last heard of each: what a member said before it lost anything is forgotten. */
    @Override
    public long ofQuorum(final long nowNs) {
        return snapshots.coveredBy(survivor);
    }

    @Override
    public long ofAll() {
        return snapshots.coveredBy(members);
    }
}
