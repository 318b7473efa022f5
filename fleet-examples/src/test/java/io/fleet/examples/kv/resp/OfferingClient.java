package io.fleet.examples.kv.resp;

import io.fleet.client.FleetClient;
import java.util.concurrent.CompletableFuture;

/** A client that a connection uses: it offers, and waits for no future. */
abstract class OfferingClient implements FleetClient {
    @Override
    public final CompletableFuture<byte[]> submit(final byte[] header, final byte[] bytes) {
        throw new UnsupportedOperationException("a connection offers");
    }

    @Override
    public final CompletableFuture<byte[]> query(final byte[] header, final byte[] bytes) {
        throw new UnsupportedOperationException("a connection offers");
    }
}
