package io.fleet.scattered.acceptor;

import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.chunk;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.order;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.World;
import io.fleet.scattered.body.PendingBody;
import io.fleet.storage.ReadFailedException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BodyServerTest {
    private static final long BALLOT = ballot(1, 2);

    private World world = new World();

    @Test
    void shouldServeABodyFromMemory() { // S8
        world.arrive(1, BALLOT);
        fetch(0, 1);
        final EntryBody body = world.out.last(EntryBody.class);
        assertEquals(meta(1).digest, body.digest);
        assertEquals(0, body.targetBallot, "an answer is for no leader to order");
        assertArrayEquals(Entries.bytes(1), bytes(body));
        assertEquals(List.of(3), world.out.receivers(EntryBody.class));
    }

    @Test
    void shouldSayWhomABatcherHearsToALeaderOnly() { // S10
        final byte[] large = new byte[EntryBody.MAX_CHUNK + 10];
        for (int offset = 0; offset < large.length; offset += EntryBody.MAX_CHUNK) {
            final EntryBody piece = chunk(1, large, BALLOT, offset);
            piece.replier = offset == 0 ? 3 : 1;
            world.bodies.onChunk(piece, BALLOT, world.now);
        }
        world.bodyServer.sendBeginning(2, world.bodies.get(Entries.BATCHER, 1));
        assertEquals(3, world.out.last(EntryBody.class).replier, "what came first");
        assertEquals(BALLOT, world.out.last(EntryBody.class).targetBallot);
        world.out.clear();
        fetch(0, 1);
        assertEquals(List.of(-1, -1), world.out.all(EntryBody.class).stream().map(body -> body.replier).toList());
        final PendingBody body = world.bodies.get(Entries.BATCHER, 1);
        world.bodies.drop(body);
        assertEquals(-1, body.wish.replier, "it is used again");
    }

    @Test
    @Expects("body-server.read-from-the-scattered-log")
    void shouldServeABodyFromTheScatteredLog() { // S8, M5
        world.arrive(1, BALLOT);
        world.storage.onOrder(2, order(BALLOT, 0, 4, meta(1)), world.now);
        world.flush();
        world = world.restarted();
        fetch(4, 1);
        assertArrayEquals(Entries.bytes(1), bytes(world.out.last(EntryBody.class)));
        world.out.clear();
        fetch(4, 2);
        fetch(5, 1);
        assertTrue(world.out.sent.isEmpty(), "only what was asked for");
    }

    /** A leader that took it for an older one would propose a no-op in the place of what may be chosen. */
    @Test
    @Tag("hazard-S-E4")
    void shouldNotTakeABodyThatItCannotReadForAnotherOne() { // S5, S14
        world.arrive(1, BALLOT);
        world.storage.onOrder(2, order(BALLOT, 0, 4, meta(1)), world.now);
        world.flush();
        world = world.restarted();
        world.log.unreadable = true;
        fetch(4, 1);
        assertTrue(world.out.sent.isEmpty(), "others are told nothing");
        assertThrows(ReadFailedException.class, () -> world.bodyServer.read(4, meta(1)));
        assertThrows(IllegalStateException.class, () -> world.bodyServer.read(5, meta(2)));
        world.log.unreadable = false;
        final byte[] read = new byte[Entries.bytes(1).length];
        world.bodyServer.read(4, meta(1)).getBytes(0, read);
        assertArrayEquals(Entries.bytes(1), read);
    }

    @Test
    void shouldServeNothingThatOthersHold() { // S8
        world.recorded.add(meta(1), null);
        world.progress.recorded = 1;
        world.storage.onRecorded(1);
        fetch(1, 1);
        assertTrue(world.out.sent.isEmpty());
    }

    @Test
    void shouldServeNothingThatIsNotWhole() { // S8
        final byte[] large = new byte[EntryBody.MAX_CHUNK + 10];
        world.bodies.onChunk(chunk(1, large, BALLOT, 0), BALLOT, world.now);
        fetch(0, 1);
        assertTrue(world.out.sent.isEmpty());
    }

    @Test
    void shouldServeLongBodiesInChunks() { // S8
        final byte[] large = new byte[2 * EntryBody.MAX_CHUNK + 10];
        for (int offset = 0; offset < large.length; offset += EntryBody.MAX_CHUNK) {
            world.bodies.onChunk(chunk(1, large, BALLOT, offset), BALLOT, world.now);
        }
        fetch(0, 1);
        final World asker = new World();
        asker.bodies.ordered(4, meta(1, large), asker.now);
        world.out.all(EntryBody.class).forEach(c -> asker.bodies.onChunk(c, BALLOT, asker.now));
        assertNotNull(asker.bodies.held(meta(1, large)));
        assertEquals(3, world.out.sent.size());
    }

    @Test
    void shouldServeTheRestOfALongBody() { // S8
        final byte[] large = new byte[2 * EntryBody.MAX_CHUNK + 10];
        for (int offset = 0; offset < large.length; offset += EntryBody.MAX_CHUNK) {
            world.bodies.onChunk(chunk(1, large, BALLOT, offset), BALLOT, world.now);
        }
        final FetchBody request = new FetchBody();
        request.batcherId[0] = Entries.BATCHER;
        request.sequence[0] = 1;
        request.offset[0] = EntryBody.MAX_CHUNK;
        request.count = 1;
        world.bodyServer.onFetchBody(3, request);
        assertEquals(List.of(EntryBody.MAX_CHUNK, 2 * EntryBody.MAX_CHUNK),
            world.out.all(EntryBody.class).stream().map(c -> c.offset).toList());
    }

    @Test
    @Expects("body-server.read-from-the-ordered-log")
    void shouldServeARecordedBodyFromTheOrderedLog() { // S8
        world.recorded.add(meta(1), Entries.bytes(1));
        world.recorded(1);
        fetch(1, 1);
        assertArrayEquals(Entries.bytes(1), bytes(world.out.last(EntryBody.class)));
        world.out.clear();
        fetch(1, 2);
        fetch(2, 1);
        assertTrue(world.out.sent.isEmpty());
    }

    @Test
    @Expects("body-server.held-one-may-be-another")
    void shouldServeWhatIsRecordedAndNotAnotherBodyOfItsId() { // S8, M2: seed 33
        world.recorded.add(meta(1), Entries.bytes(1));
        world.recorded(1);
        world.bodies.onChunk(chunk(1, new byte[] {1, 2, 3}, BALLOT, 0), BALLOT, world.now);
        fetch(1, 1);
        assertArrayEquals(Entries.bytes(1), bytes(world.out.last(EntryBody.class)));
        world.out.clear();
        fetch(2, 1);
        assertArrayEquals(new byte[] {1, 2, 3}, bytes(world.out.last(EntryBody.class)), "nothing says which is right");
    }

    @Test
    void shouldServeWhatIsAcceptedAndNotAnotherBodyOfItsId() { // S8, M2
        world.arrive(1, BALLOT);
        world.storage.onOrder(2, order(BALLOT, 0, 4, meta(1)), world.now);
        world.flush();
        world = world.restarted();
        world.bodies.onChunk(chunk(1, new byte[] {1, 2, 3}, BALLOT, 0), BALLOT, world.now);
        fetch(4, 1);
        assertArrayEquals(Entries.bytes(1), bytes(world.out.last(EntryBody.class)));
    }

    @Test
    void shouldStopAtBackPressure() { // S13
        world.arrive(1, BALLOT);
        world.arrive(2, BALLOT);
        world.out.room = 1;
        final FetchBody request = new FetchBody();
        for (int i = 0; i < 2; i++) {
            request.batcherId[i] = Entries.BATCHER;
            request.sequence[i] = i + 1;
        }
        request.count = 2;
        world.bodyServer.onFetchBody(3, request);
        assertEquals(1, world.out.sent.size());
    }

    private void fetch(final long lsn, final long sequence) {
        final FetchBody request = new FetchBody();
        request.lsn[0] = lsn;
        request.batcherId[0] = Entries.BATCHER;
        request.sequence[0] = sequence;
        request.count = 1;
        world.bodyServer.onFetchBody(3, request);
    }

    private static byte[] bytes(final EntryBody body) {
        final byte[] bytes = new byte[body.chunkLength];
        body.buffer.getBytes(body.bufferOffset, bytes);
        return bytes;
    }
}
