package io.fleet.scattered.leader;

import io.fleet.config.ReplierPolicy;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;
import java.util.SplittableRandom;
import org.agrona.collections.LongArrayQueue;

/**
 * Who replies (HC-08, HC-11, HC-13): for each replica the entries assigned to it that it has not applied yet, at most
 * B of them. A replica that stops applying fills its queue and is passed over, so no more than B replies are lost with
 * it (S10). One that is more than B entries, and more than 64, behind the foremost, since it comes back from a stop, is
 * passed over too, though its queue is empty, and so is one that is about to stop. A leader that has just been elected
 * names itself and those only of which it has heard at its ballot how far they have applied: of the others it does not
 * know whether they lag. A batcher may wish for a replica that it hears; it gets that one where it could have been
 * chosen anyway, whatever the policy is: nobody else knows whom a batcher does not hear, and no queue gets longer.
 */
public final class ReplierQueues {
    private static final CoverageMark BEHIND = CoverageMark.named("replier-queues.replica-that-lags-passed-over");
    private static final CoverageMark LEAVES = CoverageMark.named("replier-queues.replica-that-leaves-passed-over");
    private static final CoverageMark PASSED_OVER = CoverageMark.named("replier-queues.silent-replica-passed-over");

    private static final CoverageMark NOT_HEARD = CoverageMark
        .named("replier-queues.replica-not-heard-at-the-ballot-passed-over");
    private static final CoverageMark WISHED = CoverageMark
        .named("replier-queues.replica-that-its-batcher-hears-named");
    private static final CoverageMark WISH_REFUSED = CoverageMark
        .named("replier-queues.wish-of-a-batcher-not-followed");
    private static final CoverageMark LAST_THERE = CoverageMark
        .named("replier-queues.nobody-else-there-executes");
    private static final CoverageMark WRITES_SNAPSHOT = CoverageMark
        .named("replier-queues.passed-over-for-its-snapshot");

    /** {@link #choose}: every queue is full; announcing waits. */
    public static final int ALL_FULL = OrderEntry.NO_REPLIER - 1;

    private static final int NOBODY = -1;
    /** So many entries may always lie between two replicas that both keep up. */
    private static final int LEAST_FAR_BEHIND = 64;

    private final GroupContext context;
    private int self;
    private final int bound;
    private final int farBehind;
    private final ReplierPolicy policy;
    private final LongArrayQueue[] queues;
    /** The last entry that each was named for at this ballot; 0 for none. */
    private final long[] lastNamed;
    private final long[] lastHeardNs;
    private final long[] passedOverUntilNs;
    private final boolean[] passedOver;
    /** Up to where each is known to have applied at this ballot; -1 for not heard. */
    private final long[] applied;
    private long foremost;
    /** The slot of the only one that executes and is there, when that was looked for last. */
    private int lastThere = NOBODY;
    private final boolean[] leaves;
    private final long[] leftNs;
    private final long freshNs;
    private final SplittableRandom random;

    public ReplierQueues(final GroupContext context, final SplittableRandom random) {
        this.context = context;
        self = context.indexOf(context.self());
        bound = context.config().replierQueueBound();
        policy = context.config().replierPolicy();
        freshNs = context.electionTimeoutNs();
        this.random = random;
        queues = new LongArrayQueue[Configuration.SLOTS];
        lastNamed = new long[Configuration.SLOTS];
        lastHeardNs = new long[Configuration.SLOTS];
        passedOverUntilNs = new long[Configuration.SLOTS];
        passedOver = new boolean[Configuration.SLOTS];
        applied = new long[Configuration.SLOTS];
        java.util.Arrays.fill(applied, -1);
        farBehind = Math.max(bound, LEAST_FAR_BEHIND);
        leaves = new boolean[Configuration.SLOTS];
        leftNs = new long[Configuration.SLOTS];
        for (int i = 0; i < queues.length; i++) {
            queues[i] = new LongArrayQueue(0L);
        }
    }

    public void reset(final long nowNs) {
        self = context.indexOf(context.self());
        for (int i = 0; i < queues.length; i++) {
            queues[i].clear();
            lastNamed[i] = 0;
            lastHeardNs[i] = nowNs;
            passedOver[i] = false;
            leaves[i] = false;
            applied[i] = -1;
        }
        foremost = context.progress().applied();
        lastThere = NOBODY;
    }

    /** A replica is about to stop: it is not chosen for two election timeouts. */
    void passOver(final int member, final long nowNs) {
        leaves[member] = true;
        leftNs[member] = nowNs;
    }

    /**
     * Names a replica no more until a time, because it applies nothing meanwhile; the only one that votes, or is there
     * beside witnesses, has nobody beside it.
     *
     * @return the last entry at this ballot that it was named for; 0 for none.
     */
    long passOverUntil(final int member, final long untilNs) {
        passedOver[member] = !context.membership().isOnlyVoter(member) && member != lastThere;
        passedOverUntilNs[member] = untilNs;
        return lastNamed[member];
    }

    /**
     * Whether another replica than one could be named, were its queue empty; or nobody else is there that executes, and
     * the rest of the quorum are witnesses: to wait for another would be to wait for ever.
     */
    boolean hasBeside(final int member, final long nowNs) {
        boolean isAnyHeard = false;
        lastThere = NOBODY;
        for (int i = 0; i < context.slots(); i++) {
            if (i != member && isThere(i, nowNs)) {
                return true;
            }
            isAnyHeard |= i != member && context.membership().roles().isFull(i)
                && (i == self || nowNs - lastHeardNs[i] <= freshNs);
        }
        if (isAnyHeard || !context.membership().roles().hasWitnesses()) {
            return false;
        }
        LAST_THERE.hit();
        lastThere = member;
        return true;
    }

    /** A replica has applied everything up to an LSN. */
    public void onApplied(final int member, final long upTo, final long nowNs) {
        lastHeardNs[member] = nowNs;
        applied[member] = Math.max(applied[member], upTo);
        if (context.membership().roles().isFull(member)) {
            foremost = Math.max(foremost, upTo);
        }
        final LongArrayQueue queue = queues[member];
        while (!queue.isEmpty() && queue.peekLong() <= upTo) {
            queue.pollLong();
        }
    }

    /** A replica was heard, though it has said nothing new. */
    void heard(final int member, final long atNs) {
        lastHeardNs[member] = atNs;
    }

    /** Whether a replica has said that it has applied everything up to an LSN. */
    boolean hasApplied(final int member, final long upTo) {
        return applied[member] >= upTo;
    }

    /** Whether another replica has applied more than this one. */
    boolean areAhead() {
        return foremost > context.progress().applied();
    }

    int depth(final int member) {
        return queues[member].size();
    }

    /** The node that replies to an entry with the given LSN, now counted in its queue; or {@link #ALL_FULL}. */
    public int choose(final long lsn, final long nowNs) {
        return choose(lsn, OrderEntry.NO_REPLIER, nowNs);
    }

    /** As above, and the one that its batcher wishes for, {@link OrderEntry#NO_REPLIER} for none, if it can be. */
    int choose(final long lsn, final int wish, final long nowNs) {
        final int wished = wish == OrderEntry.NO_REPLIER ? -1 : wished(wish, nowNs);
        final int member = wished >= 0 ? wished : switch (policy) {
            case LEADER -> !isThere(self, nowNs) ? shortest(nowNs) : queues[self].size() < bound ? self : -1;
            case RANDOM -> random(nowNs);
            case JBSQ -> shortest(nowNs);
        };
        if (member < 0) {
            return ALL_FULL;
        }
        queues[member].addLong(lsn);
        lastNamed[member] = lsn;
        return context.members()[member];
    }

    /** Who replies to an entry that a new leader proposes again: nobody to a configuration, and itself if need be. */
    int chooseAgain(final OrderEntry line, final long nowNs) {
        if (line.meta.isConfiguration()) {
            return OrderEntry.NO_REPLIER;
        }
        final int replier = choose(line.lsn, nowNs);
        return replier == ALL_FULL ? context.self() : replier;
    }

    /** Whether {@link #choose} would find a replica now. */
    boolean hasRoom(final long nowNs) {
        if (policy == ReplierPolicy.LEADER && isThere(self, nowNs)) {
            return queues[self].size() < bound;
        }
        for (int i = 0; i < context.slots(); i++) {
            if (eligible(i, nowNs)) {
                return true;
            }
        }
        return false;
    }

    private int wished(final int node, final long nowNs) {
        final int member = context.indexOf(node);
        if (member < 0 || !eligible(member, nowNs)) {
            WISH_REFUSED.hit();
            return -1;
        }
        WISHED.hit();
        return member;
    }

    private boolean eligible(final int member, final long nowNs) {
        return isThere(member, nowNs) && queues[member].size() < bound;
    }

    private boolean isThere(final int member, final long nowNs) {
        if (!context.membership().roles().isFull(member)) {
            return false;
        }
        if (passedOver[member]) {
            if (nowNs - passedOverUntilNs[member] < 0) {
                WRITES_SNAPSHOT.hit();
                return false;
            }
            passedOver[member] = false;
        }
        if (member != self && nowNs - lastHeardNs[member] > freshNs) {
            PASSED_OVER.hit();
            return false;
        }
        if (member != self && applied[member] < 0) {
            NOT_HEARD.hit();
            return false;
        }
        if (member != self && foremost - applied[member] > farBehind) {
            BEHIND.hit();
            return false;
        }
        if (leaves[member]) {
            if (nowNs - leftNs[member] <= 2 * freshNs) {
                LEAVES.hit();
                return false;
            }
            leaves[member] = false;
        }
        return true;
    }

    private int shortest(final long nowNs) {
        int best = -1;
        int ties = 0;
        for (int i = 0; i < context.slots(); i++) {
            if (!eligible(i, nowNs)) {
                continue;
            }
            final int depth = queues[i].size();
            if (best < 0 || depth < queues[best].size()) {
                best = i;
                ties = 1;
            } else if (depth == queues[best].size() && random.nextInt(++ties) == 0) {
                best = i;
            }
        }
        return best;
    }

    private int random(final long nowNs) {
        int chosen = -1;
        int seen = 0;
        for (int i = 0; i < context.slots(); i++) {
            if (eligible(i, nowNs) && random.nextInt(++seen) == 0) {
                chosen = i;
            }
        }
        return chosen;
    }
}
