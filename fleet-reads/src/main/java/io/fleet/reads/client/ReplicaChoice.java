package io.fleet.reads.client;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Which replica a read is sent to: the one that owes this client the fewest answers (HC-13, join the shortest queue),
 * in turn where several do; or any. One that let a read wait too long is passed over for a while, or until it answers;
 * for twice as long each time that it has not answered in between.
 */
final class ReplicaChoice {
    static final int NOBODY = -1;
    /** A client in a node's process asks that node, which costs no packet, unless it is so much further behind. */
    private static final int HOME_ADVANTAGE = 128;
    private static final int SILENCE_FACTOR = 16;
    /** A replica that stays silent is tried each time after twice as long, so often that this doubles, and no more. */
    private static final int MAX_DOUBLINGS = 6;

    /** When a replica is tried again, and how often it was tried since it was heard. */
    private record Silence(long untilNs, int times) {
    }

    private final int home;
    private final Int2IntCounterMap outstanding = new Int2IntCounterMap(0);
    private final Int2ObjectHashMap<Silence> silent = new Int2ObjectHashMap<>();
    /** Null where the fewest answers decide. */
    private final SplittableRandom random;
    private int[] nodes = {};
    private int turn;

    /** {@code home} is the node that the client lives in, or {@link #NOBODY}. */
    ReplicaChoice(final int home, final int firstTurn, final boolean isRandom) {
        this.home = home;
        random = isRandom ? new SplittableRandom(firstTurn) : null;
        turn = firstTurn & 0xFFFF;
    }

    /** Returns whether these are others than before: what is remembered by place holds no more. */
    boolean nodes(final int[] members) {
        final boolean isNew = !Arrays.equals(nodes, members);
        nodes = members.clone();
        return isNew;
    }

    /** The bit of a node in sets of those that may be asked; 0 where it is none of them. */
    long bit(final int node) {
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i] == node) {
                return 1L << i;
            }
        }
        return 0;
    }

    /** Whether a set has all that may be asked, and there is any. */
    boolean isAll(final long set) {
        return nodes.length > 0 && set == -1L >>> Long.SIZE - nodes.length;
    }

    int size() {
        return nodes.length;
    }

    boolean isEmpty() {
        return nodes.length == 0;
    }

    /**
     * Who is asked next, not {@code last} where there is anybody else, and of others those first that are not in the
     * set of those who were asked; {@link #NOBODY} where nobody is known.
     */
    int choose(final int last, final long asked, final long nowNs) {
        turn = random == null ? turn + 1 : random.nextInt(1 << 16);
        int best = NOBODY;
        int bestRank = Integer.MAX_VALUE;
        int bestLoad = Integer.MAX_VALUE;
        for (int i = 0; i < nodes.length; i++) {
            final int place = (turn + i) % nodes.length;
            final int node = nodes[place];
            if (node == last && nodes.length > 1) {
                continue;
            }
            final int rank = (isSilent(node, nowNs) ? 2 : 0) + (int) (asked >>> place & 1);
            final int load = random != null ? 0 : outstanding.get(node) - (node == home ? HOME_ADVANTAGE : 0);
            if (rank < bestRank || rank == bestRank && load < bestLoad) {
                best = node;
                bestRank = rank;
                bestLoad = load;
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

    /** A read has waited for its answer for so long as one waits. */
    void silent(final int node, final long nowNs, final long patienceNs) {
        final Silence before = silent.get(node);
        if (before == null || nowNs - before.untilNs >= 0) {
            final int times = before == null ? 0 : Math.min(MAX_DOUBLINGS, before.times + 1);
            silent.put(node, new Silence(nowNs + (patienceNs * SILENCE_FACTOR << times), times));
        }
    }

    void heard(final int node) {
        silent.remove(node);
    }

    /** For people. */
    String describe() {
        return Arrays.toString(nodes);
    }

    private boolean isSilent(final int node, final long nowNs) {
        final Silence silence = silent.get(node);
        return silence != null && nowNs - silence.untilNs < 0;
    }
}
