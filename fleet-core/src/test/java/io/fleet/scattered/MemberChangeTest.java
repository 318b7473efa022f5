package io.fleet.scattered;

import static io.fleet.fixture.message.Entries.promise;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.config.QuorumLayout;
import io.fleet.config.WriteQuorum;
import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.consensus.message.election.PreVote;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.consensus.message.member.MemberProgress;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.snapshot.SnapshotNotice;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.leader.ConfigurationProgress;
import io.fleet.scattered.membership.Reconfiguration;
import io.fleet.scattered.snapshot.SnapshotCover;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a leader makes of a change of members that is asked for (S14). */
class MemberChangeTest {
    private static final int VERSION = 4;

    private World world;
    private SnapshotCover cover;
    private ConfigurationProgress reach;
    private Reconfiguration changes;

    @Test
    @Tag("hazard-X-M6")
    void shouldNotAddWhoCannotBeReachedWhereItIsSaidToBe() {
        lead(World.config(), false);
        hear(1, 2);
        for (final String address : List.of("0.0.0.0:9", "224.0.1.37:9", "nowhere", "a\nb:9", "h:0")) {
            assertEquals(MemberChangeAnswer.BAD_ADDRESS, ask(MemberChange.ADD, 9, address), address);
        }
    }

    @Test
    void shouldMakeOneChangeAtATime() { // S14
        lead(World.config(), true);
        hear(1, 2);
        assertEquals(MemberChangeAnswer.BUSY, ask(MemberChange.ADD, 9, "z:3"));
        assertEquals(MemberChangeAnswer.BUSY, ask(MemberChange.REMOVE, 3, ""));
        assertEquals(VERSION, world.leader.highest());
    }

    @Test
    void shouldLetNobodyGoWhileThoseThatStayAreNotHeard() { // S14
        lead(World.config(), false);
        assertEquals(MemberChangeAnswer.LATER, ask(MemberChange.REMOVE, 3, ""));
        hear(2);
        assertEquals(MemberChangeAnswer.LATER, ask(MemberChange.REMOVE, 3, ""), "it is the one that goes");
        assertEquals(VERSION, world.leader.highest());
        hear(1);
        snapshot(0, VERSION);
        assertEquals(MemberChangeAnswer.TAKEN, ask(MemberChange.REMOVE, 3, ""));
        assertEquals(VERSION + 1, world.leader.highest());
    }

    @Test
    void shouldLetNobodyGoWhoMayHoldTheLastCopyOfWhatAnOlderConfigurationWrote() { // S14, S3
        shouldLetNobodyGoBeforeItIsCovered(World.config().withCopies(WriteQuorum.QUORUM));
    }

    @Test
    @Tag("hazard-S-A2")
    void shouldLetNobodyGoWhateverTheLeadersSettingIsNow() { // S14, S3: older leaders may have spared somebody
        shouldLetNobodyGoBeforeItIsCovered(World.config().withCopies(WriteQuorum.ALL));
    }

    private void shouldLetNobodyGoBeforeItIsCovered(final GroupConfig config) {
        lead(config, false);
        world.recorded.lastWithoutBody = 2;
        hear(1, 2);
        snapshot(0, VERSION);
        assertEquals(MemberChangeAnswer.LATER, ask(MemberChange.REMOVE, 3, ""), "members may not have told yet");
        world.advance(8_999);
        assertEquals(MemberChangeAnswer.LATER, ask(MemberChange.REMOVE, 3, ""), "one telling may have been lost");
        world.advance(1);
        hear(1, 2);
        assertEquals(MemberChangeAnswer.NOT_COVERED, ask(MemberChange.REMOVE, 3, ""), "it lacks a body itself");
        cover.onOwn(VERSION);
        snapshot(VERSION - 1, VERSION - 1);
        assertEquals(MemberChangeAnswer.NOT_COVERED, ask(MemberChange.REMOVE, 3, ""));
        snapshot(VERSION, VERSION);
        assertEquals(MemberChangeAnswer.TAKEN, ask(MemberChange.REMOVE, 3, ""));
    }

    @Test
    @Tag("hazard-S-A2")
    void shouldLetSomebodyGoWhereEveryBodyIsOnEnoughOfThoseThatStay() { // S14: no snapshot is needed for that
        lead(World.config().withCopies(WriteQuorum.QUORUM), false);
        hear(1, 2);
        snapshot(0, VERSION);
        assertEquals(MemberChangeAnswer.TAKEN, ask(MemberChange.REMOVE, 3, ""));
    }

    @Test
    @Tag("hazard-S-A2")
    void shouldNotLetAVoterGoForOneThatLacksWhatAnotherLeaderAskedAQuorumToWrite() { // S14, S3
        world = new World(1, World.config().withCopies(WriteQuorum.ALL));
        world.recorded.lastWithoutBody = VERSION - 1;
        lead(world.context.membership().current().withLearner(8, "y:2", 3));
        progress(VERSION - 1, true);
        assertSettled(true, "the one that comes lacks the last entry, which two of three wrote");
        cover.onOwn(VERSION);
        snapshot(0, VERSION);
        world.advance(1_000);
        hear(1, 2);
        progress(VERSION - 1, true);
        changes.doWork(world.now);
        assertSettled(false, "those that stay hold all that was asked of a quorum");
    }

    @Test
    void shouldNotPromoteALearnerThatHasLostSomething() { // S14, S15
        lead(World.config(), true);
        progress(VERSION, false);
        assertSettled(true, "no configuration is ordered");
        progress(VERSION, true);
        assertSettled(true, "that may be of before, and late");
        world.now += world.context.electionTimeoutNs() + 1;
        progress(VERSION, true);
        assertSettled(false);
    }

    @Test
    @Tag("hazard-X-C4")
    void shouldNotPromoteALearnerOfWhichNoLifeIsKnown() { // S14, S15: anybody can say so in its name
        lead(World.config(), true);
        world.standing.number(1);
        world.standing.knows(8, 0);
        progress(VERSION, true);
        assertSettled(true);
        world.standing.knows(8, 1);
        progress(VERSION, true);
        assertSettled(false);
    }

    @Test
    @Tag("hazard-S-A4d")
    @Expects("reconfiguration.learner-is-in-a-former-life")
    void shouldNotPromoteAFormerLifeOfALearner() { // S14, S15
        lead(World.config(), true);
        world.standing.knows(8, 1);
        world.leader.countOthers(numbers(2));
        progress(VERSION, true);
        assertSettled(true, "one that promised knows of a later life");
        assertEquals(List.of("learner 8 is in life 1, and counts from 2"), world.told);
        changes.doWork(world.now);
        assertEquals(1, world.told.size(), "not in each cycle");
        world.leader.countOthers(numbers(0));
        world.standing.least.put(8, 2);
        assertSettled(true, "no configuration is ordered");
        world.standing.knows(8, 2);
        assertSettled(true, "its former life has said so");
        progress(VERSION, true);
        assertSettled(false);
    }

    @Test
    void shouldNotLetAVoterGoForALearnerThatHasLostSomething() { // S14, S15, S3
        lead(World.config().withCopies(WriteQuorum.QUORUM), 3);
        progress(VERSION, false);
        changes.doWork(world.now);
        assertFalse(reach.holds(world.context.membership().slotOf(8), VERSION, world.now));
        assertTrue(world.leader.isSettled());
        world.now += world.context.electionTimeoutNs() + 1;
        progress(VERSION, true);
        assertSettled(false);
    }

    @Test
    void shouldLetAnObserverLearnOnlyWhenItIsAskedTo() { // S14
        leadWithObserver();
        progress(VERSION, true);
        assertSettled(true, "an observer that has caught up goes on observing");
        assertEquals(MemberChangeAnswer.AS_IT_IS, ask(MemberChange.ADD_OBSERVER, 8, "y:2"), "it is one already");
        assertEquals(MemberChangeAnswer.MEMBER_ALREADY, ask(MemberChange.ADD_OBSERVER, 8, "z:3"), "at another address");
        assertEquals(MemberChangeAnswer.MEMBER_ALREADY, ask(MemberChange.ADD, 8, "z:3"));
        assertEquals(MemberChangeAnswer.MEMBER_ALREADY, ask(MemberChange.ADD_OBSERVER, 2, ""), "it votes");
        assertEquals(VERSION, world.leader.highest());
        assertEquals(MemberChangeAnswer.TAKEN, ask(MemberChange.ADD, 8, "y:2"));
        assertEquals(VERSION + 1, world.leader.highest());
    }

    @Test
    void shouldNotTakeOneReplacementForAnother() { // S14: who is asked for would never go
        lead(World.config(), 3);
        assertEquals(MemberChangeAnswer.BUSY, askToReplace(2, 8, "y:2"));
        assertEquals(MemberChangeAnswer.TAKEN, askToReplace(3, 8, "y:2"));
    }

    @Test
    void shouldLetObserversComeAndGoWithoutAWordFromThem() { // S14
        leadWithObserver();
        assertEquals(MemberChangeAnswer.TAKEN, ask(MemberChange.REMOVE, 8, ""));
        leadWithObserver();
        assertEquals(MemberChangeAnswer.TAKEN, ask(MemberChange.ADD_OBSERVER, 9, "z:3"));
        lead(World.config(), true);
        assertEquals(MemberChangeAnswer.BUSY, ask(MemberChange.ADD_OBSERVER, 9, "z:3"), "one change at a time");
        assertEquals(MemberChangeAnswer.MEMBER_ALREADY, ask(MemberChange.ADD_OBSERVER, 8, "y:2"), "it is to vote");
    }

    @Test
    void shouldCountObserversInNoLifeBelowThatOfWhichThoseWhoPromisedKnow() { // S15
        leadWithObserver();
        world.leader.countOthers(numbers(7));
        assertEquals(7, world.leader.leastNumber(8));
        assertEquals(0, world.leader.leastNumber(9), "another one's");
        final int[] ofVoter = new int[Configuration.SLOTS];
        ofVoter[1] = 9;
        world.leader.countOthers(ofVoter);
        assertEquals(0, world.leader.leastNumber(2), "voters are told otherwise");
    }

    private int[] numbers(final int number) {
        final int[] numbers = new int[Configuration.SLOTS];
        numbers[world.context.membership().slotOf(8)] = number;
        return numbers;
    }

    @Test
    void shouldOrderNoConfigurationThatTheLogsMayHaveNoRoomFor() { // S13, S14
        final GroupConfig small = World.config().withMaxBatchBytes(1_024).withMaxCommandBytes(1_024);
        world = new World(1, small);
        Configuration current = world.context.membership().current();
        for (int node = 4; node < 7; node++) {
            current = current.withLearner(node, "x".repeat(ConfigurationCodec.MAX_ENDPOINT), GroupMember.NOBODY)
                .withLearnerPromoted();
        }
        lead(current);
        hear(1, 2, 3);
        final int room = 1_024 - ConfigurationCodec.length(current.withLearner(8, "", GroupMember.NOBODY));
        assertEquals(MemberChangeAnswer.TOO_MANY, ask(MemberChange.ADD, 8, "x".repeat(room - 1) + ":1"));
        assertEquals(VERSION, world.leader.highest());
        assertEquals(MemberChangeAnswer.TAKEN, ask(MemberChange.ADD, 8, "x".repeat(room - 2) + ":1"));
    }

    @Test
    void shouldKnowWhetherSomebodyWaitsForAnInvitation() { // S14, S15: a quiet leader would say nothing
        leadWithObserver();
        assertFalse(reach.isAnyUninformed(world.now), "the node of the observer is away");
        world.standing.hears(8, world.now);
        assertTrue(reach.isAnyUninformed(world.now));
        progress(VERSION, true);
        assertFalse(reach.isAnyUninformed(world.now));
        world.advance(500);
        world.standing.speaks(8, world.now);
        assertTrue(reach.isAnyUninformed(world.now), "it has lost its disk");
        world.standing.hears(8, world.now);
        assertFalse(reach.isAnyUninformed(world.now));
        world.standing.speaks(2, world.now);
        assertTrue(reach.isAnyUninformed(world.now), "a voter has");
        world.advance(1_000);
        assertFalse(reach.isAnyUninformed(world.now), "all are away");
    }

    private void lead(final GroupConfig config, final boolean learns) {
        world = new World(1, config);
        final Configuration first = world.context.membership().current();
        lead(learns ? first.withLearner(8, "y:2", GroupMember.NOBODY) : first.withLearner(8, "y:2",
            GroupMember.NOBODY).without(8));
    }

    @Test
    @Expects("reconfiguration.too-few-hold-what-a-learner-needs-others-to")
    void shouldMakeAWitnessAVoterInTheirPlaceOnlyWhereEnoughOthersHoldAll() { // G8, G9
        world = new World(1, World.config());
        lead(world.context.membership().current().withLearner(8, "y:2", 3, MemberRole.STORAGE));
        hear(1, 2);
        progress(VERSION, true);
        assertSettled(true, "nobody has told what it holds, and the witness is no copy");
        cover.onOwn(VERSION);
        snapshot(0, VERSION - 1);
        world.advance(3_000);
        hear(1, 2);
        progress(VERSION, true);
        assertSettled(true, "the other one lacks what a third may be the last to hold");
        snapshot(0, VERSION);
        assertSettled(true, "at this ballot nobody has acknowledged anything yet");
        final Order order = new Order();
        order.ballot = world.leader.ballot();
        order.base = VERSION;
        order.highest = VERSION;
        order.chosen = VERSION;
        world.learner.onOrder(order);
        world.advance(3_000);
        hear(1, 2);
        progress(VERSION, true);
        world.learner.onRejoin(1);
        assertSettled(true, "its disk may be another one");
        final Ack ack = new Ack();
        ack.ballot = world.leader.ballot();
        ack.cumulative = VERSION;
        world.learner.onAck(1, ack);
        hear(1, 2);
        assertSettled(false, "two of three hold all");
    }

    @Test
    void shouldRefuseWitnessesWhereTooFewWouldExecute() { // G1
        world = new World(1, World.config());
        lead(Configuration.first(new int[] {1, 2, 3}, new int[] {3}, 0, 0, List.of()).withObserver(8, "y:2"));
        hear(1, 2);
        assertEquals(MemberChangeAnswer.TOO_FEW_REPLICAS, ask(MemberChange.REMOVE, 2, ""));
        assertEquals(MemberChangeAnswer.TOO_FEW_REPLICAS, ask(MemberChange.ADD_WITNESS, 9, "z:3"));
        assertEquals(MemberChangeAnswer.MEMBER_ALREADY, ask(MemberChange.ADD, 3, ""), "it is a witness");
        assertEquals(MemberChangeAnswer.MEMBER_ALREADY, ask(MemberChange.ADD_WITNESS, 8, "y:2"), "it observes");
        assertEquals(VERSION, world.leader.highest());
        assertEquals(MemberChangeAnswer.TAKEN, ask(MemberChange.REMOVE, 3, ""), "no copy goes with it");
    }

    @Test
    void shouldNotBeginWhatTooFewAreThereToHold() { // G8
        world = new World(1, World.config());
        lead(Configuration.first(new int[] {1, 2, 3}, new int[] {3}, 0, 0, List.of()));
        hear(2);
        assertEquals(MemberChangeAnswer.LATER, ask(MemberChange.ADD, 9, "z:3"), "three of four must hold all then");
        world.advance(9_000);
        hear(2);
        assertEquals(MemberChangeAnswer.NOT_COVERED, ask(MemberChange.ADD, 9, "z:3"));
        hear(1, 2);
        assertEquals(MemberChangeAnswer.TAKEN, ask(MemberChange.ADD, 9, "z:3"));
    }

    private static Configuration six(final String layout) {
        return Configuration.first(new int[] {1, 2, 3, 4, 5, 6}, 0, 0, List.of())
            .countedBy(QuorumLayout.parse(layout));
    }

    private void leadSix(final String layout) {
        world = World.in(six(layout), 1);
        lead(six(layout));
        final Order order = new Order();
        order.ballot = world.leader.ballot();
        order.base = VERSION;
        order.highest = VERSION;
        order.chosen = VERSION;
        world.learner.onOrder(order);
        cover.onOwn(VERSION);
    }

    /** Members in these slots acknowledge all there is, and have told that they hold all. */
    private void holdAll(final int... slots) {
        hear(slots);
        final Ack ack = new Ack();
        ack.ballot = world.leader.ballot();
        ack.cumulative = VERSION;
        final SnapshotNotice notice = new SnapshotNotice();
        notice.whole = VERSION;
        for (final int slot : slots) {
            world.learner.onAck(slot, ack);
            cover.onNotice(slot, notice, world.now);
        }
    }

    private int askQuorums(final String layout) {
        final MemberChange change = new MemberChange();
        change.ballot = world.leader.ballot();
        change.kind = MemberChange.QUORUMS;
        change.quorums = QuorumLayout.parse(layout);
        changes.onChange(2, change, world.now);
        return world.out.last(MemberChangeAnswer.class).answer;
    }

    private Configuration ordered() {
        final EntryBody body = world.out.last(EntryBody.class);
        return ConfigurationCodec.require(body.buffer, body.bufferOffset, body.chunkLength, 0);
    }

    @Test
    @Expects("reconfiguration.next-quorums-meet-these")
    void shouldLetVotersCountOtherwiseOnceEnoughHoldAll() { // S14, G8
        leadSix("majority");
        hear(1, 2, 3, 4);
        assertEquals(MemberChangeAnswer.LATER, askQuorums("groups:1,2,3/4,5,6"), "they may not have told yet");
        assertEquals(MemberChangeAnswer.LATER, askQuorums("grid:1,2,3/4,5,6"));
        holdAll(0, 1, 3, 4);
        assertEquals(MemberChangeAnswer.TAKEN, askQuorums("groups:1,2,3/4,5,6"));
        assertEquals("groups 1,2,3/4,5,6", ordered().quorums().toString());
        assertNull(ordered().before());
    }

    @Test
    void shouldNotLetVotersCountOtherwiseWhereThatCouldElectNobody() { // S14
        leadSix("majority");
        holdAll(0, 1, 2, 3);
        assertEquals(MemberChangeAnswer.LATER, askQuorums("groups:1,2,3/4,5,6"), "one of the second group is heard");
        world.advance(9_000);
        holdAll(0, 1, 2, 3);
        assertEquals(MemberChangeAnswer.NOT_COVERED, askQuorums("groups:1,2,3/4,5,6"));
        assertEquals(MemberChangeAnswer.NOT_COVERED, askQuorums("grid:1,2/5,6"), "no column is there");
        assertEquals(VERSION, world.leader.highest());
    }

    @Test
    void shouldHearEachThatBeginsToCount() { // S14: what it accepted in older configurations must be of lower ballots
        leadSix("groups:1,2,3");
        holdAll(0, 1, 2, 3, 4);
        assertEquals(MemberChangeAnswer.LATER, askQuorums("groups:1,2,3/4,5,6"), "node 6 is silent");
        holdAll(5);
        assertEquals(MemberChangeAnswer.TAKEN, askQuorums("groups:1,2,3/4,5,6"));
    }

    @Test
    @Expects("reconfiguration.former-quorums-count-too")
    void shouldCountBothWhereWhoIsElectedNeedNotHaveHeardFromWhoChose() { // S14
        leadSix("groups:1,2,3/4,5,6");
        holdAll(0, 1, 2, 3, 4, 5);
        assertEquals(MemberChangeAnswer.TAKEN, askQuorums("majority"));
        assertTrue(ordered().quorums().isMajority());
        assertEquals("groups 1,2,3/4,5,6", ordered().before().toString());
    }

    @Test
    @Expects("reconfiguration.former-quorums-count-no-more")
    void shouldDropWhatCountedBeforeOnceALeaderIsElectedByBoth() { // S14
        final Configuration both = six("groups:1,2,3/4,5,6").withQuorums(QuorumLayout.majority());
        world = World.in(six("groups:1,2,3/4,5,6"), 1);
        lead(both);
        hear(1, 2, 3, 4, 5);
        assertEquals(MemberChangeAnswer.TAKEN, askQuorums("majority"), "that is under way");
        assertEquals(MemberChangeAnswer.BUSY, askQuorums("groups:1,2,3"));
        assertEquals(MemberChangeAnswer.BUSY, ask(MemberChange.ADD, 9, "z:3"));
        assertEquals(MemberChangeAnswer.BUSY, ask(MemberChange.REMOVE, 3, ""));
        assertTrue(changes.isBusy());
        changes.doWork(world.now);
        assertEquals(VERSION + 1, world.leader.highest());
        assertNull(ordered().before());
        assertTrue(ordered().quorums().isMajority());
    }

    /**
     * Seed 1000005: it had voted without a place, and recorded entries whose bodies it was not asked for. It went,
     * which left no copy less, and came again.
     */
    @Test
    void shouldNotLetAVoterOfAStorageGroupGoForOneThatLacksWhatItWasNotAskedFor() { // S14, S3
        world = World.in(six("groups:1,2,3"), 1, World.config().withCopies(WriteQuorum.QUORUM));
        lead(six("groups:1,2,3").withLearner(8, "y:2", 3));
        hear(1, 2, 3, 4, 5);
        progress(VERSION, true);
        final SnapshotNotice notice = new SnapshotNotice();
        notice.whole = VERSION - 1;
        cover.onNotice(world.context.membership().slotOf(8), notice, world.now);
        assertSettled(true, "it has told that it is not whole");
        notice.whole = VERSION;
        cover.onNotice(world.context.membership().slotOf(8), notice, world.now);
        assertSettled(false);
    }

    @Test
    void shouldRefuseQuorumsThatCannotBe() { // G1
        leadSix("groups:1,2,3/4,5,6");
        holdAll(0, 1, 2, 3, 4, 5);
        assertEquals(MemberChangeAnswer.AS_IT_IS, askQuorums("groups:1,2,3/4,5,6"));
        assertEquals(MemberChangeAnswer.NO_MEMBER, askQuorums("groups:1,2,9"));
        world = World.in(six("groups:1,2,3"), 1);
        lead(Configuration.first(new int[] {1, 2, 3, 4, 5, 6}, new int[] {4, 5, 6}, 0, 0, List.of())
            .countedBy(QuorumLayout.parse("groups:1,2,3")));
        hear(1, 2, 3, 4, 5);
        assertEquals(MemberChangeAnswer.TOO_FEW_REPLICAS, askQuorums("majority"));
    }

    @Test
    void shouldLetNobodyGoThatHasAPlaceInAGrid() { // S14
        leadSix("grid:1,2/3,4");
        holdAll(0, 1, 2, 3, 4, 5);
        assertEquals(MemberChangeAnswer.IN_GRID, ask(MemberChange.REMOVE, 3, ""));
        assertEquals(MemberChangeAnswer.IN_GRID, askToReplace(4, 9, "z:3"));
        assertEquals(MemberChangeAnswer.TAKEN, ask(MemberChange.REMOVE, 6, ""), "it has none");
        leadSix("groups:1,2,3/4,5/6");
        holdAll(0, 1, 2, 3, 4, 5);
        assertEquals(MemberChangeAnswer.LAST_VOTER, ask(MemberChange.REMOVE, 6, ""), "nobody would be left of a group");
    }

    private void leadWithObserver() {
        world = new World(1, World.config());
        lead(world.context.membership().current().withObserver(8, "y:2"));
        hear(1, 2);
    }

    private void lead(final GroupConfig config, final int replaced) {
        world = new World(1, config);
        lead(world.context.membership().current().withLearner(8, "y:2", replaced));
    }

    /** Node 1 leads in a configuration, and nobody has said anything since. */
    private void lead(final Configuration configuration) {
        world.progress.configuration = configuration.at(VERSION);
        world.recorded(VERSION);
        world.learner.onRecorded(VERSION);
        cover = new SnapshotCover(world.context);
        reach = new ConfigurationProgress(world.context, world.leader);
        changes = new Reconfiguration(world.context, world.leader, world.learner, world.election, world.voting,
            world.succession, cover, reach, world.rejoin, new RequestNonces(1));
        assertTrue(changes.adopt(world.now));
        world.election.doWork(world.now);
        world.advance(1_000);
        world.election.doWork(world.now);
        world.election.doWork(world.now);
        for (int member = 0; member < configuration.members().size(); member++) {
            final PreVoteReply granted = new PreVoteReply();
            granted.ballot = world.out.last(PreVote.class).ballot;
            granted.granted = true;
            world.election.onPreVoteReply(member, granted, world.now);
        }
        world.flush();
        world.election.doWork(world.now);
        final long ballot = world.campaign.ballot();
        for (int member = 1; member < configuration.members().size(); member++) {
            world.campaign.onPromise(member, promise(ballot, VERSION + 1, VERSION));
        }
        world.confirmAll();
        world.election.doWork(world.now);
        world.election.doWork(world.now);
        assertEquals(Role.LEADER, world.election.role());
        assertTrue(world.leader.isSettled());
    }

    /** Members in these slots acknowledge something at the leader's ballot. */
    private void hear(final int... slots) {
        final Ack ack = new Ack();
        ack.ballot = world.leader.ballot();
        for (final int slot : slots) {
            reach.onAck(slot, ack, world.now);
        }
    }

    /** Node 2 tells of a snapshot. */
    private void snapshot(final long lsn, final long whole) {
        final SnapshotNotice notice = new SnapshotNotice();
        notice.lsn = lsn;
        notice.whole = whole;
        cover.onNotice(1, notice, world.now);
    }

    /** The learner tells how far it is. */
    private void progress(final long durable, final boolean sound) {
        final MemberProgress progress = new MemberProgress();
        progress.ballot = world.leader.ballot();
        progress.configuration = VERSION;
        progress.durable = durable;
        progress.sound = sound;
        reach.onProgress(world.context.membership().slotOf(8), progress, world.now);
    }

    private int askToReplace(final int replaced, final int node, final String endpoint) {
        final MemberChange change = new MemberChange();
        change.ballot = world.leader.ballot();
        change.kind = MemberChange.REPLACE;
        change.node = node;
        change.replaced = replaced;
        change.endpoint = endpoint;
        changes.onChange(2, change, world.now);
        return world.out.last(MemberChangeAnswer.class).answer;
    }

    private int ask(final int kind, final int node, final String endpoint) {
        final MemberChange change = new MemberChange();
        change.ballot = world.leader.ballot();
        change.kind = kind;
        change.node = node;
        change.replaced = GroupMember.NOBODY;
        change.endpoint = endpoint;
        changes.onChange(2, change, world.now);
        return world.out.last(MemberChangeAnswer.class).answer;
    }

    /** Whether no configuration has been ordered, after a cycle. */
    private void assertSettled(final boolean expected, final String... why) {
        changes.doWork(world.now);
        assertEquals(expected, world.leader.isSettled(), () -> String.join("", why));
    }
}
