package io.fleet.scattered.election;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.DoublingInterval;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.election.PreVote;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.scattered.leader.ConfigurationProgress;
import io.fleet.scattered.leader.Leader;
import io.fleet.scattered.learner.Learner;
import io.fleet.storage.coverage.CoverageMark;
import java.util.SplittableRandom;

/**
 * Owns this replica's {@link Role} (S12): loses the leader, asks whether the others have too, campaigns, recovers,
 * leads, and stops leading. One state, one place where it changes.
 */
public final class Election {
    private static final CoverageMark OTHER_LEADER = CoverageMark.named("election.other-leader-heard");
    private static final CoverageMark HIGHER_BALLOT = CoverageMark.named("election.higher-ballot-exists");
    private static final CoverageMark PRE_VOTE_REFUSED = CoverageMark.named("election.pre-vote-refused");
    private static final CoverageMark REPLICA_LAGS = CoverageMark.named("election.own-replica-lags");
    private static final CoverageMark LEADER_NOT_LOST = CoverageMark.named("election.majority-has-not-lost-the-leader");
    private static final CoverageMark TOO_FEW_PROMISES = CoverageMark.named("election.too-few-promises");
    private static final CoverageMark RECOVERY_GIVEN_UP = CoverageMark.named("election.recovery-given-up");
    private static final CoverageMark RECOVERY_SUPERSEDED = CoverageMark.named("election.recovery-superseded");
    private static final CoverageMark LEADER_SUPERSEDED = CoverageMark.named("election.leader-superseded");
    private static final CoverageMark TAKES_OVER = CoverageMark.named("election.takes-over-as-asked");
    private static final CoverageMark HAND_OVER_IGNORED = CoverageMark.named("election.hand-over-ignored");
    private static final CoverageMark HAND_OVER_REPEATED = CoverageMark.named("election.hand-over-repeated");
    private static final CoverageMark NOT_FIRST_CHOICE = CoverageMark
        .named("election.priority-zero-lets-others-campaign");
    private static final CoverageMark PUT_OFF = CoverageMark.named("election.other-groups-first");
    private static final CoverageMark LEADER_REMOVED = CoverageMark.named("election.leader-was-removed");
    private static final CoverageMark DISK_FULL = CoverageMark.named("election.full-disk-lets-others-campaign");
    private static final CoverageMark NOBODY_ELSE = CoverageMark
        .named("election.stuck-leader-stays-for-want-of-another");
    private static final CoverageMark LEADER_STUCK = CoverageMark.named("election.leader-stuck");
    private static final CoverageMark NO_ROUND_LEFT = CoverageMark.named("election.no-round-is-left");
    private static final CoverageMark QUIETLY_LED = CoverageMark.named("election.node-speaks-for-quiet-leader");
    private static final CoverageMark QUORUM_LOST = CoverageMark.named("election.leader-lost-its-quorum");

    /** As a rule more than so many campaigns fit into an election timeout, one after the other. */
    private static final int CAMPAIGNS = 4;
    /** A recovery may take this many election timeouts before it is given up. */
    private static final int RECOVERY_TIMEOUTS = 8;
    /** Who has stepped down because it is stuck leaves the next campaign to others for so many timeouts. */
    private static final int OTHERS_FIRST = 4;
    /** For so many more election timeouts does a node of priority 0, or with a full disk, wait before it campaigns. */
    private static final int LAST_CHOICE_TIMEOUTS = 4;

    private final GroupContext context;
    private final Acceptor storage;
    private final Learner learner;
    private final Campaign campaign;
    private final VoteGuard voting;
    private final ElectedCatchUp recovery;
    private final Leader leader;
    private final FitnessReporter announcer;
    private final ConfigurationProgress reach;
    private final SplittableRandom random;
    private final PreVote preVote = new PreVote();
    private final PreVoteReply preVoteReply = new PreVoteReply();
    private Role role = Role.FOLLOWER;
    private long leaderBallot;
    private long highestBallot;
    private final HeardLeader heard;
    private boolean started;
    private boolean waited;
    private long deadlineNs;
    private long granted;
    private final DoublingInterval preVoteTime;
    private long handOverBallot;
    private long handOverNumber;
    private boolean patient;
    private boolean irreplaceable;

    public Election(final GroupContext context, final Acceptor storage, final Learner learner, final Campaign campaign,
                    final ElectedCatchUp recovery, final Leader leader, final VoteGuard voting,
                    final FitnessReporter announcer,
                    final ConfigurationProgress reach, final SplittableRandom random) {
        this.reach = reach;
        this.announcer = announcer;
        this.voting = voting;
        this.context = context;
        heard = new HeardLeader(context);
        this.storage = storage;
        this.learner = learner;
        this.campaign = campaign;
        this.recovery = recovery;
        this.leader = leader;
        this.random = random;
        preVoteTime = new DoublingInterval(context.resendNs(), context.electionTimeoutNs() / 2);
    }

    public Role role() {
        return role;
    }

    /**
     * Whether this node's disk is full, and no other could do better: as a leader it stays one, for elections would
     * only go round. {@link LeadershipTransfers} knows.
     */
    void irreplaceable(final boolean isIrreplaceable) {
        irreplaceable = isIrreplaceable;
    }

    /** The ballot of the leader that is followed, or led by this node; {@link Ballot#NONE} before any is known. */
    public long leaderBallot() {
        return leaderBallot;
    }

    /** Whether a leader was heard within an election timeout, or its node was while it may be quiet. */
    public boolean hearsLeader(final long nowNs) {
        return heard.isHeard(nowNs);
    }

    /** How often this node has to say that it lives, as it follows a leader that is quiet; 0 where it does not. */
    public long pulseNs(final long nowNs) {
        return heard.isQuiet(nowNs) ? heard.pulseNs() : 0;
    }

    /** How long the leader that is followed may still be quiet; 0 where it is not. */
    public long quietLeftNs(final long nowNs) {
        return heard.isQuiet(nowNs) ? heard.quietUntilNs() - nowNs : 0;
    }

    /**
     * The leader asks this node to campaign at once. That spares the question whether others have lost it, since it
     * says so itself (S12), and nothing else: the ballot is a new one (S16), and a read quorum must promise it and
     * confirm that (S3, S15). Whatever is not from the leader that is followed, at its ballot, is ignored, as is what
     * comes again, or late.
     */
    public void onHandOver(final int sender, final LeadershipTransfer message, final long nowNs) {
        if (message.ballot == handOverBallot && message.number <= handOverNumber) {
            HAND_OVER_REPEATED.hit();
            return;
        }
        final boolean fromLeader = Ballot.node(message.ballot) == sender && message.ballot == leaderBallot
            && message.ballot == storage.promised() && sender != context.self();
        final boolean ready = learner.chosen() >= message.highest && learner.ordered() <= message.highest;
        final boolean follows = role == Role.FOLLOWER || role == Role.PRE_CANDIDATE;
        if (!fromLeader || !ready || !follows || message.successor != context.self() || !voting.counts()
            || !isFull(context.self()) || announcer.isLeaving() || context.entryLog().isFull()
            || !voting.mayElect(context.self(), nowNs)) {
            HAND_OVER_IGNORED.hit();
            return;
        }
        TAKES_OVER.hit();
        handOverBallot = message.ballot;
        handOverNumber = message.number;
        state(Role.CANDIDATE, nowNs, "the leader of ballot " + Ballot.format(message.ballot) + " hands over");
    }

    /** A leader was heard at a ballot that is not below the promise; it is not quiet. */
    public void onLeaderHeard(final long ballot, final long nowNs) {
        onLeaderHeard(ballot, 0, nowNs);
    }

    /** A leader was heard at a ballot that is not below the promise, which says how long it may be silent now. */
    public void onLeaderHeard(final long ballot, final int quietMillis, final long nowNs) {
        noteBallot(ballot, nowNs);
        if (ballot < leaderBallot || ballot < storage.promised()) {
            return;
        }
        heard.heard(ballot, quietMillis, nowNs);
        patient = false;
        if (ballot > leaderBallot) {
            leaderBallot = ballot;
            context.listener().onLeader(ballot, Ballot.node(ballot));
        }
        if (Ballot.node(ballot) != context.self() || role == Role.PRE_CANDIDATE) {
            if (role != Role.FOLLOWER && campaign.ballot() <= ballot) {
                OTHER_LEADER.hit();
                state(Role.FOLLOWER, nowNs, "heard the leader of a ballot not lower than the own");
            }
            deadlineNs = nowNs + timeout();
        }
    }

    /** Someone has promised or uses a ballot; whoever leads or campaigns below it stops. */
    public void noteBallot(final long ballot, final long nowNs) {
        highestBallot = Math.max(highestBallot, ballot);
        if (ballot > leaderBallot) {
            heard.end(nowNs);
        }
        final boolean campaigning = role == Role.CANDIDATE || role == Role.RECOVERING || role == Role.LEADER;
        if (campaigning && ballot > campaign.ballot()) {
            HIGHER_BALLOT.hit();
            state(Role.FOLLOWER, nowNs, "a higher ballot exists: " + Ballot.format(ballot));
        }
    }

    /** Whether this node leads, or follows a leader whom it has heard within an election timeout. */
    public boolean isLed(final long nowNs) {
        return role == Role.LEADER || role == Role.FOLLOWER && hearsLeader(nowNs);
    }

    public void onPreVote(final int sender, final PreVote request, final long nowNs) {
        if (sender == Ballot.node(leaderBallot)) {
            heard.end(nowNs);
        }
        final boolean alive = role == Role.LEADER || role == Role.RECOVERING || hearsLeader(nowNs);
        preVoteReply.ballot = request.ballot;
        preVoteReply.granted = voting.counts() && !alive
            && request.configuration == context.membership().version()
            && isFull(sender)
            && request.chosen >= learner.chosen() - context.config().windowEntries();
        preVoteReply.granted &= voting.mayElect(sender, nowNs);
        if (!preVoteReply.granted) {
            PRE_VOTE_REFUSED.hit();
        }
        preVoteReply.knownBallot = highestKnown();
        preVoteReply.chosen = learner.chosen();
        context.outbound().send(sender, preVoteReply);
    }

    public void onPreVoteReply(final int member, final PreVoteReply reply, final long nowNs) {
        learner.noteKnown(reply.chosen);
        noteBallot(reply.knownBallot, nowNs);
        if (role != Role.PRE_CANDIDATE || reply.ballot != preVote.ballot || !reply.granted) {
            return;
        }
        granted |= 1L << member;
        if (context.quorum().isElectionQuorum(granted) && voting.mayElect(context.self(), nowNs)) {
            state(Role.CANDIDATE, nowNs, "enough voters hear no leader");
        }
    }

    public int doWork(final long nowNs) {
        if (!started) {
            started = true;
            heard.start(nowNs);
            deadlineNs = nowNs + firstTimeout();
        }
        return switch (role) {
            case FOLLOWER -> follow(nowNs);
            case PRE_CANDIDATE -> askAround(nowNs);
            case CANDIDATE -> campaign(nowNs);
            case RECOVERING -> recover(nowNs);
            case LEADER -> lead(nowNs);
            case PROXY -> throw new IllegalStateException("there are no proxies where somebody leads");
        };
    }

    private int follow(final long nowNs) {
        if (!voting.counts() || !isFull(context.self()) || context.membership().isRemoved()) {
            waited = true;
            return 0;
        }
        if (waited) {
            waited = false;
            deadlineNs = nowNs + (heard.isEver() ? timeout() : firstTimeout());
        }
        if (nowNs - deadlineNs < 0) {
            return 0;
        }
        if (heard.isQuiet(nowNs)) {
            QUIETLY_LED.hit();
            final long nodeLostNs = heard.nodeNs() + timeout();
            final long leaderLostNs = heard.quietUntilNs() + random.nextLong(context.electionTimeoutNs());
            deadlineNs = nodeLostNs - leaderLostNs < 0 ? nodeLostNs : leaderLostNs;
            return 0;
        }
        final long done = Math.min(context.progress().recorded(), context.progress().applied());
        if (learner.chosen() - done >= context.config().windowEntries()) {
            REPLICA_LAGS.hit();
            deadlineNs = nowNs + timeout();
            return 0;
        }
        if (announcer.isLeaving()) {
            deadlineNs = nowNs + timeout();
            return 0;
        }
        if (!voting.mayElect(context.self(), nowNs)) {
            deadlineNs = nowNs + firstTimeout() / 2;
            return 0;
        }
        final boolean full = context.entryLog().isFull();
        if ((announcer.priority() == 0 || full) && !patient) {
            (full ? DISK_FULL : NOT_FIRST_CHOICE).hit();
            patient = true;
            deadlineNs = nowNs + LAST_CHOICE_TIMEOUTS * context.electionTimeoutNs();
            return 0;
        }
        if (!context.listener().mayCampaign(context.electionTimeoutNs() / CAMPAIGNS, nowNs)) {
            PUT_OFF.hit();
            deadlineNs = nowNs + firstTimeout() / CAMPAIGNS;
            return 0;
        }
        state(Role.PRE_CANDIDATE, nowNs, "heard no leader in time");
        return 1;
    }

    private int askAround(final long nowNs) {
        if (nowNs - deadlineNs >= 0) {
            LEADER_NOT_LOST.hit();
            state(Role.FOLLOWER, nowNs, "too few voters have lost the leader");
            return 1;
        }
        if (!preVoteTime.isDue(nowNs)) {
            return 0;
        }
        context.outbound().broadcast(preVote);
        return 1;
    }

    private int campaign(final long nowNs) {
        if (nowNs - deadlineNs >= 0) {
            TOO_FEW_PROMISES.hit();
            state(Role.FOLLOWER, nowNs, "too few promises in time");
            return 1;
        }
        if (campaign.isOutdated()) {
            state(Role.PRE_CANDIDATE, nowNs, "a voter is in another life than the one that this ballot counts");
            return 1;
        }
        if (campaign.isComplete()) {
            state(Role.RECOVERING, nowNs, "a read quorum has promised");
            return 1;
        }
        return campaign.doWork(nowNs);
    }

    private int recover(final long nowNs) {
        if (nowNs - deadlineNs >= 0 || !leader.quiescence().hasQuorum(nowNs)) {
            RECOVERY_GIVEN_UP.hit();
            state(Role.FOLLOWER, nowNs, "recovery did not finish in time, or lost its quorum");
            return 1;
        }
        if (!recovery.isReady() || isConfigurationPending()) {
            return 0;
        }
        if (recovery.isSuperseded()) {
            RECOVERY_SUPERSEDED.hit();
            state(Role.FOLLOWER, nowNs, "another value was chosen at an LSN that would be proposed");
            return 1;
        }
        state(Role.LEADER, nowNs, "recovery has all it needs");
        return 1;
    }

    /** A newer configuration is chosen, and will be acted on as soon as it is durable here (S14). */
    public boolean isConfigurationPending() {
        return learner.configuration() > context.membership().version()
            || context.progress().recordedConfiguration().version() > context.membership().version();
    }

    /**
     * This node acts on another configuration from now on. A ballot belongs to one configuration (S14), so a candidate
     * campaigns anew; a leader does when enough of the others act on it too.
     */
    public void onConfiguration(final long nowNs) {
        switch (role) {
            case PRE_CANDIDATE -> state(Role.FOLLOWER, nowNs, "another configuration is acted on");
            case CANDIDATE, RECOVERING -> campaignAnew(nowNs);
            case LEADER -> deadlineNs = nowNs + context.electionTimeoutNs();
            default -> {}
        }
    }

    private void campaignAnew(final long nowNs) {
        state(voting.counts() ? Role.CANDIDATE : Role.FOLLOWER, nowNs,
            "configuration " + context.membership().current() + " is acted on");
    }

    private int lead(final long nowNs) {
        if (context.membership().isRemoved()) {
            LEADER_REMOVED.hit();
            state(Role.FOLLOWER, nowNs, "does not belong to the group any more");
            return 1;
        }
        if (leader.version() != context.membership().version()) {
            if (reach.isQuorum() || nowNs - deadlineNs >= 0) {
                campaignAnew(nowNs);
                return 1;
            }
            return 0;
        }
        if (leader.isSuperseded()) {
            LEADER_SUPERSEDED.hit();
            state(Role.FOLLOWER, nowNs, "another value was chosen at an LSN that this ballot has ordered");
            return 1;
        }
        if (leader.isStuck(nowNs) && irreplaceable) {
            NOBODY_ELSE.hit();
        } else if (leader.isStuck(nowNs)) {
            LEADER_STUCK.hit();
            state(Role.FOLLOWER, nowNs, "the own replica or its disk has been stuck for several election timeouts");
            deadlineNs = nowNs + OTHERS_FIRST * timeout();
            return 1;
        }
        if (leader.quiescence().hasQuorum(nowNs)) {
            return 0;
        }
        QUORUM_LOST.hit();
        state(Role.FOLLOWER, nowNs, "has not heard a read quorum for an election timeout");
        return 1;
    }

    private void state(final Role wanted, final long nowNs, final String reason) {
        final Role previous = role;
        final Role next = isBarred(wanted) ? Role.FOLLOWER : wanted;
        if (previous == Role.LEADER || previous == Role.RECOVERING && next != Role.LEADER) {
            leader.end();
        }
        if (previous == Role.LEADER) {
            context.counters().stepDowns.increment();
        }
        role = next;
        switch (next) {
            case FOLLOWER -> {
                campaign.stop();
                deadlineNs = nowNs + timeout();
            }
            case PRE_CANDIDATE -> enterPreCandidate(nowNs);
            case CANDIDATE -> enterCandidate(nowNs);
            case RECOVERING -> enterRecovering(nowNs);
            case LEADER -> {
                context.counters().leaderships.increment();
                leader.open(campaign.values().found(), campaign.values().highest(), nowNs);
            }
            default -> throw new IllegalStateException("unknown role " + next);
        }
        context.listener().onRole(previous, next, Math.max(campaign.ballot(), leaderBallot), reason);
    }

    private void enterPreCandidate(final long nowNs) {
        context.counters().preVotes.increment();
        granted = 0;
        preVote.ballot = Ballot.next(highestKnown(), context.self());
        preVote.chosen = learner.chosen();
        preVote.configuration = context.membership().version();
        preVoteTime.begin();
        deadlineNs = nowNs + timeout();
    }

    private void enterCandidate(final long nowNs) {
        context.counters().elections.increment();
        heard.end(nowNs);
        campaign.start(Ballot.next(highestKnown(), context.self()), learner.chosen());
        highestBallot = campaign.ballot();
        deadlineNs = nowNs + timeout();
    }

    private void enterRecovering(final long nowNs) {
        deadlineNs = nowNs + context.electionTimeoutNs() * RECOVERY_TIMEOUTS;
        leaderBallot = campaign.ballot();
        campaign.values().raiseBase(learner.chosen());
        campaign.values().stopAtConfiguration();
        leader.begin(campaign.ballot(), campaign.values().base(), campaign.values().highest(), nowNs);
        leader.countOthers(campaign.numbers());
        recovery.start(campaign, nowNs);
        context.listener().onLeader(leaderBallot, context.self());
    }

    /** Whether a role needs a ballot above all that are known, and there is none. */
    private boolean isBarred(final Role wanted) {
        final boolean barred = (wanted == Role.PRE_CANDIDATE || wanted == Role.CANDIDATE)
            && !Ballot.hasNext(highestKnown());
        if (barred) {
            NO_ROUND_LEFT.hit();
            context.listener().onWaiting("does not campaign: ballot " + Ballot.format(highestKnown())
                + " is known, and no round is left above it", true);
        }
        return barred;
    }

    /** Whether a member may lead: a witness could execute nothing (G1). */
    private boolean isFull(final int node) {
        return context.membership().roles().isFull(context.indexOf(node));
    }

    private long highestKnown() {
        return Math.max(highestBallot, storage.promised());
    }

    private long firstTimeout() {
        return context.electionTimeoutNs() / 8 + random.nextLong(context.electionTimeoutNs());
    }

    private long timeout() {
        return context.electionTimeoutNs() + random.nextLong(context.electionTimeoutNs());
    }
}
