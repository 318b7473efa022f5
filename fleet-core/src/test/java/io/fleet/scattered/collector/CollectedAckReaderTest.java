package io.fleet.scattered.collector;

import static io.fleet.fixture.message.Entries.ack;
import static io.fleet.fixture.message.Entries.ballot;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Node 1 of three hears a collector, node 3. Node n is listened to in life 100 + n. */
class CollectedAckReaderTest {
    private static final long B1 = ballot(1, 2);

    private final World world = new World();
    private final NamedCollector named = new NamedCollector();
    private final CollectedAckReader reader = new CollectedAckReader(world.context, named);
    private final List<String> heard = new ArrayList<>();
    private final CollectedAcks message = new CollectedAcks();

    CollectedAckReaderTest() {
        world.context.routes().<Ack>on(MessageType.ACK, (sender, ack, nowNs) -> heard.add(sender + " up to "
            + ack.cumulative + " and " + ack.count + " ranges"));
        named.onOrder(B1, 3);
        message.ballot = B1;
    }

    @Test
    @Expects("collected-acks.taken")
    void shouldTakeEachAsFromItsSender() { // M3
        message.add(2, 102, ack(B1, 4, 6, 7));
        message.add(3, 103, ack(B1, 5));
        assertTrue(read(3));
        assertEquals(List.of("2 up to 4 and 1 ranges", "3 up to 5 and 0 ranges"), heard);
        assertFalse(reader.isReading());
    }

    @Test
    @Expects("collected-acks.by-one-that-was-not-asked")
    void shouldTakeNothingFromWhomTheLeaderHasNotAsked() {
        message.add(2, 102, ack(B1, 4));
        assertFalse(read(2));
        message.ballot = ballot(2, 2);
        assertFalse(read(3), "asked at another ballot");
        assertEquals(List.of(), heard);
    }

    @Test
    void shouldTakeWhatIsOnItsWayFromTheOneBefore() {
        message.add(2, 102, ack(B1, 4));
        named.onOrder(B1, 2);
        assertTrue(read(3));
        named.onOrder(ballot(2, 2), 2);
        assertFalse(read(3));
    }

    @Test
    @Expects("collected-acks.of-a-life-not-listened-to")
    void shouldNotTakeWhatAFormerLifeHasSaid() { // S15
        message.add(2, 99, ack(B1, 4));
        read(3);
        assertEquals(List.of(), heard);
    }

    @Test
    @Expects("collected-acks.of-no-member")
    void shouldNotTakeWhatStrangersSay() {
        message.add(9, 109, ack(B1, 4));
        read(3);
        assertEquals(List.of(), heard);
    }

    @Test
    void shouldNotTakeWhatItSaysItself() {
        message.add(1, 101, ack(B1, 4));
        read(3);
        assertEquals(List.of(), heard);
    }

    @Test
    @Expects("collected-acks.of-one-that-asks-to-be-repaired")
    void shouldNotTakeWhatAMemberSaidBeforeItLostIt() { // S15, G8
        message.add(2, 102, ack(B1, 4));
        reader.onRejoin(1);
        read(3);
        assertEquals(List.of(), heard);
        reader.onHeard(1);
        read(3);
        assertEquals(1, heard.size());
    }

    private boolean read(final int from) {
        return reader.read(from, message, world.now);
    }
}
