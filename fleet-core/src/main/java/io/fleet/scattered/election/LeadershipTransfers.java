package io.fleet.scattered.election;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.LeaderElection;
import io.fleet.consensus.TransferOutcome;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.consensus.message.election.LeaderFitnessNoted;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.election.LeadershipTransferRequest;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.leader.Leader;
import io.fleet.scattered.leader.Leases;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Hands leadership over while this node leads: because somebody asked for it, because this node is about to stop,
 * because its disk is full and another's is not, or because a member of higher priority is fit. It chooses a successor,
 * lets it come close, stops ordering, waits until the successor has applied all that is ordered, and asks it to
 * campaign at once. What a successor needs to win is what every candidate needs (S3 to S5); this node loses its ballot
 * by promising the successor's, as ever (S1), and until then may go on at its own. Each wait has a bound, after which
 * the leader orders again.
 */
public final class LeadershipTransfers implements LeaderElection {
    private static final CoverageMark RESUMED = CoverageMark.named("succession.leader-goes-on-at-its-ballot");
    private static final CoverageMark NOT_CLOSE = CoverageMark.named("succession.successor-does-not-come-close");
    private static final CoverageMark NOT_CAUGHT_UP = CoverageMark.named("succession.successor-does-not-catch-up");
    private static final CoverageMark NOT_ELECTED = CoverageMark.named("succession.successor-is-not-elected-in-time");
    private static final CoverageMark NEXT_BEST = CoverageMark.named("succession.next-best-is-asked");
    private static final CoverageMark LOST_BEFORE = CoverageMark
        .named("succession.leadership-lost-before-the-successor-was-asked");
    private static final CoverageMark ANOTHER = CoverageMark.named("succession.another-node-was-elected");
    private static final CoverageMark NO_LEADER = CoverageMark.named("succession.nobody-was-elected-in-time");
    private static final CoverageMark BY_PRIORITY = CoverageMark.named("succession.by-priority");
    private static final CoverageMark DISK_FULL = CoverageMark.named("succession.because-the-disk-is-full");
    private static final CoverageMark REQUESTED = CoverageMark.named("succession.requested-by-a-member");
    private static final CoverageMark SUCCESSOR_GONE = CoverageMark.named("succession.successor-is-removed");
    private static final CoverageMark ASKED_AGAIN = CoverageMark.named("succession.successor-asked-again");

    /** The last place where a hand-over may wait, in election timeouts. */
    private static final int AWAIT_TIMEOUTS = 4;
    private static final int CLOSE_TIMEOUTS = 2;

    private enum State {
        /** Nothing is to be handed over. */
        IDLE,
        /** The successor is far behind; this node orders as ever. */
        CLOSING_IN,
        /** This node orders nothing new until the successor has applied all that is ordered. */
        HOLDING,
        /** The successor was asked to campaign. */
        ASKED,
        /** This node does not lead at that ballot any more, or never did: who leads next? */
        AWAITING
    }

    private final GroupContext context;
    private final Leader leader;
    private final Election election;
    private final FitnessReporter announcer;
    private final Leases leases;
    private final TransferCandidates successors;
    private final LeadershipTransfer handOver = new LeadershipTransfer();
    private final LeadershipTransferRequest request = new LeadershipTransferRequest();
    private final LeaderFitnessNoted noted = new LeaderFitnessNoted();
    private final IntervalTimer priorityTime;
    private State state = State.IDLE;
    private TransferOutcome outcome = TransferOutcome.NONE;
    private long ballot;
    private long known;
    private long metNs;
    private int target;
    private int successor;
    private boolean any;
    private long tried;
    private long number;
    private long deadlineNs;
    private long nextSendNs;
    private boolean asked;

    public LeadershipTransfers(final GroupContext context, final Leader leader, final Election election,
                               final FitnessReporter announcer,
                               final Leases leases) {
        this.context = context;
        this.leader = leader;
        this.election = election;
        this.announcer = announcer;
        this.leases = leases;
        successors = new TransferCandidates(context, leader);
        priorityTime = new IntervalTimer(context.heartbeatNs());
    }

    @Override
    public void priority(final int priority) {
        announcer.priority(priority);
    }

    @Override
    public void resign(final long nowNs) {
        announcer.leave(nowNs);
        leases.leave();
    }

    @Override
    public int replierQueueDepth(final int member) {
        return leader.ballot() == Ballot.NONE ? 0 : leader.queueDepth(member);
    }

    /** Whether something is being handed over. */
    public boolean isBusy() {
        return state != State.IDLE;
    }

    /**
     * Asks that a node, or {@link LeadershipTransferRequest#ANY}, leads; where this node does not lead, the leader is
     * asked.
     */
    @Override
    public void transfer(final int node, final TransferOutcome who, final long nowNs) {
        final long leads = election.leaderBallot();
        if (node != LeadershipTransferRequest.ANY && context.indexOf(node) < 0) {
            who.onFailure("node " + node + " is no member");
        } else if (isBusy()) {
            who.onFailure("another hand-over is under way");
        } else if (election.role() == Role.LEADER) {
            if (node == context.self()) {
                who.onLeader(node, leads);
            } else {
                begin(node, who, nowNs);
            }
        } else if (leads == Ballot.NONE || Ballot.node(leads) == context.self() || !election.hearsLeader(nowNs)) {
            who.onFailure("no leader is known to node " + context.self());
        } else if (node == Ballot.node(leads)) {
            who.onLeader(node, leads);
        } else {
            askLeader(node, who, leads, nowNs);
        }
    }

    /** Whether no replica holds anything of this leader's lease, which lends no more for a while (L10). */
    public boolean recallLeases(final long nowNs) {
        return leases.recall(nowNs);
    }

    /** A member asks for a hand-over on behalf of an operator. */
    public void onRequest(final LeadershipTransferRequest message, final long nowNs) {
        if (leader.ballot() != message.ballot || election.role() != Role.LEADER || isBusy()
            || message.successor == context.self()
            || message.successor != LeadershipTransferRequest.ANY && context.indexOf(message.successor) < 0) {
            return;
        }
        REQUESTED.hit();
        begin(message.successor, TransferOutcome.NONE, nowNs);
    }

    public void onAck(final int member, final Ack ack, final long nowNs) {
        if (leader.ballot() != Ballot.NONE && ack.ballot == leader.ballot()) {
            meet(nowNs);
            successors.onAck(member, ack, nowNs);
        }
    }

    /** A member says what it is good for; one that leaves is named as replier no more, and told from where on. */
    public void onCandidacy(final int member, final LeaderFitness message, final long nowNs) {
        if (leader.ballot() == Ballot.NONE || message.ballot != leader.ballot()) {
            return;
        }
        meet(nowNs);
        successors.onCandidacy(member, message, nowNs);
        leader.fullDisks().hear(member, context.members()[member], message.fullDisk, nowNs);
        if (message.leaving) {
            leader.passOver(member, nowNs);
            noted.ballot = leader.ballot();
            noted.highest = leader.highest();
            context.outbound().send(context.members()[member], noted);
        }
    }

    /**
     * Whether this node, which leaves, has nothing to hand over any more: it does not lead, or nobody else can.
     */
    public boolean isDone(final long nowNs) {
        return !isBusy() && (leader.ballot() == Ballot.NONE
            || leader.isOpen() && successors.best(leader.highest(), tried, nowNs) == TransferCandidates.NOBODY
                && successors.hadTime(nowNs - metNs));
    }

    public int doWork(final long nowNs) {
        if (leader.ballot() != Ballot.NONE) {
            meet(nowNs);
        }
        if (state != State.IDLE && state != State.AWAITING && !context.membership().roles().isFull(target)) {
            SUCCESSOR_GONE.hit();
            giveUp("node " + successor + " votes no more", nowNs);
            return 1;
        }
        return switch (state) {
            case IDLE -> consider(nowNs);
            case CLOSING_IN -> closeIn(nowNs);
            case HOLDING -> hold(nowNs);
            case ASKED -> ask(nowNs);
            case AWAITING -> await(nowNs);
        };
    }

    /** A ballot of this node that was not known before. */
    private void meet(final long nowNs) {
        if (known != leader.ballot()) {
            known = leader.ballot();
            metNs = nowNs;
            tried = 0;
            successors.reset(nowNs);
        }
    }

    private int consider(final long nowNs) {
        if (election.role() != Role.LEADER || !priorityTime.isDue(nowNs) && !announcer.isLeaving()) {
            return 0;
        }
        final boolean full = context.entryLog().isFull();
        election.irreplaceable(full && successors.best(leader.highest(), 0, nowNs) == TransferCandidates.NOBODY);
        if (announcer.isLeaving() || full) {
            if (successors.best(leader.highest(), tried, nowNs) == TransferCandidates.NOBODY) {
                return 0;
            }
            if (full) {
                DISK_FULL.hit();
            }
            begin(LeadershipTransferRequest.ANY, TransferOutcome.NONE, nowNs);
            return 1;
        }
        final int preferred = successors.preferred(announcer.priority(), leader.highest(), nowNs);
        if (preferred == TransferCandidates.NOBODY) {
            return 0;
        }
        BY_PRIORITY.hit();
        successors.onPreferred(preferred, nowNs);
        begin(context.members()[preferred], TransferOutcome.NONE, nowNs);
        return 1;
    }

    private void begin(final int node, final TransferOutcome who, final long nowNs) {
        meet(nowNs);
        outcome = who;
        ballot = leader.ballot();
        any = node == LeadershipTransferRequest.ANY;
        if (!announcer.isLeaving() && !context.entryLog().isFull()) {
            tried = 0;
        }
        choose(any ? successors.best(leader.highest(), tried, nowNs) : context.indexOf(node), nowNs);
    }

    private void choose(final int member, final long nowNs) {
        if (member == TransferCandidates.NOBODY) {
            fail("no other node could lead now");
            return;
        }
        final String why = successors.whyNot(member, nowNs);
        if (why != null) {
            fail(why);
            return;
        }
        target = member;
        successor = context.members()[member];
        tried |= 1L << member;
        number++;
        state = State.CLOSING_IN;
        final LeaseConfig config = context.config().leases();
        deadlineNs = nowNs + CLOSE_TIMEOUTS * context.electionTimeoutNs()
            + (config.atReplicas() ? config.grantedNs() : 0);
    }

    private int closeIn(final long nowNs) {
        if (isLost(nowNs)) {
            return 1;
        }
        final boolean isFree = leases.recall(nowNs);
        if (isFree && leader.highest() - successors.applied(target) <= successors.closeEnough()) {
            state = State.HOLDING;
            deadlineNs = nowNs + context.electionTimeoutNs() / 2;
            leader.hold(true);
            return 1 + hold(nowNs);
        }
        if (nowNs - deadlineNs >= 0) {
            NOT_CLOSE.hit();
            giveUp(name() + " is too far behind: it has applied up to LSN " + successors.applied(target) + " of "
                + leader.highest(), nowNs);
            return 1;
        }
        return 0;
    }

    private int hold(final long nowNs) {
        if (isLost(nowNs)) {
            return 1;
        }
        leases.recall(nowNs);
        if (successors.applied(target) >= leader.highest()) {
            state = State.ASKED;
            asked = false;
            deadlineNs = nowNs + context.electionTimeoutNs();
            nextSendNs = nowNs;
            return 1 + ask(nowNs);
        }
        if (nowNs - deadlineNs >= 0) {
            NOT_CAUGHT_UP.hit();
            giveUp(name() + " has applied up to LSN " + successors.applied(target) + " only, of " + leader.highest(),
                nowNs);
            return 1;
        }
        return 0;
    }

    private int ask(final long nowNs) {
        if (isLost(nowNs)) {
            return 1;
        }
        if (nowNs - deadlineNs >= 0) {
            NOT_ELECTED.hit();
            giveUp(name() + " was not elected within an election timeout", nowNs);
            return 1;
        }
        if (nowNs - nextSendNs < 0) {
            return 0;
        }
        if (!leases.recall(nowNs)) {
            return 0;
        }
        if (asked) {
            ASKED_AGAIN.hit();
        }
        handOver.ballot = ballot;
        handOver.number = number;
        handOver.highest = leader.highest();
        handOver.successor = successor;
        leases.giveUp();
        if (context.outbound().send(handOver.successor, handOver)) {
            if (!asked) {
                deadlineNs = nowNs + context.electionTimeoutNs();
            }
            asked = true;
            nextSendNs = nowNs + context.resendNs();
        }
        return 1;
    }

    private int await(final long nowNs) {
        final long leads = election.leaderBallot();
        if (leads > ballot) {
            final int node = Ballot.node(leads);
            if (any || node == context.members()[target]) {
                end();
                outcome.onLeader(node, leads);
                context.counters().handOvers.increment();
                context.listener().onHandOver("leadership was handed over to node " + node + " (ballot "
                    + Ballot.format(leads) + ")");
            } else {
                ANOTHER.hit();
                fail("node " + node + " leads now (ballot " + Ballot.format(leads) + ")");
            }
            return 1;
        }
        if (nowNs - deadlineNs >= 0) {
            NO_LEADER.hit();
            fail("no other node began to lead in time");
            return 1;
        }
        return 0;
    }

    /** Whether this node leads at the ballot no more, so that all it can do is to see who does. */
    private boolean isLost(final long nowNs) {
        if (leader.ballot() == ballot) {
            return false;
        }
        if (state != State.ASKED) {
            LOST_BEFORE.hit();
        }
        state = State.AWAITING;
        deadlineNs = nowNs + AWAIT_TIMEOUTS * context.electionTimeoutNs();
        return true;
    }

    private void giveUp(final String why, final long nowNs) {
        if (leader.ballot() == ballot) {
            RESUMED.hit();
            leader.hold(false);
            leases.resume();
        }
        final int next = any ? successors.best(leader.highest(), tried, nowNs) : TransferCandidates.NOBODY;
        if (next == TransferCandidates.NOBODY) {
            fail(why + "; node " + context.self() + " goes on at its ballot " + Ballot.format(ballot));
        } else {
            NEXT_BEST.hit();
            choose(next, nowNs);
        }
    }

    private void askLeader(final int node, final TransferOutcome who, final long leads, final long nowNs) {
        outcome = who;
        ballot = leads;
        any = node == LeadershipTransferRequest.ANY;
        target = any ? 0 : context.indexOf(node);
        request.ballot = leads;
        request.successor = node;
        if (!context.outbound().send(Ballot.node(leads), request)) {
            fail("node " + Ballot.node(leads) + ", which leads, cannot be reached");
            return;
        }
        state = State.AWAITING;
        final LeaseConfig lengths = context.config().leases();
        deadlineNs = nowNs + (AWAIT_TIMEOUTS + CLOSE_TIMEOUTS) * context.electionTimeoutNs()
            + (lengths.atReplicas() ? lengths.grantedNs() : 0);
    }

    private void fail(final String why) {
        final TransferOutcome who = outcome;
        end();
        who.onFailure(why);
        context.counters().handOversFailed.increment();
        context.listener().onHandOver("leadership was not handed over: " + why);
    }

    private void end() {
        state = State.IDLE;
    }

    private String name() {
        return "node " + successor;
    }
}
