package io.fleet.testkit.run.check;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.storage.StorageException;
import io.fleet.testkit.checker.GroupChecker;
import io.fleet.testkit.checker.RejoinChecker;
import io.fleet.testkit.disk.DamageOracle;
import io.fleet.testkit.run.cluster.ForkedNode;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.agrona.collections.Long2LongHashMap;

/**
 * Holds nodes to what they say (S2): when one promises, campaigns or acknowledges, and now and then only, it asks what
 * that node would still know if its power failed at this very moment and nothing stayed that was not synced. Reports a
 * node that would not start, that would have forgotten a promise of its own, and one whose promises would leave out
 * what it had acknowledged. So it takes no power failure at the right moment to find what one would reveal.
 */
public final class PowerCutChecker {
    private static final int PROMISES = 6;
    private static final int ACKS = 5;
    private static final int ACKS_APART = 97;
    /** Of LSNs that two ballots have used. */
    private static final int DELICATE_ACKS = 10;

    private final SimCluster cluster;
    private final List<SimNode> nodes;
    private final DamageOracle oracle;
    private final GroupChecker group;
    private final IntPredicate underDamage;
    private final long[] promised;
    private int promisesLeft = PROMISES;
    private int acksLeft = ACKS;
    private int delicateLeft = DELICATE_ACKS;
    private int acks;
    private int version = -1;

    public PowerCutChecker(final SimCluster cluster, final List<SimNode> nodes, final DamageOracle oracle,
                           final GroupChecker group, final IntPredicate underDamage) {
        this.underDamage = underDamage;
        this.cluster = cluster;
        this.nodes = nodes;
        this.oracle = oracle;
        this.group = group;
        promised = new long[cluster.nodes()];
    }

    /** A node has lost its state, and knows that. */
    public void forget(final int node) {
        promised[node] = Ballot.NONE;
    }

    /** A message was sent; the other witnesses have been told of it. */
    public void onMessage(final int configVersion, final int sender, final Message message) {
        version = configVersion;
        if (sender < 0 || sender >= promised.length || promised.length < 2) {
            return;
        }
        switch (message.type()) {
            case PROMISE -> onPromised(sender, ((Promise) message).ballot);
            case PREPARE -> onPromised(sender, ((Prepare) message).ballot);
            case CONFIRMATION -> onPromised(sender, ((Confirmation) message).ballot);
            case ACK -> onAck(sender);
            default -> {}
        }
    }

    /**
     * A node counts in quorums again: all that it was repaired to hold must be durable. One that is still being damaged
     * is not asked, and one whose power failed in the middle of its repair may not vote.
     */
    public void onRepaired(final int node, final List<RejoinChecker.Target> targets) {
        if (version < 0 || targets.isEmpty() || underDamage.test(node) || !cluster.violations().isEmpty()) {
            return;
        }
        final List<RejoinChecker.Target> lacking = new ArrayList<>(targets);
        try (ForkedNode fork = new ForkedNode(cluster, nodes.get(node), version)) {
            if (fork.asker() < 0 || fork.asker() == node) {
                return;
            }
            final Long2LongHashMap held = new Long2LongHashMap(Ballot.NONE);
            final long[] floor = new long[1];
            final boolean votes = fork.promise(Ballot.next(group.highestBallot(), fork.asker()), promise -> {
                floor[0] = Math.max(floor[0], promise.chosen);
                for (int i = 0; i < promise.count; i++) {
                    held.put(promise.entries[i].lsn, promise.entries[i].ballot);
                }
            });
            lacking.removeIf(target -> holds(floor[0], held, target));
            if (votes && lacking.size() == targets.size()) {
                report(node, "hold everything up to LSN " + floor[0] + " and " + held.size()
                    + " more, and counts again though it must hold " + targets);
            }
        } catch (final StorageException e) {
            if (!oracle.isDamaged(node)) {
                report(node, "not start: " + e.getMessage());
            }
        }
    }

    private static boolean holds(final long floor, final Long2LongHashMap held, final RejoinChecker.Target target) {
        boolean holds = floor >= target.base();
        for (long lsn = floor + 1; lsn <= target.highest(); lsn++) {
            holds &= held.get(lsn) >= target.ballot();
        }
        return holds;
    }

    private void onPromised(final int sender, final long ballot) {
        if (ballot > promised[sender]) {
            promised[sender] = ballot;
            if (promisesLeft > 0 && mayAsk(sender)) {
                promisesLeft--;
                ask(sender);
            }
        }
    }

    private void onAck(final int sender) {
        acks++;
        if (group.wasOfTwoBallots() && delicateLeft > 0 && mayAsk(sender)) {
            delicateLeft--;
            ask(sender);
        } else if (acks % ACKS_APART == 0 && acksLeft > 0 && mayAsk(sender)) {
            acksLeft--;
            ask(sender);
        }
    }

    /** What a damaged disk keeps is another matter. */
    private boolean mayAsk(final int node) {
        return cluster.violations().isEmpty() && !oracle.isDamaged(node) && nodes.get(node).isVoter();
    }

    private void ask(final int node) {
        final long known = promised[node];
        try (ForkedNode fork = new ForkedNode(cluster, nodes.get(node), version)) {
            final int asker = fork.asker();
            if (asker < 0) {
                mustHaveLeft(node, fork.configuration());
            }
            if (asker < 0 || asker == node) {
                return;
            }
            final long kept = fork.promised(Ballot.next(Ballot.NONE, asker));
            if (kept < known) {
                report(node, "forget that it had promised ballot " + known + ", and promise " + kept);
                return;
            }
            final long ballot = Ballot.next(Math.max(kept, group.highestBallot()), asker);
            if (!fork.promise(ballot, promise -> group.wouldPromise(node, promise))) {
                report(node, "not promise ballot " + ballot + " to node " + asker + ", having kept " + kept);
            }
        } catch (final StorageException e) {
            report(node, "not start: " + e.getMessage());
        }
    }

    /** A voter may come up as none only where a configuration without it is durable that it has not come to yet. */
    private void mustHaveLeft(final int node, final Configuration kept) {
        final Configuration current = nodes.get(node).core().group(cluster.groupId()).membership().current();
        if (kept.version() <= current.version()) {
            report(node, "be no voter of configuration " + kept.version() + ", and is one of " + current.version());
        }
    }

    private void report(final int node, final String what) {
        cluster.violations().report("node " + node + ", if its power failed now, would " + what);
    }
}
