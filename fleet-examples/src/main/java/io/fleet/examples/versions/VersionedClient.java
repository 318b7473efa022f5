package io.fleet.examples.versions;

import io.fleet.client.FleetClient;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Speaks to a group of {@link VersionedMachine}s. Thread-safe; does not own the client it is given. Failures complete
 * the futures with the subclasses of {@link io.fleet.error.FleetException}.
 *
 * <p>A command's header is the operation (byte), a number (long, little-endian) and the key in UTF-8; its payload is
 * the value.
 */
public final class VersionedClient {
    private static final byte[] NOTHING = new byte[0];

    private final FleetClient client;

    /**
     * Creates the client.
     *
     * @param client of the group.
     */
    public VersionedClient(final FleetClient client) {
        this.client = client;
    }

    /**
     * Puts a value.
     *
     * @param key   any text.
     * @param value copied.
     * @return the new version of the store, from 1.
     */
    public CompletableFuture<Long> put(final String key, final byte[] value) {
        return client.submit(header(VersionedMachine.PUT, 0, key), value).thenApply(reply -> number(reply, 0));
    }

    /**
     * Reads a key as it was at a version.
     *
     * @param key     any text.
     * @param version of the store.
     * @return empty where the key had no value; fails with {@link VersionTrimmedException} where that is forgotten.
     */
    public CompletableFuture<Optional<Versioned>> get(final String key, final long version) {
        return client.query(header(VersionedMachine.GET, version, key), NOTHING)
            .thenApply(reply -> found(version, reply));
    }

    /**
     * Reads a key as it is.
     *
     * @param key any text.
     * @return empty where the key has no value.
     */
    public CompletableFuture<Optional<Versioned>> get(final String key) {
        return get(key, Long.MAX_VALUE);
    }

    /**
     * The version of the store.
     *
     * @return how many puts there were.
     */
    public CompletableFuture<Long> version() {
        return client.query(header(VersionedMachine.VERSION, 0, ""), NOTHING).thenApply(reply -> number(reply, 0));
    }

    /**
     * Forgets what only readers of older versions could see.
     *
     * @param version the oldest to be kept.
     * @return the oldest that can be read from now on.
     */
    public CompletableFuture<Long> trim(final long version) {
        return client.submit(header(VersionedMachine.TRIM, version, ""), NOTHING).thenApply(reply -> number(reply, 0));
    }

    private static Optional<Versioned> found(final long asked, final byte[] reply) {
        if (reply[0] == VersionedMachine.TRIMMED) {
            throw new VersionTrimmedException(asked, number(reply, 1));
        }
        return reply[0] == VersionedMachine.ABSENT ? Optional.empty()
            : Optional.of(new Versioned(number(reply, 1), Arrays.copyOfRange(reply, 1 + Long.BYTES, reply.length)));
    }

    private static byte[] header(final byte operation, final long number, final String key) {
        final byte[] text = key.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + Long.BYTES + text.length).order(ByteOrder.LITTLE_ENDIAN)
            .put(operation).putLong(number).put(text).array();
    }

    private static long number(final byte[] bytes, final int at) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
    }
}
