package io.fleet.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.consensus.message.snapshot.SnapshotChunk;
import io.fleet.consensus.message.snapshot.SnapshotNotice;
import io.fleet.consensus.message.snapshot.SnapshotOffer;
import io.fleet.consensus.message.snapshot.SnapshotRequest;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.snapshot.SnapshotCover;
import io.fleet.scattered.snapshot.WitnessPositions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where a witness goes on that asks for entries that are not here any more (G11). */
class WitnessPositionsTest {
    private static final int FULL = 2;
    private static final int WITNESS = 3;
    private static final long OWN = 90;
    private static final long OTHER = 60;

    private final World world = World.in(
        Configuration.first(new int[] {1, FULL, WITNESS}, new int[] {WITNESS}, 0, 0, List.of()), 1);
    private final SnapshotCover cover = new SnapshotCover(world.context);
    private final WitnessPositions positions = new WitnessPositions(world.context, cover);

    @BeforeEach
    void trim() {
        world.progress.applied = 100;
        world.progress.position = new byte[] {1, 2, 3};
        world.recorded.first = 41;
        cover.onOwn(OWN);
        notice(FULL, OTHER);
    }

    @Test
    void shouldCountNoWitness() { // G12
        notice(FULL, 0);
        notice(WITNESS, OWN);
        assertEquals(0, cover.ofQuorum(world.now));
        assertEquals(0, cover.ofOrdered(world.now), "what it could not be given otherwise stays");
        assertEquals(0, cover.highestOfOthers());
        assertEquals(0b1, cover.holding(OWN, world.now));
        notice(FULL, OTHER);
        assertEquals(OTHER, cover.ofOrdered(world.now));
        assertEquals(OTHER, cover.ofAll());
    }

    @Test
    @Expects("witness-positions.offered")
    void shouldOfferWhatAWriteQuorumCoversAndNoMore() { // G11
        assertTrue(positions.isFor(WITNESS));
        assertFalse(positions.isFor(FULL));
        assertTrue(ask(1));
        final SnapshotOffer offer = world.out.last(SnapshotOffer.class);
        assertEquals(OTHER, offer.lsn);
        assertEquals(3, offer.totalLength);
        final SnapshotRequest request = new SnapshotRequest();
        request.lsn = offer.lsn;
        request.totalLength = offer.totalLength;
        request.checksum = offer.checksum + 1;
        positions.onRequest(WITNESS, request);
        assertTrue(world.out.all(SnapshotChunk.class).isEmpty(), "another one than was offered");
        request.checksum = offer.checksum;
        request.offset = 1;
        positions.onRequest(WITNESS, request);
        assertEquals(2, world.out.last(SnapshotChunk.class).chunkLength);
    }

    @Test
    void shouldLeaveEntriesThatAreHereToBeSent() {
        assertFalse(ask(41));
        assertTrue(ask(OTHER + 1, 0), "it asks for no entries");
        assertTrue(world.out.all(SnapshotOffer.class).isEmpty(), "that is where it is");
    }

    @Test
    @Expects("witness-positions.too-few-hold-that")
    void shouldOfferNothingThatTooFewHoldDurably() { // G11
        cover.onRejoin(world.context.membership().slotOf(FULL));
        assertTrue(ask(1));
        assertTrue(world.out.all(SnapshotOffer.class).isEmpty());
        notice(FULL, OTHER);
        assertEquals(OTHER, cover.ofQuorum(world.now));
        world.advance(60_000);
        assertEquals(0, cover.ofQuorum(world.now));
        assertTrue(ask(1));
        assertEquals(OTHER, world.out.last(SnapshotOffer.class).lsn, "it is silent, and holds it all the same");
    }

    @Test
    void shouldOfferWhatWasLetGoOfBeforeItWasStarted() { // G11: it was covered then
        cover.onRejoin(world.context.membership().slotOf(FULL));
        world.recorded.letGo = 40;
        assertTrue(ask(1));
        assertEquals(40, world.out.last(SnapshotOffer.class).lsn);
        world.context.membership().adopt(world.context.membership().current().withObserver(8, "y:2").at(41));
        world.out.clear();
        assertTrue(ask(1));
        assertTrue(world.out.all(SnapshotOffer.class).isEmpty(), "it may have been before there were witnesses");
    }

    @Test
    @Expects("witness-positions.members-of-then-are-not-known")
    void shouldWantASnapshotWhereItDoesNotKnowTheMembersOfThen() {
        world.progress.position = null;
        assertTrue(ask(1));
        assertFalse(positions.takeWanted(), "it is the other that must write one");
        notice(FULL, OWN);
        assertTrue(ask(1));
        assertTrue(world.out.all(SnapshotOffer.class).isEmpty());
        assertTrue(positions.takeWanted());
        assertFalse(positions.takeWanted());
    }

    private boolean ask(final long from) {
        return ask(from, 1 << 20);
    }

    private boolean ask(final long from, final int maxBytes) {
        final CatchUpRequest request = new CatchUpRequest();
        request.fromLsn = from;
        request.maxBytes = maxBytes;
        return positions.offersInstead(WITNESS, request, world.now);
    }

    private void notice(final int node, final long lsn) {
        final SnapshotNotice notice = new SnapshotNotice();
        notice.lsn = lsn;
        notice.whole = lsn;
        cover.onNotice(world.context.membership().slotOf(node), notice, world.now);
    }
}
