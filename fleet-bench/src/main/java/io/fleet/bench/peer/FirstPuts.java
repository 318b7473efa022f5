package io.fleet.bench.peer;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;

/**
 * Gives every key its first value, a few at a time. What fails is tried again, because a cluster that has just been
 * started may have no leader yet; when a time without any success is over, the benchmark of this peer has failed.
 */
public final class FirstPuts implements Outcomes {
    private static final int IN_FLIGHT = 64;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long REST_NS = 50_000;
    private static final long REST_AFTER_FAILURE_NS = 50_000_000;
    private static final String FREE = "free";
    private static final String BUSY = "busy";
    private static final String DONE = "done";

    private final int keys;
    private final byte[] value;
    private final LongSupplier clock;
    /** {@link #FREE}, {@link #BUSY}, {@link #DONE}, or why the last put of the slot failed. */
    private final AtomicReferenceArray<String> slots = new AtomicReferenceArray<>(IN_FLIGHT);
    private final long[] key = new long[IN_FLIGHT];
    private String failure = "no answer came";

    /**
     * Begins nothing yet.
     *
     * @param config of the cluster: how many keys, and how long their values are.
     * @param clock  of nanoseconds.
     */
    public FirstPuts(final PeerConfig config, final LongSupplier clock) {
        this.clock = clock;
        keys = config.keys();
        value = new byte[config.valueBytes()];
        for (int i = 0; i < IN_FLIGHT; i++) {
            slots.set(i, FREE);
        }
    }

    /**
     * Returns when all keys have a value.
     *
     * @param client tells its outcomes to this object.
     */
    public void run(final PeerClient client) {
        long next = 0;
        long done = 0;
        long lastNs = clock.getAsLong();
        while (done < keys) {
            int work = client.poll();
            boolean failed = false;
            for (int i = 0; i < IN_FLIGHT; i++) {
                final String state = slots.get(i);
                if (state.equals(DONE)) {
                    done++;
                    lastNs = clock.getAsLong();
                    slots.set(i, FREE);
                    work++;
                } else if (!state.equals(FREE) && !state.equals(BUSY)) {
                    failure = state;
                    failed = true;
                    restart(client, i);
                }
                if (slots.get(i).equals(FREE) && next < keys) {
                    key[i] = next++;
                    restart(client, i);
                }
            }
            final long nowNs = clock.getAsLong();
            if (nowNs - lastNs > PATIENCE_NS) {
                throw new IllegalStateException("only " + done + " of " + keys + " first puts have succeeded, and "
                    + "none for " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NS) + " s: " + failure);
            }
            client.idle(work, nowNs, nowNs + (failed ? REST_AFTER_FAILURE_NS : REST_NS));
        }
    }

    private void restart(final PeerClient client, final int slot) {
        slots.set(slot, BUSY);
        if (!client.put(key[slot], value, slot)) {
            slots.set(slot, "the client does not take it");
        }
    }

    @Override
    public void onReply(final long correlation, final int valueLength) {
        slots.set((int) correlation, DONE);
    }

    @Override
    public void onFailure(final long correlation, final String reason) {
        slots.set((int) correlation, reason.isEmpty() ? "it failed for no reason" : reason);
    }
}
