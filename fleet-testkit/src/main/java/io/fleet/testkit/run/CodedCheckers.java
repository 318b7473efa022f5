package io.fleet.testkit.run;

import io.fleet.config.ErasureCode;
import io.fleet.consensus.message.Message;
import io.fleet.ec.consensus.Quorums;
import io.fleet.machine.StateMachine;
import io.fleet.storage.StorageException;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.testkit.checker.ApplyChecker;
import io.fleet.testkit.checker.SlotChecker;
import io.fleet.testkit.workload.RopeMachine;
import io.fleet.testkit.workload.TimedMachine;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Who watches a coded group on whole nodes: its slots while it runs, its disks at the end. */
final class CodedCheckers {
    /** Of so many claims to have learned something, one is looked at on the disk. */
    private static final int CLAIMS = 64;
    private static final int TRUST_INTERVALS = 40;

    private final SimCluster cluster;
    private final List<SimNode> nodes;
    private final SlotChecker slots;
    private long claims;

    CodedCheckers(final SimCluster cluster, final List<SimNode> nodes, final ApplyChecker applied) {
        this.cluster = cluster;
        this.nodes = nodes;
        slots = new SlotChecker(quorums(cluster.config().code()), cluster.violations(), this::onClaim);
        applied.onAcknowledged(this::onAcknowledged);
    }

    static Quorums quorums(final ErasureCode code) {
        return Quorums.ofCode(code.k(), code.m());
    }

    void onMessage(final int sender, final Message message) {
        slots.onMessage(sender, message);
    }

    /** What a node says that it has learned is on its disk, whatever happens to it now (R4); looked at now and then. */
    private void onClaim(final int node, final long upTo) {
        if (upTo > 0 && claims++ % CLAIMS == 0) {
            final long durable = durable(nodes.get(node));
            if (durable >= 0 && durable < upTo) {
                cluster.violations().report("node " + node + " says that it has learned slot " + upTo
                    + ", and its disk knows of " + durable);
            }
        }
    }

    /** What a node has learned it tells soon after, and not always before the answer. */
    private void onAcknowledged(final long slot) {
        if (!slots.isLearned(slot)) {
            nodes.forEach(node -> slots.onLearned(node.nodeId(), durable(node)));
        }
        slots.onAcknowledged(slot);
    }

    /** Up to which slot the disks of a node have decisions that bear a loss of power; -1 when they cannot be read. */
    private long durable(final SimNode node) {
        try {
            final OrderedLog log = PartsChecker.decisions(cluster, node);
            final long durable = log.durable(SimCluster.GROUP_ID);
            log.abandon();
            return durable;
        } catch (final StorageException e) {
            return -1;
        }
    }

    /** After so long a suspect trusts its disk, where more members are away than its repair allows. */
    static long trustNs(final long resendMillis) {
        return TRUST_INTERVALS * TimeUnit.MILLISECONDS.toNanos(resendMillis);
    }

    /** Everything is at rest; the state of any survivor is that of all. */
    void atEnd(final List<SimNode> survivors, final StateMachine state) {
        cluster.trace().note(cluster.scheduler().nowNs(), () -> slots.acknowledgedCount() + " answers, "
            + slots.decidedCount() + " slots were seen to be decided");
        final PartsChecker parts = new PartsChecker(cluster, slots);
        if (state instanceof TimedMachine timed && timed.machine() instanceof RopeMachine ropes) {
            ropes.forEachReferenced(parts::onReferenced);
        }
        parts.check(nodes, survivors);
    }
}
