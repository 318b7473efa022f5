package io.fleet.verify.torture;

import io.fleet.config.QuorumLayout;
import io.fleet.verify.torture.history.Timeline;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Has the voters count in other ways while clients work and faults happen, at even intervals, in a thread of its own.
 * While faults go on a change may take as long as it likes; once they are over it must be done in time.
 */
final class QuorumChanges implements AutoCloseable {
    private static final Duration MOST_INTERVAL = Duration.ofSeconds(10);
    /** Of a short run there are some too. */
    private static final int LEAST_INTERVALS = 4;
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
    private static final int WAIT_SECONDS = 8;
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(WAIT_SECONDS + 2);
    private static final long REST_NS = 200_000_000;
    private static final long LIMIT_SECONDS = 120;
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;

    private final Site site;
    private final Timeline timeline;
    private final List<QuorumLayout> layouts;
    private final long intervalNs;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_LIMIT).build();
    private final CountDownLatch finishing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::work, "fleet-torture-quorums");
    private volatile int done;
    private volatile Throwable failure;
    private volatile String said = "nobody was asked";

    QuorumChanges(final TortureOptions options, final Site site, final Timeline timeline) {
        this.site = site;
        this.timeline = timeline;
        layouts = options.quorums();
        intervalNs = Math.min(MOST_INTERVAL.toNanos(), options.length().toNanos() / LEAST_INTERVALS);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** How many were done. Any thread. */
    int count() {
        return done;
    }

    /** Begins no more, and waits for one that is under way. All nodes run, and reach each other. */
    void finish() throws TortureFailure, InterruptedException {
        finishing.countDown();
        thread.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        if (thread.isAlive()) {
            throw new TortureFailure("quorums are not changed " + LIMIT_SECONDS + " s after the last fault, after "
                + done + " that were; at last " + said);
        }
        if (failure != null) {
            throw new TortureFailure("quorums are changed no more since " + failure);
        }
        if (done < layouts.size() - 1) {
            throw new TortureFailure("quorums were changed " + done + " times, so not each of the " + layouts.size()
                + " layouts was tried; at last " + said);
        }
    }

    /** Ends it, whatever it does. */
    @Override
    public void close() {
        finishing.countDown();
        thread.interrupt();
    }

    private void work() {
        try {
            long nextNs = System.nanoTime() + intervalNs;
            while (!finishing.await(nextNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                changeTo(layouts.get((done + 1) % layouts.size()));
                while (nextNs - System.nanoTime() <= 0) {
                    nextNs += intervalNs;
                }
            }
        } catch (final InterruptedException closed) {
            thread.interrupt();
        } catch (final RuntimeException | Error e) {
            failure = e;
        }
    }

    /** Asks one node after the other until it has been done: some may be down, or not reach a leader. */
    private void changeTo(final QuorumLayout layout) throws InterruptedException {
        final long sinceNs = System.nanoTime();
        int node = done % site.nodes();
        while (!isDone(node, layout)) {
            node = (node + 1) % site.nodes();
            LockSupport.parkNanos(REST_NS);
        }
        done++;
        timeline.say(String.format(Locale.ROOT, "quorums are %s after %.1f s", layout,
            (System.nanoTime() - sinceNs) / 1e9));
    }

    private boolean isDone(final int node, final QuorumLayout layout) throws InterruptedException {
        String answer;
        try {
            final HttpResponse<String> response = http.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                + site.adminPort(node) + "/groups/0/quorums?layout=" + TortureOptions.named(layout) + "&wait="
                + WAIT_SECONDS)).timeout(ANSWER_LIMIT).POST(HttpRequest.BodyPublishers.noBody()).build(),
                HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() == OK) {
                return true;
            }
            answer = response.statusCode() + " " + response.body().strip();
            if (response.statusCode() == BAD_REQUEST) {
                throw new IllegalStateException("it was asked for " + layout + ", and said " + answer);
            }
        } catch (final IOException e) {
            answer = e.toString();
        }
        said = "node " + node + " was asked for " + layout + " and said: " + answer;
        return false;
    }
}
