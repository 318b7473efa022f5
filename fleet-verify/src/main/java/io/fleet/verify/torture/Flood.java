package io.fleet.verify.torture;

import io.fleet.verify.torture.process.RespClient;
import java.io.IOException;
import java.util.List;

/**
 * Writes one large value again and again, so that logs grow and need new files while a disk is full. It belongs to no
 * history. For one thread.
 */
final class Flood implements AutoCloseable {
    private static final int VALUE_BYTES = 1 << 20;
    private static final int TIMEOUT_MILLIS = 1000;
    private static final String VALUE = "x".repeat(VALUE_BYTES);

    private static final int MOST = 96;

    private final int port;
    private int written;
    private RespClient client;

    /**
     * @param port of the node that it writes to.
     */
    Flood(final int port) {
        this.port = port;
    }

    /** Writes once, unless that was often enough; or not: then the node has other things to do. */
    void write() {
        if (written >= MOST) {
            return;
        }
        try {
            if (client == null) {
                client = new RespClient(port, TIMEOUT_MILLIS);
            }
            client.call(List.of("SET", "flood", VALUE));
            written++;
        } catch (final IOException | RespClient.ErrorReply notNow) {
            close();
        }
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
            client = null;
        }
    }
}
