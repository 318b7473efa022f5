package io.fleet.reads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReadConsistency;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.FixedMembers;
import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.read.ReadMark;
import io.fleet.consensus.message.read.ReadMarkRequest;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.consensus.reads.ReadContext;
import io.fleet.consensus.reads.ReadPool;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.UnusedOutbound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One server of reads, node 1 of 1 to 3, with a replica, marks and others that do as they are told. */
class GroupReadServerTest {
    private static final long MS = 1_000_000L;
    private static final GroupConfig CONFIG =
        GroupConfig.scattered().withResendMillis(50).withRequestTimeoutMillis(4_000);

    private final List<String> answers = new ArrayList<>();
    private final List<Long> asked = new ArrayList<>();
    private final List<Integer> askedNodes = new ArrayList<>();
    private final List<Long> told = new ArrayList<>();
    private final List<Long> driven = new ArrayList<>();
    private final Members members = new Members();
    private final Replica replica = new Replica();
    private long applied;
    private long ownMark;
    private int[] own = {1, 1, 1};
    private final int[] heard = {1, 1, 1};
    private boolean isBlocked;
    private int unreachable = -1;
    private long now = 500 * MS;
    private final MessageRoutes routes = new MessageRoutes();
    private final GroupReadServer reads =
        new GroupReadServer(new ReadContext(0, CONFIG, new Out(), routes, members, new Marks(), replica, ReadPool.OFF,
            1_000));

    @Test
    void shouldAnswerWhenTheHighestMarkOfAQuorumIsApplied() { // P2, P3
        applied = 5;
        ownMark = 5;
        assertFalse(reads.isWaiting());
        ask(1);
        assertEquals(List.of(2), askedNodes, "one more is enough");
        work(0);
        assertEquals(List.of(), answers, "one of three is no quorum");
        hear(3, 7);
        assertEquals(List.of(), answers, "LSN 7 is not applied");
        assertTrue(reads.isWaiting());
        applied = 7;
        work(1);
        assertEquals(List.of("1: 7 -1"), answers);
        assertFalse(reads.isWaiting());
    }

    @Test
    void shouldShareARoundAmongAllThatCameBeforeItBegan() { // CM-11
        request(1, ReadConsistency.LINEARIZABLE_QUORUM, 0);
        ask(2);
        request(3, ReadConsistency.LINEARIZABLE_QUORUM, 0);
        work(1);
        assertEquals(1, asked.size());
        hear(2, 0);
        assertEquals(List.of("1: 0 -1", "2: 0 -1"), answers, "the third came later, and waits for the next round");
        assertEquals(2, asked.size());
        hear(2, 0);
        assertEquals(3, answers.size());
    }

    @Test
    @Expects("mark-round.answer-to-an-older-round")
    void shouldNotCountAnswersToAnEarlierRound() {
        ask(1);
        final long first = asked.get(0);
        hear(2, 0);
        request(2, ReadConsistency.LINEARIZABLE_QUORUM, 0);
        work(1);
        mark(first, 2, 0, 0);
        mark(first, 3, 0, 0);
        work(1);
        assertEquals(1, answers.size());
    }

    @Test
    @Expects("mark-round.answer-of-another-configuration")
    void shouldNotAddUpMarksOfTwoConfigurations() { // S14
        ask(1);
        mark(asked.get(0), 2, 0, 9);
        work(0);
        assertEquals(List.of(), answers);
        assertEquals(List.of(2, 3), askedNodes, "another one is asked at once");
        mark(asked.get(0), 2, 0, 9);
        assertEquals(2, asked.size());
        hear(3, 0);
        askedNodes.clear();
        request(2, ReadConsistency.LINEARIZABLE_QUORUM, 0);
        work(1);
        assertEquals(List.of(3), askedNodes, "and first in the next round");
    }

    @Test
    @Expects("mark-round.begun-again-in-another-configuration")
    void shouldAskAnewWhenItActsOnAnotherConfiguration() { // S14
        ask(1);
        members.current = new Configuration(9, 1, 0, 0, members.current.members());
        work(1);
        assertEquals(2, asked.size());
        mark(asked.get(0), 2, 0, 0);
        work(1);
        assertEquals(List.of(), answers);
        mark(asked.get(1), 2, 3, members.current.version());
        applied = 3;
        work(1);
        assertEquals(List.of("1: 3 -1"), answers);
    }

    @Test
    @Expects("mark-round.answer-of-a-former-life")
    @Tag("hazard-S-A4")
    void shouldNotCountAFormerLifeBesideWhoKnowsTheLater() { // S15
        own = new int[] {1, 2, 1};
        ask(1);
        mark(asked.get(0), 2, 0, members.current.version());
        work(0);
        assertEquals(List.of(), answers);
        assertEquals(List.of(2, 3), askedNodes, "another one is asked at once");
        hear(3, 0);
        assertEquals(1, answers.size());
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldAskAgainWhoAnsweredInAFormerLife() { // S15
        own = new int[] {1, 2, 1};
        ask(1);
        mark(asked.get(0), 2, 0, members.current.version());
        work(51);
        assertEquals(2, askedNodes.stream().filter(node -> node == 2).count());
        heard[1] = 2;
        hear(2, 0);
        assertEquals(1, answers.size());
    }

    /** Node 3 is away: one has never heard it, and the other knows of the life in which it was repaired last. */
    @Test
    @Tag("hazard-S-A4b")
    void shouldReadWhateverMembersKnowOfOneThatIsAway() { // S15
        for (final int known : new int[] {0, 1, 2}) {
            own = new int[] {1, 1, known};
            request(1 + known, ReadConsistency.LINEARIZABLE_QUORUM, 0);
            work(0);
            hear(2, 0);
            assertEquals(1 + known, answers.size());
        }
    }

    @Test
    void shouldReadAloneOnceItHasBegunALife() { // S15
        members.current = Configuration.first(new int[] {1}, 0, 0, List.of());
        ownMark = ReadMarks.SILENT;
        request(1, ReadConsistency.LINEARIZABLE_QUORUM, 0);
        work(1);
        own[0] = 1;
        ownMark = 0;
        work(1);
        work(1);
        assertEquals(1, answers.size(), "there is nobody else to ask");
        assertEquals(List.of(), asked);
    }

    @Test
    @Expects({"mark-round.others-asked", "mark-round.asked-again"})
    void shouldAskOthersAndThenAgainWhenAnswersAreLate() {
        request(1, ReadConsistency.LINEARIZABLE_QUORUM, 0);
        isBlocked = true;
        work(0);
        assertEquals(List.of(), asked);
        isBlocked = false;
        work(1);
        assertEquals(List.of(2), askedNodes);
        work(51);
        assertEquals(List.of(2, 3), askedNodes);
        work(51);
        assertEquals(List.of(2, 3, 3, 2), askedNodes);
        assertEquals(1, asked.stream().distinct().count());
        hear(3, 0);
        assertEquals(1, answers.size());
    }

    @Test
    void shouldAskWhoAnsweredWhereAnotherWasLate() {
        ask(1);
        work(51);
        mark(3, 0);
        askedNodes.clear();
        request(2, ReadConsistency.LINEARIZABLE_QUORUM, 0);
        work(1);
        assertEquals(List.of(3), askedNodes, "2 was late");
        mark(3, 0);
        assertEquals(0, answers.stream().filter(each -> each.startsWith("2:")).count());
        work(1);
        assertEquals(2, answers.size());
    }

    @Test
    void shouldPassOverWhoCannotBeReached() {
        unreachable = 2;
        ask(1);
        assertEquals(List.of(3), askedNodes);
    }

    @Test
    void shouldAskAQuorumOfOthersWhereItHasNoVote() { // S15
        ownMark = ReadMarks.SILENT;
        ask(1);
        assertEquals(List.of(2, 3), askedNodes);
        hear(2, 0);
        assertEquals(List.of(), answers);
        hear(3, 0);
        assertEquals(List.of("1: 0 -1"), answers);
    }

    @Test
    @Expects("mark-round.ended-by-the-own-mark")
    void shouldCountItsOwnMarkWhenItComesToHaveOne() { // S15
        ownMark = ReadMarks.SILENT;
        ask(1);
        hear(2, 0);
        assertEquals(List.of(), answers);
        ownMark = 3;
        applied = 3;
        work(1);
        assertEquals(List.of("1: 3 -1"), answers, "the third may be gone for good");
    }

    @Test
    void shouldAskNobodyInAGroupOfOne() {
        members.current = Configuration.first(new int[] {1}, 0, 0, List.of());
        ownMark = 4;
        applied = 3;
        ask(1);
        work(1);
        assertEquals(List.of(), answers);
        applied = 4;
        work(1);
        assertEquals(List.of("1: 4 -1"), answers);
        assertEquals(List.of(), asked);
    }

    @Test
    void shouldEndARoundThatOnlyItIsLeftFor() { // S14
        ownMark = 4;
        ask(1);
        members.current = new Configuration(9, 1, 0, 0, members.current.members().subList(0, 1));
        applied = 4;
        work(1);
        assertEquals(List.of("1: 4 -1"), answers);
    }

    @Test
    void shouldMeasureStalenessByAClockThatWasReadAfterTheReadCame() { // as L2: the node may stand still in between
        request(1, ReadConsistency.boundedStale(20), 0);
        work(1);
        hear(2, 0);
        assertEquals(1, answers.size());
        request(2, ReadConsistency.boundedStale(20), 0);
        work(0);
        assertEquals(1, answers.size());
        work(1_000);
        assertEquals(1, answers.size(), "it came at any time up to now, and the last round began 1,001 ms ago");
        hear(2, 0);
        assertEquals(2, answers.size());
    }

    @Test
    void shouldNotPutOffALinearizableReadForEverForLocalOnes() { // S13
        applied = 7;
        ask(1);
        mark(2, 7);
        for (int cycle = 0; cycle < 2; cycle++) {
            for (int i = 0; i < 14; i++) {
                request(1_000 + i, ReadConsistency.LOCAL, 0);
            }
            work(1);
        }
        assertTrue(answers.contains("1: 7 -1"), answers.size() + " younger reads were executed before it");
    }

    @Test
    void shouldTellItsMarkAndNothingWithoutVotes() { // P1, S15
        ownMark = 12;
        askFor(77, 2);
        ownMark = ReadMarks.SILENT;
        askFor(78, 2);
        assertEquals(List.of(77L, 12L), told);
    }

    @Test
    void shouldHaveTheLeaderFillWhatIsNotApplied() { // P4
        ask(1);
        hear(2, 8);
        assertEquals(List.of(), driven, "it may be under way");
        work(60);
        work(10);
        assertEquals(List.of(8L), driven);
        work(50);
        assertEquals(List.of(8L, 8L), driven);
    }

    @Test
    void shouldHaveTheLeaderFillForWhatHasWaitedLongestBehindWhatComesAndGoes() { // P4
        ask(1);
        mark(2, 900);
        for (int i = 0; i < 10; i++) {
            request(2 + i, ReadConsistency.LINEARIZABLE_QUORUM, 0);
            work(0);
            mark(2, 10 + i);
            work(9);
            applied = 10 + i;
            work(1);
        }
        assertEquals(List.of(900L), driven.stream().distinct().toList());
    }

    @Test
    void shouldNotExecuteWhileTheStateIsWritten() {
        replica.isPaused = true;
        request(1, ReadConsistency.LOCAL, 0);
        work(1);
        assertEquals(List.of(), answers);
        replica.isPaused = false;
        work(1);
        assertEquals(1, answers.size());
    }

    @Test
    void shouldWaitForWhatItsClientHasSeen() { // sessions
        applied = 4;
        request(1, ReadConsistency.LOCAL, 6);
        request(2, ReadConsistency.LOCAL, 4);
        work(1);
        assertEquals(List.of("2: 4 " + Long.MAX_VALUE), answers);
        applied = 6;
        work(1);
        assertEquals(2, answers.size());
    }

    @Test
    @Expects("quorum-reads.stale-read-without-a-round")
    void shouldMeasureHowStaleItIs() {
        ownMark = 3;
        request(1, ReadConsistency.boundedStale(20), 0);
        work(1);
        final long began = now;
        now += 3 * MS;
        mark(2, 1);
        now += 2 * MS;
        work(0);
        assertEquals(List.of(), answers);
        applied = 3;
        work(5);
        assertEquals(List.of("1: 3 0"), answers, "asked a quorum after it came");
        request(2, ReadConsistency.boundedStale(20), 0);
        work(1);
        assertEquals("2: 3 " + (now - began), answers.get(1));
        now += 10 * MS;
        request(3, ReadConsistency.boundedStale(20), 0);
        work(1);
        assertEquals(2, answers.size(), "22 ms are too old");
        assertEquals(2, asked.size());
    }

    @Test
    @Expects("quorum-reads.age-forgotten-as-the-clock-stood-still")
    void shouldNotKnowHowOldItsStateIsAfterTheClockStoodStill() { // more time may have passed than was measured
        request(1, ReadConsistency.boundedStale(1_000), 0);
        work(1);
        hear(2, 0);
        assertEquals(1, answers.size());
        reads.onStoodStill();
        request(2, ReadConsistency.boundedStale(1_000), 0);
        work(1);
        assertEquals(2, asked.size(), "the last round began 2 ms ago by a clock that stood still");
        reads.onStoodStill();
        hear(2, 0);
        assertEquals(2, answers.size(), "a round that began after it came");
        request(3, ReadConsistency.boundedStale(1_000), 0);
        work(1);
        assertEquals(3, asked.size(), "the clock stood still while that round went on");
        hear(2, 0);
        request(4, ReadConsistency.boundedStale(1_000), 0);
        work(1);
        assertEquals(4, answers.size(), "its age is known again");
        assertEquals(3, asked.size());
    }

    @Test
    @Expects("quorum-reads.level-not-served")
    void shouldRefuseLeasesWhereThereAreNone() {
        request(1, ReadConsistency.LINEARIZABLE_LEASE, 0);
        assertEquals(List.of("1 refused for good: group 0 serves no reads of level LINEARIZABLE_LEASE beside the log: "
            + "nobody leads it"), answers);
        final ReadRequest newer = made(2, ReadConsistency.LOCAL, 0);
        newer.level = ReadRequest.MAX_LEVEL;
        routes.dispatch(-1, newer, now);
        assertEquals("2 refused for good: group 0 serves no reads of level number 15 beside the log", answers.get(1));
    }

    @Test
    @Expects("quorum-reads.asked-a-witness")
    void shouldSendReadersOnWhereThereIsNoState() { // G12
        replica.isWitness = true;
        request(1, ReadConsistency.LOCAL, 0);
        assertEquals(1, answers.size());
        assertTrue(answers.get(0).startsWith("1 refused: ") && answers.get(0).contains("has no state to read"),
            answers.get(0));
    }

    @Test
    @Expects({"quorum-reads.no-room", "quorum-reads.expired"})
    void shouldBeBoundedAndForgetWhatNobodyWaitsFor() { // S13
        for (int i = 0; i < 16_384; i++) {
            request(i, ReadConsistency.LINEARIZABLE_QUORUM, 0);
        }
        assertEquals(List.of(), answers);
        request(20_000, ReadConsistency.LINEARIZABLE_QUORUM, 0);
        assertTrue(answers.get(0).startsWith("20000 refused: as many reads wait as may: 16384 requests"));
        work(0);
        work(4_600);
        request(20_001, ReadConsistency.LINEARIZABLE_QUORUM, 0);
        assertEquals(1, answers.size());
    }

    private void request(final long id, final ReadConsistency consistency, final long leastLsn) {
        routes.dispatch(-1, made(id, consistency, leastLsn), now);
    }

    private static ReadRequest made(final long id, final ReadConsistency consistency, final long leastLsn) {
        final ReadRequest request = new ReadRequest();
        request.batcherId = 5;
        request.requestId = id;
        request.level = consistency.level().ordinal();
        request.maxStaleMillis = consistency.maxMillis();
        request.leastLsn = leastLsn;
        request.buffer = new UnsafeBuffer(new byte[600]);
        request.length = 600;
        return request;
    }

    private void askFor(final long round, final int sender) {
        final ReadMarkRequest request = new ReadMarkRequest();
        request.round = round;
        routes.dispatch(sender, request, now);
    }

    /** A node answers what it was asked last, and a cycle passes. */
    private void hear(final int sender, final long mark) {
        mark(sender, mark);
        work(1);
    }

    private void mark(final int sender, final long mark) {
        mark(asked.get(asked.size() - 1), sender, mark, members.current.version());
    }

    private void mark(final long round, final int sender, final long mark, final long configuration) {
        final ReadMark message = new ReadMark();
        message.round = round;
        message.mark = mark;
        message.configuration = configuration;
        message.count = 3;
        Arrays.fill(message.numbers, 0, 3, 1);
        routes.dispatch(sender, message, now);
    }

    /** A client asks as a quorum has it, and a cycle passes. */
    private void ask(final long requestId) {
        request(requestId, ReadConsistency.LINEARIZABLE_QUORUM, 0);
        work(0);
    }

    private void work(final int millis) {
        now += millis * MS;
        reads.doWork(now);
    }

    /** Members that may change. */
    private static final class Members implements GroupMembers {
        private Configuration current = Configuration.first(new int[] {1, 2, 3}, 0, 0, List.of());

        @Override
        public Configuration current() {
            return current;
        }

        @Override
        public Configuration heard() {
            return new FixedMembers(current).heard();
        }

        @Override
        public boolean isRemoved() {
            return false;
        }
    }

    /** A majority of three. */
    private final class Marks implements ReadMarks {
        @Override
        public long mark() {
            return ownMark;
        }

        @Override
        public int fill(final int[] numbers) {
            System.arraycopy(own, 0, numbers, 0, own.length);
            return own.length;
        }

        @Override
        public int heardNumber(final int slot) {
            return heard[slot];
        }

        @Override
        public boolean isQuorum(final long set) {
            return Long.bitCount(set) > members.current.members().size() / 2;
        }

        @Override
        public void reDrive(final long lsn) {
            driven.add(lsn);
        }
    }

    /** Says what it is told to do. */
    private final class Replica extends FakeReplica {
        @Override
        public long applied() {
            return applied;
        }

        @Override
        public void answer(final long batcherId, final long requestId, final long staleNs, final DirectBuffer queries,
                           final int offset, final int length) {
            answers.add(requestId + ": " + applied + " " + staleNs);
        }

        @Override
        public void refuse(final long batcherId, final long requestId, final boolean forGood, final String why,
                           final DirectBuffer queries, final int offset, final int length) {
            answers.add(requestId + " refused" + (forGood ? " for good: " : ": ") + why);
        }
    }

    /** Remembers what is asked and told. */
    private final class Out extends UnusedOutbound {
        @Override
        public int self() {
            return 1;
        }

        @Override
        public boolean send(final int node, final Message message) {
            if (isBlocked || node == unreachable) {
                return false;
            }
            if (message instanceof ReadMarkRequest request) {
                asked.add(request.round);
                askedNodes.add(node);
            } else {
                final ReadMark mark = (ReadMark) message;
                told.add(mark.round);
                told.add(mark.mark);
            }
            return true;
        }
    }
}
