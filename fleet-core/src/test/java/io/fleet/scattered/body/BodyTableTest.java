package io.fleet.scattered.body;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BodyTableTest {
    private final BodyTable table = new BodyTable();

    @Test
    void shouldFindABodyByBatcherAndSequence() {
        final PendingBody body = body(1, 2);
        table.put(body);
        assertSame(body, table.get(1, 2));
        assertNull(table.get(2, 1));
        assertNull(table.get(1, 3));
    }

    @Test
    void shouldIgnoreTheRemovalOfWhatIsNotThere() {
        table.put(body(1, 2));
        table.remove(body(1, 3));
        assertEquals(1, table.size());
    }

    @Test
    void shouldSayWhatAMapSays() {
        final SplittableRandom random = new SplittableRandom(3);
        final Map<Long, PendingBody> model = new HashMap<>();
        final List<Long> keys = new ArrayList<>();
        for (int step = 0; step < 60_000; step++) {
            final long batcher = random.nextInt(4) * 0x1_0000_0000L;
            final long sequence = random.nextInt(1, 1500);
            final long key = batcher | sequence;
            final PendingBody known = model.get(key);
            assertSame(known, table.get(batcher, sequence));
            final boolean growing = step / 10_000 % 2 == 0;
            if (known == null && (growing || random.nextInt(4) == 0)) {
                final PendingBody body = body(batcher, sequence);
                table.put(body);
                model.put(key, body);
                keys.add(key);
            } else if (!growing && !keys.isEmpty()) {
                final int at = random.nextInt(keys.size());
                table.remove(model.remove(keys.get(at)));
                keys.set(at, keys.get(keys.size() - 1));
                keys.remove(keys.size() - 1);
            }
            assertEquals(model.size(), table.size());
        }
        model.forEach((key, body) -> assertSame(body, table.get(body.batcherId, body.sequence)));
        final HashSet<PendingBody> visited = new HashSet<>();
        table.forEach(visited::add);
        assertEquals(new HashSet<>(model.values()), visited);
    }

    private static PendingBody body(final long batcher, final long sequence) {
        final PendingBody body = new PendingBody();
        body.batcherId = batcher;
        body.sequence = sequence;
        return body;
    }
}
