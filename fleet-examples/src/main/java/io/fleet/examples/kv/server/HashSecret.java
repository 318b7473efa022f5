package io.fleet.examples.kv.server;

import io.fleet.client.FleetClient;
import io.fleet.error.ClientClosedException;
import io.fleet.examples.kv.KvBatch;
import io.fleet.examples.kv.KvOp;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Has a group agree on the secret that keys are hashed with: proposes one, again and again until the group has
 * answered. The first that is proposed in the life of the group stays.
 */
final class HashSecret implements AutoCloseable {
    private static final int BYTES = 16;
    private static final long RETRY_MILLIS = 1_000;

    private final FleetClient client;
    private final byte[] header;
    private final byte[] payload;
    private volatile boolean closed;

    private HashSecret(final FleetClient client, final StoreKind kind) {
        this.client = client;
        final byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        final KvBatch batch = new KvBatch(KvBounds.NONE, kind == StoreKind.PAYLOADS, true);
        batch.add(KvOp.HASH_SECRET, secret);
        header = batch.headerBytes();
        payload = batch.toBytes();
    }

    /**
     * Begins to propose.
     *
     * @param client of the group; not owned.
     * @param kind   of the stores of the group's machines.
     * @return what ends it.
     */
    static HashSecret agree(final FleetClient client, final StoreKind kind) {
        final HashSecret proposal = new HashSecret(client, kind);
        proposal.propose();
        return proposal;
    }

    private void propose() {
        if (closed) {
            return;
        }
        try {
            client.submit(header, payload).whenComplete((reply, failure) -> {
                if (failure != null) {
                    later();
                }
            });
        } catch (final ClientClosedException e) {
            closed = true;
        } catch (final RuntimeException e) {
            later();
        }
    }

    private void later() {
        CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS).execute(this::propose);
    }

    /** Proposes no more. */
    @Override
    public void close() {
        closed = true;
    }
}
