package io.fleet.scattered.acceptor;

import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.heartbeat;
import static io.fleet.fixture.message.Entries.meta;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.World;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.VoterState;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who knows that a ballot has found no next configuration, and what follows from that (S14, S15). */
class SettledBallotTest {
    private static final long LOW = ballot(1, 3);
    private static final long SETTLED = ballot(2, 2);
    private static final long MINE = ballot(3, 1);

    private World world = new World();

    @Test
    @Tag("hazard-S-A4c")
    void shouldSayWhetherItsBallotHasFoundNoConfiguration() { // S14
        world.leader.begin(MINE, 0, 1, world.now);
        assertFalse(world.out.last(Order.class).settled, "it has not proposed what it has found");
        world.leader.open(new Long2ObjectHashMap<>(), 1, world.now);
        assertTrue(world.out.last(Order.class).settled);
        world.advance(100);
        world.leader.doWork(world.now, 0);
        assertTrue(world.out.last(Order.class).settled);
        world.leader.orderConfiguration(
            world.context.membership().current().withLearner(8, "y:2", GroupMember.NOBODY), world.now);
        world.leader.doWork(world.now, 0);
        assertFalse(world.out.last(Order.class).settled);
    }

    @Test
    @Tag("hazard-S-A4c")
    void shouldNotCallABallotSettledThatProposesAConfigurationAgain() { // S14
        final Long2ObjectHashMap<AcceptedEntry> found = new Long2ObjectHashMap<>();
        for (int lsn = 1; lsn <= 300; lsn++) {
            final AcceptedEntry entry = new AcceptedEntry();
            entry.lsn = lsn;
            entry.ballot = LOW;
            entry.meta.set(meta(lsn));
            found.put(lsn, entry);
        }
        world.leader.begin(MINE, 0, 300, world.now);
        world.out.clear();
        world.leader.open(found, 300, world.now);
        final List<Order> orders = world.out.all(Order.class);
        assertTrue(orders.size() > 1);
        assertFalse(orders.get(0).settled, "the last line may be a configuration");
        assertTrue(orders.get(orders.size() - 1).settled);
    }

    @Test
    @Tag("hazard-S-A4c")
    void shouldNotBelieveOneThatNamesALaterBallotAsSettled() { // S14
        assertNotNull(found(LOW, MINE));
    }

    @Test
    @Tag("hazard-S-A4c")
    @Expects("campaign.configuration-below-a-settled-ballot")
    void shouldNotProposeAConfigurationThatASettledBallotHasNotFound() { // S14, S5
        assertNotNull(found(LOW, 0));
        assertNotNull(found(LOW, LOW), "it may be of the settled ballot itself");
        assertNull(found(LOW, SETTLED));
    }

    @Test
    @Tag("hazard-S-A4c")
    void shouldTellEachCandidateOfTheHighestSettledBallot() { // S14
        assertEquals(0, promise(ballot(3, 2)).settled);
        hear(SETTLED, false);
        assertEquals(0, promise(ballot(4, 2)).settled);
        hear(SETTLED, true);
        hear(LOW, true);
        assertEquals(0, promise(ballot(5, 2)).settled, "nobody was repaired");
        assertFalse(world.settled.keep());
        world.standing.flush();
        assertTrue(world.settled.keep());
        assertEquals(SETTLED, promise(ballot(6, 2)).settled);
    }

    /** A node that starts with a snapshot acts on its configuration before the log notes it, and may lose it again. */
    @Test
    @Tag("hazard-S-A4c")
    void shouldNoteNoSettledBallotOfAConfigurationThatItsLogDoesNotNote() { // S14
        world.context.membership().adopt(
            world.context.membership().current().withLearner(8, "y:2", GroupMember.NOBODY).at(5));
        hear(SETTLED, true);
        world.settled.keep();
        world.standing.flush();
        assertEquals(0, world.settled.durable());
        world.recorded(5);
        hear(SETTLED, true);
        world.settled.keep();
        world.standing.flush();
        assertEquals(SETTLED, world.settled.durable());
    }

    @Test
    @Tag("hazard-S-A4c")
    void shouldAnswerWhoIsRepairedWhenTheSettledBallotIsDurable() { // S15, S2
        hear(SETTLED, true);
        final RejoinRequest request = new RejoinRequest();
        request.nonce = 7;
        world.rejoin.onRequest(2, request, world.now);
        world.rejoin.doWork(world.now);
        assertTrue(world.out.all(RejoinReply.class).isEmpty());
        world.standing.flush();
        world.rejoin.doWork(world.now);
        assertEquals(7, world.out.last(RejoinReply.class).nonce);
        assertEquals(SETTLED, world.out.last(RejoinReply.class).settled);
        world.settled.onConfiguration();
        assertEquals(SETTLED, promise(ballot(5, 2)).settled, "a former life was answered for");
    }

    @Test
    @Tag("hazard-S-A4c")
    @Expects("rejoin.others-must-know-that-the-ballot-is-settled")
    void shouldBeRepairedByThoseWhoKnowThatTheBallotIsSettled() { // S15
        world = new World(1, VoterState.NEW);
        world.rejoin.doWork(world.now);
        world.storage.onOrder(2, heartbeat(SETTLED, 0), world.now);
        world.flush();
        answer(2, SETTLED, SETTLED);
        answer(3, 0, LOW);
        world.rejoin.doWork(world.now);
        assertFalse(world.standing.isStaged(), "a candidate may hear of it from node 3 only");
        answer(3, 0, SETTLED);
        world.rejoin.doWork(world.now);
        assertTrue(world.standing.isStaged());
        world.flush();
        assertEquals(SETTLED, world.standing.durableSettled(), "who is asked next may be this one");
    }

    private AcceptedEntry found(final long ballot, final long settled) {
        final EntryMeta configuration = new EntryMeta().set(meta(2));
        configuration.flags = EntryMeta.CONFIGURATION;
        world.campaign.start(MINE, 0);
        world.promises.flush();
        world.campaign.doWork(world.now);
        final Promise first = promised(0);
        final AcceptedEntry entry = first.next();
        entry.lsn = 1;
        entry.ballot = ballot;
        entry.meta.set(configuration);
        world.campaign.onPromise(2, first);
        world.campaign.onPromise(1, promised(settled));
        world.campaign.values().stopAtConfiguration();
        return world.campaign.values().found().get(1);
    }

    private static Promise promised(final long settled) {
        final Promise promise = new Promise();
        promise.ballot = MINE;
        promise.fromLsn = 1;
        promise.voterId = Entries.VOTER_ID;
        promise.settled = settled;
        return promise;
    }

    private Promise promise(final long ballot) {
        final Prepare prepare = new Prepare();
        prepare.ballot = ballot;
        prepare.fromLsn = 1;
        prepare.count = 3;
        for (int slot = 0; slot < 3; slot++) {
            prepare.numbers[slot] = world.context.leastNumber(world.context.members()[slot]);
        }
        world.responder.onPrepare(2, prepare);
        world.promises.flush();
        world.responder.doWork();
        return world.out.last(Promise.class);
    }

    private void hear(final long ballot, final boolean settled) {
        final Order order = heartbeat(ballot, 0);
        order.settled = settled;
        world.settled.onOrder(order);
    }

    private void answer(final int node, final long leads, final long settled) {
        final RejoinReply reply = new RejoinReply();
        reply.nonce = World.NONCE;
        reply.standing = VoterState.VOTER;
        reply.promised = SETTLED;
        reply.ballot = leads;
        reply.settled = settled;
        world.rejoin.onReply(node - 1, reply);
    }
}
