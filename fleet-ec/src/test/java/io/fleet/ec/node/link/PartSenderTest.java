package io.fleet.ec.node.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.Message;
import io.fleet.ec.message.SegmentChunk;
import io.fleet.ec.node.member.MemberTable;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.UnusedOutbound;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Parts for four other members, of which the last takes nothing and the others every second chunk. */
class PartSenderTest {
    private static final int[] NODES = {1, 2, 3, 4, 5};
    private static final int AWAY = 4;
    private static final int LENGTH = SegmentChunk.MAX_CHUNK + 100;
    private static final long PATIENCE_NS = 1_000;

    private final LinkCounters counters = new LinkCounters();
    private final Half transport = new Half();
    private final PartSender sender = new PartSender(new MemberTable(NODES, 1), transport, 8, 8L << 20, PATIENCE_NS,
        counters);
    private final UnsafeBuffer part = new UnsafeBuffer(new byte[LENGTH]);
    private long nowNs;

    /** A dead member must not take the room of those that are slow for a moment. */
    @Tag("hazard-E-B1")
    @Test
    @Expects("part-sender.member-takes-nothing")
    void shouldLetPartsForLiveMembersWaitThoughOneIsAway() {
        for (int i = 0; i < 300; i++) {
            for (int to = 1; to <= AWAY; to++) {
                sender.send(to, MessagesTest.id(i), false, part, 0, LENGTH);
            }
            sender.doWork(nowNs += 100);
            sender.doWork(nowNs);
        }
        assertEquals(List.of(300, 300, 300), List.of(transport.whole[2], transport.whole[3], transport.whole[4]));
        assertEquals(300, counters.partsDropped.get(), "those for the member that is away");
        assertEquals(0, sender.waiting());
        assertEquals(0, sender.bytes());
    }

    /** What was meant for it long ago it does not get any more: it goes on behind that, and would keep it for ever. */
    @Tag("hazard-E-B1")
    @Test
    void shouldSendNothingOldToAMemberThatIsBack() {
        for (int i = 0; i < 50; i++) {
            sender.send(AWAY, MessagesTest.id(i), false, part, 0, LENGTH);
            sender.doWork(nowNs += 100);
            assertTrue(sender.waiting() <= 8, "parts that wait");
        }
        transport.isAway = false;
        sender.doWork(nowNs += 100);
        assertEquals(0, transport.whole[5]);
        sender.send(AWAY, MessagesTest.id(99), false, part, 0, LENGTH);
        sender.send(AWAY, MessagesTest.id(100), false, part, 0, LENGTH);
        sender.doWork(nowNs);
        sender.doWork(nowNs);
        sender.doWork(nowNs);
        assertEquals(2, transport.whole[5]);
    }

    /** A member that takes a chunk now and then is not away. */
    @Test
    void shouldWaitForAMemberThatIsSlow() {
        transport.isAway = false;
        for (int i = 0; i < 4; i++) {
            sender.send(AWAY, MessagesTest.id(i), false, part, 0, LENGTH);
        }
        for (int i = 0; i < 20; i++) {
            transport.isAway = i % 3 > 0;
            sender.doWork(nowNs += PATIENCE_NS / 4);
        }
        assertEquals(4, transport.whole[5]);
        assertEquals(0, counters.partsDropped.get());
    }

    /** Takes every second chunk, and none for one member as long as it is away. */
    private static final class Half extends UnusedOutbound {
        private final int[] whole = new int[6];
        private final List<Integer> taken = new ArrayList<>();
        private boolean isAway = true;
        private final int[] offers = new int[6];

        @Override
        public int self() {
            return 1;
        }

        @Override
        public boolean send(final int node, final Message message) {
            final SegmentChunk chunk = (SegmentChunk) message;
            if (node == 5 && isAway || node != 5 && offers[node]++ % 2 == 0) {
                return false;
            }
            taken.add(node);
            whole[node] += chunk.offset + chunk.chunkLength == chunk.totalLength ? 1 : 0;
            return true;
        }
    }
}
