package io.fleet.consensus.lease;

import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.common.Counter;
import java.util.List;

/** What a node counts of the leases of one group. Written by the node's thread, read by any. */
public final class LeaseCounters {
    final Counter granted = new Counter();
    final Counter refused = new Counter();
    final Counter rounds = new Counter();
    final Counter counted = new Counter();
    final Counter givenUp = new Counter();
    final Counter dropped = new Counter();
    final Counter held = new Counter();
    final Counter lent = new Counter();
    final Counter givenBack = new Counter();
    final Counter replicaHolds = new Counter();
    final Counter released = new Counter();
    private final List<ModeCounter> all = List.of(
        counter("granted.requests", "Requests for a lease that this node granted", granted),
        counter("refused.requests", "Requests for a lease that were refused: this node follows another leader, has just"
            + " started, or has other leases set", refused),
        counter("rounds", "Requests that this node sent as leader, each to all members", rounds),
        counter("counted.grants", "Grants that came in time to this node as leader", counted),
        counter("given.up", "Times that this node gave its lease up, to hand leadership over", givenUp),
        counter("dropped", "Times that this node counted on its lease no longer, as the machine may have stood still",
            dropped),
        counter("lent", "Leases that this node as leader lent replicas, renewals among them", lent),
        counter("given.back", "Leases that replicas gave back to this node before they were over", givenBack),
        new ModeCounter("leases.replica.held", "Whether the replica of this node holds a lease of the leader's: 1 or 0",
            replicaHolds, true),
        new ModeCounter("leases.released.lsn", "LSN up to which answers of this node may show what was applied, where"
            + " replicas hold leases", released, true),
        new ModeCounter("leases.held", "Whether this node leads and holds a lease: 1 or 0", held, true));

    /** Creates counters that are 0. */
    public LeaseCounters() {
    }

    /**
     * All of them.
     *
     * @return the counters, with their names.
     */
    public List<ModeCounter> list() {
        return all;
    }

    private static ModeCounter counter(final String name, final String description, final Counter counter) {
        return new ModeCounter("leases." + name, description, counter, false);
    }
}
