package io.fleet.testkit.coded;

import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimHash;
import io.fleet.testkit.sim.SimScheduler;
import java.util.SplittableRandom;

/** One run: clients write through any node while faults come and go; then all is well, and everything must end well. */
final class CodedRun {
    private static final long MILLISECOND = 1_000_000;
    private static final long LONGEST_NS = 120_000 * MILLISECOND;
    private static final int ORDERED_ONE_IN = 4;
    private static final long READERS = 1_000;
    private static final long RETRY_NS = 100 * MILLISECOND;

    private final long seed;
    private final CodedPlan plan;
    private final SimScheduler scheduler = new SimScheduler();
    private final SplittableRandom random;
    private final SplittableRandom faults;
    private final SplittableRandom orderly;
    private final CodedWitness witness;
    private final CodedNode[] nodes;
    private final CodedNetwork network;
    private final CodedHistory history = new CodedHistory();
    private long orderedReads;
    private boolean isHealed;
    private int unfinished;

    CodedRun(final long seed) {
        this(seed, CodedPlan.ofSeed(new RandomStreams(seed)));
    }

    CodedRun(final long seed, final CodedPlan plan) {
        this.seed = seed;
        this.plan = plan;
        final RandomStreams streams = new RandomStreams(seed);
        random = streams.stream("clients", 0);
        faults = streams.stream("faults", 0);
        orderly = streams.stream("orderly", 0);
        witness = new CodedWitness(plan);
        nodes = new CodedNode[plan.nodes()];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new CodedNode(i, plan, scheduler, streams.stream("node", i), witness);
        }
        network = new CodedNetwork(scheduler, streams.stream("network", 0), plan, nodes);
        for (final CodedNode node : nodes) {
            node.network(network);
        }
    }

    CodedResult run() {
        for (final CodedNode node : nodes) {
            node.start();
        }
        unfinished = plan.clients();
        if (plan.life().firstSlot() == 0) {
            begin();
        } else {
            found(false);
        }
        while (witness.problem() == null && !isOver() && scheduler.nowNs() < LONGEST_NS) {
            scheduler.runNext();
        }
        if (witness.problem() == null && !isOver()) {
            witness.report("not live: " + unfinished + " clients wait, " + state());
        }
        final long endNs = scheduler.nowNs();
        if (witness.problem() == null) {
            witness.onEnd(nodes);
            if (history.problem() != null) {
                witness.report(history.problem());
            }
        }
        long tally = SimHash.mix(SimHash.mix(SimHash.START, endNs), network.delivered());
        for (final CodedNode node : nodes) {
            tally = SimHash.mix(tally, node.bytesWritten());
        }
        return new CodedResult(seed, witness.problem(), witness.acknowledged(), witness.slots(), witness.forfeited(),
            witness.twice(), witness.counted(CodedCount.FAST), witness.counted(CodedCount.VOTED),
            witness.counted(CodedCount.ADOPTED), witness.counted(CodedCount.COINS), witness.losses(),
            witness.installed(), witness.read(), witness.letGo(), witness.gone(), endNs, tally);
    }

    /** Where many slots are to be over, all members found the group first, and go on behind these. */
    private void found(final boolean isBehind) {
        scheduler.after(MILLISECOND, now -> {
            boolean isReady = true;
            for (final CodedNode node : nodes) {
                isReady &= node.isUp() && (isBehind ? node.group().settled() >= plan.life().firstSlot()
                    : node.wasWhole());
            }
            if (!isReady) {
                found(isBehind);
            } else if (isBehind) {
                begin();
            } else {
                for (final CodedNode node : nodes) {
                    node.beginBehind(plan.life().firstSlot());
                }
                found(true);
            }
        });
    }

    private void begin() {
        for (int client = 0; client < plan.clients(); client++) {
            write(client + 1, 1);
        }
        fault();
        if (plan.life().isOrderly()) {
            stopInTurn(0);
        }
        scheduler.after(plan.faultsNs(), now -> heal());
    }

    /** As nodes are for a new version of the program, one after the other, all the while. */
    private void stopInTurn(final int turn) {
        scheduler.after(orderly.nextLong(MILLISECOND, 60 * MILLISECOND), now -> {
            if (!isHealed) {
                final CodedNode node = nodes[turn % nodes.length];
                node.stop();
                scheduler.after(orderly.nextLong(30 * MILLISECOND), later -> node.start());
                stopInTurn(turn + 1);
            }
        });
    }

    /** A client writes its next entry, through any node, until it is acknowledged. */
    private void write(final long client, final int sequence) {
        if (sequence > plan.perClient()) {
            unfinished--;
            return;
        }
        final CodedEntry entry = CodedEntry.random(client, sequence, plan.maxValueLength(), random);
        final int operation = history.write(entry, scheduler.nowNs());
        readSome();
        attempt(entry, operation);
    }

    /** A read of some key through some node: past the order, or in it. */
    private void readSome() {
        final CodedNode node = nodes[random.nextInt(nodes.length)];
        final long key = CodedEntry.randomKey(random);
        final int operation = history.read(key, scheduler.nowNs());
        if (random.nextInt(ORDERED_ONE_IN) == 0) {
            node.read(CodedEntry.read(READERS, ++orderedReads), key, value -> history.found(operation, value, scheduler
                .nowNs()));
        } else {
            node.read(key, value -> history.found(operation, value, scheduler.nowNs()));
        }
    }

    private void attempt(final CodedEntry entry, final int operation) {
        nodes[random.nextInt(nodes.length)].submit(entry);
        watch(entry, operation, scheduler.nowNs());
    }

    private void watch(final CodedEntry entry, final int operation, final long sentNs) {
        scheduler.after(MILLISECOND / 2, now -> {
            if (witness.isAcknowledged(entry)) {
                history.written(operation, now);
                readSome();
                nodes[random.nextInt(nodes.length)].fetch(entry, witness.idOf(entry));
                write(entry.batcherId(), (int) entry.sequence() + 1);
            } else if (now - sentNs >= RETRY_NS) {
                attempt(entry, operation);
            } else {
                watch(entry, operation, sentNs);
            }
        });
    }

    private void fault() {
        scheduler.after(faults.nextLong(MILLISECOND, 80 * MILLISECOND), now -> {
            if (!isHealed) {
                final CodedNode node = nodes[faults.nextInt(nodes.length)];
                switch (faults.nextInt(8)) {
                    case 0 -> crash(node);
                    case 1 -> blackout();
                    case 2 -> partition(node);
                    case 3 -> pause(node);
                    case 4 -> crashWithinDisk(node);
                    case 5 -> disk(node);
                    case 6 -> lose(node);
                    default -> {}
                }
                fault();
            }
        });
    }

    private void crash(final CodedNode node) {
        if (plan.crashes()) {
            if (faults.nextBoolean()) {
                node.kill();
            } else {
                node.losePower();
            }
            startLater(node);
        }
    }

    private void blackout() {
        if (plan.blackouts()) {
            for (final CodedNode node : nodes) {
                node.losePower();
                startLater(node);
            }
        }
    }

    private void partition(final CodedNode node) {
        if (plan.partitions()) {
            for (final CodedNode other : nodes) {
                final int way = faults.nextInt(4);
                network.block(node.index, other.index, way != 0);
                network.block(other.index, node.index, way != 1);
            }
            scheduler.after(faults.nextLong(100 * MILLISECOND), now -> {
                for (final CodedNode other : nodes) {
                    network.block(node.index, other.index, false);
                    network.block(other.index, node.index, false);
                }
            });
        }
    }

    private void pause(final CodedNode node) {
        if (plan.pauses()) {
            node.pause(true);
            scheduler.after(faults.nextLong(100 * MILLISECOND), now -> node.pause(false));
        }
    }

    private void crashWithinDisk(final CodedNode node) {
        if (plan.diskCrashes()) {
            node.crashWithin(20);
            startLater(node);
        }
    }

    private void disk(final CodedNode node) {
        if (plan.diskFaults()) {
            node.failDisk();
            scheduler.after(faults.nextLong(100 * MILLISECOND), now -> node.mendDisks());
        }
    }

    /** A node loses something; at most f have at a time, and only after the group was founded. */
    private void lose(final CodedNode node) {
        int impaired = 0;
        for (final CodedNode other : nodes) {
            impaired += other.isImpaired() ? 1 : 0;
            if (!plan.losses() || !other.wasWhole()) {
                return;
            }
        }
        if (impaired >= plan.quorums().faults() || node.isImpaired()) {
            return;
        }
        switch (faults.nextInt(4)) {
            case 0 -> node.loseDirectories();
            case 1 -> node.loseSteps();
            case 2 -> node.loseParts();
            default -> {
                if (!node.damageParts()) {
                    return;
                }
            }
        }
        startLater(node);
    }

    private void startLater(final CodedNode node) {
        scheduler.after(faults.nextLong(60 * MILLISECOND), now -> node.start());
    }

    private void heal() {
        isHealed = true;
        network.heal();
        keepUp();
    }

    /** Whoever is down, or goes down by a crash that was still to come, is started. */
    private void keepUp() {
        for (final CodedNode node : nodes) {
            node.pause(false);
            node.mendDisks();
            node.start();
        }
        scheduler.after(10 * MILLISECOND, now -> keepUp());
    }

    private boolean isOver() {
        if (!isHealed || unfinished > 0) {
            return false;
        }
        long most = 0;
        for (final CodedNode node : nodes) {
            if (!node.isUp() || node.isImpaired() || node.group().repairs() > 0 || node.isReading()
                || !node.hasRequired()) {
                return false;
            }
            most = Math.max(most, node.group().settled());
        }
        for (final CodedNode node : nodes) {
            if (node.group().applied() < most) {
                return false;
            }
        }
        return true;
    }

    private String state() {
        final StringBuilder text = new StringBuilder();
        for (final CodedNode node : nodes) {
            text.append("node ").append(node.index).append(node.isUp() ? " up, settled " + node.group().settled()
                + ", applied " + node.group().applied() + ", repairs " + node.group().repairs()
                + (node.group().isVoter() ? "" : ", no voter") + (node.group().lacksParts() ? ", lacks parts" : "")
                : " down")
                .append("; ");
        }
        return text.toString();
    }
}
