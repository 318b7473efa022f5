package io.fleet.client.handle;

import static io.fleet.fixture.cluster.Clusters.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.OutcomeUnknownException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CallbacksTest {
    private final Callbacks callbacks = new Callbacks("test", null);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void close() {
        release.countDown();
        callbacks.close();
    }

    @Test
    void shouldRunTasksInTheirOrderOnAThreadOfItsOwn() throws Exception {
        final List<Integer> order = new ArrayList<>();
        final CompletableFuture<Thread> last = new CompletableFuture<>();
        for (int i = 0; i < 1000; i++) {
            final int number = i;
            callbacks.execute(() -> order.add(number));
        }
        callbacks.execute(() -> last.complete(Thread.currentThread()));
        assertNotSame(Thread.currentThread(), last.join());
        assertTrue(last.join().isDaemon());
        for (int i = 0; i < 1000; i++) {
            assertEquals(i, order.get(i));
        }
    }

    @Test
    @Tag("hazard-U-callbacks")
    void shouldGoOnBehindACallbackThatBlocks() throws Exception {
        final CountDownLatch blocking = new CountDownLatch(1);
        callbacks.execute(() -> await(blocking));
        blocking.await();
        final CompletableFuture<Void> behind = new CompletableFuture<>();
        callbacks.execute(() -> behind.complete(null));
        assertNull(callbacks.check(System.nanoTime()), "it has its time first");
        assertFalse(behind.isDone());
        assertEquals("test-0", callbacks.check(later()).getName());
        behind.join();
        final Thread told = callbacks.check(later());
        assertFalse(told != null && "test-0".equals(told.getName()), "it is told of once");
        final CompletableFuture<Void> further = new CompletableFuture<>();
        callbacks.execute(() -> further.complete(null));
        further.join();
        release.countDown();
        while (callbacks.threads() > 1) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldLetCallbacksHoldSoManyThreadsAndNoMore() throws Exception {
        for (int i = 0; i < Callbacks.MAX_THREADS; i++) {
            final CountDownLatch blocking = new CountDownLatch(1);
            callbacks.execute(() -> await(blocking));
            blocking.await();
            callbacks.check(later());
        }
        assertEquals(Callbacks.MAX_THREADS, callbacks.threads());
        for (int i = 0; i < Callbacks.MAX_WAITING; i++) {
            assertFalse(callbacks.isFull());
            callbacks.execute(() -> {});
            assertNull(callbacks.check(later()));
        }
        assertTrue(callbacks.isFull());
        assertEquals(Callbacks.MAX_THREADS, callbacks.threads());
        release.countDown();
        while (callbacks.isFull()) {
            callbacks.check(System.nanoTime());
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldGoOnBehindACallbackThatThrows() {
        callbacks.execute(() -> {
            throw new IllegalStateException("thrown");
        });
        final CompletableFuture<Void> behind = new CompletableFuture<>();
        callbacks.execute(() -> behind.complete(null));
        behind.join();
        assertEquals("thrown", callbacks.lastError().getMessage());
    }

    @Test
    void shouldUseTheExecutorThatItIsGivenAndItsOwnThreadWhereThatRefuses() {
        final List<Runnable> taken = new ArrayList<>();
        final Callbacks given = new Callbacks("given", task -> {
            if (taken.size() == 1) {
                throw new RejectedExecutionException("full");
            }
            taken.add(task);
        });
        final CompletableFuture<Void> first = new CompletableFuture<>();
        given.execute(() -> first.complete(null));
        assertFalse(first.isDone());
        final CompletableFuture<Thread> second = new CompletableFuture<>();
        given.execute(() -> second.complete(Thread.currentThread()));
        assertEquals("given-0", second.join().getName());
        taken.get(0).run();
        assertTrue(first.isDone());
        given.close();
    }

    @Test
    void shouldStillRunWhatIsThereWhenItIsClosed() {
        final CompletableFuture<Void> before = new CompletableFuture<>();
        callbacks.execute(() -> before.complete(null));
        callbacks.close();
        before.join();
        final CompletableFuture<Void> after = new CompletableFuture<>();
        callbacks.execute(() -> after.complete(null));
        after.join();
    }

    @Test
    @Tag("hazard-U-callbacks")
    void shouldWakeWhoWaitsWithoutRunningWhatDepends() {
        final List<Runnable> later = new ArrayList<>();
        final FutureReply future = new FutureReply(later::add, () -> false);
        final List<String> ran = new ArrayList<>();
        final CompletableFuture<Integer> length = future.thenApply(answer -> {
            ran.add("direct");
            return answer.length;
        });
        final CompletableFuture<Void> all = CompletableFuture.allOf(future).thenRun(() -> ran.add("all"));
        final CompletableFuture<Void> both =
            CompletableFuture.completedFuture(1).thenAcceptBoth(future, (one, other) -> ran.add("both"));
        future.onReply(0, new UnsafeBuffer(new byte[3]), 0, 3);
        assertEquals(3, future.join().length);
        assertTrue(future.isDone());
        assertEquals(List.of(), ran, "nothing of it runs on the thread that has the outcome, nor on the waiting one");
        assertFalse(length.isDone() || all.isDone() || both.isDone());
        later.forEach(Runnable::run);
        assertEquals(3, ran.size());
        assertEquals(3, length.join());
        all.join();
        both.join();
    }

    @Test
    void shouldBeCompleteInAllRespectsForWhoHasWaited() throws Exception {
        final FutureReply future = new FutureReply(task -> {}, () -> false);
        future.onReply(0, new UnsafeBuffer(new byte[3]), 0, 3);
        assertEquals(3, get(future).length);
        final List<String> ran = new ArrayList<>();
        future.thenRun(() -> ran.add(Thread.currentThread().getName()));
        assertEquals(List.of(Thread.currentThread().getName()), ran);
        assertFalse(future.cancel(true));
        assertFalse(future.complete(new byte[0]));
        assertEquals(3, future.getNow(null).length);
    }

    @Test
    void shouldFailAsAFutureDoes() {
        final List<Runnable> later = new ArrayList<>();
        final FutureReply future = new FutureReply(later::add, () -> false);
        final List<Throwable> failures = new ArrayList<>();
        future.thenApply(answer -> 1).exceptionally(e -> {
            failures.add(e.getCause());
            return 2;
        });
        final OutcomeUnknownException failure = new OutcomeUnknownException("gone");
        future.onFailure(0, failure);
        assertSame(failure, assertThrows(CompletionException.class, future::join).getCause());
        assertTrue(future.isCompletedExceptionally());
        assertEquals(List.of(), failures);
        later.forEach(Runnable::run);
        assertEquals(List.of(failure), failures);
    }

    @Test
    void shouldBeCancelledAndTimeOutAsAFutureDoes() {
        final FutureReply cancelled = new FutureReply(Runnable::run, () -> false);
        assertTrue(cancelled.cancel(false));
        assertTrue(cancelled.isCancelled() && cancelled.isDone());
        cancelled.onReply(0, new UnsafeBuffer(new byte[1]), 0, 1);
        assertTrue(cancelled.isCancelled());
        final FutureReply late = new FutureReply(Runnable::run, () -> false);
        assertEquals(0, late.completeOnTimeout(new byte[0], 1, TimeUnit.MILLISECONDS).join().length);
        final FutureReply made = new FutureReply(Runnable::run, () -> false);
        assertEquals(2, made.completeAsync(() -> new byte[2], Runnable::run).join().length);
    }

    private void await(final CountDownLatch blocking) {
        blocking.countDown();
        try {
            release.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long later() {
        return System.nanoTime() + 2 * Callbacks.PATIENCE_NS;
    }
}
