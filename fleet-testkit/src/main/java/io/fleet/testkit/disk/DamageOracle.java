package io.fleet.testkit.disk;

import io.fleet.testkit.fault.FaultKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Knows which nodes may have lost something that they had confirmed, and therefore what a run has to show. A node is
 * damaged from the moment its disk is until it counts again after a restart that found or outlived the damage. While at
 * most as many nodes are damaged as the cluster can bear, nothing acknowledged may be lost and the cluster must come
 * back; once there were more, it may stay silent for ever, but what it does say must be true.
 */
public final class DamageOracle {
    private final int bearable;
    private final DamageCounters counters;
    private final List<List<FaultKind>> open = new ArrayList<>();
    private final boolean[] damaged;
    private final boolean[] doubtfulSnapshots;
    private final boolean[] wasDamaged;
    private boolean beyond;
    private boolean trusted;

    /**
     * Creates the oracle of a whole cluster.
     *
     * @param nodes       how many nodes.
     * @param writeQuorum how many of them make a command durable.
     * @param counters    told what became of each fault.
     */
    public DamageOracle(final int nodes, final int writeQuorum, final DamageCounters counters) {
        if (writeQuorum < 1 || writeQuorum > nodes) {
            throw new IllegalArgumentException("writeQuorum is " + writeQuorum + ", but must be from 1 to " + nodes);
        }
        this.bearable = nodes - writeQuorum;
        this.counters = counters;
        damaged = new boolean[nodes];
        doubtfulSnapshots = new boolean[nodes];
        wasDamaged = new boolean[nodes];
        for (int i = 0; i < nodes; i++) {
            open.add(new ArrayList<>());
        }
    }

    /**
     * Whether a node may be damaged now without going beyond what the cluster can bear. Once it has gone beyond, only
     * nodes that are damaged anyway may be: somebody must stay who knows that there was something.
     *
     * @param node which.
     */
    public boolean mayDamage(final int node) {
        return damaged[node] || !beyond && damagedNodes() < bearable;
    }

    /**
     * Whether nodes may be damaged that are more than the cluster can bear: when one node that knows of the past stays
     * as it is. Without any, the cluster is a new one, and nobody can tell.
     *
     * @param nodes   which, one bit for each.
     * @param knowing the nodes that hold something, one bit for each.
     */
    public boolean mayDamageMany(final int nodes, final int knowing) {
        int keepers = knowing & ~nodes;
        for (int i = 0; i < damaged.length; i++) {
            keepers &= damaged[i] ? ~(1 << i) : -1;
        }
        return !beyond && keepers != 0;
    }

    /**
     * A node has been damaged.
     *
     * @param node which.
     * @param kind how.
     */
    public void damaged(final int node, final FaultKind kind) {
        damaged[node] = true;
        doubtfulSnapshots[node] = true;
        wasDamaged[node] = true;
        open.get(node).add(kind);
        beyond |= damagedNodes() > bearable;
    }

    /**
     * The device of a node was to fail in a way that loses something, but there was no operation that it concerned.
     *
     * @param node which.
     * @param kind how.
     */
    public void withdrawn(final int node, final FaultKind kind) {
        if (open.get(node).remove(kind)) {
            counters.increment(kind, DamageEffect.NOTHING_THERE);
        }
    }

    /**
     * A node has found damage.
     *
     * @param node    which.
     * @param atStart whether it did at its start; otherwise while it ran.
     * @return whether it was damaged: false for damage that nobody made.
     */
    public boolean found(final int node, final boolean atStart) {
        final DamageEffect effect = atStart ? DamageEffect.FOUND_AT_START : DamageEffect.FOUND_RUNNING;
        open.get(node).forEach(kind -> counters.increment(kind, effect));
        open.get(node).clear();
        return damaged[node];
    }

    /**
     * A node counts again, after a restart since its last damage.
     *
     * @param node which.
     */
    public void repaired(final int node) {
        open.get(node).forEach(kind -> counters.increment(kind, DamageEffect.UNNOTICED));
        open.get(node).clear();
        damaged[node] = false;
    }

    /**
     * A node counts again by its own word, though it has lost what it had confirmed: nobody could tell. From here on
     * the run shows nothing any more.
     *
     * @param node which.
     */
    public void trusted(final int node) {
        open.get(node).forEach(kind -> counters.increment(kind, DamageEffect.TRUSTED));
        open.get(node).clear();
        trusted = true;
    }

    /** Whether a node that had lost something counted again by its own word. */
    public boolean isTrusted() {
        return trusted;
    }

    /**
     * A node has written a snapshot and read it back.
     *
     * @param node which.
     */
    public void snapshotWritten(final int node) {
        doubtfulSnapshots[node] = damaged[node];
    }

    /**
     * Whether the newest snapshot of a node may be damaged: the repair of a node leaves its snapshots as they are,
     * since the ordered log makes up for them.
     *
     * @param node which.
     */
    public boolean mayLackSnapshot(final int node) {
        return doubtfulSnapshots[node];
    }

    /**
     * Whether a node was damaged at any time so far. Nothing mends a file: a damaged snapshot stays beside newer ones.
     *
     * @param node which.
     */
    public boolean wasDamaged(final int node) {
        return wasDamaged[node];
    }

    /** The run is over: damage that no node has found goes unnoticed. */
    public void finish() {
        for (final List<FaultKind> kinds : open) {
            kinds.forEach(kind -> counters.increment(kind, DamageEffect.UNNOTICED));
            kinds.clear();
        }
    }

    /**
     * Whether a node is damaged.
     *
     * @param node which.
     */
    public boolean isDamaged(final int node) {
        return damaged[node];
    }

    /** How many nodes are damaged. */
    public int damagedNodes() {
        int count = 0;
        for (final boolean each : damaged) {
            count += each ? 1 : 0;
        }
        return count;
    }

    /**
     * How many nodes may be damaged at once.
     *
     * @return the number of nodes less the write quorum.
     */
    public int bearable() {
        return bearable;
    }

    /** Whether more nodes were damaged at once than the cluster can bear, at any time so far. */
    public boolean isBeyond() {
        return beyond;
    }
}
