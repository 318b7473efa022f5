package io.fleet.scattered.membership;

import static io.fleet.fixture.message.Entries.accepted;
import static io.fleet.fixture.message.Entries.meta;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.LeaseConfig;
import io.fleet.config.WriteQuorum;
import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.election.PreVote;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.consensus.message.member.MemberProgress;
import io.fleet.consensus.message.member.Members;
import io.fleet.consensus.message.member.MembersRequest;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.consensus.message.read.SubLease;
import io.fleet.consensus.message.read.SubLeaseRequest;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.ScatteredProtocol;
import io.fleet.scattered.World;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;
import io.fleet.scattered.leader.ConfigurationBodies;
import io.fleet.scattered.leader.ConfigurationProgress;
import io.fleet.scattered.snapshot.SnapshotCover;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.VoterState;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A change of members, seen by one node (S14). */
class ReconfigurationTest {
    private static final long LOW = Ballot.next(0, 2);
    private static final long HIGH = Ballot.next(LOW, 3);
    private static final long MINE = Ballot.next(HIGH, 1);

    private final World world = new World();
    private final Membership membership = world.context.membership();
    private final SnapshotCover cover = new SnapshotCover(world.context);
    private final ConfigurationProgress reach = new ConfigurationProgress(world.context, world.leader);
    private final RequestNonces questions = new RequestNonces(1);
    private final Reconfiguration changes = new Reconfiguration(world.context, world.leader, world.learner,
        world.election, world.voting, world.succession, cover, reach, world.rejoin,
        questions);
    private final List<String> outcomes = new ArrayList<>();

    private static EntryMeta configuration(final long sequence) {
        final EntryMeta meta = new EntryMeta().set(meta(sequence));
        meta.flags = EntryMeta.CONFIGURATION;
        return meta;
    }

    private Promise promise(final AcceptedEntry... entries) {
        final Promise promise = new Promise();
        promise.ballot = MINE;
        promise.fromLsn = 1;
        promise.voterId = Entries.VOTER_ID;
        for (final AcceptedEntry entry : entries) {
            promise.next().set(entry);
        }
        return promise;
    }

    private void campaign(final AcceptedEntry... found) {
        world.campaign.start(MINE, 0);
        world.promises.flush();
        world.campaign.doWork(world.now);
        world.campaign.onPromise(1, promise(found));
        world.campaign.onPromise(0, promise());
        world.campaign.values().stopAtConfiguration();
    }

    private static MemberChange change(final int kind, final int node) {
        final MemberChange change = new MemberChange();
        change.kind = kind;
        change.node = node;
        change.endpoint = "y:2";
        return change;
    }

    private void record(final Configuration next) {
        world.progress.configuration = next;
        world.recorded(next.version());
    }

    @Test
    @Expects("campaign.stops-at-a-configuration")
    void shouldProposeNothingAboveAConfiguration() { // S14, S5
        campaign(accepted(1, LOW, meta(1)), accepted(2, LOW, configuration(2)), accepted(3, LOW, meta(3)));
        assertEquals(2, world.campaign.values().highest());
        assertNull(world.campaign.values().found().get(3));
        assertTrue(world.campaign.values().found().get(2).meta.isConfiguration());
    }

    @Test
    @Expects("campaign.configuration-that-was-never-chosen")
    void shouldProposeANoOpWhereALaterBallotOrderedAboveAConfiguration() { // S14, S5
        campaign(accepted(2, LOW, configuration(2)), accepted(3, HIGH, meta(3)));
        assertEquals(3, world.campaign.values().highest());
        assertNull(world.campaign.values().found().get(2));
        assertTrue(world.campaign.values().found().get(3).meta.sameValue(meta(3)));
    }

    /**
     * Of five, 1 and 4 have an entry of ballot LOW. The others elect, and 4 and 5 go, and 9 comes in the place of 3: in
     * the slot that was that of 4. In none of these configurations has a majority the entry.
     */
    @Test
    void shouldNotCountForWhoComesWhatWasCountedForWhoHadTheSlot() { // S14, S6
        final Configuration founders = Configuration.first(new int[] {1, 2, 3, 4, 5}, 0, 0, List.of());
        final World cutOff = World.in(founders, 1);
        final ScatteredProtocol node = new ScatteredProtocol(cutOff.context);
        cutOff.take(2, Entries.order(LOW, 0, 8, meta(8)));
        cutOff.take(4, Entries.ack(LOW, 0, 8, 8));
        cutOff.take(1, Entries.ack(LOW, 0, 8, 8));
        final Configuration three = founders.without(4).at(2).without(5).at(3);
        cutOff.progress.configuration = three.withLearner(9, "y:9", 3).at(5).withLearnerPromoted().at(7);
        assertEquals(founders.member(4).slot(), cutOff.progress.configuration.member(9).slot());
        cutOff.recorded(7);
        node.doWork(cutOff.now, 0);
        assertEquals(7, cutOff.context.membership().version());
        cutOff.take(1, Entries.ack(LOW, 0, 8, 8));
        assertEquals(7, node.chosenEntries().chosen(), "9 has not acknowledged what 4 had");
    }

    @Test
    void shouldActOnAConfigurationOnceItIsDurable() { // S14
        world.progress.configuration = membership.current().without(3).at(4);
        world.progress.recorded = 4;
        world.progress.durable = 3;
        assertFalse(changes.adopt(world.now));
        assertEquals(3, Long.bitCount(membership.voters()));
        world.progress.durable = 4;
        assertTrue(changes.adopt(world.now));
        assertEquals(0b011, membership.voters());
        assertFalse(changes.adopt(world.now));
    }

    @Test
    void shouldCampaignInItsConfiguration() { // S14
        record(membership.current().without(3).at(4));
        changes.adopt(world.now);
        world.campaign.start(MINE, 4);
        world.promises.flush();
        world.campaign.doWork(world.now);
        assertEquals(List.of(1, 2), world.out.receivers(Prepare.class));
        assertEquals(4, world.out.last(Prepare.class).configuration);
    }

    @Test
    void shouldNotCountALearner() { // S14
        final World learner = new World(9, World.config());
        learner.progress.configuration =
            learner.context.membership().current().withLearner(9, "x:1", GroupMember.NOBODY).at(4);
        learner.recorded(4);
        assertFalse(learner.voting.counts());
        learner.context.membership().adopt(learner.progress.configuration);
        assertTrue(learner.voting.isSound());
        assertFalse(learner.voting.counts());
        learner.context.membership().adopt(learner.progress.configuration.withLearnerPromoted().at(5));
        assertTrue(learner.voting.counts());
    }

    @Test
    void shouldGrantNoPreVoteInAnotherConfiguration() { // S14, S12
        final PreVote preVote = new PreVote();
        preVote.ballot = HIGH;
        preVote.configuration = 4;
        world.election.doWork(world.now);
        world.advance(10_000);
        world.election.onPreVote(3, preVote, world.now);
        assertFalse(world.out.last(io.fleet.consensus.message.election.PreVoteReply.class).granted);
        preVote.configuration = 0;
        world.election.onPreVote(3, preVote, world.now);
        assertTrue(world.out.last(io.fleet.consensus.message.election.PreVoteReply.class).granted);
    }

    @Test
    @Expects("reconfiguration.outdated-node-told")
    void shouldTellANodeThatActsOnAnOlderConfiguration() { // S14
        record(membership.current().without(3).at(4));
        changes.adopt(world.now);
        world.out.clear();
        changes.onVersion(3, 0, world.now);
        assertEquals(4, world.out.last(Members.class).configuration.version());
        assertEquals(List.of(3), world.out.receivers(Members.class));
    }

    @Test
    @Expects("reconfiguration.node-knows-that-it-is-removed")
    void shouldKnowThatItIsRemoved() { // S14
        final Members news = new Members();
        news.configuration = membership.current().without(1).at(4);
        both(news);
        changes.doWork(world.now);
        assertFalse(membership.isRemoved(), "chosen, and perhaps held by too few of those who are left");
        world.out.clear();
        changes.onVersion(2, 4, world.now);
        world.advance(80);
        changes.doWork(world.now);
        assertEquals(3, world.out.last(MembersRequest.class).configuration, "it asks about that one again");
        news.inForce = true;
        both(news);
        changes.doWork(world.now);
        assertTrue(membership.isRemoved());
        assertEquals(0, membership.version());
        assertEquals(0b111, membership.voters());
    }

    /** Nodes 2 and 3 were asked, and say this. */
    private void both(final Members news) {
        for (int node = 2; node <= 3; node++) {
            news.nonce = questions.to(node);
            changes.onMembers(node, news);
        }
    }

    @Test
    @Tag("hazard-X-C4")
    @Expects("reconfiguration.members-told-unasked")
    void shouldAskTheMembersBeforeItBelievesThatThereIsANewerConfiguration() {
        final Members news = new Members();
        news.configuration = membership.current().without(1).withLearner(8, "evil:1", GroupMember.NOBODY)
            .at(1L << 60);
        news.inForce = true;
        changes.onMembers(8, news);
        changes.onMembers(2, news);
        news.nonce = 7;
        changes.onMembers(2, news);
        changes.doWork(world.now);
        assertFalse(membership.isRemoved());
        assertEquals(0, membership.known());
        assertEquals(0, world.learner.known());
        assertEquals(List.of(2, 3), java.util.Arrays.stream(membership.peers()).boxed().toList());
        assertEquals(List.of(2, 3), world.out.receivers(MembersRequest.class), "those are asked whether it is so");
        final Members answer = new Members();
        answer.configuration = membership.current().without(1).at(4);
        answer.inForce = true;
        answer.nonce = world.out.last(MembersRequest.class).nonce;
        changes.onMembers(2, answer);
        assertFalse(membership.isRemoved(), "that is the number of the question to another");
        changes.onMembers(3, answer);
        assertFalse(membership.isRemoved(), "one of three may be wrong");
        answer.nonce = questions.to(2);
        changes.onMembers(2, answer);
        assertTrue(membership.isRemoved());
        assertEquals(4, membership.known());
    }

    @Test
    @Tag("hazard-X-M6")
    void shouldContactNobodyOnTheWordOfSomebodyWhomItHasNotAsked() {
        final Members news = new Members();
        news.configuration = membership.current().withLearner(8, "evil.example:1", GroupMember.NOBODY).at(1L << 60);
        news.inForce = true;
        for (final int sender : new int[] {8, 2, 3, -1}) {
            news.nonce = sender;
            changes.onMembers(sender, news);
            changes.doWork(world.now);
        }
        assertNull(membership.current().member(8));
        assertNull(membership.heard().member(8));
        assertTrue(membership.suspected().members().isEmpty(), "it knows others whom it can ask");
        assertTrue(world.out.receivers(MembersRequest.class).stream().allMatch(node -> node == 2 || node == 3),
            () -> world.out.receivers(MembersRequest.class).toString());
    }

    @Test
    @Tag("hazard-X-C2")
    @Expects("reconfiguration.newer-configuration-unconfirmed")
    void shouldNotEndOnAStrangersWord() {
        world.recorded(20);
        changes.onVersion(9, 7, world.now);
        changes.onVersion(2, 9, world.now);
        for (int i = 0; i < 100; i++) {
            world.rejoin.doWork(world.now);
            changes.doWork(world.now);
            world.advance(80);
        }
        assertEquals(0, membership.hinted(), "nobody says that it is so");
        final Members news = new Members();
        news.configuration = membership.current().without(1).at(7);
        both(news);
        assertThrows(IllegalStateException.class, () -> world.rejoin.doWork(world.now));
    }

    /** What a member that was asked says. */
    private Members said(final int member, final Configuration configuration) {
        final Members said = new Members();
        said.configuration = configuration;
        said.inForce = true;
        said.nonce = questions.to(member);
        return said;
    }

    @Test
    @Tag("hazard-U-members-lie")
    @Expects("membership.one-word-is-not-enough")
    void shouldNotEndOnOneMembersWord() { // S14
        world.recorded(20);
        final Configuration made = membership.current().without(1).at(7);
        for (int i = 0; i < 3; i++) {
            changes.onMembers(2, said(2, made));
            changes.onKnown(7);
            changes.doWork(world.now);
            world.rejoin.doWork(world.now);
        }
        assertFalse(membership.isRemoved(), "it leads and campaigns as before");
        changes.onMembers(3, said(3, membership.current().without(1).at(6)));
        world.rejoin.doWork(world.now);
        assertFalse(membership.isRemoved(), "that is another configuration");
        changes.onMembers(3, said(3, made));
        assertTrue(membership.isRemoved());
        assertThrows(IllegalStateException.class, () -> world.rejoin.doWork(world.now));
    }

    @Test
    @Tag("hazard-U-members-lie")
    void shouldNotPassOnWhatOneMemberSays() {
        final Configuration made = membership.current().without(1).at(7);
        changes.onMembers(2, said(2, made));
        world.out.clear();
        changes.onRequest(3, new MembersRequest());
        assertTrue(world.out.sent.isEmpty(), "else two would seem to say so");
        changes.onMembers(3, said(3, made));
        changes.onRequest(3, new MembersRequest());
        assertEquals(7, world.out.last(Members.class).configuration.version());
    }

    @Test
    @Tag("hazard-U-members-lie")
    void shouldNeedAsManyWordsAsOneMoreThanMayBeFaulty() { // S14
        assertEquals(1, wordsNeeded(1, 1, 2));
        assertEquals(2, wordsNeeded(1, 1, 2, 3));
        assertEquals(2, wordsNeeded(1, 1, 2, 3, 4));
        assertEquals(3, wordsNeeded(1, 1, 2, 3, 4, 5));
        assertEquals(2, wordsNeeded(9, 1, 2, 3), "one that does not vote");
    }

    /** How many of the members must tell a node that it is removed. */
    private static int wordsNeeded(final int self, final int... nodes) {
        final Membership members = Membership.of(self, nodes);
        final Configuration next = Configuration.first(new int[] {71, 72}, 0, 0, List.of()).at(4);
        int words = 0;
        for (final int node : nodes) {
            if (node != self && !members.isRemoved()) {
                members.hear(node, next, true);
                words++;
            }
        }
        assertTrue(members.isRemoved());
        return words;
    }

    /** Four of five were replaced while it was away, and the fifth is there still; one of the old ones lies. */
    @Test
    @Tag("hazard-U-members-lie")
    void shouldAskThoseOfWhomAnyMemberSpeaksWhoeverSpeaksOfALaterOne() { // S14
        final Configuration next = Configuration.first(new int[] {1, 2, 6, 7, 8}, 0, 0, List.of()).at(40);
        changes.onMembers(3, said(3, membership.current().withLearner(99, "evil:1", GroupMember.NOBODY)
            .at(1L << 60)));
        changes.onMembers(2, said(2, next));
        assertEquals(List.of(2, 3, 6, 7, 8, 99), java.util.Arrays.stream(membership.peers()).boxed().toList());
        assertEquals(0, membership.heard().version());
        record(next);
        assertTrue(changes.adopt(world.now), "it has caught up, and has the entry itself");
        assertEquals(40, membership.heard().version());
        assertTrue(membership.amVoter());
        world.rejoin.doWork(world.now);
    }

    @Test
    @Tag("hazard-U-old-founders")
    void shouldAskOnAsLongAsAnybodySpeaksOfLaterMembers() { // S14, S15: a founder must not begin anew meanwhile
        final RejoinRequest request = new RejoinRequest();
        world.rejoin.onRequest(1, request, world.now);
        assertFalse(world.out.last(RejoinReply.class).holdsRecords);
        for (int i = 0; i < 100; i++) {
            changes.onVersion(9, 7, world.now);
            for (int round = 0; round < 31; round++) {
                changes.doWork(world.now);
                world.advance(80);
                assertEquals(7, membership.hinted());
            }
        }
        world.rejoin.onRequest(1, request, world.now);
        assertTrue(world.out.last(RejoinReply.class).holdsRecords, "nor must one that asks this one");
        for (int round = 0; round < 3; round++) {
            changes.doWork(world.now);
            world.advance(80);
        }
        assertEquals(0, membership.hinted());
    }

    @Test
    @Tag("hazard-U-stranger-birth")
    void shouldNotAskStrangersWhoseGroupOfOneItIs() { // S14, S15
        assertEquals(0, suspectedBy(World.alone(1, VoterState.VOTER), 20).size(), "it would end on what they say");
        assertEquals(0, suspectedBy(World.alone(1, VoterState.VOTER), 0).size());
        assertEquals(2, suspectedBy(World.alone(1, VoterState.NEW), 0).size(), "it may have lost its directories");
    }

    /** Whom the founder of a group of one asks when a stranger tells it of a later configuration. */
    private static List<GroupMember> suspectedBy(final World alone, final long recorded) {
        alone.recorded(recorded);
        final Reconfiguration node = new Reconfiguration(alone.context, alone.leader, alone.learner, alone.election,
            alone.voting, alone.succession, new SnapshotCover(alone.context), new ConfigurationProgress(alone.context,
                alone.leader),
            alone.rejoin, new RequestNonces(1));
        final Members news = new Members();
        news.configuration = Configuration.first(new int[] {1, 9}, 0, 0, List.of("", "stranger:1")).at(30);
        node.onMembers(9, news);
        return alone.context.membership().suspected().members();
    }

    @Test
    @Tag("hazard-X-C4")
    void shouldAnswerWhoAsksForNewerMembers() {
        record(membership.current().without(3).at(4));
        changes.adopt(world.now);
        world.out.clear();
        final MembersRequest question = new MembersRequest();
        question.configuration = 4;
        question.nonce = 77;
        changes.onRequest(3, question);
        assertTrue(world.out.sent.isEmpty());
        question.configuration = 3;
        changes.onRequest(3, question);
        assertEquals(77, world.out.last(Members.class).nonce);
        assertEquals(4, world.out.last(Members.class).configuration.version());
    }

    @Test
    void shouldAskThoseOfWhomItHasHeardForWhatItLacks() { // S14
        final Members news = new Members();
        news.configuration = membership.current().withLearner(8, "y:2", GroupMember.NOBODY).at(4);
        news.nonce = questions.to(2);
        changes.onMembers(2, news);
        assertEquals(4, world.learner.known());
        assertEquals(List.of(2, 3, 8), java.util.Arrays.stream(membership.peers()).boxed().toList());
        assertEquals(-1, membership.slotOf(8));
    }

    @Test
    @Expects("reconfiguration.outcome-unknown")
    void shouldSayThatTheOutcomeIsUnknownWhenNoLeaderAnswers() {
        changes.request(change(MemberChange.ADD, 8), outcome(), world.now);
        changes.doWork(world.now);
        world.advance(100_000);
        changes.doWork(world.now);
        assertEquals(List.of("unknown"), outcomes);
    }

    @Test
    void shouldSayThatAChangeIsDoneWhenALeaderWasElectedInIt() { // S14
        changes.request(change(MemberChange.REMOVE, 3), outcome(), world.now);
        changes.doWork(world.now);
        record(membership.current().without(3).at(4));
        changes.adopt(world.now);
        changes.doWork(world.now);
        assertEquals(List.of(), outcomes, "chosen, and perhaps not held by enough of those who are left");
        changes.onElected(4);
        changes.doWork(world.now);
        assertEquals(List.of("done 4"), outcomes);
    }

    @Test
    void shouldNotSayThatAReplacementIsDoneWhileBothAreMembers() { // S14
        final MemberChange replace = change(MemberChange.REPLACE, 8);
        replace.replaced = 3;
        changes.request(replace, outcome(), world.now);
        Configuration next = membership.current().withLearner(8, "y:2", GroupMember.NOBODY).at(4);
        next = next.withLearnerPromoted().at(5);
        record(next);
        changes.adopt(world.now);
        changes.onElected(5);
        changes.doWork(world.now);
        assertEquals(List.of(), outcomes);
        record(next.without(3).at(6));
        changes.adopt(world.now);
        changes.onElected(6);
        changes.doWork(world.now);
        assertEquals(List.of("done 6"), outcomes);
    }

    @Test
    void shouldNotSayThatANodeIsRemovedOfWhichItHasNotHeardYet() { // S14
        record(membership.current().without(3).at(4));
        changes.adopt(world.now);
        changes.onElected(4);
        changes.request(change(MemberChange.REMOVE, 8), outcome(), world.now);
        changes.doWork(world.now);
        assertEquals(List.of(), outcomes);
        answer(MemberChange.REMOVE, 8, MemberChangeAnswer.TAKEN);
        changes.doWork(world.now);
        assertEquals(List.of(), outcomes);
        answer(MemberChange.REMOVE, 8, MemberChangeAnswer.NO_MEMBER);
        changes.doWork(world.now);
        assertEquals(List.of("done 4"), outcomes);
    }

    @Test
    void shouldSayThatANodeIsNoMemberWhenTheLeaderSaysSo() {
        changes.request(change(MemberChange.REMOVE, 8), outcome(), world.now);
        answer(MemberChange.REMOVE, 8, MemberChangeAnswer.NO_MEMBER);
        assertEquals(List.of("refused"), outcomes);
    }

    @Test
    void shouldTakeNobodyToBeAliveWhoHasSaidNothingAtTheBallot() { // S14
        lead();
        assertTrue(world.leader.quiescence().hasQuorum(world.now));
        assertFalse(reach.hears(context().quorum(), world.now));
        final Ack ack = new Ack();
        ack.ballot = LOW;
        reach.onAck(1, ack, world.now);
        assertFalse(reach.hears(context().quorum(), world.now));
        ack.ballot = MINE;
        reach.onAck(1, ack, world.now);
        assertTrue(reach.hears(context().quorum(), world.now));
        world.advance(10_000);
        assertFalse(reach.hears(context().quorum(), world.now));
    }

    @Test
    void shouldNotCountUntilItsLogHoldsDurablyWhatItActsOn() { // S14, S15
        final World restarted = new World();
        restarted.context.membership().adopt(restarted.context.membership().current().without(3).at(4));
        assertFalse(restarted.voting.counts());
        restarted.progress.durable = 4;
        assertTrue(restarted.voting.counts());
    }

    @Test
    @Expects("reconfiguration.orders-nothing-until-a-replacement-holds-all")
    void shouldLetNobodyGoWhoMayHoldTheLastCopies() { // S14, S3
        final World few = new World(1, World.config().withCopies(WriteQuorum.QUORUM));
        few.progress.configuration = few.context.membership().current().withLearner(8, "y:2", 3).at(4);
        few.recorded(4);
        few.learner.onRecorded(4);
        final ConfigurationProgress heard = new ConfigurationProgress(few.context, few.leader);
        final Reconfiguration change = new Reconfiguration(few.context, few.leader, few.learner, few.election,
            few.voting, few.succession, new SnapshotCover(few.context), heard, few.rejoin,
            new RequestNonces(1));
        change.adopt(few.now);
        few.leader.begin(MINE, 4, 4, few.now);
        few.leader.open(new Long2ObjectHashMap<>(), 4, few.now);
        final MemberProgress progress = new MemberProgress();
        progress.ballot = MINE;
        progress.configuration = 4;
        progress.durable = 3;
        progress.sound = true;
        heard.onProgress(3, progress, few.now);
        change.doWork(few.now);
        few.out.clear();
        few.arrive(1, MINE);
        few.leader.onBody(few.bodies.get(Entries.BATCHER, 1), few.now);
        few.leader.doWork(few.now, 0);
        assertEquals(4, few.leader.highest(), "nothing is ordered for a moment");
        few.advance(200);
        heard.onProgress(3, progress, few.now);
        change.doWork(few.now);
        few.leader.doWork(few.now, 0);
        assertEquals(5, few.leader.highest(), "it goes on, and tries again later");
        few.recorded(5);
        few.learner.onRecorded(5);
        few.advance(100);
        progress.durable = 5;
        heard.onProgress(3, progress, few.now);
        change.doWork(few.now);
        few.leader.doWork(few.now, 0);
        assertEquals(6, few.leader.highest());
        assertFalse(few.leader.isSettled(), "it has ordered a configuration");
    }

    /** In the moment in which nothing is ordered the next configuration must be, which waits for all that is lent. */
    @Test
    void shouldOrderNothingForAMomentOnlyOnceNothingIsLent() { // L10, S14
        final World few = new World(1, World.config().withCopies(WriteQuorum.QUORUM)
            .withLeases(new LeaseConfig(300, 1_000, true)));
        few.progress.configuration = few.context.membership().current().withLearner(8, "y:2", 3).at(4);
        few.recorded(4);
        few.learner.onRecorded(4);
        final ConfigurationProgress heard = new ConfigurationProgress(few.context, few.leader);
        final Reconfiguration change = new Reconfiguration(few.context, few.leader, few.learner, few.election,
            few.voting, few.succession, new SnapshotCover(few.context), heard, few.rejoin,
            new RequestNonces(1));
        change.adopt(few.now);
        few.storage.promise(MINE);
        few.leader.begin(MINE, 4, 4, few.now);
        few.leader.open(new Long2ObjectHashMap<>(), 4, few.now);
        lend(few);
        final MemberProgress progress = new MemberProgress();
        progress.ballot = MINE;
        progress.configuration = 4;
        progress.durable = 3;
        progress.sound = true;
        heard.onProgress(3, progress, few.now);
        change.doWork(few.now);
        few.arrive(1, MINE);
        few.leader.onBody(few.bodies.get(Entries.BATCHER, 1), few.now);
        few.leader.doWork(few.now, 0);
        assertEquals(5, few.leader.highest(), "nothing waits while a replica may answer by itself");
        few.advance(300);
        heard.onProgress(3, progress, few.now);
        change.doWork(few.now);
        few.arrive(2, MINE);
        few.leader.onBody(few.bodies.get(Entries.BATCHER, 2), few.now);
        few.leader.doWork(few.now, 0);
        assertEquals(5, few.leader.highest(), "nothing is ordered for a moment");
        few.recorded(5);
        few.learner.onRecorded(5);
        few.advance(100);
        progress.durable = 5;
        heard.onProgress(3, progress, few.now);
        change.doWork(few.now);
        assertEquals(6, few.leader.highest());
        assertFalse(few.leader.isSettled(), "it has ordered a configuration");
    }

    /** Node 1 leads under a lease, and the replica of node 2 holds a part of it. */
    private static void lend(final World world) {
        world.leases.doWork(world.now);
        final LeaseGrant grant = new LeaseGrant();
        grant.ballot = MINE;
        grant.round = world.out.last(LeaseRequest.class).round;
        world.leases.onGrant(0, grant);
        world.leases.onGrant(1, grant);
        final SubLeaseRequest request = new SubLeaseRequest();
        request.ballot = MINE;
        request.applied = 4;
        for (int i = 0; i < 2; i++) {
            request.round++;
            world.replicaLeases.onRequest(1, request, world.now);
            world.advance(1);
            world.leases.doWork(world.now);
        }
        assertEquals(List.of(2), world.out.receivers(SubLease.class));
    }

    @Test
    void shouldBeInStepWithALeaderOfItsOwnConfigurationOnly() { // S14
        record(membership.current().without(3).at(4));
        changes.adopt(world.now);
        assertFalse(changes.isInStep(), "it has just started, and may have been removed since");
        changes.onOrder(0);
        assertFalse(changes.isInStep(), "that leader may be a former one");
        changes.onOrder(4);
        assertTrue(changes.isInStep());
        changes.onVersion(2, 7, world.now);
        assertTrue(changes.isInStep(), "anybody may say so");
        changes.onKnown(7);
        assertTrue(changes.isInStep(), "one member says so");
        final Members news = new Members();
        news.configuration = membership.current().without(1).at(7);
        news.nonce = questions.to(2);
        changes.onMembers(2, news);
        assertFalse(changes.isInStep(), "there is a newer one, perhaps without this node");
    }

    private void lead() {
        world.lead(MINE);
    }

    private GroupContext context() {
        return world.context;
    }

    private void answer(final int kind, final int node, final int code) {
        final MemberChangeAnswer answer = new MemberChangeAnswer();
        answer.kind = kind;
        answer.node = node;
        answer.answer = code;
        changes.onChangeAnswer(answer, world.now);
    }

    @Test
    void shouldRefuseASecondRequest() {
        changes.request(change(MemberChange.REMOVE, 3), MemberOutcome.NONE, world.now);
        changes.request(change(MemberChange.REMOVE, 2), outcome(), world.now);
        assertEquals(List.of("refused"), outcomes);
    }

    @Test
    void shouldTakeTheRemovalOfTheNodeThatItWaitsFor() {
        changes.request(change(MemberChange.ADD, 8), outcome(), world.now);
        changes.request(change(MemberChange.REMOVE, 8), outcome(), world.now);
        assertEquals(List.of("unknown"), outcomes);
    }

    @Test
    void shouldNotBeSoundAsALearnerBeforeItHasPromisedTheLeadersBallot() { // S14
        record(membership.current().without(1).withLearner(1, "x:1", GroupMember.NOBODY).at(4));
        changes.adopt(world.now);
        world.election.onLeaderHeard(LOW, world.now);
        world.storage.promise(LOW);
        changes.doWork(world.now);
        assertFalse(world.out.last(MemberProgress.class).sound, "it might forget it");
        world.promises.flush();
        world.advance(100);
        changes.doWork(world.now);
        assertTrue(world.out.last(MemberProgress.class).sound);
    }

    @Test
    @Expects("leader.configuration-of-an-older-one-left-out")
    void shouldLeaveOutAConfigurationThatWasOrderedInAnOlderOne() { // S14: two changes of which neither knows the other
        final Configuration first = membership.current();
        record(first.withLearner(8, "y:2", GroupMember.NOBODY).at(4));
        world.learner.onRecorded(4);
        changes.adopt(world.now);
        final Configuration next = membership.current().withLearnerPromoted();
        assertEquals(List.of("no-op", "configuration"), List.of(proposed(first.without(3)), proposed(next)));
    }

    /** What a leader proposes where it has found a configuration. */
    private String proposed(final Configuration found) {
        final ConfigurationBodies maker = new ConfigurationBodies(world.context, world.bodies);
        final PendingBody body = maker.hold(found, MINE, world.now);
        final EntryMeta meta = configuration(1);
        meta.batcherId = body.batcherId;
        meta.sequence = body.sequence;
        meta.digest = body.digest;
        meta.length = body.length;
        world.bodies.ordered(5, meta, world.now);
        final Long2ObjectHashMap<AcceptedEntry> recovered = new Long2ObjectHashMap<>();
        recovered.put(5, accepted(5, LOW, meta));
        world.leader.begin(MINE, 4, 5, world.now);
        world.out.clear();
        world.leader.open(recovered, 5, world.now);
        final String what = world.out.last(Order.class).entries[0].meta.isConfiguration() ? "configuration" : "no-op";
        world.leader.end();
        world.bodies.drop(body);
        return what;
    }

    private MemberOutcome outcome() {
        return new MemberOutcome() {
            @Override
            public void onDone(final Configuration configuration) {
                outcomes.add("done " + configuration.version());
            }

            @Override
            public void onRefused(final String reason) {
                outcomes.add("refused");
            }

            @Override
            public void onUnknown(final String reason) {
                outcomes.add("unknown");
            }
        };
    }
}
