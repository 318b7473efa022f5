package io.fleet.examples.kv.server;

import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvOp;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Whether a read is answered at a replica, by reading: what a replica knows of itself does not tell whether those who
 * answer for it are there yet. One read is under way at a time, and what it told holds for a second. Thread-safe.
 */
final class ReadProbe {
    private static final long HOLDS_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PATIENCE_MILLIS = 1_000;

    private final Replicas replicas;
    private final int index;
    private final byte[] header;
    private final byte[] payload;
    private CompletableFuture<byte[]> read;
    private long readNanos;
    private boolean isAnswered;
    private long answeredNanos;

    ReadProbe(final Replicas replicas, final int index) {
        this.replicas = replicas;
        this.index = index;
        final KvBatch batch = new KvBatch();
        batch.add(KvOp.GET, new byte[0]);
        header = batch.headerBytes();
        payload = batch.toBytes();
    }

    /**
     * Why reads are not answered.
     *
     * @return completed within a second; with null where they are.
     */
    synchronized CompletableFuture<String> reason() {
        final long now = System.nanoTime();
        if (isAnswered && now - answeredNanos < HOLDS_NANOS) {
            return CompletableFuture.completedFuture(null);
        }
        final CompletableFuture<byte[]> asked = read == null ? begin(now) : read;
        return asked.copy().orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
            .handle((reply, failure) -> failure == null ? null
                : "a read has not been answered for " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - now) + " ms");
    }

    private CompletableFuture<byte[]> begin(final long now) {
        readNanos = now;
        CompletableFuture<byte[]> begun;
        try {
            begun = replicas.client(index).query(header, payload);
        } catch (final RuntimeException e) {
            begun = CompletableFuture.failedFuture(e);
        }
        final CompletableFuture<byte[]> noted = begun.whenComplete((reply, failure) -> done(failure == null));
        if (!noted.isDone()) {
            read = noted;
        }
        return noted;
    }

    private synchronized void done(final boolean answered) {
        isAnswered = answered;
        answeredNanos = readNanos;
        read = null;
    }
}
