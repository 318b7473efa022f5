package io.fleet.client.handle;

import io.fleet.client.SessionListener;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Has a listener called on threads for callbacks, in order and one call at a time. */
final class SessionCalls implements SessionListener {
    private final SessionListener listener;
    private final Executor callbacks;
    private final ConcurrentLinkedQueue<Consumer<SessionListener>> calls = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    SessionCalls(final SessionListener listener, final Executor callbacks) {
        this.listener = listener;
        this.callbacks = callbacks;
    }

    private void call(final Consumer<SessionListener> what) {
        calls.add(what);
        if (waiting.getAndIncrement() == 0) {
            callbacks.execute(this::run);
        }
    }

    /** What the last call that threw has thrown is thrown on when all have been made. */
    private void run() {
        Throwable thrown = null;
        do {
            try {
                calls.remove().accept(listener);
            } catch (final Throwable e) {
                thrown = e;
            }
        } while (waiting.decrementAndGet() > 0);
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown != null) {
            throw (RuntimeException) thrown;
        }
    }

    @Override
    public void onSessionOpened(final long sessionId) {
        call(each -> each.onSessionOpened(sessionId));
    }

    @Override
    public void onSessionUnsure(final long sessionId) {
        call(each -> each.onSessionUnsure(sessionId));
    }

    @Override
    public void onSessionSure(final long sessionId) {
        call(each -> each.onSessionSure(sessionId));
    }

    @Override
    public void onSessionLost(final long sessionId) {
        call(each -> each.onSessionLost(sessionId));
    }
}
