package io.fleet.reads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReadConsistency;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.FixedMembers;
import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.read.LeaseMark;
import io.fleet.consensus.message.read.LeaseMarkRequest;
import io.fleet.consensus.message.read.ReadMarkRequest;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.consensus.reads.ReadContext;
import io.fleet.consensus.reads.ReadPool;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.UnusedOutbound;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** One server of reads, node 1 of three, which leads or follows, with a lease or without, as its test says. */
class LeaseReadsTest {
    private static final long MS = 1_000_000L;
    private static final int PATIENCE = 50;

    private final List<String> answers = new ArrayList<>();
    /** Rounds of questions to the leader. */
    private final List<Long> asked = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private int quorumRounds;
    private int leader = 2;
    private long highest;
    private long floor = ReadMarks.SILENT;
    private long heldUntilNs;
    private long applied;
    private boolean isReachable = true;
    private long now = 700 * MS;
    private final MessageRoutes routes = new MessageRoutes();
    private final GroupReadServer reads = new GroupReadServer(new ReadContext(0,
        GroupConfig.scattered().withResendMillis(PATIENCE), new Out(), routes, members(), new Marks(), new Replica(),
        ReadPool.OFF, 1_000));

    @Test
    @Expects("lease-reads.under-the-own-lease")
    void shouldAnswerAtOnceWhereItLeadsUnderALease() { // L5
        lead(4);
        applied = 4;
        request(1, 0);
        work(1);
        assertEquals(List.of("1: 4"), answers);
        assertEquals(0, quorumRounds + asked.size());
    }

    @Test
    void shouldWaitForWhatWasOrderedWhenTheReadCame() { // L5
        lead(7);
        applied = 6;
        request(1, 0);
        work(1);
        highest = 9;
        work(1);
        assertEquals(List.of(), answers);
        applied = 7;
        work(1);
        assertEquals(List.of("1: 7"), answers);
    }

    @Test
    void shouldJudgeAReadByAClockThatIsLaterThanIt() { // L2
        lead(4);
        applied = 4;
        heldUntilNs = now + 10 * MS;
        request(1, 0);
        reads.doWork(now);
        assertEquals(List.of(), answers, "the node may have stood still since it read this clock");
        work(11);
        assertEquals(List.of(), answers);
        assertEquals(1, quorumRounds);
    }

    @Test
    void shouldAskTheLeaderWhereAnotherLeads() { // L5
        applied = 3;
        request(1, 0);
        request(2, 5);
        work(1);
        assertEquals(1, asked.size());
        request(3, 0);
        work(1);
        assertEquals(1, asked.size(), "one question at a time");
        mark(asked.get(0), 4, true);
        work(1);
        assertEquals(2, asked.size(), "what came later needs another answer");
        applied = 4;
        work(1);
        assertEquals(List.of("1: 4"), answers);
        applied = 5;
        work(1);
        assertEquals(List.of("1: 4", "2: 5"), answers, "what its client has seen");
        mark(asked.get(1), 5, true);
        work(1);
        assertEquals(List.of("1: 4", "2: 5", "3: 5"), answers);
        assertEquals(0, quorumRounds);
    }

    @Test
    @Expects("lease-reads.leader-without-a-lease")
    void shouldAskAQuorumWhereTheLeaderHoldsNoLease() { // L5
        request(1, 0);
        work(1);
        mark(asked.get(0), 0, false);
        work(1);
        assertEquals(1, quorumRounds);
    }

    @Test
    @Expects({"lease-reads.no-answer-in-time", "lease-reads.answer-to-an-older-question"})
    void shouldAskAQuorumWhereTheLeaderDoesNotAnswer() { // L5
        request(1, 0);
        work(1);
        work(PATIENCE - 1);
        assertEquals(0, quorumRounds);
        work(1);
        assertEquals(1, quorumRounds);
        mark(asked.get(0), 0, true);
        work(1);
        assertEquals(List.of(), answers);
    }

    @Test
    @Expects("lease-reads.nobody-to-ask")
    void shouldAskAQuorumWhereNobodyCanBeAsked() { // L5
        leader = ReadMarks.NOBODY;
        request(1, 0);
        work(1);
        assertEquals(1, quorumRounds);
        leader = 3;
        isReachable = false;
        request(2, 0);
        work(1);
        leader = 1;
        request(3, 0);
        work(1);
        assertEquals(List.of(), asked);
        assertEquals(List.of(), answers);
    }

    @Test
    void shouldTellOthersHowFarItHasOrderedUnderItsLease() { // L5
        lead(6);
        ask(2, 41);
        ask(3, 42);
        reads.doWork(now);
        assertEquals(List.of(), told, "by a clock that is later than the question");
        work(1);
        told.sort(null);
        assertEquals(List.of("2: 41 6 true", "3: 42 6 true"), told);
        told.clear();
        heldUntilNs = now;
        ask(2, 43);
        work(1);
        assertEquals(List.of("2: 43 0 false"), told);
    }

    @Test
    void shouldAnswerByItselfWhereItsReplicaHoldsALease() { // L9
        floor = 4;
        applied = 3;
        request(1, 0);
        work(1);
        assertEquals(List.of(), answers, "it has not applied that yet");
        applied = 4;
        work(1);
        assertEquals(List.of("1: 4"), answers);
        assertEquals(0, quorumRounds + asked.size());
        ask(3, 41);
        work(1);
        assertEquals(List.of("3: 41 0 false"), told, "it tells nobody its floor, but what leaders have ordered");
        floor = ReadMarks.SILENT;
        request(2, 0);
        work(1);
        assertEquals(1, asked.size(), "without a lease the leader is asked");
    }

    private void lead(final long ordered) {
        leader = 1;
        highest = ordered;
        heldUntilNs = Long.MAX_VALUE;
    }

    private void request(final long id, final long leastLsn) {
        final ReadRequest request = new ReadRequest();
        request.batcherId = 5;
        request.requestId = id;
        request.level = ReadConsistency.Level.LINEARIZABLE_LEASE.ordinal();
        request.leastLsn = leastLsn;
        request.buffer = new UnsafeBuffer(new byte[60]);
        request.length = 60;
        routes.dispatch(-1, request, now);
    }

    private void ask(final int sender, final long round) {
        final LeaseMarkRequest request = new LeaseMarkRequest();
        request.round = round;
        routes.dispatch(sender, request, now);
    }

    private void mark(final long round, final long mark, final boolean held) {
        final LeaseMark message = new LeaseMark();
        message.round = round;
        message.mark = mark;
        message.held = held;
        routes.dispatch(2, message, now);
    }

    private void work(final int millis) {
        now += millis * MS;
        reads.doWork(now);
    }

    private static GroupMembers members() {
        return new FixedMembers(Configuration.first(new int[] {1, 2, 3}, 0, 0, List.of()));
    }

    /** Of a majority of three, and a leader. */
    private final class Marks implements ReadMarks {
        @Override
        public long mark() {
            return 0;
        }

        @Override
        public boolean isQuorum(final long set) {
            return Long.bitCount(set) > 1;
        }

        @Override
        public void reDrive(final long lsn) {
            assertTrue(lsn > 0);
        }

        @Override
        public String whyNoLeases() {
            return null;
        }

        @Override
        public int leader() {
            return leader;
        }

        @Override
        public long ownMark(final long nowNs) {
            return floor == SILENT ? leaseMark(nowNs) : floor;
        }

        @Override
        public long leaseMark(final long nowNs) {
            return leader == 1 && nowNs < heldUntilNs ? highest : SILENT;
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
            assertEquals(-1, staleNs);
            answers.add(requestId + ": " + applied);
        }

        @Override
        public void refuse(final long batcherId, final long requestId, final boolean forGood, final String why,
                           final DirectBuffer queries, final int offset, final int length) {
            throw new AssertionError(why);
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
            if (message instanceof ReadMarkRequest) {
                quorumRounds++;
                return true;
            }
            if (message instanceof LeaseMarkRequest request && isReachable) {
                assertEquals(leader, node);
                asked.add(request.round);
            } else if (message instanceof LeaseMark mark) {
                told.add(node + ": " + mark.round + " " + mark.mark + " " + mark.held);
            }
            return isReachable;
        }
    }
}
