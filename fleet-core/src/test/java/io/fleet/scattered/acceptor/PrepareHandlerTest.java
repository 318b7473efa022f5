package io.fleet.scattered.acceptor;

import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.noOp;
import static io.fleet.fixture.message.Entries.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.World;
import io.fleet.scattered.context.Membership;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PrepareHandlerTest {
    private static final long B1 = ballot(1, 2);
    private static final long B2 = ballot(2, 3);
    private static final long B3 = ballot(3, 2);

    private World world = new World();

    @Test
    void shouldPromiseOnlyWhatIsDurable() { // S2
        assertTrue(prepare(3, B2, 1));
        world.responder.doWork();
        assertTrue(world.out.all(Promise.class).isEmpty());
        world.promises.flush();
        world.responder.doWork();
        final Promise promise = world.out.last(Promise.class);
        assertEquals(B2, promise.ballot);
        assertEquals(List.of(3), world.out.receivers(Promise.class));
        assertEquals(0, world.responder.doWork(), "one answer is enough");
    }

    @Test
    void shouldPromiseOnlyWhenAllThatItTellsIsDurable() { // S2
        world.arrive(1, B1);
        world.storage.onOrder(2, order(B1, 0, 1, meta(1)), world.now);
        prepare(3, B2, 1);
        world.promises.flush();
        world.responder.doWork();
        assertTrue(world.out.all(Promise.class).isEmpty());
        world.flush();
        world.responder.doWork();
        assertEquals(1, world.out.last(Promise.class).count);
    }

    @Test
    @Tag("hazard-S-C3")
    void shouldPromiseWhileAFullDiskHoldsUpWhatItAccepted() { // S2: nobody could be elected, and logs be trimmed
        world.arrive(1, B1);
        world.storage.onOrder(2, order(B1, 0, 1, meta(1)), world.now);
        world.log.full = true;
        prepare(3, B2, 1);
        world.responder.doWork();
        assertTrue(world.out.all(Promise.class).isEmpty(), "the promise itself is not durable");
        world.promises.flush();
        world.responder.doWork();
        final Promise promise = world.out.last(Promise.class);
        assertEquals(1, promise.count, "it may be told as accepted");
        assertEquals(B1, promise.entries[0].ballot);
        world.log.full = false;
        world.out.clear();
        world.flush();
        world.storage.doWork(world.now);
        assertTrue(world.out.all(Ack.class).isEmpty(), "and counts at its ballot no more (S1)");
    }

    @Test
    @Expects("promise-responder.prepare-refused")
    void shouldRefuseABallotBelowItsPromise() { // S1
        world.storage.promise(B2);
        assertFalse(prepare(2, B1, 1));
        world.flush();
        world.responder.doWork();
        assertTrue(world.out.all(Promise.class).isEmpty());
        assertEquals(B2, world.out.last(StaleBallot.class).promised);
        assertEquals(B1, world.out.last(StaleBallot.class).refused);
    }

    @Test
    void shouldPromiseABallotToItsOwnerOnly() { // S1, S16
        assertFalse(prepare(3, B1, 1));
        world.flush();
        world.responder.doWork();
        assertTrue(world.out.all(Promise.class).isEmpty());
        assertEquals(0, world.storage.promised());
    }

    @Test
    void shouldNotAnswerACandidateThatWasOvertaken() { // S1
        prepare(2, B1, 1);
        prepare(3, B2, 1);
        world.flush();
        world.responder.doWork();
        assertEquals(List.of(3), world.out.receivers(Promise.class));
    }

    @Test
    @Expects("promise-responder.higher-promise-before-answer")
    void shouldNotAnswerAfterAnOrderOfAHigherBallot() { // S1
        prepare(2, B1, 1);
        world.storage.onOrder(3, order(B2, 0, 1), world.now);
        world.flush();
        world.responder.doWork();
        assertTrue(world.out.all(Promise.class).isEmpty());
    }

    @Test
    void shouldNotAcceptOrdersBelowWhatItHasPromised() { // S1, S3
        world.askPromise(3, B2, 1);
        world.arrive(1, B1);
        world.storage.onOrder(2, order(B1, 0, 1, meta(1)), world.now);
        assertTrue(world.log.records.isEmpty());
    }

    @Test
    void shouldTellEverythingItAcceptedWithItsBallot() { // S3
        accept(B1, 1, 2);
        world.storage.onOrder(3, order(B2, 0, 4, noOp()), world.now);
        final Promise promise = world.askPromise(2, B3, 1);
        assertEquals(List.of("1@1.2", "2@1.2", "4@2.3"), lines(promise));
        assertTrue(promise.entries[1].meta.sameValue(meta(2)));
        assertTrue(promise.entries[2].meta.isNoOp());
        assertEquals(0, promise.nextLsn);
    }

    @Test
    void shouldTellNothingBelowWhatIsAsked() { // S3
        accept(B1, 1, 2, 3);
        assertEquals(List.of("3@1.2"), lines(world.askPromise(3, B2, 3)));
    }

    @Test
    void shouldTellWhatItAcceptedBeforeARestart() { // S2, S3
        accept(B1, 1, 2);
        world.log.flush(world.storage::onDurable);
        world = world.restarted();
        assertEquals(List.of("1@1.2", "2@1.2"), lines(world.askPromise(3, B2, 1)));
    }

    @Test
    void shouldKeepItsPromiseOverARestart() { // S1, S2
        world.askPromise(3, B2, 1);
        world = world.restarted();
        assertFalse(prepare(2, B1, 1));
    }

    @Test
    void shouldTellItsFloorAndNothingBelow() { // S3, S4; FLEET 5
        accept(B1, 1, 2, 3);
        world.flush();
        world.recorded(2);
        final Promise promise = world.askPromise(3, B2, 1);
        assertEquals(2, promise.chosen);
        assertEquals(List.of("3@1.2"), lines(promise));
    }

    @Test
    @Expects("promise-responder.page-full")
    void shouldTellPageByPage() { // S3
        world = new World(1, World.config().withWindowEntries(512).withPendingEntries(2048));
        for (long lsn = 1; lsn <= 600; lsn++) {
            accept(B1, lsn);
        }
        final List<String> all = new ArrayList<>();
        long from = 1;
        do {
            final Promise page = world.askPromise(3, B2, from);
            assertEquals(from, page.fromLsn);
            assertTrue(page.nextLsn == 0 || page.count == Promise.MAX_ENTRIES);
            all.addAll(lines(page));
            from = page.nextLsn;
        } while (from != 0);
        assertEquals(600, all.size());
        assertEquals("600@1.2", all.get(599));
    }

    @Test
    void shouldSendAPromiseAgainThatCouldNotBeSent() {
        world.out.room = 0;
        prepare(3, B2, 1);
        world.flush();
        world.responder.doWork();
        world.out.room = 1;
        world.responder.doWork();
        assertEquals(B2, world.out.last(Promise.class).ballot);
    }

    @Test
    void shouldPromiseNothingToACandidateThatDoesNotVote() { // S14
        final Membership membership = world.context.membership();
        membership.adopt(membership.current().without(3).withLearner(3, "x:1", GroupMember.NOBODY).at(4));
        world.recorded(4);
        assertFalse(prepare(3, B2, 5));
        assertEquals(0, world.storage.promised());
        assertTrue(prepare(2, B3, 5));
    }

    private boolean prepare(final int candidate, final long ballot, final long from) {
        final Prepare prepare = new Prepare();
        prepare.ballot = ballot;
        prepare.fromLsn = from;
        return world.responder.onPrepare(candidate, prepare);
    }

    private void accept(final long ballot, final long... sequences) {
        for (final long sequence : sequences) {
            world.arrive(sequence, ballot);
            world.storage.onOrder(2, order(ballot, 0, sequence, meta(sequence)), world.now);
        }
    }

    private static List<String> lines(final Promise promise) {
        final List<String> lines = new ArrayList<>();
        for (int i = 0; i < promise.count; i++) {
            lines.add(promise.entries[i].lsn + "@" + Ballot.format(promise.entries[i].ballot));
        }
        return lines;
    }
}
