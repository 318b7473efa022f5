package io.fleet.admin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Makes pages that take a while, on threads of its own. What waits to be made is bounded: at most {@link #MAX_WAITING}
 * pages, each once however many have asked for it, and a page whose askers are all gone is not made. Thread-safe.
 */
public final class PageMaker implements AutoCloseable {
    /** How many pages may wait to be made; who asks for one more is told to try again later. */
    public static final int MAX_WAITING = 16;

    private static final int UNAVAILABLE = 503;

    private final ThreadPoolExecutor threads;
    /** What was asked for and is not begun, by its name. Guarded by this. */
    private final Map<String, Waiting> waiting = new HashMap<>();

    /**
     * Creates a maker.
     *
     * @param name    of its threads, which are numbered.
     * @param threads how many, 1 or more.
     */
    public PageMaker(final String name, final int threads) {
        final AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING), task -> {
                final Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            });
    }

    /**
     * Has a page made. Whoever asks for the same one before it is begun gets that one.
     *
     * @param name what is asked for: pages of one name are the same.
     * @param page makes it, on a thread of this.
     * @return the page, for this asker alone; with status 503 where too many wait, and exceptionally with what
     *     {@code page} threw. Who does not want it any more cancels it.
     */
    public synchronized CompletableFuture<HttpPage> make(final String name, final Supplier<HttpPage> page) {
        final CompletableFuture<HttpPage> asker = new CompletableFuture<>();
        final Waiting before = waiting.get(name);
        if (before != null) {
            before.askers.removeIf(CompletableFuture::isDone);
            before.askers.add(asker);
            return asker;
        }
        final Waiting added = new Waiting(name, page);
        added.askers.add(asker);
        waiting.put(name, added);
        try {
            threads.execute(added);
        } catch (final RejectedExecutionException e) {
            waiting.remove(name);
            asker.complete(HttpPage.text(UNAVAILABLE,
                MAX_WAITING + " pages are waiting to be made: try again later\n"));
        }
        return asker;
    }

    /** Makes nothing any more; what waits is not answered. */
    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** Those who still want a page, which nobody may join any more. */
    private synchronized List<CompletableFuture<HttpPage>> begin(final Waiting begun) {
        waiting.remove(begun.name);
        begun.askers.removeIf(CompletableFuture::isDone);
        return begun.askers;
    }

    /** A page that was asked for. */
    private final class Waiting implements Runnable {
        private final String name;
        private final Supplier<HttpPage> page;
        private final List<CompletableFuture<HttpPage>> askers = new ArrayList<>();

        Waiting(final String name, final Supplier<HttpPage> page) {
            this.name = name;
            this.page = page;
        }

        @Override
        public void run() {
            final List<CompletableFuture<HttpPage>> wanted = begin(this);
            if (wanted.isEmpty()) {
                return;
            }
            try {
                final HttpPage made = page.get();
                wanted.forEach(each -> each.complete(made));
            } catch (final RuntimeException | Error e) {
                wanted.forEach(each -> each.completeExceptionally(e));
            }
        }
    }
}
