package io.fleet.testkit.run;

import io.fleet.protocol.Ballot;
import io.fleet.protocol.message.Ack;
import io.fleet.protocol.message.Confirmation;
import io.fleet.protocol.message.Message;
import io.fleet.protocol.message.Prepare;
import io.fleet.protocol.message.Promise;
import io.fleet.storage.StorageException;
import io.fleet.testkit.disk.DamageOracle;
import io.fleet.testkit.witness.GroupWitness;
import java.util.List;

/**
 * Holds nodes to what they say (S2): when one promises, campaigns or acknowledges, and now and then only, it asks what
 * that node would still know if its power failed at this very moment and nothing stayed that was not synced. Reports a
 * node that would not start, that would have forgotten a promise of its own, and one whose promises would leave out
 * what it had acknowledged. So it takes no power failure at the right moment to find what one would reveal.
 */
final class PowerCutWitness {
    private static final int PROMISES = 12;
    private static final int ACKS = 12;
    /** How many acknowledgements at a new ballot are looked at one after the other; later ones now and then. */
    private static final int FIRST_ACKS = 2;
    private static final int ACKS_APART = 97;

    private final SimCluster cluster;
    private final List<SimNode> nodes;
    private final DamageOracle oracle;
    private final GroupWitness group;
    private final long[] promised;
    private final long[] ackBallot;
    private final int[] acksAtBallot;
    private int promisesLeft = PROMISES;
    private int acksLeft = ACKS;
    private int acks;

    PowerCutWitness(final SimCluster cluster, final List<SimNode> nodes, final DamageOracle oracle,
                    final GroupWitness group) {
        this.cluster = cluster;
        this.nodes = nodes;
        this.oracle = oracle;
        this.group = group;
        promised = new long[cluster.nodes()];
        ackBallot = new long[cluster.nodes()];
        acksAtBallot = new int[cluster.nodes()];
    }

    /** A node has lost its state, and knows that. */
    void forget(final int node) {
        promised[node] = Ballot.NONE;
    }

    /** A message was sent; the other witnesses have been told of it. */
    void onMessage(final int version, final int sender, final Message message) {
        if (sender < 0 || sender >= promised.length || promised.length < 2) {
            return;
        }
        switch (message.type()) {
            case PROMISE -> onPromised(version, sender, ((Promise) message).ballot);
            case PREPARE -> onPromised(version, sender, ((Prepare) message).ballot);
            case CONFIRMATION -> onPromised(version, sender, ((Confirmation) message).ballot);
            case ACK -> onAck(version, sender, ((Ack) message).ballot);
            default -> { }
        }
    }

    private void onPromised(final int version, final int sender, final long ballot) {
        if (ballot > promised[sender]) {
            promised[sender] = ballot;
            if (promisesLeft > 0 && mayAsk(sender)) {
                promisesLeft--;
                ask(version, sender);
            }
        }
    }

    private void onAck(final int version, final int sender, final long ballot) {
        if (ballot != ackBallot[sender]) {
            ackBallot[sender] = ballot;
            acksAtBallot[sender] = 0;
        }
        acksAtBallot[sender]++;
        acks++;
        if (acksLeft > 0 && (acksAtBallot[sender] <= FIRST_ACKS && acksAtBallot[sender] > 1 || acks % ACKS_APART == 0)
            && mayAsk(sender)) {
            acksLeft--;
            ask(version, sender);
        }
    }

    /** What a damaged disk keeps is another matter. */
    private boolean mayAsk(final int node) {
        return cluster.violations().isEmpty() && !oracle.isDamaged(node) && nodes.get(node).isVoter();
    }

    private void ask(final int version, final int node) {
        final int asker = (node + 1) % promised.length;
        final long known = promised[node];
        try (ForkedNode fork = new ForkedNode(cluster, nodes.get(node), asker, version)) {
            final long kept = fork.promised(Ballot.next(Ballot.NONE, asker));
            if (kept < known) {
                report(node, "forget that it had promised ballot " + known + ", and promise " + kept);
                return;
            }
            final long ballot = Ballot.next(Math.max(kept, group.highestBallot()), asker);
            if (!fork.promise(ballot, promise -> group.wouldPromise(node, promise))) {
                report(node, "not promise ballot " + ballot + " to node " + asker);
            }
        } catch (final StorageException e) {
            report(node, "not start: " + e.getMessage());
        }
    }

    private void report(final int node, final String what) {
        cluster.violations().report("node " + node + ", if its power failed now, would " + what);
    }
}
