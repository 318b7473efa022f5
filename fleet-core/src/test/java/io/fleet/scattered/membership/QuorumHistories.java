package io.fleet.scattered.membership;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Histories of a group whose quorum system changes, drawn at random: promises, elections, records and acknowledgements,
 * one by one, in any order, some never. A node acts on what it has recorded as chosen; it takes and promises only what
 * is of the configuration on which it acts; a leader orders one next configuration, and nothing above. These are the
 * rules of {@code docs/spec/members.md}, with the quorums of the production classes. No message is late that could not
 * be sent now: what a leader has ordered any node may take at any time.
 */
final class QuorumHistories {
    private static final int BALLOTS = 12;
    private static final int STEPS = 500;
    private static final int NO_OP = -1;
    private static final int CONFIGURATION = 1_000;

    private final List<Configuration> chain;
    private final boolean countsUnplaced;
    private final int lsns;
    private final int nodes;
    private SplittableRandom random;

    private int[] promised;
    private int[] durable;
    private int[][] ballots;
    private int[][] values;
    private int[] chosen;
    private int[] placeOf;
    private int[] numberOf;
    private int[][] orders;
    private int[] next;
    private boolean[] closed;
    private long[][] acks;
    private final int[] leading = new int[BALLOTS];
    private int led;
    private boolean isSafe;
    private boolean reached;

    /**
     * Creates a search.
     *
     * @param chain          the configurations that follow one another; of nodes from 0 on.
     * @param countsUnplaced whether candidates look at what voters without a place have accepted.
     */
    QuorumHistories(final List<Configuration> chain, final boolean countsUnplaced) {
        this.chain = chain;
        this.countsUnplaced = countsUnplaced;
        lsns = chain.size() + 1;
        nodes = 1 + chain.stream().flatMapToInt(each -> Arrays.stream(each.nodes())).max().orElseThrow();
    }

    /**
     * Looks for a history in which two values are chosen at one LSN.
     *
     * @param seeds how many histories.
     * @return the first such seed; -1 for none.
     */
    long search(final long seeds) {
        for (long seed = 0; seed < seeds; seed++) {
            if (!isSafe(seed)) {
                return seed;
            }
        }
        return -1;
    }

    /** Whether a history chose a command in the last configuration. */
    boolean hasReachedTheLast() {
        return reached;
    }

    /** Begins a history. */
    void begin() {
        isSafe = true;
        promised = new int[nodes];
        durable = new int[nodes];
        ballots = new int[nodes][lsns + 1];
        values = new int[nodes][lsns + 1];
        chosen = new int[lsns + 1];
        placeOf = new int[chain.size()];
        Arrays.fill(placeOf, Integer.MAX_VALUE);
        placeOf[0] = 0;
        numberOf = new int[BALLOTS + 1];
        Arrays.fill(numberOf, -1);
        orders = new int[BALLOTS + 1][lsns + 1];
        next = new int[BALLOTS + 1];
        closed = new boolean[BALLOTS + 1];
        acks = new long[BALLOTS + 1][lsns + 1];
        led = 0;
    }

    private boolean isSafe(final long seed) {
        random = new SplittableRandom(seed);
        begin();
        for (int i = 0; i < STEPS; i++) {
            final int kind = random.nextInt(8);
            if (kind == 0) {
                campaign(1 + random.nextInt(BALLOTS), random.nextInt(nodes), random.nextLong() | random.nextLong());
            } else if (kind < 3) {
                record(random.nextInt(nodes));
            } else if (led > 0 && kind == 3) {
                order(leading[random.nextInt(led)], random.nextBoolean());
            } else if (led > 0) {
                accept(leading[random.nextInt(led)], 1 + random.nextInt(lsns), random.nextInt(nodes));
            }
        }
        return isSafe;
    }

    /** Whether no two values were chosen at one LSN. */
    boolean isSafe() {
        return isSafe;
    }

    /** Whether somebody leads at a ballot. */
    boolean isLed(final int ballot) {
        return next[ballot] > 0;
    }

    /** Whether anything is chosen at an LSN. */
    boolean isChosen(final int lsn) {
        return chosen[lsn] != 0;
    }

    /** The number of the configuration on which a node acts. */
    private int actsOn(final int node) {
        int number = 0;
        while (number + 1 < chain.size() && placeOf[number + 1] <= durable[node]) {
            number++;
        }
        return number;
    }

    /** It records some more of what is chosen. */
    void record(final int node) {
        if (durable[node] < lsns && chosen[durable[node] + 1] != 0) {
            durable[node]++;
        }
    }

    /**
     * Of some, one bit each, those promise a ballot to a node who may; if they are enough, it leads, and proposes again
     * what it found.
     */
    void campaign(final int ballot, final int candidate, final long asked) {
        final int number = actsOn(candidate);
        final Configuration members = chain.get(number);
        if (numberOf[ballot] >= 0 || !isVoter(members, candidate)) {
            return;
        }
        numberOf[ballot] = number;
        closed[ballot] = true;
        long promising = 0;
        long counted = 0;
        int base = durable[candidate];
        final int[] best = new int[lsns + 1];
        final int[] found = new int[lsns + 1];
        for (int node = 0; node < nodes; node++) {
            if (!isVoter(members, node) || actsOn(node) != number || promised[node] >= ballot
                || (asked >>> node & 1) == 0) {
                continue;
            }
            promised[node] = ballot;
            promising |= slot(members, node);
            counted |= countsUnplaced ? slot(members, node) : slot(members, node) & members.counting();
            base = Math.max(base, durable[node]);
            for (int lsn = 1; lsn <= lsns && (counted & slot(members, node)) != 0; lsn++) {
                if (ballots[node][lsn] > best[lsn]) {
                    best[lsn] = ballots[node][lsn];
                    found[lsn] = values[node][lsn];
                }
            }
        }
        if (!members.quorumSystem().isElectionQuorum(promising) || number + 1 < chain.size()
            && placeOf[number + 1] <= base) {
            return;
        }
        closed[ballot] = false;
        leading[led++] = ballot;
        lead(ballot, number, base, best, found);
    }

    private void lead(final int ballot, final int number, final int base, final int[] best, final int[] found) {
        int highest = base;
        for (int lsn = base + 1; lsn <= lsns; lsn++) {
            highest = best[lsn] > 0 ? lsn : highest;
        }
        for (int lsn = base + 1; lsn <= highest; lsn++) {
            final boolean isConfiguration = found[lsn] >= CONFIGURATION;
            int above = 0;
            for (int later = lsn + 1; later <= highest; later++) {
                above = Math.max(above, best[later]);
            }
            final boolean stands = isConfiguration && found[lsn] == CONFIGURATION + number + 1 && above <= best[lsn];
            orders[ballot][lsn] = best[lsn] == 0 || isConfiguration && !stands ? NO_OP : found[lsn];
            if (stands) {
                closed[ballot] = true;
                highest = lsn;
            }
        }
        next[ballot] = highest + 1;
    }

    /** A node promises a ballot to nobody in particular, as a learner does that follows a leader. */
    void promise(final int node, final int ballot) {
        promised[node] = Math.max(promised[node], ballot);
    }

    /** A leader orders a command, or, where that is wanted and may be, the next configuration. */
    void order(final int ballot, final boolean isChange) {
        if (numberOf[ballot] < 0 || closed[ballot] || next[ballot] > lsns) {
            return;
        }
        final int number = numberOf[ballot];
        final boolean isLast = number + 1 == chain.size();
        if (isLast || !isChange) {
            orders[ballot][next[ballot]] = ballot * 10 + next[ballot]++;
            return;
        }
        final Configuration members = chain.get(number + 1);
        for (final GroupMember member : members.members()) {
            final boolean isNew = member.voter() && (members.counting() >>> member.slot() & 1) != 0
                && (chain.get(number).counting() & slot(chain.get(number), member.node())) == 0;
            if (isNew && promised[member.node()] != ballot) {
                return;
            }
        }
        orders[ballot][next[ballot]++] = CONFIGURATION + number + 1;
        closed[ballot] = true;
    }

    /** A node accepts what a leader has ordered, if it may. */
    void accept(final int ballot, final int lsn, final int node) {
        final int value = orders[ballot][lsn];
        if (value == 0 || promised[node] > ballot || durable[node] >= lsn || actsOn(node) != numberOf[ballot]) {
            return;
        }
        final Configuration members = chain.get(numberOf[ballot]);
        if (members.member(node) == null) {
            return;
        }
        promised[node] = ballot;
        ballots[node][lsn] = ballot;
        values[node][lsn] = value;
        acks[ballot][lsn] |= slot(members, node);
        if (!members.quorumSystem().isWriteQuorum(acks[ballot][lsn] & members.voters())) {
            return;
        }
        isSafe &= chosen[lsn] == 0 || chosen[lsn] == value;
        chosen[lsn] = value;
        reached |= value < CONFIGURATION && numberOf[ballot] == chain.size() - 1;
        if (value >= CONFIGURATION) {
            placeOf[value - CONFIGURATION] = Math.min(placeOf[value - CONFIGURATION], lsn);
        }
    }

    private static boolean isVoter(final Configuration members, final int node) {
        return members.member(node) != null && members.member(node).voter();
    }

    private static long slot(final Configuration members, final int node) {
        final GroupMember member = members.member(node);
        return member == null ? 0 : 1L << member.slot();
    }
}
