package io.fleet.scattered.collector;

import io.fleet.config.Learning;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Whom a leader asks to gather acknowledgements for all ({@link Learning#COLLECTOR}): a member that counts in no
 * quorum, or a witness, or another, never itself. What the leader acknowledges itself comes back from it within a
 * moment: where it does not, or where an entry has to be ordered again, another one is asked, or nobody. Each that was
 * passed by rests for a while, longer each time. A performance choice, never a correctness one (M3).
 */
public final class CollectorChoice {
    /** A collector that says nothing for so long may be passed by. */
    static final long LEAST_PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(5);
    /** It is passed by after so many times as long as answers take as a rule. */
    private static final int PATIENCE = 4;
    private static final int SMOOTHING = 32;
    /** The longest rest in election timeouts; the first is a quarter of one. */
    private static final int LONGEST_REST = 16;
    private static final int FIRST_PART = 4;
    /** Who misses an order asks for it within so many times of resending. */
    private static final int LATELY = 4;
    /** So many LSNs that are missed are no chance. */
    private static final int MOST_MISSED = 3;

    private static final CoverageMark SILENT = CoverageMark.named("collector-choice.silent-one-passed-by");
    private static final CoverageMark IN_VAIN = CoverageMark.named("collector-choice.passed-by-as-entries-wait");
    private static final CoverageMark MISSED = CoverageMark.named("collector-choice.passed-by-as-orders-are-missed");
    private static final CoverageMark UNREACHED = CoverageMark.named("collector-choice.passed-by-as-it-is-not-reached");
    private static final CoverageMark NOBODY_LEFT = CoverageMark.named("collector-choice.nobody-left");
    private static final CoverageMark AGAIN = CoverageMark.named("collector-choice.one-that-rested-is-asked-again");

    private final GroupContext context;
    private final boolean asks;
    private final boolean passesOn;
    private final long longestPatienceNs;
    private long patienceNs = LEAST_PATIENCE_NS;
    private final long firstRestNs;
    private final long longestRestNs;
    private final long[] restNs = new long[Configuration.SLOTS];
    private final long[] sinceNs = new long[Configuration.SLOTS];
    /** Those that were passed by and are asked no more before they have rested. */
    private long resting;
    /** The slot of who is asked, or {@link Ack#NOBODY}. */
    private int named = Ack.NOBODY;
    private boolean waits;
    private long waitsSinceNs;
    /** When the one that is asked told something last; one duty cycle has one time. */
    private long toldNs = Long.MIN_VALUE;
    private long namedSinceNs;
    private boolean news;
    private int missed;
    private long missedLsn;
    private boolean lost;
    private long lostNs;

    public CollectorChoice(final GroupContext context) {
        this.context = context;
        final Learning learning = context.config().learning();
        asks = learning == Learning.COLLECTOR || learning == Learning.AGGREGATOR;
        passesOn = learning == Learning.AGGREGATOR;
        longestPatienceNs = Math.max(LEAST_PATIENCE_NS, context.resendNs() / 2);
        firstRestNs = context.electionTimeoutNs() / FIRST_PART;
        longestRestNs = context.electionTimeoutNs() * LONGEST_REST;
    }

    /** A ballot of this node begins. */
    public void begin(final long nowNs) {
        resting = 0;
        Arrays.fill(restNs, 0);
        named = Ack.NOBODY;
        lost = false;
        missedLsn = 0;
        choose(nowNs);
    }

    /**
     * Sends what is ordered to the collector, which passes it on, and to this node. A collector that cannot be reached
     * is passed by.
     *
     * @return false when it could not be taken now.
     */
    public boolean pass(final Order order, final long nowNs) {
        order.passedOn = true;
        final boolean isTold = context.outbound().send(node(), order);
        order.passedOn = false;
        if (!isTold) {
            UNREACHED.hit();
            passBy(nowNs);
        }
        return isTold && context.outbound().send(context.self(), order);
    }

    /** Whether the collector passes on what is ordered: once this node itself has told all that it asks it to. */
    public boolean passesOn() {
        return passesOn && named != Ack.NOBODY && !news;
    }

    /** Whether what was ordered up to a time went to a collector that has been passed by since, and may be lost. */
    public boolean mayBeLost(final long sentNs) {
        return lost && sentNs - lostNs < 0;
    }

    /** Whether something may be lost. */
    public boolean mayBeLost() {
        return lost;
    }

    /** All of that has been ordered again. */
    public void onOrderedAgain() {
        lost = false;
    }

    /**
     * A member misses an LSN that was ordered at a time: a moment ago, so that it is not merely behind, and long enough
     * for the collector to have passed it on. One or two may be lost on any way.
     */
    public void onMissed(final long lsn, final long sentNs, final long nowNs) {
        final long ageNs = nowNs - sentNs;
        if (passesOn() && lsn > missedLsn && isAsked(sentNs) && ageNs >= patienceNs
            && ageNs <= LATELY * context.resendNs()) {
            missedLsn = lsn;
            if (++missed == MOST_MISSED) {
                MISSED.hit();
                passBy(nowNs);
            }
        }
    }

    /** Who is asked, or {@link Ack#NOBODY}. */
    public int node() {
        return named == Ack.NOBODY ? Ack.NOBODY : context.members()[named];
    }

    /** This node has acknowledged something at its own ballot: where the collector has it to tell, it tells it soon. */
    public void onOwnAck(final Ack ack, final long nowNs) {
        if (named != Ack.NOBODY && ack.collector == node() && !waits && toldNs != nowNs) {
            waits = true;
            waitsSinceNs = nowNs;
        }
    }

    /** A member has told what it gathered. */
    public void onTold(final int node, final long nowNs) {
        if (node != node()) {
            return;
        }
        toldNs = nowNs;
        if (waits) {
            waits = false;
            final long wanted = Math.max(LEAST_PATIENCE_NS, PATIENCE * (nowNs - waitsSinceNs));
            patienceNs = Math.min(longestPatienceNs, patienceNs + (wanted - patienceNs) / SMOOTHING);
        }
    }

    /** Whether what was ordered at a time is acknowledged to the one that is asked now, and should be chosen by now. */
    public boolean isInVain(final long sentNs, final long nowNs) {
        return isAsked(sentNs) && nowNs - sentNs >= context.resendNs() / 2;
    }

    private boolean isAsked(final long sentNs) {
        return named != Ack.NOBODY && sentNs - namedSinceNs >= 0;
    }

    /** Entries of its time are not chosen: the collector may not hear those that have acknowledged them. */
    public void onEntriesWait(final long nowNs) {
        IN_VAIN.hit();
        passBy(nowNs);
    }

    /** Whether others are to be told at once that another one is asked, or nobody. */
    public boolean isNews() {
        return news;
    }

    /** Passes by a collector that is silent, or asks one that has rested. */
    public void doWork(final long nowNs) {
        if (named != Ack.NOBODY && waits && nowNs - waitsSinceNs >= patienceNs) {
            SILENT.hit();
            passBy(nowNs);
            patienceNs = named == Ack.NOBODY ? Math.min(longestPatienceNs, 2 * patienceNs) : patienceNs;
        } else if (named == Ack.NOBODY && resting != 0) {
            choose(nowNs);
        }
    }

    /** All have been told who is asked. */
    public void onSaid() {
        news = false;
    }

    private void passBy(final long nowNs) {
        final boolean hasServed = nowNs - namedSinceNs >= longestRestNs;
        restNs[named] = restNs[named] == 0 || hasServed ? firstRestNs : Math.min(longestRestNs, 2 * restNs[named]);
        sinceNs[named] = nowNs;
        lost |= passesOn;
        lostNs = nowNs;
        resting |= 1L << named;
        named = Ack.NOBODY;
        news = true;
        choose(nowNs);
        if (named == Ack.NOBODY) {
            NOBODY_LEFT.hit();
        }
    }

    private void choose(final long nowNs) {
        waits = false;
        if (!asks) {
            return;
        }
        for (long rest = resting; rest != 0; rest &= rest - 1) {
            final int member = Long.numberOfTrailingZeros(rest);
            resting &= nowNs - sinceNs[member] >= restNs[member] ? ~(1L << member) : -1L;
        }
        final long own = 1L << context.membership().ownSlot();
        final long able = present() & ~own & ~resting;
        final long spare = able & ~context.membership().roles().counting();
        final long witnesses = able & ~context.membership().roles().full();
        final int chosen = nextOf(spare != 0 ? spare : witnesses != 0 ? witnesses : able);
        if (chosen != Ack.NOBODY) {
            if (restNs[chosen] != 0) {
                AGAIN.hit();
            }
            named = chosen;
            missed = 0;
            namedSinceNs = nowNs;
            news = true;
        }
    }

    private long present() {
        final int[] nodes = context.members();
        long set = 0;
        for (int slot = 0; slot < context.slots(); slot++) {
            set |= nodes[slot] == Membership.NOBODY ? 0 : 1L << slot;
        }
        return set;
    }

    /** Groups with the same members ask different ones. */
    private int nextOf(final long members) {
        if (members == 0) {
            return Ack.NOBODY;
        }
        int skip = (int) Long.remainderUnsigned(context.randomSeed(), Long.bitCount(members));
        long rest = members;
        for (; skip > 0; skip--) {
            rest &= rest - 1;
        }
        return Long.numberOfTrailingZeros(rest);
    }
}
