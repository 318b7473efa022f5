package io.fleet.scattered.body;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BodyPoolTest {
    @Test
    void shouldGiveArraysThatAreLongEnough() {
        final BodyPool pool = new BodyPool(1 << 20);
        for (final int length : new int[] {0, 1, 255, 256, 257, 4096, 4097, 1 << 20, (1 << 23) + 64}) {
            final byte[] array = pool.take(length);
            assertTrue(array.length >= length, length + " bytes");
            assertEquals(1, Integer.bitCount(array.length));
        }
    }

    @Test
    void shouldReuseArraysOfOneSize() {
        final BodyPool pool = new BodyPool(1 << 20);
        final byte[] array = pool.take(300);
        pool.give(array);
        assertNotSame(array, pool.take(200));
        assertSame(array, pool.take(512));
        assertNotSame(array, pool.take(512));
    }

    @Test
    void shouldKeepNoMoreBytesThanItMay() { // S13
        final BodyPool pool = new BodyPool(1024);
        final byte[] first = pool.take(512);
        final byte[] second = pool.take(512);
        final byte[] third = pool.take(512);
        pool.give(first);
        pool.give(second);
        pool.give(third);
        assertSame(second, pool.take(512));
        assertSame(first, pool.take(512));
        assertNotSame(third, pool.take(512));
    }
}
