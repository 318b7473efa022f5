package io.fleet.ec.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.ValueGatherer;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import io.fleet.fixture.mark.Expects;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class PayloadValuesTest {
    private static final UnsafeBuffer BYTES = new UnsafeBuffer(new byte[10]);

    private final List<ValueConsumer> fetches = new ArrayList<>();
    private final List<Long> cancelled = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private int room = 100;
    private final PayloadValues values = new PayloadValues(this::fetch, cancelled::add, 2, 1_000);

    @Test
    void shouldHandOnWhatComes() {
        assertEquals(1, values.gather(5, 6, 7, sink("a")));
        fetches.get(0).onHeader(null, BYTES, 4, 10);
        fetches.get(0).onBytes(null, 0, BYTES, 0, 10);
        fetches.get(0).onEnd(null);
        assertEquals(List.of("a 0+10", "a end"), heard);
        assertEquals(0, values.size());
    }

    @Test
    void shouldTakeOnlySoManyAtATime() {
        assertEquals(1, values.gather(5, 6, 7, sink("a")));
        assertEquals(2, values.gather(5, 7, 7, sink("b")));
        assertEquals(0, values.gather(5, 8, 7, sink("c")));
        values.cancel(1);
        assertEquals(List.of(101L), cancelled);
        assertEquals(3, values.gather(5, 8, 7, sink("c")));
        room = 0;
        values.cancel(2);
        assertEquals(0, values.gather(5, 9, 7, sink("d")), "the group has no room");
        assertEquals(1, values.size());
    }

    @Test
    @Expects("payload-values.given-up")
    void shouldGiveUpWhatDoesNotCome() { // C10
        values.gather(5, 6, 7, sink("a"));
        values.doWork(600);
        fetches.get(0).onBytes(null, 0, BYTES, 0, 5);
        values.doWork(1_500);
        assertEquals(List.of("a 0+5"), heard);
        values.doWork(1_600);
        assertEquals(List.of("a 0+5", "a gone"), heard);
        assertEquals(List.of(101L), cancelled);
    }

    @Test
    @Expects("payload-values.newer-state-does-without")
    void shouldTellAtOnceThatAMemberHasLetGoOfIt() { // C10
        values.gather(5, 6, 7, sink("a"));
        assertFalse(fetches.get(0).onGone(null, 99), "a snapshot from before the entry says nothing of it");
        assertEquals(1, values.size());
        assertTrue(fetches.get(0).onGone(null, 100));
        assertEquals(List.of("a 99?", "a 100?"), heard);
        assertEquals(0, values.size());
        values.doWork(5_000);
        assertEquals(2, heard.size(), "nothing is heard of it any more");
        assertEquals(List.of(), cancelled, "the group has stopped");
    }

    private long fetch(final EntryId id, final ValueConsumer consumer) {
        if (room-- <= 0) {
            return 0;
        }
        fetches.add(consumer);
        return 100 + fetches.size();
    }

    private ValueGatherer.Sink sink(final String name) {
        return new ValueGatherer.Sink() {
            @Override
            public void onBytes(final int from, final DirectBuffer bytes, final int offset, final int length) {
                heard.add(name + " " + from + "+" + length);
            }

            @Override
            public void onEnd() {
                heard.add(name + " end");
            }

            @Override
            public void onGone() {
                heard.add(name + " gone");
            }

            @Override
            public boolean onGone(final long newerLsn) {
                heard.add(name + " " + newerLsn + "?");
                return newerLsn >= 100;
            }
        };
    }
}
