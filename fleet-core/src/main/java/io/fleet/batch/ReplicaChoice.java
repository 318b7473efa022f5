package io.fleet.batch;

import java.util.Arrays;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Which replica a read is sent to: the one that owes this client the fewest answers (HC-13, join the shortest queue),
 * in turn where several do. One that let a read wait too long is passed over for a while, or until it answers.
 */
final class ReplicaChoice {
    static final int NOBODY = -1;
    /** A client in a node's process asks that node, which costs no packet, unless it is so much further behind. */
    private static final int HOME_ADVANTAGE = 128;

    private final int home;
    private final Int2IntCounterMap outstanding = new Int2IntCounterMap(0);
    private final Int2ObjectHashMap<Long> silentUntilNs = new Int2ObjectHashMap<>();
    private int[] nodes = {};
    private int turn;

    /** {@code home} is the node that the client lives in, or {@link #NOBODY}. */
    ReplicaChoice(final int home, final int firstTurn) {
        this.home = home;
        turn = firstTurn & 0xFFFF;
    }

    void nodes(final int[] members) {
        nodes = members.clone();
    }

    int size() {
        return nodes.length;
    }

    boolean isEmpty() {
        return nodes.length == 0;
    }

    /** Who is asked next, not {@code last} where there is anybody else; {@link #NOBODY} where nobody is known. */
    int choose(final int last, final long nowNs) {
        turn++;
        int best = NOBODY;
        int bestLoad = Integer.MAX_VALUE;
        boolean isBestSilent = true;
        for (int i = 0; i < nodes.length; i++) {
            final int node = nodes[(turn + i) % nodes.length];
            if (node == last && nodes.length > 1) {
                continue;
            }
            final boolean silent = isSilent(node, nowNs);
            final int load = outstanding.get(node) - (node == home ? HOME_ADVANTAGE : 0);
            if (best == NOBODY || silent == isBestSilent && load < bestLoad || !silent && isBestSilent) {
                best = node;
                bestLoad = load;
                isBestSilent = silent;
            }
        }
        return best;
    }

    void sent(final int node) {
        outstanding.incrementAndGet(node);
    }

    /** A read that was sent there is answered, given up, or sent elsewhere. */
    void done(final int node) {
        if (node != NOBODY) {
            outstanding.decrementAndGet(node);
        }
    }

    void silent(final int node, final long untilNs) {
        silentUntilNs.put(node, Long.valueOf(untilNs));
    }

    void heard(final int node) {
        silentUntilNs.remove(node);
    }

    /** For people. */
    String describe() {
        return Arrays.toString(nodes);
    }

    private boolean isSilent(final int node, final long nowNs) {
        final Long until = silentUntilNs.get(node);
        return until != null && nowNs - until < 0;
    }
}
