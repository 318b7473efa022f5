package io.fleet.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One thread that makes pages, which is busy with a first one until it is let go. */
class PageMakerTest {
    private final PageMaker maker = new PageMaker("test-pages", 1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final AtomicInteger made = new AtomicInteger();
    private CompletableFuture<HttpPage> first;

    @BeforeEach
    void begin() throws InterruptedException {
        first = maker.make("first", () -> {
            begun.countDown();
            await(letGo);
            return HttpPage.text(200, "first");
        });
        begun.await();
    }

    @AfterEach
    void close() {
        letGo.countDown();
        maker.close();
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private CompletableFuture<HttpPage> ask(final String name) {
        return maker.make(name, () -> HttpPage.text(200, name + " " + made.incrementAndGet()));
    }

    @Test
    @Tag("hazard-U-http-work")
    void shouldMakeAPageOnceForAllWhoWaitForIt() {
        final List<CompletableFuture<HttpPage>> asked = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            asked.add(ask("metrics"));
        }
        letGo.countDown();
        asked.forEach(each -> assertEquals("metrics 1", each.join().text()));
        assertEquals("first", first.join().text());
        assertEquals("metrics 2", ask("metrics").join().text(), "an old page is not given");
    }

    @Test
    @Tag("hazard-U-http-work")
    void shouldRefuseWhatIsTooMuch() {
        final List<CompletableFuture<HttpPage>> asked = new ArrayList<>();
        for (int i = 0; i < PageMaker.MAX_WAITING; i++) {
            asked.add(ask("page " + i));
        }
        final HttpPage refusal = ask("one more").join();
        assertEquals(503, refusal.status());
        assertEquals("16 pages are waiting to be made: try again later\n", refusal.text());
        final CompletableFuture<HttpPage> same = ask("page 3");
        assertFalse(same.isDone());
        letGo.countDown();
        asked.forEach(each -> assertEquals(200, each.join().status()));
        assertEquals(asked.get(3).join(), same.join());
        assertEquals("one more 17", ask("one more").join().text());
    }

    @Test
    @Tag("hazard-U-http-work")
    void shouldNotMakeWhatNobodyWaitsForAnyMore() {
        ask("gone").cancel(false);
        final CompletableFuture<HttpPage> half = ask("half");
        ask("half").cancel(false);
        letGo.countDown();
        assertEquals("half 1", half.join().text());
        assertEquals("last 2", ask("last").join().text());
    }

    @Test
    void shouldTellAllWhoWaitThatAPageCouldNotBeMade() {
        final List<CompletableFuture<HttpPage>> asked = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            asked.add(maker.make("fails", () -> {
                throw new IllegalStateException("no registry");
            }));
        }
        letGo.countDown();
        for (final CompletableFuture<HttpPage> each : asked) {
            final Throwable cause = assertThrows(CompletionException.class, each::join).getCause();
            assertEquals("no registry", cause.getMessage());
        }
        assertTrue(ask("next").join().text().startsWith("next"));
    }
}
