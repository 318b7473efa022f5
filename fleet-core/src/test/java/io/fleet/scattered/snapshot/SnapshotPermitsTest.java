package io.fleet.scattered.snapshot;

import static io.fleet.fixture.message.Entries.ack;
import static io.fleet.fixture.message.Entries.ballot;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.snapshot.SnapshotGrant;
import io.fleet.consensus.message.snapshot.SnapshotNotice;
import io.fleet.consensus.message.snapshot.SnapshotTurn;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotPermitsTest {
    private static final long MINE = ballot(2, 1);
    private static final long LEASE_MS = 800;

    private final World world = new World();
    private final SnapshotPermits turns = new SnapshotPermits(world.context, world.leader);
    private final SnapshotPermitClient turn = new SnapshotPermitClient(world.context);

    @Test
    @Expects("snapshot-turns.another-has-its-turn")
    void shouldGiveOneTurnAtATime() {
        lead();
        ask(1, SnapshotTurn.WANTED);
        ask(2, SnapshotTurn.WANTED);
        assertEquals(List.of(2), granted());
        ask(1, SnapshotTurn.TAKEN);
        ask(2, SnapshotTurn.WANTED);
        assertEquals(List.of(2), granted());
        ask(1, SnapshotTurn.ENDED);
        ask(2, SnapshotTurn.WANTED);
        assertEquals(List.of(3), granted());
    }

    @Test
    @Expects("snapshot-turns.held-up-without-its-turn")
    void shouldGiveTurnsToOthersWhileOneIsHeldUp() { // S10
        lead();
        ask(1, SnapshotTurn.WANTED);
        ask(1, SnapshotTurn.HELD_UP);
        ask(2, SnapshotTurn.WANTED);
        assertEquals(List.of(2, 3), granted());
        ask(2, SnapshotTurn.HELD_UP);
        ask(0, SnapshotTurn.WANTED);
        assertEquals(List.of(), granted(), "neither of the others can reply");
        ask(2, SnapshotTurn.ENDED);
        ask(0, SnapshotTurn.WANTED);
        assertEquals(List.of(1), granted());
    }

    @Test
    void shouldSayAgainAndAgainThatItIsHeldUp() {
        turn.ask();
        grant(MINE, 0);
        turn.take();
        turn.doWork(MINE, world.now);
        turn.letOthers();
        turn.doWork(MINE, world.now);
        assertEquals(SnapshotTurn.HELD_UP, world.out.last(SnapshotTurn.class).phase);
        world.out.clear();
        world.advance(LEASE_MS / 2);
        turn.doWork(MINE, world.now);
        assertEquals(SnapshotTurn.HELD_UP, world.out.last(SnapshotTurn.class).phase);
        turn.end();
        turn.doWork(MINE, world.now);
        assertEquals(SnapshotTurn.ENDED, world.out.last(SnapshotTurn.class).phase);
    }

    @Test
    void shouldTakeATurnBackThatIsNotHeardOfAnyMore() {
        lead();
        ask(1, SnapshotTurn.WANTED);
        world.advance(LEASE_MS - 1);
        hearAll();
        ask(2, SnapshotTurn.WANTED);
        assertEquals(List.of(2), granted());
        world.advance(1);
        ask(2, SnapshotTurn.WANTED);
        assertEquals(List.of(3), granted());
    }

    @Test
    @Expects("snapshot-turns.turn-of-an-earlier-leader")
    void shouldGiveNoTurnBeforeItCanHaveHeardOfThoseOfTheLeaderBefore() {
        world.lead(MINE);
        ask(1, SnapshotTurn.WANTED);
        assertEquals(List.of(), granted());
        world.advance(LEASE_MS / 2);
        ask(2, SnapshotTurn.TAKEN);
        assertEquals(List.of(3), granted(), "it goes on whatever the leader says");
        world.advance(LEASE_MS / 2);
        hearAll();
        ask(1, SnapshotTurn.WANTED);
        assertEquals(List.of(), granted());
        ask(2, SnapshotTurn.ENDED);
        ask(1, SnapshotTurn.WANTED);
        assertEquals(List.of(2), granted());
    }

    @Test
    void shouldGiveNoTurnToTheLastThatReplies() { // S10
        lead();
        world.advance(LEASE_MS);
        ask(0, SnapshotTurn.WANTED);
        assertEquals(List.of(), granted(), "the others are silent");
        hearAll();
        ask(0, SnapshotTurn.WANTED);
        assertEquals(List.of(1), granted());
    }

    @Test
    void shouldLetAReplicaThatLagsWriteWhenItHasReplied() { // S10: others need not wait until it has caught up
        lead();
        for (int lsn = 1; lsn <= 9; lsn++) {
            order(lsn);
        }
        ask(1, SnapshotTurn.WANTED);
        long last = 0;
        for (final Order order : world.out.all(Order.class)) {
            for (int i = 0; i < order.count; i++) {
                last = order.entries[i].replier == 2 ? Math.max(last, order.entries[i].lsn) : last;
            }
        }
        assertTrue(last > 0, "named at " + last);
        assertEquals(last, world.out.last(SnapshotGrant.class).upTo);
        order(10);
        order(11);
        ask(1, SnapshotTurn.WANTED);
        assertEquals(last, world.out.last(SnapshotGrant.class).upTo, "it is named no more");
    }

    @Test
    void shouldLetTheOnlyOneThatVotesWriteWhateverElseThereIs() { // S10: one node, and one that stands by
        final World two = World.in(Configuration.first(new int[] {1}, 0, 0, List.of()).withObserver(2, "x:1"), 1);
        final SnapshotPermitClient own = new SnapshotPermitClient(two.context);
        assertFalse(two.context.membership().isAlone());
        own.ask();
        assertTrue(own.hasCome(0));
        two.lead(MINE);
        two.leader.passOverUntil(0, two.now + 1_000_000);
        assertTrue(two.leader.hasReplierBeside(1, two.now), "it replies all the same");
    }

    @Test
    void shouldLetThoseWriteAtAnyTimeWhoReplyToNobody() { // S10
        final World four = World.in(Configuration.first(new int[] {1, 2, 3}, 0, 0, List.of()).withObserver(4, "x:1")
            .withObserver(5, "x:2"), 1);
        final SnapshotPermits permits = new SnapshotPermits(four.context, four.leader);
        four.lead(MINE);
        permits.onTurn(3, message(SnapshotTurn.WANTED), four.now);
        permits.onTurn(4, message(SnapshotTurn.WANTED), four.now);
        assertEquals(List.of(4, 5), four.out.receivers(SnapshotGrant.class));
    }

    @Test
    void shouldNameTheLastThatRepliesThoughItWrites() { // S10: or nothing is ordered until it has written
        lead();
        world.advance(LEASE_MS);
        ask(0, SnapshotTurn.TAKEN);
        assertTrue(world.leader.hasReplierBeside(1, world.now), "the others are silent, and it replies late");
        hearAll();
        ask(0, SnapshotTurn.TAKEN);
        ask(2, SnapshotTurn.HELD_UP);
        assertFalse(world.leader.hasReplierBeside(1, world.now), "one of the others was there, so it was passed over");
    }

    @Test
    void shouldAnswerNobodyWhoAsksAnotherLeader() {
        lead();
        final SnapshotTurn old = message(SnapshotTurn.WANTED);
        old.ballot = ballot(1, 3);
        turns.onTurn(1, old, world.now);
        assertEquals(List.of(), granted());
        world.leader.end();
        ask(1, SnapshotTurn.WANTED);
        assertEquals(List.of(), granted());
    }

    @Test
    void shouldComeWhenAllIsAppliedThatMayWaitForAReply() { // S10
        turn.ask();
        turn.doWork(MINE, world.now);
        assertEquals(SnapshotTurn.WANTED, world.out.last(SnapshotTurn.class).phase);
        assertFalse(turn.hasCome(100));
        grant(MINE, 7);
        assertFalse(turn.hasCome(6));
        assertTrue(turn.hasCome(7));
        turn.take();
        turn.doWork(MINE, world.now);
        assertEquals(SnapshotTurn.TAKEN, world.out.last(SnapshotTurn.class).phase);
        world.out.clear();
        turn.doWork(MINE, world.now);
        assertEquals(0, world.out.sent.size());
        world.advance(LEASE_MS / 2);
        turn.doWork(ballot(3, 2), world.now);
        assertEquals(List.of(2), world.out.receivers(SnapshotTurn.class), "the new leader hears of it");
        turn.end();
        turn.doWork(MINE, world.now);
        assertEquals(SnapshotTurn.ENDED, world.out.last(SnapshotTurn.class).phase);
        world.out.clear();
        world.advance(LEASE_MS);
        turn.doWork(MINE, world.now);
        assertEquals(0, world.out.sent.size());
    }

    @Test
    @Expects("turn-client.turn-lost-before-it-was-taken")
    void shouldAskAgainWhenTheLeaderChangesOrIsSilent() {
        turn.ask();
        turn.doWork(MINE, world.now);
        grant(MINE, 0);
        turn.doWork(ballot(3, 2), world.now);
        assertFalse(turn.hasCome(0));
        grant(MINE, 0);
        assertTrue(turn.hasCome(0));
        world.advance(LEASE_MS / 2);
        turn.doWork(MINE, world.now);
        assertFalse(turn.hasCome(0));
    }

    @Test
    void shouldTakeAGrantOfTheLeaderOnly() {
        turn.ask();
        final SnapshotGrant grant = new SnapshotGrant();
        grant.ballot = MINE;
        turn.onGrant(3, grant, MINE, world.now);
        turn.onGrant(1, grant, ballot(3, 2), world.now);
        assertFalse(turn.hasCome(0));
    }

    @Test
    void shouldCountSnapshotsOfAWriteQuorumOnly() { // FL-05, FL-20, F9
        final SnapshotCover cover = new SnapshotCover(world.context);
        cover.onOwn(50);
        assertEquals(0, cover.ofQuorum(world.now));
        assertEquals(0, cover.ofAll());
        notice(cover, 1, 30);
        assertEquals(30, cover.ofQuorum(world.now));
        assertEquals(0, cover.ofAll(), "of one nothing was ever heard");
        notice(cover, 2, 40);
        assertEquals(40, cover.ofQuorum(world.now));
        assertEquals(30, cover.ofAll());
        notice(cover, 1, 90);
        notice(cover, 2, 80);
        assertEquals(50, cover.ofQuorum(world.now), "never above the own snapshot");
        assertEquals(90, cover.highestOfOthers());
    }

    @Test
    void shouldCountTheLastWordOfAMemberWhileItIsFresh() { // S15
        final SnapshotCover cover = new SnapshotCover(world.context);
        cover.onOwn(50);
        notice(cover, 1, 50);
        assertEquals(50, cover.ofQuorum(world.now));
        notice(cover, 1, 0);
        assertEquals(0, cover.ofQuorum(world.now), "it has lost its disk");
        notice(cover, 1, 50);
        world.advance(10_000);
        assertEquals(0, cover.ofQuorum(world.now), "not heard of for long");
    }

    @Test
    @Expects("snapshot-cover.of-a-member-under-repair-forgotten")
    void shouldCountNoSnapshotOfAMemberThatAsksToBeRepaired() { // S15
        final SnapshotCover cover = new SnapshotCover(world.context);
        cover.onOwn(50);
        notice(cover, 1, 50);
        notice(cover, 2, 50);
        cover.onRejoin(2);
        assertEquals(0, cover.ofAll());
        cover.onRejoin(1);
        assertEquals(0, cover.ofQuorum(world.now), "its disk may be another one");
        notice(cover, 1, 40);
        assertEquals(40, cover.ofQuorum(world.now));
    }

    @Test
    void shouldTellItsSnapshotAtOnceAndAgainAndAgain() {
        final SnapshotCover cover = new SnapshotCover(world.context);
        cover.doWork(world.now);
        cover.doWork(world.now);
        assertEquals(1, world.out.all(SnapshotNotice.class).size());
        cover.onOwn(7);
        cover.doWork(world.now);
        assertEquals(7, world.out.last(SnapshotNotice.class).lsn);
        world.advance(1_000);
        cover.doWork(world.now);
        assertEquals(3, world.out.all(SnapshotNotice.class).size());
    }

    @Test
    void shouldTellTheSameEachThirdSecondOnly() {
        final SnapshotCover cover = new SnapshotCover(world.context);
        cover.onOwn(7);
        final List<Integer> told = new ArrayList<>();
        for (int second = 0; second <= 9; second++) {
            cover.doWork(world.now);
            told.add(world.out.all(SnapshotNotice.class).size());
            world.advance(1_000);
        }
        assertEquals(List.of(1, 2, 3, 3, 3, 4, 4, 4, 5, 5), told);
        cover.onOwn(8);
        cover.doWork(world.now);
        world.advance(1_000);
        cover.doWork(world.now);
        assertEquals(7, world.out.all(SnapshotNotice.class).size(), "news, and again");
    }

    private void lead() {
        world.lead(MINE);
        ask(0, SnapshotTurn.ENDED);
        world.advance(LEASE_MS);
        hearAll();
        world.out.clear();
    }

    private void hearAll() {
        for (int member = 0; member < 3; member++) {
            world.leader.onAck(member, ack(MINE, 0), world.now);
        }
    }

    private void order(final long sequence) {
        world.arrive(sequence, MINE);
        world.leader.onBody(world.bodies.get(Entries.BATCHER, sequence), world.now);
        world.leader.doWork(world.now, 0);
    }

    private void ask(final int member, final int phase) {
        turns.onTurn(member, message(phase), world.now);
    }

    private static SnapshotTurn message(final int phase) {
        final SnapshotTurn message = new SnapshotTurn();
        message.ballot = MINE;
        message.phase = phase;
        return message;
    }

    private void grant(final long grantBallot, final long upTo) {
        final SnapshotGrant grant = new SnapshotGrant();
        grant.ballot = grantBallot;
        grant.upTo = upTo;
        turn.onGrant(1, grant, MINE, world.now);
    }

    private void notice(final SnapshotCover cover, final int member, final long lsn) {
        final SnapshotNotice notice = new SnapshotNotice();
        notice.lsn = lsn;
        cover.onNotice(member, notice, world.now);
    }

    /** Who was granted a turn since the last look. */
    private List<Integer> granted() {
        final List<Integer> nodes = world.out.receivers(SnapshotGrant.class);
        world.out.clear();
        return nodes;
    }
}
