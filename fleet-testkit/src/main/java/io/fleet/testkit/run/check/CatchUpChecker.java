package io.fleet.testkit.run.check;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.snapshot.SnapshotOffer;
import io.fleet.testkit.checker.Electorate;
import io.fleet.testkit.checker.GroupChecker;
import io.fleet.testkit.checker.Violations;
import java.util.BitSet;
import java.util.TreeMap;

/**
 * Watches that a leader counts for itself (S6): what others hand on as chosen above its base it must not take for
 * chosen while it leads. Of each LSN above its base that a leader tells others is chosen, it must have read
 * acknowledgements of one ballot from a majority with itself, unless it could know before it led. Only packets are
 * asked, and no counter.
 */
public final class CatchUpChecker {
    private static final long MOST_LSNS = 1 << 22;

    private final int nodes;
    private final Ack collected = new Ack();
    private final Electorate electorate;
    private final Violations violations;
    private final Life[] lives;

    /** What a process has read. */
    private static final class Life {
        /** At which ballot it led last, and up to where it has told others that everything is chosen. */
        private long ballot = Ballot.NONE;
        private long told;
        /** What it could know to be chosen before it led at that ballot. */
        private final BitSet before = new BitSet();
        /** What others have handed on since then, for when it leads again. */
        private final BitSet meanwhile = new BitSet();
        /** From a ballot to what each node has acknowledged at it. */
        private final TreeMap<Long, BitSet[]> acknowledged = new TreeMap<>();
    }

    public CatchUpChecker(final int nodes, final Electorate electorate, final Violations violations) {
        this.nodes = nodes;
        this.electorate = electorate;
        this.violations = violations;
        lives = new Life[nodes];
        for (int node = 0; node < nodes; node++) {
            lives[node] = new Life();
        }
    }

    /** A node has started: what it read before is gone. */
    public void restarted(final int node) {
        lives[node] = new Life();
    }

    /** A message was sent. */
    public void onMessage(final int sender, final Message message) {
        if (message instanceof Order order && sender >= 0 && sender < nodes
            && !GroupChecker.isPassedOn(sender, message)) {
            onOrder(sender, order);
        }
    }

    /** A node has read a message. */
    public void onReceipt(final int to, final int from, final Message message) {
        final Life life = lives[to];
        if (message instanceof CatchUpEntry entry) {
            life.meanwhile.set(place(entry.lsn));
        } else if (message instanceof SnapshotOffer offer) {
            life.meanwhile.set(0, place(offer.lsn) + 1);
        } else if (message instanceof Order order) {
            life.meanwhile.set(0, place(order.chosen) + 1);
        } else if (message instanceof Ack ack && from >= 0) {
            onAck(life, from, ack);
        } else if (message instanceof CollectedAcks told && from >= 0) {
            int firstRange = 0;
            for (int i = 0; i < told.count; i++) {
                told.read(i, firstRange, collected);
                firstRange += told.ranges[i];
                onAck(life, told.node[i], collected);
            }
        }
    }

    private void onAck(final Life life, final int from, final Ack ack) {
        final BitSet[] all = life.acknowledged.computeIfAbsent(ack.ballot, ballot -> new BitSet[nodes]);
        if (all[from] == null) {
            all[from] = new BitSet();
        }
        all[from].set(0, place(ack.cumulative) + 1);
        for (int i = 0; i < ack.count; i++) {
            all[from].set(place(ack.from[i]), Math.max(place(ack.from[i]), place(ack.to[i])) + 1);
        }
    }

    /** Runs are not so long; whoever says that is told of elsewhere. */
    private static int place(final long lsn) {
        return (int) Math.max(0, Math.min(lsn, MOST_LSNS));
    }

    private void onOrder(final int leader, final Order order) {
        final Life life = lives[leader];
        if (order.ballot != life.ballot) {
            life.ballot = order.ballot;
            life.told = order.base;
            life.before.or(life.meanwhile);
            life.meanwhile.clear();
        }
        for (long lsn = life.told + 1; lsn <= order.chosen; lsn++) {
            if (!life.before.get(place(lsn)) && !isCounted(life, leader, order.configuration, place(lsn))) {
                violations.report("node " + leader + " leads at ballot " + order.ballot + ", and takes LSN " + lsn
                    + " for chosen, which lies not below its base, LSN " + order.base
                    + ", and which no majority has acknowledged to it");
            }
        }
        life.told = Math.max(life.told, order.chosen);
    }

    private boolean isCounted(final Life life, final int leader, final long configuration, final int lsn) {
        for (final BitSet[] acknowledged : life.acknowledged.values()) {
            long holders = 1L << leader;
            for (int node = 0; node < nodes; node++) {
                holders |= acknowledged[node] != null && acknowledged[node].get(lsn) ? 1L << node : 0;
            }
            if (electorate.isWriteQuorum(configuration, holders)) {
                return true;
            }
        }
        return electorate.isWriteQuorum(configuration, 1L << leader);
    }
}
