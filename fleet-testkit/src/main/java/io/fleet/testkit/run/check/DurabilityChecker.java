package io.fleet.testkit.run.check;

import io.fleet.consensus.message.Message;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotVote;
import io.fleet.ec.message.AckLine;
import io.fleet.ec.message.Ready;
import io.fleet.ec.message.SegmentAcks;
import io.fleet.ec.message.StepLine;
import io.fleet.ec.message.Steps;
import io.fleet.storage.StorageException;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.testkit.disk.DamageOracle;
import io.fleet.testkit.run.cluster.PartsChecker;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks now and then on the disks of a coded group's members for what one of them has just said to be there, as they
 * would be after a power failure: a step of a slot (C6, R4), the first pieces of its part of an entry (C2, R6), and the
 * parts of an entry that it announces (C2). Nobody is looked at while the disks of any are damaged.
 */
final class DurabilityChecker {
    /** Of so many messages of one kind, one is looked at. */
    private static final int EACH = 64;

    private final SimCluster cluster;
    private final List<SimNode> nodes;
    private final DamageOracle oracle;
    private final int enough;
    private long steps;
    private long acknowledgements;
    private long announcements;
    private long found;

    DurabilityChecker(final SimCluster cluster, final List<SimNode> nodes, final DamageOracle oracle,
                      final int enough) {
        this.cluster = cluster;
        this.nodes = nodes;
        this.oracle = oracle;
        this.enough = enough;
    }

    void onMessage(final int sender, final Message message) {
        if (sender < 0 || sender >= nodes.size()) {
            return;
        }
        final SimNode node = nodes.get(sender);
        if (message instanceof Steps said && steps++ % EACH == 0) {
            look(() -> checkSteps(node, said));
        } else if (message instanceof SegmentAcks said && acknowledgements++ % EACH == 0) {
            look(() -> checkParts(node, said));
        } else if (message instanceof Ready said && announcements++ % EACH == 0) {
            look(() -> checkHolders(node, said));
        }
    }

    /** How much that was said was found. */
    long found() {
        return found;
    }

    private void look(final Runnable look) {
        if (oracle.damagedNodes() > 0 || !cluster.violations().isEmpty()) {
            return;
        }
        try {
            look.run();
        } catch (final StorageException e) {
            cluster.trace().note(cluster.scheduler().nowNs(), () -> "no look at what is said: " + e);
        }
    }

    /** Steps of slots whose decisions are durable may be gone. */
    private void checkSteps(final SimNode node, final Steps said) {
        final long decided = PartsChecker.durable(cluster, node);
        final Set<String> durable = new HashSet<>();
        ScatteredLog.open(cluster.scatteredLog().forVotes(), PartsChecker.identity(node),
            PartsChecker.disks(node).subList(0, 1), (group, slot, step, storageGroup, meta, position) -> durable.add(
                slot + " " + step)).abandon();
        for (int i = 0; i < said.count; i++) {
            final StepLine line = said.steps[i];
            final long step = SlotVote.of(line.kind, line.phase, line.value);
            if (line.slot > decided && !durable.contains(line.slot + " " + step)) {
                report(node, "sends " + SlotVote.toString(step) + " of slot " + line.slot + " before it is durable");
            }
            found++;
        }
    }

    private void checkParts(final SimNode node, final SegmentAcks said) {
        final DiskParts parts = DiskParts.of(cluster, node);
        for (int i = 0; i < said.count; i++) {
            final AckLine line = said.entries[i];
            final int held = parts.firstPieces(line.name);
            if (held < line.pieces) {
                report(node, "acknowledges " + line.pieces + " pieces of its part of " + DiskParts.text(line.name)
                    + " when " + held + " are durable");
            }
            found++;
        }
    }

    /** Where parts are let go of, an entry may be announced again that others do not need any more. */
    private void checkHolders(final SimNode node, final Ready said) {
        if (PartsChecker.reclaims(cluster) || nodes.stream().anyMatch(each -> oracle.wasDamaged(each.nodeId()))) {
            return;
        }
        final List<DiskParts> parts = nodes.stream().map(each -> DiskParts.of(cluster, each)).toList();
        for (int i = 0; i < said.count; i++) {
            final EntryId name = said.entries[i].name;
            final long holders = parts.stream().filter(each -> each.hasWhole(name)).count();
            if (holders < enough) {
                report(node, "announces " + DiskParts.text(name) + ", of which " + holders + " nodes hold their part");
            }
            found++;
        }
    }

    private void report(final SimNode node, final String what) {
        cluster.violations().report("node " + node.nodeId() + " " + what);
    }
}
