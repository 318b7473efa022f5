package io.fleet.ec.consensus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Nodes that order slots, on a network that loses, repeats and reorders, with crashes that leave only what is durable;
 * everything by chance, from one seed. What goes wrong is a sentence in {@link #problem()}.
 */
final class MecWorld {
    static final long RESEND_NS = 1_000;
    private static final int MANY_MESSAGES = 400;
    private static final int HEALING_ROUNDS = 400;
    private static final long[] FIRST = {0, (1L << 31) - 3, (1L << 32) - 3, SlotConsensus.LAST_SLOT - 20};

    final MecWorldPolicy policy;
    final Quorums quorums;
    final SplittableRandom random;
    /** All slots up to this one are over, and the last one. */
    final long first;
    final long slots;
    private final int window;
    private final List<MecNode> nodes = new ArrayList<>();
    private final List<Packet> packets = new ArrayList<>();
    private final Map<Long, EntryId> outcomes = new HashMap<>();
    private final double loss;
    private final double repeats;
    private final int choices;
    private String problem;
    private long nowNs;
    private long forfeited;

    /** What is on its way: a call of the receiver. */
    private record Packet(int to, boolean isDecided, Delivery delivery) {
    }

    interface Delivery {
        void to(MecNode node, long nowNs);
    }

    MecWorld(final long seed, final Quorums quorums, final int slots, final int window, final MecWorldPolicy policy) {
        this.policy = policy;
        this.quorums = quorums;
        first = FIRST[(int) (seed % FIRST.length)];
        this.slots = first + slots;
        this.window = window;
        random = new SplittableRandom(seed);
        loss = random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.3;
        repeats = random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.2;
        choices = 1 + random.nextInt(4);
        nowNs = random.nextLong(-1_000_000, 1_000_000);
        for (int i = 0; i < quorums.nodes(); i++) {
            nodes.add(new MecNode(this, i));
        }
        nodes.forEach(node -> node.start(config(node.index)));
    }

    String problem() {
        return problem;
    }

    long forfeited() {
        return forfeited;
    }

    MecNode node(final int index) {
        return nodes.get(index);
    }

    /** Lets chance rule for so many events. */
    void run(final int events) {
        for (int i = 0; i < events && problem == null; i++) {
            final MecNode node = nodes.get(random.nextInt(nodes.size()));
            final int what = random.nextInt(100);
            if (what < 60 || packets.size() > MANY_MESSAGES) {
                deliver();
            } else if (what < 75) {
                node.flush(random, nowNs);
            } else if (what < 88) {
                propose(node);
            } else if (what < 99 || random.nextDouble() >= policy.crashes()) {
                nowNs += random.nextInt((int) RESEND_NS);
                node.consensus.doWork(nowNs);
            } else {
                node.crash(random);
                node.start(config(node.index));
            }
        }
    }

    /** From now on all goes well: every slot is decided on every node in a while. */
    void heal() {
        for (int round = 0; round < HEALING_ROUNDS && problem == null; round++) {
            nowNs += RESEND_NS + 1;
            for (final MecNode node : nodes) {
                for (long slot = node.consensus.settled() + 1; slot <= slots; slot++) {
                    node.consensus.propose(slot, new EntryId());
                }
                node.consensus.doWork(nowNs);
                node.flushAll(nowNs);
            }
            while (!packets.isEmpty() && problem == null) {
                final Packet packet = packets.remove(0);
                deliver(packet);
                nodes.get(packet.to).flushAll(nowNs);
            }
            if (nodes.stream().allMatch(node -> node.consensus.settled() >= slots)) {
                forfeited = outcomes.values().stream().filter(EntryId::isNull).count();
                return;
            }
        }
        report("not live: node settled up to " + nodes.stream().map(node -> node.consensus.settled()).toList() + " of "
            + slots);
    }

    void send(final int from, final int to, final boolean isDecided, final Delivery delivery) {
        for (int node = 0; node < nodes.size(); node++) {
            if (node != from && (to == node || to == SlotConsensusOutbound.ALL)) {
                packets.add(new Packet(node, isDecided, delivery));
            }
        }
    }

    void onDecided(final int node, final long slot, final EntryId id) {
        final EntryId before = outcomes.putIfAbsent(slot, new EntryId().set(id));
        if (before != null && !before.same(id)) {
            report("slot " + slot + " is " + before + " and, on node " + node + ", " + id);
        }
        final int proposers = (int) nodes.stream().filter(other -> other.hasProposed(slot, id)).count();
        if (!id.isNull() && policy.keeps(SlotVote.PROPOSAL) && proposers < quorums.majority()) {
            report("slot " + slot + " is " + id + " on node " + node + ", which " + proposers + " nodes proposed");
        }
    }

    void report(final String what) {
        problem = problem == null ? what : problem;
    }

    private void deliver() {
        if (packets.isEmpty()) {
            return;
        }
        final int index = random.nextInt(packets.size());
        final Packet packet = packets.get(index);
        if (random.nextDouble() >= repeats) {
            packets.set(index, packets.get(packets.size() - 1));
            packets.remove(packets.size() - 1);
        }
        if (random.nextDouble() >= loss) {
            deliver(packet);
        }
    }

    private void deliver(final Packet packet) {
        if (policy.deciders() == MecWorldPolicy.Deciders.HELP || !packet.isDecided) {
            packet.delivery.to(nodes.get(packet.to), nowNs);
        }
        if (nodes.get(packet.to).consensus.counters().contradictions.get() > 0 && policy.keepsAll()) {
            report("node " + packet.to + " saw a contradiction");
        }
    }

    private void propose(final MecNode node) {
        final long slot = node.consensus.settled() + 1 + random.nextInt(window);
        if (slot <= slots) {
            final int choice = random.nextInt(choices + 1);
            node.consensus.propose(slot, choice == choices ? new EntryId() : new EntryId(1 + choice, slot, 7));
        }
    }

    private SlotConsensusConfig config(final int self) {
        final long graceNs = random.nextInt(2) == 0 ? 0 : random.nextInt((int) RESEND_NS);
        return new SlotConsensusConfig(3, self, quorums, window, graceNs, 10 * RESEND_NS, RESEND_NS);
    }
}
