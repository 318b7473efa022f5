package io.fleet.testkit.run.check;

import io.fleet.config.ErasureCode;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.message.Message;
import io.fleet.ec.consensus.Quorums;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.SlotChecker;
import io.fleet.testkit.checker.machine.ApplyChecker;
import io.fleet.testkit.disk.DamageOracle;
import io.fleet.testkit.run.cluster.PartsChecker;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.workload.RopeMachine;
import io.fleet.testkit.workload.TimedMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Who watches a coded group: its slots, and its disks now and then while it runs, and at the end. */
public final class CodedCheckers {
    /** Of so many claims to have learned something, one is looked at on the disk. */
    private static final int CLAIMS = 64;
    private static final int TRUST_INTERVALS = 40;
    /** No correct node sends what makes others count these. */
    private static final Set<String> WRONG = Set.of("coded.contradictions", "coded.malformed.steps");

    private final SimCluster cluster;
    private final List<SimNode> nodes;
    private final SlotChecker slots;
    private final DurabilityChecker said;
    private final PartReleaseChecker released;
    private final WholePartsChecker whole;
    /** What each process counts that must never be. */
    private final List<List<ModeCounter>> wrongs = new ArrayList<>();
    private long claims;

    public CodedCheckers(final SimCluster cluster, final List<SimNode> nodes, final ApplyChecker applied,
                         final DamageOracle oracle, final TrimChecker trims, final IntFunction<StateMachine> machines) {
        this.cluster = cluster;
        this.nodes = nodes;
        final Quorums quorums = quorums(cluster.config().code());
        slots = new SlotChecker(quorums, cluster.violations(), this::onClaim);
        said = new DurabilityChecker(cluster, nodes, oracle, quorums.enough());
        released = new PartReleaseChecker(cluster, nodes, oracle, slots, trims, machines);
        whole = new WholePartsChecker(cluster, slots, trims);
        nodes.forEach(node -> wrongs.add(List.of()));
        applied.onAcknowledged(this::onAcknowledged);
    }

    static Quorums quorums(final ErasureCode code) {
        return Quorums.ofCode(code.k(), code.m());
    }

    public void onMessage(final int sender, final Message message) {
        slots.onMessage(sender, message);
        said.onMessage(sender, message);
    }

    public void started(final int node) {
        wrongs.set(node, nodes.get(node).core().group(SimCluster.GROUP_ID).modeCounters().stream()
            .filter(each -> WRONG.contains(each.name())).toList());
    }

    /** A node has ended a duty cycle. */
    public void cycled(final int node) {
        for (final ModeCounter wrong : wrongs.get(node)) {
            if (wrong.counter().get() > 0) {
                cluster.violations().report("node " + node + " counts " + wrong.name());
            }
        }
        whole.onApplied(node, nodes.get(node).status().applied());
    }

    /** A node begins to vote without what it may have said in an earlier life. */
    public void onBegun(final int node) {
        slots.onBegun(node);
    }

    /** The disk of a node says that it holds its parts. */
    public void onHoldsParts(final int node) {
        whole.check(nodes.get(node));
    }

    /** What a node says that it has learned is on its disk, whatever happens to it now (R4); looked at now and then. */
    private void onClaim(final int node, final long upTo) {
        if (upTo > 0 && claims++ % CLAIMS == 0) {
            final long durable = PartsChecker.durable(cluster, nodes.get(node));
            if (durable >= 0 && durable < upTo) {
                cluster.violations().report("node " + node + " says that it has learned slot " + upTo
                    + ", and its disk knows of " + durable);
            }
        }
    }

    /** What a node has learned it tells soon after, and not always before the answer. */
    private void onAcknowledged(final long slot) {
        if (!slots.isLearned(slot)) {
            nodes.forEach(node -> slots.onLearned(node.nodeId(), PartsChecker.durable(cluster, node)));
        }
        slots.onAcknowledged(slot);
    }

    /** After so long a suspect trusts its disk, where more members are away than its repair allows. */
    static long trustNs(final long resendMillis) {
        return TRUST_INTERVALS * TimeUnit.MILLISECONDS.toNanos(resendMillis);
    }

    /** Everything is at rest; the state of any survivor is that of all. */
    public void atEnd(final List<SimNode> survivors, final StateMachine state) {
        cluster.trace().note(cluster.scheduler().nowNs(), () -> slots.acknowledgedCount() + " answers, "
            + slots.decidedCount() + " slots were seen to be decided; " + said.found() + " things that were said were"
            + " looked at on disks, " + released.released() + " parts went with their files, " + whole.held()
            + " were there again");
        final PartsChecker parts = new PartsChecker(cluster, slots);
        if (state instanceof TimedMachine timed && timed.machine() instanceof RopeMachine ropes) {
            ropes.forEachReferenced(parts::onReferenced);
        }
        parts.check(nodes, survivors);
    }
}
