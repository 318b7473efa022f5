package io.fleet.scattered.acceptor;

import io.fleet.config.Learning;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.EventPace;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.scattered.context.CountedLife;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.VoteGuard;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Tells what a storage node holds durably, once a duty cycle at most, and whom ({@link Learning}). Whom it tells is
 * never a matter of correctness: anybody may count acknowledgements, at any time (M3), and whoever is told nothing
 * learns from the leader (S6). A node that does not count tells nobody (S15).
 */
final class AckSender {
    /**
     * How far the replica has applied waits for so long to be told with something else, but for the first time; longer
     * where acknowledgements follow each other quickly.
     */
    static final long APPLIED_WAIT_NS = 200_000;
    /** The longest that it waits. */
    static final long LONGEST_APPLIED_WAIT_NS = 3_000_000;
    /** Where queues of repliers are shorter, entries wait for what is applied. */
    private static final int LEAST_BOUND = 32;
    private static final long UNTOLD = -1;

    private final GroupContext context;
    private final AckTracker tracker;
    private final CountedLife counted;
    private final VoteGuard voting;
    private final Long2ObjectHashMap<AcceptorSlot> slots;
    private final Learning learning;
    private final boolean asksCollector;
    private final Ack ack = new Ack();
    private final IntervalTimer everyoneTime;
    private boolean due;
    /** The leader waits to hear that this node lives, and need not hear anything new. */
    private boolean lives;
    /** Whether an LSN has become durable since the last acknowledgement. */
    private boolean covers;
    /** When the leader was told something last, by this node itself. */
    private long leaderToldNs;
    /** Whether the acknowledgement that is being sent goes to the leader, too. */
    private boolean toldLeader;
    private long appliedSent = UNTOLD;
    private long ballotSent = Ballot.NONE;
    /** The member that tells acknowledgements to all, as the leader says; or nobody. */
    private int collector = Ack.NOBODY;
    private boolean appliedWaits;
    private long appliedNs;
    private final EventPace durable;

    AckSender(final GroupContext context, final AckTracker tracker, final CountedLife counted, final VoteGuard voting,
              final Long2ObjectHashMap<AcceptorSlot> slots) {
        this.context = context;
        this.tracker = tracker;
        this.counted = counted;
        this.voting = voting;
        this.slots = slots;
        learning = context.config().learning();
        asksCollector = learning == Learning.COLLECTOR || learning == Learning.AGGREGATOR;
        durable = new EventPace(APPLIED_WAIT_NS,
            context.config().replierQueueBound() < LEAST_BOUND ? APPLIED_WAIT_NS : LONGEST_APPLIED_WAIT_NS);
        everyoneTime = new IntervalTimer(context.electionTimeoutNs());
    }

    /** Whether nothing is to be told, now or soon. */
    boolean isAtRest() {
        return !due && !lives && !appliedWaits || !context.membership().amVoter();
    }

    /** Something is to be told, to the leader at least. */
    void due(final boolean isDue) {
        due |= isDue;
    }

    /** An LSN is durable, of which those who wait for it have not heard, or not all of them. */
    void covers() {
        due = true;
        covers = true;
    }

    /**
     * The leader has told something without lines: a heartbeat, which is answered, or only what is chosen, which is not
     * while it has heard this node a moment ago.
     */
    void onHeartbeat(final boolean tellsChosen, final long nowNs) {
        lives |= !tellsChosen || nowNs - leaderToldNs >= context.heartbeatNs() / 2;
    }

    /**
     * The leader that is followed says itself that it asks a member to tell acknowledgements to all, or nobody. Another
     * one than before may have none of them, and those of the former are perhaps lost with it.
     */
    void onCollector(final int node) {
        if (asksCollector && node != collector) {
            collector = node;
            due = true;
        }
    }

    /**
     * Sends an acknowledgement where one is due.
     *
     * @param promised what this node has promised; nothing is acknowledged below it (S1).
     * @param clockMillis what its wall clock shows.
     * @param nowNs the time.
     * @return 1 where one was sent.
     */
    int doWork(final long promised, final long clockMillis, final long nowNs) {
        final long applied = context.progress().applied();
        final boolean appliedDue = isAppliedDue(applied, nowNs);
        if (!due && !lives && !appliedDue || tracker.ballot() == Ballot.NONE || tracker.ballot() != promised
            || !voting.counts() || !counted.isCounted(nowNs)) {
            return 0;
        }
        tracker.fill(ack);
        ack.applied = applied;
        ack.clockMillis = clockMillis;
        toldLeader = true;
        if (!send(nowNs)) {
            return 0;
        }
        if (covers) {
            durable.onEvent(nowNs);
        }
        due = false;
        lives &= !toldLeader;
        covers = false;
        ballotSent = ack.ballot;
        leaderToldNs = toldLeader ? nowNs : leaderToldNs;
        appliedSent = applied;
        appliedWaits = false;
        return 1;
    }

    private boolean isAppliedDue(final long applied, final long nowNs) {
        if (applied != appliedSent && !appliedWaits) {
            appliedWaits = true;
            appliedNs = nowNs;
        }
        return appliedWaits && (appliedSent == UNTOLD || nowNs - appliedNs >= durable.patienceNs());
    }

    private boolean send(final long nowNs) {
        final int leader = context.indexOf(Ballot.node(ack.ballot));
        final int own = context.indexOf(context.self());
        final boolean leads = leader == own;
        final boolean collects = (due || ack.applied != appliedSent) && context.indexOf(collector) >= 0;
        ack.collector = collects ? collector : Ack.NOBODY;
        if (learning == Learning.EVERYONE || leader < 0 || everyoneTime.isDue(nowNs)
            || leads && covers && learning == Learning.LEADER) {
            return context.outbound().broadcast(ack);
        }
        if (collects) {
            return sendToCollector(leader, leads);
        }
        final boolean tellsReplier = learning != Learning.LEADER && covers;
        final boolean tellsAll = tellsReplier && tracker.highest() > tracker.settled() + 1;
        final long replier = tellsReplier ? replier(own) : 0;
        if (leads) {
            return !tellsAll && sendToOther(replier == 0 ? another(own) : replier) || context.outbound().broadcast(ack);
        }
        final long receivers = 1L << leader | replier;
        return tellsAll || isMoreThanToAll(receivers) ? context.outbound().broadcast(ack)
            : sendToEach(receivers, leader);
    }

    /**
     * All others hear of it by the collector. The leader does so from this node too where it has asked whether that
     * lives, or this node is the collector itself, or cannot reach it.
     */
    private boolean sendToCollector(final int leader, final boolean leads) {
        final boolean isAnother = collector != context.self();
        final boolean isTold = isAnother && context.outbound().send(collector, ack);
        if (!isTold && leads) {
            return context.outbound().broadcast(ack);
        }
        toldLeader = leads || (!isTold || lives) && context.outbound().send(context.members()[leader], ack);
        return (isTold || toldLeader) && context.outbound().send(context.self(), ack);
    }

    /** The leader tells one other voter, and itself when that is on its way. */
    private boolean sendToOther(final long other) {
        return other != 0 && context.outbound().send(context.members()[Long.numberOfTrailingZeros(other)], ack)
            && context.outbound().send(context.self(), ack);
    }

    /** Whether a packet to each of them, to be sent and to be received, is more than one to all that all receive. */
    private boolean isMoreThanToAll(final long others) {
        return 2 * Long.bitCount(others) > context.membership().peers().length + 1;
    }

    /** Whoever else votes: what the leader holds is on the wire before it counts, for those who watch that. */
    private long another(final int own) {
        final long others = context.everyone() & ~(1L << own);
        return others & -others;
    }

    /** Of the only entry that is not told to be chosen, where that is another node. */
    private long replier(final int own) {
        final AcceptorSlot slot = slots.get(tracker.settled() + 1);
        final int member = slot == null ? own : context.indexOf(slot.replier);
        return member < 0 || member == own ? 0 : 1L << member;
    }

    /**
     * Done when the leader, and this node itself, have got it: the leader tells all others what is chosen. The node
     * itself is told what has changed only, not that it lives, and when that is on its way to somebody.
     */
    private boolean sendToEach(final long others, final int leader) {
        final boolean isNews = due || ack.applied != appliedSent || ack.ballot != ballotSent;
        boolean isOnItsWay = false;
        boolean hasLeader = true;
        for (long rest = others; rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            final boolean taken = context.outbound().send(context.members()[slot], ack);
            isOnItsWay |= taken;
            hasLeader &= taken || slot != leader;
        }
        final boolean hasSelf = !isNews || isOnItsWay && context.outbound().send(context.self(), ack);
        return hasLeader && hasSelf;
    }
}
