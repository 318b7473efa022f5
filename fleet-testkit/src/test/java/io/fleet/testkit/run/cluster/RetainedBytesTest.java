package io.fleet.testkit.run.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.run.plan.SeedConfig;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class RetainedBytesTest {
    private static final int MIB = 1 << 20;

    @Test
    void shouldCountTheCapacityOfWhatIsReachedOnce() {
        final byte[] shared = new byte[MIB];
        final long of = RetainedBytes.of(new Object[] {shared, new UnsafeBuffer(shared), shared});
        assertTrue(of > MIB && of < MIB + 300, of + " bytes");
        final ExpandableArrayBuffer grown = new ExpandableArrayBuffer();
        grown.putByte(3 * MIB, (byte) 1);
        assertTrue(RetainedBytes.of(grown) > 3 * MIB);
    }

    @Test
    void shouldLookIntoCollectionsAndBehindTheHeap() {
        final ArrayDeque<byte[]> queue = new ArrayDeque<>(List.of(new byte[MIB], new byte[MIB]));
        final Long2ObjectHashMap<Object> map = new Long2ObjectHashMap<>();
        map.put(7, queue);
        map.put(8, Map.of("key", new long[MIB / Long.BYTES]));
        map.put(9, ByteBuffer.allocateDirect(MIB));
        final long of = RetainedBytes.of(map);
        assertTrue(of > 4 * MIB && of < 4 * MIB + 2_000, of + " bytes");
    }

    @Test
    void shouldCountEachOfManyObjectsOnce() {
        final Object[] objects = new Object[10_000];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = i % 2 == 0 ? new UnsafeBuffer(new byte[16]) : objects[i - 1];
        }
        final long once = RetainedBytes.of(new UnsafeBuffer(new byte[16]));
        assertEquals(16 + 4L * objects.length + objects.length / 2 * once, RetainedBytes.of(objects));
    }

    @Test
    void shouldAskOnceOfEachClass() {
        final List<Class<?>> asked = new ArrayList<>();
        final Predicate<Class<?>> once = RetainedBytes.once(type -> {
            asked.add(type);
            return type != byte[].class;
        });
        assertTrue(once.test(String.class) && once.test(String.class) && !once.test(byte[].class)
            && !once.test(byte[].class));
        assertEquals(List.of(String.class, byte[].class), asked);
    }

    @Test
    void shouldNotEnterTheSimulator() {
        assertTrue(RetainedBytes.of(List.of(SeedConfig.plain())) < 100);
    }
}
