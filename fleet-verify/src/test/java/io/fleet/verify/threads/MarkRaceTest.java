package io.fleet.verify.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MarkRaceTest {
    private static final int THREADS = 4;
    private static final int NAMES = 2_000;

    @Test
    void shouldGiveANameOnce() throws InterruptedException {
        final AtomicInteger given = new AtomicInteger();
        new Race().with(THREADS, () -> {
            for (int i = 0; i < NAMES; i++) {
                try {
                    CoverageMark.named("mark-race.name-" + i);
                    given.incrementAndGet();
                } catch (final IllegalArgumentException taken) {
                    assertEquals("mark name 'mark-race.name-" + i + "' is taken", taken.getMessage());
                }
            }
        }).run();
        assertEquals(NAMES, given.get());
    }
}
