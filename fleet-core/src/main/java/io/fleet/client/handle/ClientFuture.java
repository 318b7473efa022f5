package io.fleet.client.handle;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A future that the thread of a node completes without running what depends on it: that is for {@link Callbacks}. Who
 * waits for it ({@code join}, {@code get}) is woken at once, whatever callbacks do, so that one may be waited for in a
 * callback of another. On the thread that brings outcomes nobody may wait, for it or for what depends on it: that would
 * never end, and is an {@link IllegalStateException}.
 *
 * @param <T> the result.
 */
class ClientFuture<T> extends CompletableFuture<T> {
    private final Executor callbacks;
    /** Has the outcome first. Nobody but those who wait depends on it. */
    private final CompletableFuture<T> told = new CompletableFuture<>();
    private final BooleanSupplier bringsOutcomes;

    /** {@code bringsOutcomes}: whether it is called on the thread of the node or client. */
    ClientFuture(final Executor callbacks, final BooleanSupplier bringsOutcomes) {
        this.callbacks = callbacks;
        this.bringsOutcomes = bringsOutcomes;
    }

    private static void mayWait(final CompletableFuture<?> future, final BooleanSupplier bringsOutcomes) {
        if (bringsOutcomes.getAsBoolean() && !future.isDone()) {
            throw new IllegalStateException("thread " + Thread.currentThread().getName() + " brings the outcome, and"
                + " would wait for itself: in a ReplyHandler or a state machine go on in thenAccept and the like, or"
                + " wait on a thread of your own");
        }
    }

    /** What depends on it. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Dependent<>(bringsOutcomes);
    }

    /** A future that depends on one of a client. */
    private static final class Dependent<T> extends CompletableFuture<T> {
        private final BooleanSupplier bringsOutcomes;

        Dependent(final BooleanSupplier bringsOutcomes) {
            this.bringsOutcomes = bringsOutcomes;
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new Dependent<>(bringsOutcomes);
        }

        @Override
        public T join() {
            mayWait(this, bringsOutcomes);
            return super.join();
        }

        @Override
        public T get() throws InterruptedException, ExecutionException {
            mayWait(this, bringsOutcomes);
            return super.get();
        }

        @Override
        public T get(final long timeout, final TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
            mayWait(this, bringsOutcomes);
            return super.get(timeout, unit);
        }
    }

    /** The result has come; on the thread of the node or client. */
    final void tell(final T result) {
        if (told.complete(result)) {
            callbacks.execute(() -> super.complete(result));
        }
    }

    /** The command has failed; on the thread of the node or client. */
    final void tellFailure(final Throwable failure) {
        if (told.completeExceptionally(failure)) {
            callbacks.execute(() -> super.completeExceptionally(failure));
        }
    }

    @Override
    public boolean complete(final T value) {
        return told.complete(value) && super.complete(value);
    }

    @Override
    public boolean completeExceptionally(final Throwable failure) {
        return told.completeExceptionally(failure) && super.completeExceptionally(failure);
    }

    @Override
    public boolean cancel(final boolean mayInterruptIfRunning) {
        return told.cancel(mayInterruptIfRunning) ? super.cancel(mayInterruptIfRunning) : isCancelled();
    }

    @Override
    public void obtrudeValue(final T value) {
        told.obtrudeValue(value);
        super.obtrudeValue(value);
    }

    @Override
    public void obtrudeException(final Throwable failure) {
        told.obtrudeException(failure);
        super.obtrudeException(failure);
    }

    @Override
    public CompletableFuture<T> completeAsync(final Supplier<? extends T> supplier, final Executor executor) {
        executor.execute(() -> {
            try {
                complete(supplier.get());
            } catch (final Throwable e) {
                completeExceptionally(e instanceof CompletionException ? e : new CompletionException(e));
            }
        });
        return this;
    }

    @Override
    public boolean isDone() {
        return told.isDone();
    }

    @Override
    public boolean isCompletedExceptionally() {
        return told.isCompletedExceptionally();
    }

    @Override
    public boolean isCancelled() {
        return told.isCancelled();
    }

    @Override
    public T join() {
        mayWait(told, bringsOutcomes);
        return settled(told.join());
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        mayWait(told, bringsOutcomes);
        return settled(told.get());
    }

    @Override
    public T get(final long timeout, final TimeUnit unit)
        throws InterruptedException, ExecutionException, TimeoutException {
        mayWait(told, bringsOutcomes);
        return settled(told.get(timeout, unit));
    }

    /** Who has waited finds the future complete in all respects, where nothing depends on it. */
    private T settled(final T result) {
        if (getNumberOfDependents() == 0) {
            super.complete(result);
        }
        return result;
    }

    @Override
    public T getNow(final T valueIfAbsent) {
        return told.getNow(valueIfAbsent);
    }
}
