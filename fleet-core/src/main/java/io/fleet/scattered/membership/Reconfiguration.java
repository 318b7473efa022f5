package io.fleet.scattered.membership;

import io.fleet.consensus.MemberChanges;
import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.TransferOutcome;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.election.LeadershipTransferRequest;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.consensus.message.member.MemberProgress;
import io.fleet.consensus.message.member.Members;
import io.fleet.consensus.message.member.MembersRequest;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.scattered.election.Election;
import io.fleet.scattered.election.LeadershipTransfers;
import io.fleet.scattered.leader.ConfigurationProgress;
import io.fleet.scattered.leader.Leader;
import io.fleet.scattered.learner.Learner;
import io.fleet.scattered.snapshot.SnapshotCover;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Changes who belongs to the group (S14). The leader orders a configuration like any entry, one at a time, and nothing
 * above it; who records it durably acts on it; whoever leads or campaigns then does so anew, in the new configuration
 * and at a new ballot. So each ballot belongs to one configuration. Tells those that act on an older one, and as a
 * member how far it has come.
 *
 * <p>What is to be done next is in the configuration alone: a learner that has caught up becomes a voter, and the one
 * that it replaces goes, whoever leads by then.
 */
public final class Reconfiguration implements MemberChanges {
    private static final CoverageMark OUTDATED = CoverageMark.named("reconfiguration.outdated-node-told");
    private static final CoverageMark REMOVED = CoverageMark.named("reconfiguration.node-knows-that-it-is-removed");
    private static final CoverageMark UNKNOWN = CoverageMark.named("reconfiguration.outcome-unknown");
    private static final CoverageMark UNASKED = CoverageMark.named("reconfiguration.members-told-unasked");
    private static final CoverageMark FORMER_LEARNER = CoverageMark
        .named("reconfiguration.learner-is-in-a-former-life");
    private static final CoverageMark OBSERVER_LEARNS = CoverageMark.named("reconfiguration.observer-is-to-vote");
    private static final CoverageMark HINT_UNCONFIRMED = CoverageMark
        .named("reconfiguration.newer-configuration-unconfirmed");
    /** So often are the members asked about a newer configuration of which somebody speaks. */
    private static final int HINT_ROUNDS = 32;
    private static final int PATIENCE_TIMEOUTS = 10;
    private static final int FORMER_TIMEOUTS = 10;
    private static final long NOT_TAKEN = Long.MIN_VALUE;

    private final GroupContext context;
    private final Membership membership;
    private final Leader leader;
    private final Learner learner;
    private final Election election;
    private final LeadershipTransfers succession;
    private final SnapshotCover cover;
    private final ConfigurationProgress reach;
    private final Rejoin rejoin;
    private final Members members = new Members();
    private final MemberChange asked = new MemberChange();
    private final MemberChangeAnswer answer = new MemberChangeAnswer();
    private final IntervalTimer tellTime;
    private final IntervalTimer outdatedTime;
    private final ProgressReports reports;
    private final IntervalTimer hintTime;
    private final RequestNonces questions;
    private final MembersRequest request = new MembersRequest();
    private int hintFrom;
    private int hintRounds;
    private final IntervalTimer askTime;
    private long leaderVersion;
    private Configuration former = Configuration.UNKNOWN;
    private long formerUntilNs;
    private boolean removed;
    private MemberOutcome outcome;
    /** The newest version that was known here when the leader took the change; {@link #NOT_TAKEN} before. */
    private long takenAt;
    /** The member that the change is about as it was when it was asked for; null for none. */
    private GroupMember was;
    private boolean seen;
    private boolean denied;
    private final CopyRule copies;
    private final QuorumChange quorums;
    private final IntervalTimer handOverTime;
    private long deadlineNs;

    public Reconfiguration(final GroupContext context, final Leader leader, final Learner learner,
                           final Election election,
                           final VoteGuard voting, final LeadershipTransfers succession, final SnapshotCover cover,
                           final ConfigurationProgress reach,
                           final Rejoin rejoin, final RequestNonces questions) {
        this.questions = questions;
        this.rejoin = rejoin;
        this.context = context;
        membership = context.membership();
        this.leader = leader;
        this.learner = learner;
        this.election = election;
        this.succession = succession;
        this.cover = cover;
        this.reach = reach;
        copies = new CopyRule(context, leader, learner, succession, reach, cover);
        quorums = new QuorumChange(context, leader, copies, reach);
        handOverTime = new IntervalTimer(context.electionTimeoutNs());
        tellTime = new IntervalTimer(context.resendNs());
        outdatedTime = new IntervalTimer(context.resendNs() / 4);
        hintTime = new IntervalTimer(context.resendNs());
        reports = new ProgressReports(context, election, voting);
        askTime = new IntervalTimer(context.resendNs());
    }

    /**
     * What the ordered log holds durably by now is acted on; true when that is another configuration. In which life a
     * member counts that is in it no more stays known here: it may come again (S15).
     */
    public boolean adopt(final long nowNs) {
        final Configuration recorded = context.progress().recordedConfiguration();
        if (recorded.version() <= membership.version() || context.progress().durable() < recorded.version()) {
            return false;
        }
        former = membership.current();
        formerUntilNs = nowNs + FORMER_TIMEOUTS * context.electionTimeoutNs();
        membership.adopt(recorded);
        context.remember(former);
        context.counters().configuration.set(recorded.version());
        context.listener().onConfiguration(recorded);
        return true;
    }

    /**
     * Somebody says that it acts on another configuration than this node: one of the two has something to catch up on.
     * Whether it is this one, the members know that it knows of.
     */
    public void onVersion(final int sender, final long version, final long nowNs) {
        if (version > membership.version()) {
            hint(sender, version);
        } else if (version < membership.version() && outdatedTime.isDue(nowNs)) {
            OUTDATED.hit();
            tell(sender);
        }
    }

    /** A member that was asked says that it acts on a version. */
    public void onKnown(final long version) {
        if (version > membership.version()) {
            membership.noteKnown(version);
            learner.noteKnown(version);
        }
    }

    /**
     * Nobody's word is enough: the members that this node knows are asked, again and again, until a while after
     * somebody has spoken of it last.
     */
    private void hint(final int sender, final long version) {
        if (version > membership.asksBeyond()) {
            membership.hinted(Math.max(version, membership.hinted()));
            hintFrom = sender;
            hintRounds = HINT_ROUNDS;
        }
    }

    private int verify(final long nowNs) {
        if (membership.hinted() == 0 || !hintTime.isDue(nowNs)) {
            return 0;
        }
        if (membership.asksBeyond() >= membership.hinted() || hintRounds == 0) {
            if (hintRounds == 0) {
                HINT_UNCONFIRMED.hit();
            }
            hintRounds = 0;
            membership.hinted(0);
            return 1;
        }
        hintRounds--;
        if (membership.peers().length > 0) {
            for (final int peer : membership.peers()) {
                verify(peer);
            }
        } else if (membership.suspected().members().isEmpty()) {
            verify(hintFrom);
        } else {
            membership.suspected().members().forEach(member -> verify(member.node()));
        }
        return 1;
    }

    private void verify(final int node) {
        if (node != context.self()) {
            request.nonce = questions.to(node);
            request.configuration = membership.asksBeyond();
            context.outbound().send(node, request);
        }
    }

    /** A node has heard of a newer configuration than it knows. */
    public void onRequest(final int sender, final MembersRequest question) {
        if (membership.heard().version() > question.configuration) {
            members.configuration = membership.heard();
            members.inForce = membership.isInForce(membership.heard());
            members.nonce = question.nonce;
            context.outbound().send(sender, members);
        }
    }

    /** The version that the ballot of the leader that is followed belongs to. */
    public void onOrder(final long version) {
        leaderVersion = version;
    }

    /**
     * Whether this node leads, or follows a leader, in the configuration that it acts on, and enough members have not
     * told it of a newer one: there may be one in which it does not belong to the group.
     */
    @Override
    public boolean isInStep() {
        final long leads = election.role() == Role.LEADER ? leader.version() : leaderVersion;
        return leads == membership.version() && membership.heard().version() <= membership.version();
    }

    /** Somebody leads in the configuration of a version. */
    public void onElected(final long version) {
        membership.noteInForce(version);
    }

    /**
     * Somebody says that a newer configuration exists: that its entry is chosen, and those in it have it. Who was asked
     * is taken for somebody who may have what this node lacks; believed is what enough of those say whom it knows. A
     * node that knows nobody believes who invites it.
     */
    public void onMembers(final int sender, final Members message) {
        final Configuration news = message.configuration;
        if (!membership.knowsNobody() && !questions.isAnswer(sender, message.nonce)) {
            UNASKED.hit();
            onUnasked(sender, news);
            return;
        }
        if (news.version() <= membership.version()) {
            membership.forget(sender);
            if (message.inForce) {
                membership.noteInForce(news.version());
            }
            return;
        }
        rejoin.onKnown(news.version());
        if (membership.hear(sender, news, message.inForce)) {
            context.listener().onMembersHeard(membership.heard());
        }
        if (!membership.isRemoved()) {
            learner.noteKnown(news.version());
        }
    }

    private void onUnasked(final int sender, final Configuration news) {
        if (news.version() > membership.asksBeyond()) {
            hint(sender, news.version());
            if (!rejoin.hasBegun() && membership.suspect(news)) {
                context.listener().onMembersHeard(membership.heard());
            }
        }
    }

    public void onProgress(final int member, final MemberProgress message, final long nowNs) {
        reach.onProgress(member, message, nowNs);
    }

    /** A member asks on behalf of an operator. */
    public void onChange(final int sender, final MemberChange message, final long nowNs) {
        if (leader.ballot() == message.ballot && leader.ballot() != Ballot.NONE) {
            answer.kind = message.kind;
            answer.node = message.node;
            answer.answer = consider(message, nowNs);
            context.outbound().send(sender, answer);
        }
    }

    public void onChangeAnswer(final MemberChangeAnswer message, final long nowNs) {
        if (outcome != null && message.kind == asked.kind && message.node == asked.node) {
            onAnswer(message.answer, nowNs);
        }
    }

    /** Asks for a change, here or at whoever leads, until it is done or refused. */
    @Override
    public void request(final MemberChange change, final MemberOutcome who, final long nowNs) {
        if (outcome != null && asked.kind != MemberChange.REMOVE && asked.kind != MemberChange.QUORUMS
            && change.kind == MemberChange.REMOVE
            && change.node == asked.node) {
            end().onUnknown("its removal was asked for meanwhile");
        }
        if (outcome != null) {
            who.onRefused("this node is asking for another change of members already");
            return;
        }
        asked.kind = change.kind;
        asked.node = change.node;
        asked.replaced = change.replaced;
        asked.endpoint = change.endpoint;
        asked.quorums = change.quorums;
        outcome = who;
        takenAt = NOT_TAKEN;
        denied = false;
        seen = false;
        was = membership.heard().member(change.node);
        deadlineNs = nowNs + PATIENCE_TIMEOUTS * context.electionTimeoutNs();
    }

    public int doWork(final long nowNs) {
        if (leader.isOpen()) {
            membership.noteInForce(leader.version());
        }
        if (membership.isRemoved() != removed) {
            removed = membership.isRemoved();
            if (removed) {
                REMOVED.hit();
                context.listener().onRemoved(membership.heard());
            }
        }
        int work = verify(nowNs);
        if (leader.ballot() != Ballot.NONE) {
            work += lead(nowNs);
        } else {
            copies.forgetPause();
            reports.doWork(leaderVersion, nowNs);
        }
        if (outcome != null) {
            work += ask(nowNs);
        }
        return work;
    }

    /** Whether somebody on this node waits for a change of members that it asked for, or a member learns. */
    public boolean isBusy() {
        return outcome != null || membership.current().learner().isPresent() || membership.current().before() != null;
    }

    private int lead(final long nowNs) {
        if (membership.version() > 0 && tellTime.isDue(nowNs)) {
            for (int i = 0; i < context.slots(); i++) {
                if (context.members()[i] != Membership.NOBODY && i != membership.ownSlot()
                    && !reach.hasReached(i, nowNs)) {
                    tell(context.members()[i]);
                }
            }
            tellFormer(nowNs);
        }
        return membership.current().before() != null ? settleQuorums(nowNs)
            : membership.current().learner().isPresent() ? promote(nowNs) : copies.pauseWhereAsked(nowNs);
    }

    /** Once somebody was elected by those that counted before, too, they need not count any more. */
    private int settleQuorums(final long nowNs) {
        if (!leader.isSettled() || order(membership.current().withQuorumsAlone(), nowNs) != MemberChangeAnswer.TAKEN) {
            return 0;
        }
        quorums.settled();
        return 1;
    }

    private void tellFormer(final long nowNs) {
        if (nowNs - formerUntilNs < 0) {
            for (final GroupMember member : former.members()) {
                if (membership.slotOf(member.node()) < 0 && member.node() != context.self()) {
                    tell(member.node());
                }
            }
        }
    }

    private int promote(final long nowNs) {
        final GroupMember candidate = membership.current().learner().orElseThrow();
        reportFormer(candidate, nowNs);
        if (!leader.isSettled() || !reach.hasCaughtUp(candidate.slot(), learner.chosen(), nowNs)) {
            return copies.pause(false, nowNs);
        }
        if (candidate.replaces() == context.self()) {
            handOver(nowNs);
            return 0;
        }
        final Configuration next = membership.current().withLearnerPromoted();
        if (!copies.isNear(next, nowNs)) {
            if (copies.isTimeToTell(nowNs)) {
                copies.tellThatTooFewHoldAll(candidate.node());
            }
            return copies.pause(false, nowNs);
        }
        if (!makesUpForCopies(candidate, nowNs) || !copies.isMet(next, nowNs)) {
            return copies.pause(true, nowNs);
        }
        if (!succession.recallLeases(nowNs)) {
            return copies.goOnPausing(nowNs);
        }
        copies.pause(false, nowNs);
        return order(next, nowNs) == MemberChangeAnswer.TAKEN ? 1 : 0;
    }

    /** What an operator must know: nothing that this learner does makes it a voter. */
    private void reportFormer(final GroupMember candidate, final long nowNs) {
        if (leader.isSettled() && reach.isFormer(candidate.slot(), nowNs) && copies.isTimeToTell(nowNs)) {
            FORMER_LEARNER.hit();
            context.listener().onFormerLearner(candidate.node(), reach.number(candidate.slot()),
                leader.leastNumber(candidate.node()));
        }
    }

    /**
     * Whether the one that comes holds all that the one that goes may be the holder of. Where only a write quorum was
     * asked to write a body, it may be on a quorum with the one that goes in it: the one that comes must hold all that
     * is ordered before the other may go. Not so where everyone was asked: who acts on the next configuration has
     * recorded all before it with its bodies, and what was not asked of everyone is held by enough of the others. Where
     * witnesses write a part of all, who acts on it need not have what another part wrote. A learner keeps all bodies;
     * but it may have voted before without being asked to, and have gone without a copy less being left: with a
     * majority as many are left as before, with other quorums it must tell that it has what was written up to then.
     */
    private boolean makesUpForCopies(final GroupMember candidate, final long nowNs) {
        if (candidate.replaces() == GroupMember.NOBODY) {
            return true;
        }
        final Configuration next = membership.current().withLearnerPromoted();
        final long holding = cover.holding(leader.narrow(), nowNs);
        return !membership.roles().isPartlyWritten() && next.quorumSystem().isWriteQuorum(holding)
            || learner.chosen() == leader.highest() && reach.holds(candidate.slot(), leader.highest(), nowNs)
                && (next.quorums().isMajority() || cover.isWhole(candidate.slot(), next.version(), nowNs));
    }

    private void handOver(final long nowNs) {
        if (!succession.isBusy() && handOverTime.isDue(nowNs)) {
            succession.transfer(LeadershipTransferRequest.ANY, TransferOutcome.NONE, nowNs);
        }
    }

    /** What becomes of a change at this leader. Asked again for what is under way, it says so. */
    private int consider(final MemberChange change, final long nowNs) {
        if (!leader.isSettled() || election.role() != Role.LEADER) {
            return MemberChangeAnswer.LATER;
        }
        final Configuration current = membership.current();
        if (change.kind == MemberChange.QUORUMS) {
            final int answer = quorums.consider(change, current, nowNs);
            return answer == QuorumChange.READY ? order(current.withQuorums(change.quorums), nowNs) : answer;
        }
        if (change.kind == MemberChange.REMOVE) {
            return considerRemoval(change, current, nowNs);
        }
        final GroupMember member = current.member(change.node);
        final GroupMember replaced = current.member(change.replaced);
        final boolean isForObserver = change.kind == MemberChange.ADD_OBSERVER;
        final boolean isPromotion = member != null && member.isObserver() && change.isForFull();
        if (member != null && (member.voter() || !member.endpoint().equals(change.endpoint)
            || change.role() != member.role() && !isPromotion)) {
            return MemberChangeAnswer.MEMBER_ALREADY;
        }
        final int goes = change.isReplacement() ? change.replaced : GroupMember.NOBODY;
        if (member != null && !isPromotion) {
            return member.isObserver() ? MemberChangeAnswer.AS_IT_IS
                : member.replaces() == goes ? MemberChangeAnswer.TAKEN : MemberChangeAnswer.BUSY;
        }
        if (ChangeRefusal.isBadAddress(change)) {
            return MemberChangeAnswer.BAD_ADDRESS;
        }
        if (current.learner().isPresent() || current.before() != null) {
            return MemberChangeAnswer.BUSY;
        }
        if (!isPromotion && current.members().size() == Configuration.SLOTS) {
            return MemberChangeAnswer.TOO_MANY;
        }
        if (change.isReplacement() && (replaced == null || !replaced.voter())) {
            return MemberChangeAnswer.NO_MEMBER;
        }
        if (change.isReplacement() && current.quorums().isInGrid(change.replaced)) {
            return MemberChangeAnswer.IN_GRID;
        }
        if (isPromotion) {
            OBSERVER_LEARNS.hit();
        }
        final Configuration next = isForObserver ? current.withObserver(change.node, change.endpoint)
            : isPromotion ? current.withObserverAsLearner(change.node, goes)
            : current.withLearner(change.node, change.endpoint, goes, change.role());
        if (next.learner().isPresent() && !next.withLearnerPromoted().hasEnoughReplicas()) {
            return MemberChangeAnswer.TOO_FEW_REPLICAS;
        }
        if (next.learner().isPresent() && !copies.canBeMet(next.withLearnerPromoted(), nowNs)) {
            return copies.untilMembersHaveTold(nowNs);
        }
        return ChangeRefusal.isTooLong(next, context) ? MemberChangeAnswer.TOO_MANY : order(next, nowNs);
    }

    private int considerRemoval(final MemberChange change, final Configuration current, final long nowNs) {
        final GroupMember member = current.member(change.node);
        if (member == null) {
            return MemberChangeAnswer.NO_MEMBER;
        }
        if (member.voter() && (current.learner().isPresent() || current.before() != null)) {
            return MemberChangeAnswer.BUSY;
        }
        if (member.voter() && current.quorums().isInGrid(change.node)) {
            return MemberChangeAnswer.IN_GRID;
        }
        final Configuration next = current.without(change.node);
        if (next.voters() == 0 || current.quorums().isAloneInGroup(change.node)) {
            return MemberChangeAnswer.LAST_VOTER;
        }
        if (!next.hasEnoughReplicas()) {
            return MemberChangeAnswer.TOO_FEW_REPLICAS;
        }
        if (change.node == context.self()) {
            handOver(nowNs);
            return MemberChangeAnswer.LEADS;
        }
        if (member.voter() && !copies.isNear(next, nowNs)) {
            return copies.untilMembersHaveTold(nowNs);
        }
        if (member.voter() && !copies.isMet(next, nowNs)) {
            copies.askForPause(nowNs);
            return MemberChangeAnswer.LATER;
        }
        if (member.voter() && (current.witnesses() == 0 || membership.roles().isPartlyWritten()) && !isCovered(nowNs)) {
            return copies.untilMembersHaveTold(nowNs);
        }
        if (!reach.hears(next.quorumSystem(), nowNs) || !succession.recallLeases(nowNs)) {
            return MemberChangeAnswer.LATER;
        }
        if (copies.isAbout(next)) {
            copies.pause(false, nowNs);
        }
        return order(next, nowNs);
    }

    /**
     * Whether enough copies of each body are left when a voter goes. Of what this configuration wrote, at least a write
     * quorum of it has a copy, and one less is enough for the next. What older ones wrote may have lost a copy with
     * each that went since: so much must be held by a write quorum of this one, by snapshots or bodies. Whoever leads,
     * and whatever its settings are, it is what the members hold that counts.
     */
    private boolean isCovered(final long nowNs) {
        return membership.version() == 0
            || membership.roles().isCopied(cover.holding(membership.version(), nowNs));
    }

    /** Once nothing is lent: those who vote in the next one need not be bound to this leader (L10). */
    private int order(final Configuration next, final long nowNs) {
        return succession.recallLeases(nowNs) && leader.orderConfiguration(next, nowNs)
            ? MemberChangeAnswer.TAKEN : MemberChangeAnswer.LATER;
    }

    private int ask(final long nowNs) {
        if (isDone(membership.heard())) {
            final MemberOutcome who = end();
            who.onDone(membership.heard());
            return 1;
        }
        if (isWithdrawn(membership.heard())) {
            end().onRefused("node " + asked.node + (asked.kind == MemberChange.ADD_OBSERVER ? " was removed meanwhile"
                : " was removed before it voted"));
            return 1;
        }
        if (isOvertaken(membership.heard())) {
            UNKNOWN.hit();
            end().onUnknown("another change came after it, or in its place: " + membership.heard());
            return 1;
        }
        if (nowNs - deadlineNs >= 0) {
            UNKNOWN.hit();
            end().onUnknown("no leader has answered for " + PATIENCE_TIMEOUTS + " election timeouts");
            return 1;
        }
        if (!askTime.isDue(nowNs)) {
            return 0;
        }
        final long leads = election.leaderBallot();
        if (election.role() == Role.LEADER) {
            onAnswer(consider(asked, nowNs), nowNs);
        } else if (leads != Ballot.NONE && Ballot.node(leads) != context.self()) {
            asked.ballot = leads;
            context.outbound().send(Ballot.node(leads), asked);
        }
        return 1;
    }

    /**
     * Whether a configuration in which a leader was elected shows the change. One that shows it may be chosen and not
     * be held by enough of its voters yet: who goes is needed until then.
     */
    private boolean isDone(final Configuration configuration) {
        if (asked.kind == MemberChange.QUORUMS) {
            return takenAt != NOT_TAKEN && configuration.quorums().equals(asked.quorums)
                && configuration.before() == null && membership.isInForce(configuration);
        }
        final GroupMember member = configuration.member(asked.node);
        seen |= member != null && switch (asked.kind) {
            case MemberChange.REMOVE -> true;
            case MemberChange.ADD_OBSERVER -> isNew(member);
            default -> member.role() == asked.role();
        };
        if (configuration.version() == 0 || !membership.isInForce(configuration)) {
            return false;
        }
        return switch (asked.kind) {
            case MemberChange.REMOVE -> member == null && (seen || takenAt != NOT_TAKEN && denied);
            case MemberChange.REPLACE, MemberChange.REPLACE_BY_WITNESS -> !wasVoter() && member != null && member
                .voter()
                && configuration.member(asked.replaced) == null;
            case MemberChange.ADD_OBSERVER -> member != null && takenAt != NOT_TAKEN
                && configuration.version() > takenAt;
            default -> !wasVoter() && member != null && member.voter() && member.role() == asked.role();
        };
    }

    /** Whether the voters count otherwise than was asked, and taken: asking on would undo somebody's later change. */
    private boolean isOvertaken(final Configuration configuration) {
        return asked.kind == MemberChange.QUORUMS && takenAt != NOT_TAKEN && configuration.version() > takenAt
            && !configuration.quorums().equals(asked.quorums);
    }

    private boolean wasVoter() {
        return was != null && was.voter();
    }

    /** Whether a member has come, or is something else than it was, since the change was asked for. */
    private boolean isNew(final GroupMember member) {
        return was == null || was.voter() != member.voter() || was.isObserver() != member.isObserver();
    }

    /** Whether the node that comes was a learner and is none any more: asking on would add it again. */
    private boolean isWithdrawn(final Configuration configuration) {
        return asked.kind != MemberChange.REMOVE && asked.kind != MemberChange.QUORUMS && seen && configuration.member(
            asked.node) == null;
    }

    private void onAnswer(final int code, final long nowNs) {
        final boolean isKnown = takenAt != NOT_TAKEN || seen;
        final boolean isStale = code == MemberChangeAnswer.NO_MEMBER && isKnown && asked.kind != MemberChange.QUORUMS
            || code == MemberChangeAnswer.MEMBER_ALREADY && (takenAt != NOT_TAKEN || seen && !wasVoter()
                && asked.kind != MemberChange.ADD_OBSERVER);
        final String why = isStale ? null : ChangeRefusal.text(code, asked, context);
        if (why != null) {
            end().onRefused(why);
            return;
        }
        if (takenAt == NOT_TAKEN && code == MemberChangeAnswer.TAKEN) {
            takenAt = membership.heard().version();
        } else if (code == MemberChangeAnswer.AS_IT_IS) {
            takenAt = membership.heard().version() - 1;
        }
        denied |= code == MemberChangeAnswer.NO_MEMBER;
        deadlineNs = nowNs + PATIENCE_TIMEOUTS * context.electionTimeoutNs();
    }

    private MemberOutcome end() {
        final MemberOutcome who = outcome;
        outcome = null;
        return who;
    }

    private void tell(final int node) {
        members.configuration = membership.current();
        members.inForce = membership.isInForce(membership.current());
        members.nonce = RequestNonces.UNASKED;
        context.outbound().send(node, members);
    }
}
