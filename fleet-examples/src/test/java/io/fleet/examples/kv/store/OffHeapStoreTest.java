package io.fleet.examples.kv.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.FewHashes;
import io.fleet.examples.kv.KvDriver;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class OffHeapStoreTest {
    private final OffHeapStore store = new OffHeapStore(new KvBounds(50_000, 64L << 20));

    @AfterEach
    void close() {
        store.close();
        store.close();
    }

    private static UnsafeBuffer text(final String text) {
        return new UnsafeBuffer(KvDriver.bytes(text));
    }

    private Entry find(final String key) {
        final UnsafeBuffer bytes = text(key);
        return store.find(bytes, 0, bytes.capacity());
    }

    private Entry insert(final String key, final byte[] value) {
        final UnsafeBuffer bytes = text(key);
        return store.insert(bytes, 0, bytes.capacity(), new UnsafeBuffer(value), 0, value.length);
    }

    private byte[] value(final Entry entry) {
        final DirectBuffer view = store.value(entry);
        final byte[] bytes = new byte[view.capacity()];
        view.getBytes(0, bytes);
        return bytes;
    }

    @Test
    void shouldKeepWhatAPlainMapKeepsThroughChangesOfSize() {
        final TreeMap<String, byte[]> model = new TreeMap<>();
        final Random random = new Random(5);
        for (int i = 0; i < 60_000; i++) {
            final String key = "key" + random.nextInt(i < 30_000 ? 12_000 : 500);
            final byte[] value = new byte[random.nextInt(1 << random.nextInt(13))];
            random.nextBytes(value);
            final Entry found = find(key);
            assertEquals(model.containsKey(key), found != null);
            if (found == null) {
                insert(key, value);
                model.put(key, value);
            } else {
                assertArrayEquals(model.get(key), value(found));
                change(random.nextInt(3), found, key, value, model);
            }
        }
        assertEquals(model.size(), store.size());
        assertEquals(model.entrySet().stream()
            .mapToLong(each -> KvBounds.entryBytes(each.getKey().length(), each.getValue().length)).sum(),
            store.bytes());
        int walked = 0;
        for (Entry e = store.first(0); e != null; e = store.next(e)) {
            final Entry next = store.next(e);
            assertTrue(next == null || e.hash() <= next.hash());
            assertArrayEquals(model.get(new String(store.key(e), java.nio.charset.StandardCharsets.ISO_8859_1)),
                value(e));
            walked++;
        }
        assertEquals(model.size(), walked);
        assertNull(store.first(Long.MAX_VALUE));
        store.clear();
        assertNull(store.first(0));
        assertEquals(0, store.bytes());
        assertArrayEquals(new byte[] {7}, value(insert("again", new byte[] {7})));
    }

    private void change(final int how, final Entry found, final String key, final byte[] value,
                        final TreeMap<String, byte[]> model) {
        final UnsafeBuffer buffer = new UnsafeBuffer(value);
        if (how == 0) {
            store.remove(found);
            model.remove(key);
        } else if (how == 1) {
            store.replace(found, buffer, 0, value.length);
            model.put(key, value);
        } else {
            final byte[] before = model.get(key);
            store.append(found, buffer, 0, value.length / 2);
            final byte[] longer = java.util.Arrays.copyOf(before, before.length + value.length / 2);
            System.arraycopy(value, 0, longer, before.length, value.length / 2);
            model.put(key, longer);
        }
    }

    @Test
    void shouldKeepKeysOfOneHashApart() {
        final byte[][] keys = {{1}, {2, 1}, {2}, {9}, {1, 1, 1}};
        store.rekey(new FewHashes(1));
        for (int i = 0; i < keys.length; i++) {
            final UnsafeBuffer key = new UnsafeBuffer(keys[i]);
            assertNull(store.find(key, 0, key.capacity()));
            store.insert(key, 0, key.capacity(), new UnsafeBuffer(new byte[] {(byte) i}), 0, 1);
        }
        final HeapStore heap = new HeapStore();
        heap.rekey(new FewHashes(1));
        for (int i = keys.length - 1; i >= 0; i--) {
            final UnsafeBuffer key = new UnsafeBuffer(keys[i]);
            assertArrayEquals(new byte[] {(byte) i}, value(store.find(key, 0, key.capacity())));
            heap.insert(key, 0, key.capacity(), key, 0, 1);
        }
        Entry inHeap = heap.first(0);
        for (Entry e = store.first(0); e != null; e = store.next(e)) {
            assertArrayEquals(heap.key(inHeap), store.key(e));
            inHeap = heap.next(inHeap);
        }
        assertNull(inHeap);
        final UnsafeBuffer middle = new UnsafeBuffer(keys[1]);
        store.remove(store.find(middle, 0, middle.capacity()));
        assertNull(store.find(middle, 0, middle.capacity()));
        assertEquals(keys.length - 1, store.size());
    }

    @Test
    void shouldExpireTheSoonestFirst() {
        final Random random = new Random(9);
        final TreeMap<String, Long> model = new TreeMap<>();
        for (int i = 0; i < 2000; i++) {
            final String key = "k" + random.nextInt(300);
            final Entry entry = find(key) == null ? insert(key, new byte[1]) : find(key);
            final long at = random.nextInt(4) == 0 ? Entry.NEVER : random.nextInt(1000);
            store.expireAt(entry, at);
            assertEquals(at, find(key).expireAt());
            model.put(key, at);
        }
        for (int now = 0; now <= 1001; now += 7) {
            final long time = now;
            final long live = model.values().stream().filter(at -> at == Entry.NEVER || time <= at).count();
            assertEquals(live, store.liveSize(now));
            store.removeExpired(now, 3);
            assertEquals(live, store.liveSize(now));
        }
        store.removeExpired(2000, Integer.MAX_VALUE);
        assertEquals(model.values().stream().filter(at -> at == Entry.NEVER).count(), store.size());
    }

    @Test
    void shouldTakeTheLargestValues() {
        final byte[] large = new byte[KvLimits.MAX_VALUE_BYTES];
        new Random(1).nextBytes(large);
        for (int i = 0; i < 7; i++) {
            insert("large" + i, large);
        }
        for (int i = 0; i < 7; i++) {
            assertArrayEquals(large, value(find("large" + i)));
        }
        assertNotEquals(null, find("large3"));
    }

    @Test
    void shouldStopTheNodeWhereTheLogHasMoreThanItWasMadeFor() {
        final OffHeapStore small = new OffHeapStore(new KvBounds(2, 400));
        try {
            final UnsafeBuffer key = text("k1");
            final Entry first = small.insert(key, 0, 2, key, 0, 2);
            assertThrows(StoreFailure.class, () -> small.replace(first, new UnsafeBuffer(new byte[400]), 0, 400));
            final UnsafeBuffer other = text("k2");
            small.insert(other, 0, 2, other, 0, 2);
            final UnsafeBuffer third = text("k3");
            final StoreFailure failure = assertThrows(StoreFailure.class, () -> small.insert(third, 0, 2, third, 0, 2));
            assertEquals("the store outside the heap has 2 entries and 200 bytes, and was made for 2 and 400, but the "
                + "log has more: give this node the --store-entries and --store-bytes of the others",
                failure.getMessage());
        } finally {
            small.close();
        }
        assertThrows(IllegalArgumentException.class, () -> new OffHeapStore(KvBounds.NONE));
        assertThrows(IllegalArgumentException.class,
            () -> new OffHeapStore(new KvBounds(StoreKind.MAX_ENTRIES + 1, 1)));
    }

    @Test
    void shouldTakeAsMuchAsItWasMadeForWhateverTheSizesAre() {
        for (final int[] sizes : new int[][] {{1, 0}, {16, 64}, {8, 1000}, {30, 70_000}, {30, 3_000_000}}) {
            final KvBounds bounds = new KvBounds(20_000, 32L << 20);
            final OffHeapStore full = new OffHeapStore(bounds);
            try {
                final Random random = new Random(sizes[1]);
                final UnsafeBuffer value = new UnsafeBuffer(new byte[2 * sizes[1] + 1]);
                for (int i = 0; i < 60_000; i++) {
                    final UnsafeBuffer key = text("k" + random.nextInt(25_000));
                    final int length = random.nextInt(value.capacity());
                    final Entry found = full.find(key, 0, key.capacity());
                    final long added = KvBounds.entryBytes(key.capacity(), length);
                    if (found != null) {
                        full.remove(found);
                    } else if (full.size() < bounds.maxEntries() && full.bytes() + added <= bounds.maxBytes()) {
                        full.insert(key, 0, key.capacity(), value, 0, length);
                    }
                }
                assertTrue(full.size() > 8, full.size() + " entries of up to " + value.capacity());
            } finally {
                full.close();
            }
        }
    }
}
