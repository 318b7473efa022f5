package io.fleet.scattered;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.consensus.message.snapshot.SnapshotChunk;
import io.fleet.consensus.message.snapshot.SnapshotOffer;
import io.fleet.consensus.message.snapshot.SnapshotRequest;
import io.fleet.consensus.snapshot.SnapshotFetcher;
import io.fleet.consensus.snapshot.SnapshotServer;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SnapshotTransferTest {
    private static final long LSN = 100;
    private static final long ANY = Long.MAX_VALUE;

    private final World world = new World();
    private final RequestNonces questions = new RequestNonces(1);
    private final SnapshotFetcher fetcher =
        new SnapshotFetcher(world.context.forSnapshots(questions), world.learner::noteKnown);
    private final World other = new World(2, World.config());
    private final SnapshotServer server = new SnapshotServer(other.context.forSnapshots(new RequestNonces(2)));
    private final byte[] content = new byte[1_500_000];

    SnapshotTransferTest() {
        new Random(1).nextBytes(content);
    }

    @Test
    @Expects("snapshot-server.offered")
    void shouldOfferASnapshotWhenTheEntriesAreGone() { // S4
        assertFalse(asked(1, 1 << 20), "there is none");
        other.snapshots.offers(LSN, content);
        assertFalse(asked(1, 1 << 20), "the entries are here");
        other.recorded.first = 60;
        assertTrue(asked(1, 1 << 20));
        final SnapshotOffer offer = other.out.last(SnapshotOffer.class);
        assertEquals(LSN, offer.lsn);
        assertEquals(content.length, offer.totalLength);
        assertEquals(List.of(1), other.out.receivers(SnapshotOffer.class));
        assertFalse(asked(60, 1 << 20), "from there on there are entries");
        assertFalse(asked(LSN + 1, 1 << 20), "the snapshot does not reach so far");
    }

    @Test
    @Expects("snapshot-server.offered-as-the-cheaper-way")
    void shouldOfferASnapshotThatIsCheaperThanTheEntries() {
        final int far = SnapshotServer.WINDOWS_BEHIND * World.WINDOW;
        other.snapshots.offers(far + 1, new byte[far * SnapshotServer.BYTES_OF_AN_ENTRY - 1]);
        assertTrue(asked(1, 1 << 20));
        assertFalse(asked(2, 1 << 20), "not so far behind");
        other.snapshots.offers(far + 1, new byte[far * SnapshotServer.BYTES_OF_AN_ENTRY]);
        assertFalse(asked(1, 1 << 20), "longer than the entries, perhaps");
    }

    @Test
    void shouldOfferASnapshotToWhoeverAsksForOne() {
        assertTrue(asked(1, 0), "no entries are sent");
        assertTrue(other.out.sent.isEmpty());
        other.snapshots.offers(LSN, content);
        assertTrue(asked(LSN, 0));
        assertEquals(1, other.out.all(SnapshotOffer.class).size());
        assertTrue(asked(LSN + 1, 0));
        assertEquals(1, other.out.all(SnapshotOffer.class).size(), "it would not help");
    }

    @Test
    @Expects("snapshot-fetcher.begun")
    void shouldFetchAllOfIt() {
        begin();
        for (int i = 0; i < 10_000 && world.snapshots.length < content.length; i++) {
            exchange(1);
        }
        final byte[] received = new byte[content.length];
        world.snapshots.received.getBytes(0, received);
        assertArrayEquals(content, received);
        assertEquals(content.length, world.counters.snapshotBytesReceived.get());
        assertEquals(content.length, other.counters.snapshotBytesSent.get());
        assertEquals(LSN, world.learner.known());
    }

    @Test
    void shouldAskForNoMoreThanThereIsRoomFor() { // S13
        begin();
        world.snapshots.room = SnapshotServer.MAX_BYTES - 1;
        fetcher.doWork(false, world.now);
        assertTrue(world.out.all(SnapshotRequest.class).isEmpty());
        world.snapshots.room = SnapshotServer.MAX_BYTES;
        fetcher.doWork(false, world.now);
        assertEquals(0, world.out.last(SnapshotRequest.class).offset);
        fetcher.doWork(false, world.now);
        assertEquals(1, world.out.all(SnapshotRequest.class).size(), "one window at a time");
    }

    @Test
    @Expects("snapshot-server.throttled")
    void shouldKeepToItsRate() {
        other.snapshots.bytesPerSecond = 1 << 20;
        begin();
        for (int i = 0; i < 1_000; i++) {
            exchange(1);
        }
        final long sent = other.counters.snapshotBytesSent.get();
        assertTrue(sent <= SnapshotServer.MAX_BYTES + (1 << 20) + FakeSnapshots.PIECE, sent + " bytes in a second");
        assertTrue(sent >= 1 << 20, sent + " bytes in a second");
    }

    @Test
    @Expects("snapshot-fetcher.chunk-lost")
    void shouldAskAtOnceForAPieceThatWasLost() {
        begin();
        ask();
        serve(3);
        assertTrue(other.counters.snapshotBytesSent.get() > 0);
        other.out.clear();
        serve(8);
        deliver();
        ask();
        ask();
        assertEquals(2, world.out.all(SnapshotRequest.class).size(), "once");
        assertEquals(0, world.out.last(SnapshotRequest.class).offset);
        assertEquals(0, world.snapshots.length);
    }

    @Test
    @Expects({"snapshot-fetcher.next-member-asked", "snapshot-fetcher.given-up-for-now"})
    void shouldAskAnotherMemberWhenOneIsSilentAndGiveUpInTheEnd() {
        begin();
        for (int i = 0; i < 20 && world.snapshots.incoming != null; i++) {
            fetcher.doWork(false, world.now);
            world.advance(80);
        }
        assertEquals(List.of(2, 2, 3), world.out.receivers(SnapshotRequest.class).subList(0, 3));
        assertEquals(1, world.snapshots.abandoned);
        assertFalse(fetcher.isReceiving());
    }

    @Test
    @Expects({"snapshot-server.asked-for-another-one", "snapshot-fetcher.source-has-another-one"})
    void shouldAskAnotherMemberWhenOneHasAnotherSnapshot() {
        begin();
        other.snapshots.offers(LSN + 50, new byte[10]);
        exchange(1);
        assertEquals(LSN, world.snapshots.incoming.lsn(), "it goes on with what it has begun");
        ask();
        assertEquals(List.of(2, 3), world.out.receivers(SnapshotRequest.class));
    }

    @Test
    void shouldGoOnSendingWhatIsKeptForItsReaders() {
        begin();
        exchange(1);
        final long before = other.counters.snapshotBytesSent.get();
        other.snapshots.newest = new io.fleet.storage.SnapshotId(LSN + 50, 10, 3);
        other.snapshots.kept = true;
        for (int i = 0; i < 2_000; i++) {
            exchange(1);
        }
        assertTrue(before < content.length);
        assertEquals(content.length, other.counters.snapshotBytesSent.get());
    }

    @Test
    void shouldNotGoBack() { // S6
        world.recorded((int) LSN);
        offer();
        assertNull(world.snapshots.incoming);
    }

    @Test
    @Expects("snapshot-fetcher.overtaken-by-entries")
    void shouldStopWhenEntriesHaveOvertakenIt() {
        begin();
        world.progress.applied = LSN;
        fetcher.doWork(false, world.now);
        assertNull(world.snapshots.incoming);
    }

    @Test
    @Expects("snapshot-fetcher.beyond-a-leaders-base")
    void shouldTakeNothingBeyondTheBaseWhileItLeads() { // S4, S6
        other.snapshots.offers(LSN, content);
        asked(1, 0);
        fetcher.onOffer(2, other.out.last(SnapshotOffer.class), LSN - 1, world.now);
        assertNull(world.snapshots.incoming);
        fetcher.onOffer(2, other.out.last(SnapshotOffer.class), LSN, world.now);
        assertNotNull(world.snapshots.incoming);
    }

    @Test
    @Tag("hazard-X-C3")
    @Expects("snapshot-fetcher.nobody-asked-for-it")
    void shouldTakeNeitherOffersNorPiecesThatItDidNotAskFor() {
        other.snapshots.offers(LSN, content);
        asked(1, 0);
        final SnapshotOffer offer = other.out.last(SnapshotOffer.class);
        fetcher.onOffer(3, offer, ANY, world.now);
        assertNull(world.snapshots.incoming, "node 3 was not asked");
        offer.nonce = RequestNonces.UNASKED;
        fetcher.onOffer(2, offer, ANY, world.now);
        fetcher.onOffer(3, offer, ANY, world.now);
        assertNull(world.snapshots.incoming);
        assertEquals(0, world.learner.known(), "nothing is believed of it");
        begin();
        ask();
        serve(2);
        final SnapshotChunk chunk = other.out.last(SnapshotChunk.class);
        fetcher.onChunk(3, chunk);
        assertEquals(0, world.snapshots.length, "node 3 was not asked");
        chunk.nonce++;
        fetcher.onChunk(2, chunk);
        assertEquals(0, world.snapshots.length);
    }

    @Test
    void shouldIgnorePiecesOfAnotherSnapshot() {
        begin();
        ask();
        serve(2);
        final SnapshotChunk chunk = other.out.last(SnapshotChunk.class);
        chunk.checksum++;
        fetcher.onChunk(2, chunk);
        assertEquals(0, world.snapshots.length);
        chunk.checksum--;
        fetcher.onChunk(2, chunk);
        assertEquals(FakeSnapshots.PIECE, world.snapshots.length);
        fetcher.onChunk(2, chunk);
        assertEquals(FakeSnapshots.PIECE, world.snapshots.length, "repeated");
    }

    @Test
    @Expects("snapshot-fetcher.asked-because-bodies-are-gone")
    void shouldAskForASnapshotWhenABodyDoesNotCome() { // S8
        for (int i = 0; i < SnapshotFetcher.STUCK_RESENDS; i++) {
            fetcher.doWork(true, world.now);
            world.advance(80);
        }
        assertTrue(world.out.sent.isEmpty());
        fetcher.doWork(true, world.now);
        final CatchUpRequest plea = world.out.last(CatchUpRequest.class);
        assertEquals(1, plea.fromLsn);
        assertEquals(0, plea.maxBytes);
    }

    @Test
    @Expects("snapshot-server.chunk-not-taken")
    void shouldGoOnWhenTheTransportHasRoomAgain() {
        begin();
        serve(1);
        ask();
        other.out.room = 0;
        serve(5);
        assertEquals(0, other.counters.snapshotBytesSent.get());
        assertEquals(0, server.doWork(other.now), "it rests for a moment");
        other.out.room = Integer.MAX_VALUE;
        other.now += SnapshotServer.FULL_NS;
        serve(1_000);
        assertTrue(other.counters.snapshotBytesSent.get() >= SnapshotServer.MAX_BYTES, "without being asked again");
    }

    @Test
    @Expects("snapshot-server.chunk-given-up")
    void shouldLetTheAskerAskAgainWhenTheTransportStaysFull() {
        begin();
        serve(1);
        ask();
        other.out.room = 0;
        serve(5);
        other.advance(80);
        serve(5);
        other.out.room = Integer.MAX_VALUE;
        other.advance(80);
        serve(100);
        assertEquals(0, other.counters.snapshotBytesSent.get());
        assertEquals(0, server.doWork(other.now), "nobody waits");
    }

    @Test
    void shouldForgetAllThatASnapshotCovers() { // S4, S6
        for (long lsn = 1; lsn <= 10; lsn++) {
            world.learner.learn(lsn, Entries.noOp());
        }
        world.recorded(1_000_000);
        world.learner.onRecorded(1_000_000);
        assertEquals(1_000_000, world.learner.chosen());
        assertEquals(1_000_000, world.storage.floor());
        world.learner.learn(1_000_001, Entries.noOp());
        assertEquals(1_000_001, world.learner.chosen());
        world.learner.onRecorded(7);
        assertEquals(1_000_001, world.learner.chosen(), "it never goes back");
    }

    private void begin() {
        offer();
        assertNotNull(world.snapshots.incoming);
        other.out.clear();
    }

    private void offer() {
        other.snapshots.offers(LSN, content);
        asked(1, 0);
        fetcher.onOffer(2, other.out.last(SnapshotOffer.class), ANY, world.now);
    }

    private boolean asked(final long fromLsn, final int maxBytes) {
        final CatchUpRequest request = new CatchUpRequest();
        request.fromLsn = fromLsn;
        request.maxBytes = maxBytes;
        request.nonce = questions.to(2);
        return server.offersInstead(1, request, true);
    }

    /** One round: what is asked for is served and arrives. */
    private void exchange(final long millis) {
        ask();
        serve(8);
        deliver();
        world.advance(millis);
        other.now = world.now;
    }

    /** The fetcher asks if it has to, and what it asks of node 2 arrives there. */
    private void ask() {
        final int before = world.out.sent.size();
        fetcher.doWork(false, world.now);
        if (world.out.sent.size() > before && world.out.sent.get(before).to() == 2) {
            server.onRequest(1, world.out.last(SnapshotRequest.class));
        }
    }

    private void serve(final int cycles) {
        for (int i = 0; i < cycles; i++) {
            server.doWork(other.now);
        }
    }

    private void deliver() {
        other.out.all(SnapshotChunk.class).forEach(chunk -> fetcher.onChunk(2, chunk));
        other.out.all(SnapshotOffer.class).forEach(o -> fetcher.onOffer(2, o, ANY, world.now));
        other.out.clear();
    }
}
