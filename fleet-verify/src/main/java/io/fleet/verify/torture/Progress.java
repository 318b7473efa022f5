package io.fleet.verify.torture;

import io.fleet.verify.torture.history.Timeline;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Says every ten seconds how it goes, until it is closed. */
final class Progress implements AutoCloseable {
    private static final long INTERVAL_SECONDS = 10;

    private final Timeline timeline;
    private final Supplier<String> text;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::work, "fleet-torture-progress");

    Progress(final Timeline timeline, final Supplier<String> text) {
        this.timeline = timeline;
        this.text = text;
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        closed.countDown();
    }

    private void work() {
        try {
            while (!closed.await(INTERVAL_SECONDS, TimeUnit.SECONDS)) {
                timeline.progress(text.get());
            }
        } catch (final InterruptedException e) {
            thread.interrupt();
        }
    }
}
