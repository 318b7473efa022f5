package io.fleet.scattered.membership;

import io.fleet.consensus.common.AnsweredLives;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.acceptor.SettledBallot;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.scattered.leader.Leader;
import io.fleet.storage.VoterState;
import io.fleet.storage.coverage.CoverageMark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How a node that does not count comes to count (S15), and what it tells others that ask the same.
 *
 * <p>It asks all members again and again. Their answers carry its nonce, so they were given after it lost what it lost.
 * <ul>
 * <li><em>Repair</em>: voters that meet every read quorum this node can be in, with a leader among them whose ballot is
 * not below any promise that was reported. Whatever ballot this node ever voted in, one of them knows of it, so that
 * ballot is not above the leader's. The node votes when it has promised the leader's ballot, holds its base in the
 * ordered log, and has accepted all that the leader had ordered when it answered; all of it durably. None of those
 * voters may have answered in a life of which another one knows a later, and whom they know in which life, this node
 * knows from then on.</li>
 * <li><em>First start</em>: all others answered and nobody holds or has promised anything, and nobody was heard to act
 * on a later configuration than the founders'. The first founder listens for a while, unless it has just set up the
 * cluster.</li>
 * <li>A <em>suspect</em> lost at most a write that its disk had confirmed, which none should. It is repaired where that
 * is to be had soon, and otherwise trusted; one that hears of a promise to its own candidacy that it does not know has
 * lost it, and is repaired only.</li>
 * </ul>
 * Each way ends with a new voter id, durable before the first vote, so that no promise from before is taken for one of
 * this life.
 */
public final class Rejoin {
    /** The first founder listens so many election timeouts for a group that exists. */
    static final int LISTEN_TIMEOUTS = 2;
    /** A suspect is trusted without repair after this many election timeouts. */
    static final int SUSPECT_TIMEOUTS = 4;
    /** A member that does not answer is asked at least each sixteen times {@code resendMillis}. */
    private static final int MOST_DOUBLINGS = 4;
    private static final long TELL_INTERVAL_NS = TimeUnit.SECONDS.toNanos(3);
    private static final CoverageMark REPAIRED = CoverageMark.named("rejoin.repaired");
    private static final CoverageMark SUSPECT_REPAIRED = CoverageMark.named("rejoin.suspect-repaired");
    private static final CoverageMark SUSPECT_GRACE = CoverageMark.named("rejoin.suspect-trusted-after-grace");
    private static final CoverageMark SUSPECT_ALONE = CoverageMark.named("rejoin.suspect-trusted-without-voters");
    private static final CoverageMark OWN_PROMISE_LOST = CoverageMark.named("rejoin.suspect-lost-its-own-promise");
    private static final CoverageMark FORMED = CoverageMark.named("rejoin.first-start");
    private static final CoverageMark LEADER_TOO_LOW = CoverageMark.named("rejoin.leader-below-a-promise");
    private static final CoverageMark TARGET_MOVED = CoverageMark.named("rejoin.leader-changed-while-repairing");
    private static final CoverageMark ALONE_OUTDATED = CoverageMark.named("rejoin.founder-of-one-hears-of-its-group");
    private static final CoverageMark CATCHES_UP = CoverageMark
        .named("rejoin.founder-of-one-holds-what-its-group-sent");
    private static final CoverageMark CLAIMS = CoverageMark.named("rejoin.claims-a-life-first");
    private static final CoverageMark OWES = CoverageMark.named("rejoin.answers-when-a-life-is-durable");
    private static final CoverageMark FORMER = CoverageMark.named("rejoin.answer-of-a-former-voter-does-not-count");
    private static final CoverageMark UNSETTLED = CoverageMark
        .named("rejoin.others-must-know-that-the-ballot-is-settled");
    private static final CoverageMark HOPELESS = CoverageMark.named("rejoin.too-many-lost");

    private final GroupContext context;
    private final VoteGuard voting;
    private final Acceptor storage;
    private final Leader leader;
    private final long voterId;
    private final RejoinRequest request = new RejoinRequest();
    private final RejoinReply reply = new RejoinReply();
    private final Answer[] answers;
    private final AnsweredLives lives = new AnsweredLives();
    private final long[] askedNs;
    private final long[] owedNonces = new long[Configuration.SLOTS];
    private final SettledBallot settled;
    /** Who is answered when it is durable in which life it is listened to, and which ballot was settled. */
    private long owed;
    private final IntervalTimer tellTime = new IntervalTimer(TELL_INTERVAL_NS);
    private long promisedAtStart;
    private boolean started;
    private boolean joining;
    private boolean gaveUp;
    private long startedNs;
    private long life;
    private long targetBallot;
    /** The ballot of the leader that has repaired this node; none before. */
    private long repairedBallot = Ballot.NONE;
    /** What those who have repaired it have told of the least numbers of others. */
    private final int[] repairedNumbers = new int[Configuration.SLOTS];
    private long targetBase;
    private long targetHighest;
    private String reason = "";

    public Rejoin(final GroupContext context, final VoteGuard voting, final Acceptor storage, final Leader leader,
                  final SettledBallot settled, final long nonce, final long voterId) {
        this.settled = settled;
        this.voterId = voterId;
        this.context = context;
        this.voting = voting;
        this.storage = storage;
        this.leader = leader;
        request.nonce = nonce;
        answers = new Answer[Configuration.SLOTS];
        askedNs = new long[answers.length];
        Arrays.fill(askedNs, Long.MIN_VALUE);
        for (int i = 0; i < answers.length; i++) {
            answers[i] = new Answer();
        }
    }

    /** Up to where this node must hold everything; 0 when it counts, or does not know yet. */
    public long target() {
        return voting.isSound() ? 0 : Math.max(targetBase, targetHighest);
    }

    /** Answers, and asks back at once where this node waits for an answer too: both may have just started. */
    public void onRequest(final int member, final RejoinRequest asked, final long nowNs) {
        final int node = context.members()[member];
        if (isReadyToAnswer(node)) {
            owed &= ~(1L << member);
            answer(member, asked.nonce, nowNs);
        } else {
            OWES.hit();
            owed |= 1L << member;
            owedNonces[member] = asked.nonce;
        }
        if (started && !voting.isSound() && node != context.self() && !answers[member].isHere
            && isTimeToAsk(member, context.resendNs() / 8, nowNs)) {
            ask(member, nowNs);
        }
    }

    /** What is told counts for good (S2). */
    private boolean isReadyToAnswer(final int node) {
        return settled.keep() & context.lives().isDurable(node);
    }

    private void answerOwed(final long nowNs) {
        for (long left = owed; left != 0; left &= left - 1) {
            final int member = Long.numberOfTrailingZeros(left);
            if (isReadyToAnswer(context.members()[member])) {
                owed &= ~(1L << member);
                answer(member, owedNonces[member], nowNs);
            }
        }
    }

    private void answer(final int member, final long nonce, final long nowNs) {
        final int node = context.members()[member];
        leader.renewLives();
        reply.nonce = nonce;
        reply.configuration = context.membership().version();
        reply.standing = voting.standing();
        reply.holdsRecords = holdsRecords() || hearsOfAnother() || listens(nowNs);
        reply.promised = context.promises().durablePromise();
        reply.ballot = leader.isSettled() ? leader.ballot() : Ballot.NONE;
        reply.base = leader.isSettled() ? leader.base() : 0;
        reply.highest = leader.isSettled() ? leader.highest() : 0;
        reply.life = context.toldLife(node, leastNumber(member));
        reply.settled = settled.durable();
        reply.count = context.slots();
        for (int slot = 0; slot < reply.count; slot++) {
            final int other = context.members()[slot];
            reply.numbers[slot] = other == Membership.NOBODY ? 0 : context.durableLeastNumber(other);
        }
        context.outbound().send(node, reply);
    }

    /**
     * The least number of a life in which a member counts. The learner is told by a leader what that was told by those
     * who have promised, so that it claims a number above it.
     */
    private int leastNumber(final int slot) {
        final int node = context.members()[slot];
        return leader.isSettled() ? leader.leastNumber(node) : context.leastNumber(node);
    }

    /** Whether a reply was asked for in this life. */
    public boolean isAnswer(final RejoinReply answer) {
        return answer.nonce == request.nonce;
    }

    public void onReply(final int member, final RejoinReply answer) {
        if (answer.nonce != request.nonce || voting.isSound() || context.members()[member] == context.self()) {
            return;
        }
        if (started && voting.standing() == VoterState.SUSPECT && answer.promised > promisedAtStart
            && Ballot.node(answer.promised) == context.self()) {
            loseOwnPromise(answer.promised);
        }
        final boolean isHeard = context.lives().isHeardAs(context.members()[member], answer.life);
        checkLife();
        if (answer.configuration != context.membership().version() || !isHeard) {
            return;
        }
        answers[member].set(answer);
        lives.put(member, context.heardNumber(context.members()[member]), answer.numbers, answer.count);
        if (answer.standing == VoterState.VOTER && answer.ballot > targetBallot) {
            if (targetBallot != Ballot.NONE) {
                TARGET_MOVED.hit();
            }
            targetBallot = answer.ballot;
            targetBase = answer.base;
            targetHighest = answer.highest;
        }
    }

    /** Nobody hears of a candidate's ballot before its own promise is durable, so the disk has lost that. */
    private void loseOwnPromise(final long ballot) {
        OWN_PROMISE_LOST.hit();
        joining = false;
        context.standing().lose();
        reason = "has lost its own promise of ballot " + Ballot.format(ballot) + ", of which another member knows";
        count(VoterState.LOST);
    }

    /**
     * Another configuration is acted on: its quorums are others, and what was answered in the one before does not count
     * in it (S14).
     */
    public void onConfiguration() {
        forget();
        owed = 0;
    }

    /**
     * What was answered while others may have listened to a former life of this node does not count in another: it asks
     * under another nonce.
     */
    private void checkLife() {
        if (life != context.lives().life()) {
            life = context.lives().life();
            request.nonce = request.nonce + 1 & Long.MAX_VALUE;
            forget();
            Arrays.fill(askedNs, Long.MIN_VALUE);
        }
    }

    private void forget() {
        for (final Answer answer : answers) {
            answer.isHere = false;
            answer.unanswered = 0;
        }
        lives.forget();
        targetBallot = Ballot.NONE;
        targetBase = 0;
        targetHighest = 0;
    }

    /**
     * Somebody acts on a later configuration. That the founder of a group of one has ordered itself: if it knows
     * nothing of it, it has lost that group, and began another (S14, S15).
     *
     * @throws IllegalStateException when it has recorded entries of its own since: then there are two logs. One that
     *                               has never voted, or has given up what it founded, has none but the group's.
     */
    void onKnown(final long version) {
        final Membership membership = context.membership();
        final long own = Math.max(storage.highest(), context.progress().recorded());
        if (membership.version() > 0 || !membership.isAlone() || own >= version) {
            return;
        }
        if (holdsRecords()) {
            if (voting.standing() == VoterState.NEW || gaveUp) {
                CATCHES_UP.hit();
                return;
            }
            throw new IllegalStateException(forked(version, own));
        }
        if (voting.standing() == VoterState.VOTER || joining) {
            ALONE_OUTDATED.hit();
            joining = false;
            gaveUp = true;
            context.standing().lose();
            reason = "founded a group of one, and hears of one that has configuration " + version + " already";
            count(VoterState.LOST);
        }
    }

    /**
     * Whether this node has begun its group, or belongs to it. One that founded it alone ends, or gives it up, when it
     * is told of another one; so it asks nobody about that at an address that it was told with it.
     */
    boolean hasBegun() {
        final VoterState standing = voting.standing();
        return standing == VoterState.VOTER || standing == VoterState.SUSPECT || joining
            || standing == VoterState.LOST && holdsRecords();
    }

    private String forked(final long version, final long own) {
        return "node " + context.self() + " founded a group, which has ordered up to LSN " + own + ", and the group"
            + " that it had founded before, with which it shares its id, has configuration " + version + ": its"
            + " directories were lost, and what it has acknowledged since is in a log of its own. Set them aside, and"
            + " start it so that it joins; see docs/runbook.md#when-a-founder-has-lost-its-directories";
    }

    /**
     * Whether the log that this node has recorded can be the group's: a configuration is known by the LSN of its entry,
     * so whoever has recorded that LSN has it. One member's word is not enough for that.
     */
    private void checkLineage() {
        final Membership membership = context.membership();
        final long known = membership.heard().version();
        if (known > membership.version() && context.progress().durable() >= known
            && context.progress().recordedConfiguration().version() < known) {
            throw new IllegalStateException(forked(known, context.progress().durable()));
        }
    }

    public int doWork(final long nowNs) {
        checkLineage();
        checkLife();
        answerOwed(nowNs);
        if (voting.isSound()) {
            return 0;
        }
        if (!started) {
            started = true;
            startedNs = nowNs;
            promisedAtStart = storage.promised();
            tellTime.isDue(nowNs);
        }
        if (joining) {
            return isDurable() ? count(VoterState.VOTER) : 0;
        }
        int work = 0;
        for (int i = 0; i < context.slots(); i++) {
            if (isOther(i) && isTimeToAsk(i, answers[i].waitNs(context.resendNs()), nowNs)) {
                ask(i, nowNs);
                answers[i].asked();
                work++;
            }
        }
        decide(nowNs);
        return work;
    }

    private void decide(final long nowNs) {
        if (votersInAll() == 0) {
            if (tellTime.isDue(nowNs)) {
                context.listener().onWaiting("waiting to be added to the group", false);
            }
            return;
        }
        if (isFirstStart(nowNs)) {
            FORMED.hit();
            join("first start: all members answered, and nobody holds anything");
        } else if (isRepaired()) {
            keepWhatRepairersKnow();
            (voting.standing() == VoterState.SUSPECT ? SUSPECT_REPAIRED : REPAIRED).hit();
            join("repaired by the leader of ballot " + Ballot.format(targetBallot) + " up to LSN " + target());
        } else if (voting.standing() == VoterState.SUSPECT && isTrusted(nowNs)) {
            join("trusts its own log after a stop that was not in good order:"
                + " too few others vote to repair it in time");
        } else if (tellTime.isDue(nowNs)) {
            tell();
        }
    }

    /**
     * What the node votes on is durable. It begins a new life as a voter, a suspect too: what its disk lost may be a
     * promise that is still on its way to a candidate, and that it will be asked for a second time.
     */
    private void join(final String why) {
        if (context.lives().mustClaim()) {
            CLAIMS.hit();
            context.lives().claim();
            return;
        }
        reason = why;
        joining = true;
        context.standing().becomeVoter(voterId);
    }

    private int count(final VoterState next) {
        final VoterState before = voting.standing();
        voting.become(next);
        if (next == VoterState.VOTER && repairedBallot != Ballot.NONE) {
            voting.onRepaired();
        }
        context.listener().onStanding(before, next, reason);
        return 1;
    }

    /** Whether what it is to vote on is durable: that it votes, and what it was told by those who have repaired it. */
    private boolean isDurable() {
        if (!context.standing().isVoterDurable() || settled.durable() < repairedBallot) {
            return false;
        }
        for (int slot = 0; slot < context.slots(); slot++) {
            final int node = context.members()[slot];
            // Another node may have the slot by now, and a number that nobody can have was not noted.
            if (node != Membership.NOBODY && context.durableLeastNumber(node) < Math.min(repairedNumbers[slot], context
                .leastNumber(node))) {
                return false;
            }
        }
        return true;
    }

    private boolean isFirstStart(final long nowNs) {
        final Membership membership = context.membership();
        if (hearsOfAnother() || !membership.amVoter() || listens(nowNs)
            || voting.standing() != VoterState.NEW || holdsRecords() || storage.promised() != Ballot.NONE) {
            return false;
        }
        for (int i = 0; i < context.slots(); i++) {
            if (isOther(i) && (!answers[i].isHere || answers[i].hasHistory())) {
                return false;
            }
        }
        return true;
    }

    /** Whether somebody has spoken lately of another configuration than the founders': the group has a history then. */
    private boolean hearsOfAnother() {
        return context.membership().known() > 0 || context.membership().hinted() > 0;
    }

    /**
     * Whether the first founder does not know yet that nothing is founded a second time: where it has not just drawn
     * the cluster's birth id, all founders may have left the group and come back with nothing, and those who are there
     * now tell the one of them that is still a member. One that votes has a group, and needs not listen.
     */
    private boolean listens(final long nowNs) {
        final Membership membership = context.membership();
        return !voting.isSound() && membership.ownSlot() == 0
            && (membership.isAlone() || !context.standing().isSetUpNow())
            && (!started || nowNs - startedNs < context.electionTimeoutNs() * LISTEN_TIMEOUTS);
    }

    private boolean isRepaired() {
        if (targetBallot == Ballot.NONE || !meetsReadQuorums(with(VoterState.VOTER))) {
            return false;
        }
        if (!meetsReadQuorums(knowing())) {
            UNSETTLED.hit();
            return false;
        }
        if (repairers() == 0) {
            FORMER.hit();
            return false;
        }
        for (final Answer answer : answers) {
            if (answer.isHere && answer.promised > targetBallot) {
                LEADER_TOO_LOW.hit();
                return false;
            }
        }
        return storage.holdsUpTo(targetBallot, targetHighest) && context.progress().durable() >= targetBase;
    }

    /**
     * Voters that repair this node: with a leader among them, and in lives of which none of them knows a later one. The
     * former life of a voter does not count beside one that answered the claim of the later life, and no repair is
     * without one of those.
     */
    private long repairers() {
        final int leads = context.indexOf(Ballot.node(targetBallot));
        return leads < 0 ? 0
            : lives.among(knowing(), set -> (set & 1L << leads) != 0 && meetsReadQuorums(set));
    }

    /**
     * Voters that know durably that the ballot of the leader was settled. One of them is in each read quorum, so no
     * configuration of a lower ballot, which would say nothing of the new life of this node, is proposed again (S14).
     */
    private long knowing() {
        long set = with(VoterState.VOTER);
        for (int i = 0; i < context.slots(); i++) {
            set &= answers[i].settled >= targetBallot ? -1 : ~(1L << i);
        }
        return set;
    }

    /**
     * What this node knew of the lives of voters it may have lost, so that it counts none that is former; and which
     * ballot was settled.
     */
    private void keepWhatRepairersKnow() {
        final long repairers = repairers();
        final int enough = context.quorum().fewestRepairers();
        repairedBallot = targetBallot;
        context.standing().noteSettled(targetBallot);
        for (int slot = 0; slot < context.slots(); slot++) {
            final int node = context.members()[slot];
            if (node != Membership.NOBODY && node != context.self()) {
                repairedNumbers[slot] = lives.leastNumber(repairers, slot, enough);
                context.lives().noteLeastNumber(node, repairedNumbers[slot]);
            }
        }
    }

    private boolean isTrusted(final long nowNs) {
        if (nowNs - startedNs >= context.electionTimeoutNs() * SUSPECT_TIMEOUTS) {
            SUSPECT_GRACE.hit();
            return true;
        }
        final boolean alone = missing().isEmpty() && !meetsReadQuorums(with(VoterState.VOTER));
        if (alone) {
            SUSPECT_ALONE.hit();
        }
        return alone;
    }

    /** Whether a set has a member in every read quorum that this node may be in, and enough to repair it. */
    private boolean meetsReadQuorums(final long set) {
        final long own = context.membership().amVoter() ? 1L << context.membership().ownSlot() : 0;
        return context.quorum().mayRepair(set, own, context.everyone());
    }

    private long with(final VoterState standing) {
        long set = 0;
        for (int i = 0; i < context.slots(); i++) {
            if (answers[i].isHere && answers[i].standing == standing) {
                set |= 1L << i;
            }
        }
        return set;
    }

    /** Whether a slot is that of another voter. */
    private boolean isOther(final int slot) {
        return context.membership().isVoter(slot) && context.members()[slot] != context.self();
    }

    private int votersInAll() {
        return Long.bitCount(context.everyone());
    }

    private boolean holdsRecords() {
        return storage.highest() > 0 || context.progress().recorded() > 0 || context.standing().holdsSnapshot();
    }

    private List<Integer> missing() {
        final List<Integer> missing = new ArrayList<>();
        for (int i = 0; i < context.slots(); i++) {
            if (isOther(i) && !answers[i].isHere) {
                missing.add(context.members()[i]);
            }
        }
        return missing;
    }

    private boolean isTimeToAsk(final int member, final long intervalNs, final long nowNs) {
        return askedNs[member] == Long.MIN_VALUE || nowNs - askedNs[member] >= intervalNs;
    }

    private void ask(final int member, final long nowNs) {
        askedNs[member] = nowNs;
        context.outbound().send(context.members()[member], request);
    }

    private void tell() {
        final List<Integer> missing = missing();
        final long voters = with(VoterState.VOTER) | with(VoterState.SUSPECT);
        if (missing.isEmpty() && !meetsReadQuorums(voters)) {
            HOPELESS.hit();
            context.listener().onWaiting(votersInAll() - Long.bitCount(voters) + " of "
                + votersInAll() + " members have lost their state, or never had any; what they held"
                + " cannot be known, so this node does not vote; see"
                + " docs/runbook.md#when-too-many-members-have-lost-their-state",
                true);
        } else if (!missing.isEmpty() && targetBallot == Ballot.NONE) {
            context.listener().onWaiting((voting.standing() == VoterState.NEW ? "first start" : "does not vote")
                + ": waiting for nodes " + missing, false);
        } else {
            final boolean unsettled = targetBallot != Ballot.NONE && !meetsReadQuorums(knowing());
            context.listener().onWaiting("does not vote yet: " + (targetBallot == Ballot.NONE ? "no leader"
                : unsettled ? "too few of the others have heard from leader " + Ballot.node(targetBallot)
                    + " that its ballot is settled" : "repairing from leader " + Ballot.node(targetBallot) + ", LSN "
                        + Math.min(context.progress().durable(), target()) + " of " + target()), false);
        }
    }

    /** The last answer of a member. */
    private static final class Answer {
        private boolean isHere;
        private VoterState standing = VoterState.NEW;
        private boolean holdsRecords;
        private long promised;
        private long settled;
        /** How often it was asked since it last answered. */
        private int unanswered;

        void asked() {
            unanswered++;
        }

        /** Twice as long each time: where a thousand groups start at once, they ask more than members can answer. */
        long waitNs(final long leastNs) {
            return leastNs << Math.min(Math.max(0, unanswered - 1), MOST_DOUBLINGS);
        }

        void set(final RejoinReply reply) {
            isHere = true;
            unanswered = 0;
            standing = reply.standing;
            holdsRecords = reply.holdsRecords;
            promised = reply.promised;
            settled = reply.settled;
        }

        /** Whether the group has one, as far as the member can tell: it must not begin anew then. */
        boolean hasHistory() {
            return holdsRecords || promised != Ballot.NONE || standing == VoterState.LOST;
        }
    }
}
