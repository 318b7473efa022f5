package io.fleet.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptRepliesTest {
    private static final int MANY = 256;
    private static final byte[] REPLY = {};

    private final PlacesPool pool = new PlacesPool(4 << 20);

    @Test
    void shouldStayWideWhileManyAreConfirmedAtATime() {
        final KeptReplies replies = new KeptReplies(pool);
        fill(replies, 1);
        empty(replies, 1);
        final long lent = pool.lentBytes();
        assertTrue(lent > 0, "it is as wide as it was");
        fill(replies, 1 + MANY);
        assertEquals(0, pool.lentBytes(), "and needs to be");
        empty(replies, 1 + MANY);
        assertEquals(lent, pool.lentBytes());
        replies.release(new BytePool(0));
        assertEquals(0, pool.lentBytes());
    }

    @Test
    void shouldStayWideOnlyAsFarAsThePoolLendsRoom() {
        final List<KeptReplies> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            final KeptReplies replies = new KeptReplies(pool);
            all.add(replies);
            fill(replies, 1);
            empty(replies, 1);
            assertTrue(pool.lentBytes() <= PlacesPool.MAX_LENT, pool.lentBytes() + " bytes are lent");
        }
        final long smallest = new KeptReplies(pool).measure();
        assertTrue(all.stream().allMatch(replies -> replies.measure() <= smallest));
        assertEquals(smallest, all.get(499).measure(), "no room was left for it");
        all.forEach(replies -> replies.release(new BytePool(0)));
        assertEquals(0, pool.lentBytes());
    }

    private static void fill(final KeptReplies replies, final long from) {
        for (long sequence = from; sequence < from + MANY; sequence++) {
            replies.add(sequence, ReplyFrame.OK, REPLY, 0);
        }
    }

    private static void empty(final KeptReplies replies, final long from) {
        for (long sequence = from; sequence < from + MANY; sequence++) {
            replies.remove(replies.find(sequence));
        }
        assertEquals(0, replies.count());
    }
}
