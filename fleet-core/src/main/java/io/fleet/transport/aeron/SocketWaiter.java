package io.fleet.transport.aeron;

import io.fleet.transport.Waiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Waits in the kernel until one of the media driver's sockets has something. The driver polls the same sockets itself;
 * this only tells when it is worth while. For a thread that drives the media driver.
 */
final class SocketWaiter extends Waiter implements AutoCloseable {
    private final Selector selector;
    private final Consumer<SelectionKey> ignore = key -> {};

    SocketWaiter() {
        try {
            selector = Selector.open();
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot open a selector", e);
        }
    }

    /** Arrivals at this socket end a wait from now on. Null, for an endpoint without a socket, is ignored. */
    void add(final DatagramChannel channel) {
        if (channel != null && channel.isOpen()) {
            try {
                channel.register(selector, SelectionKey.OP_READ);
            } catch (final IOException e) {
                throw new UncheckedIOException("cannot wait for a socket", e);
            }
        }
    }

    /** Lets go of sockets that have been closed: until then their ports stay taken. */
    void forgetClosed() {
        if (selector.isOpen()) {
            try {
                selector.selectNow(ignore);
            } catch (final IOException e) {
                throw new UncheckedIOException("cannot let go of a socket", e);
            }
        }
    }

    @Override
    public void await(final long maxNs) {
        try {
            selector.select(ignore, Math.max(1, TimeUnit.NANOSECONDS.toMillis(maxNs)));
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot wait for the network", e);
        }
    }

    @Override
    public boolean isWokenByArrivals() {
        return true;
    }

    @Override
    protected void signal() {
        selector.wakeup();
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot close a selector", e);
        }
    }
}
