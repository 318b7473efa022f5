package io.fleet.client.handle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FreeListTest {
    @Test
    void shouldHandOutEachNumberOnce() {
        final FreeList list = new FreeList(100);
        final Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            final int number = list.take();
            assertTrue(number >= 0 && number < 100 && taken.add(number));
        }
        assertEquals(-1, list.take());
        list.give(42);
        assertEquals(42, list.take());
        assertEquals(-1, list.take());
    }

    @Test
    void shouldNeverHandOutANumberThatSomebodyHas() throws InterruptedException {
        final int size = 5;
        final FreeList list = new FreeList(size);
        final AtomicIntegerArray holders = new AtomicIntegerArray(size);
        final AtomicReference<String> wrong = new AtomicReference<>();
        final Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 300_000; i++) {
                    final int first = hold(list.take(), holders, wrong);
                    final int second = hold(list.take(), holders, wrong);
                    release(first, list, holders);
                    release(second, list, holders);
                }
            });
            threads[t].start();
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertNull(wrong.get());
        final Set<Integer> left = new HashSet<>();
        for (int number = list.take(); number >= 0; number = list.take()) {
            assertTrue(left.add(number));
        }
        assertEquals(size, left.size());
    }

    private static int hold(final int number, final AtomicIntegerArray holders, final AtomicReference<String> wrong) {
        if (number >= 0 && holders.incrementAndGet(number) != 1) {
            wrong.set("two threads hold " + number);
        }
        return number;
    }

    private static void release(final int number, final FreeList list, final AtomicIntegerArray holders) {
        if (number >= 0) {
            holders.decrementAndGet(number);
            list.give(number);
        }
    }
}
