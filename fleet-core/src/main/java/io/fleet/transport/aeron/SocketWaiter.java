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
 * this tells it when, and at which of them, it is worth while: after a wait it asks only those that had something when
 * the wait ended, each until it is empty. What comes meanwhile ends the next wait at once. For a thread that drives the
 * media driver.
 */
final class SocketWaiter extends Waiter implements AutoCloseable {
    private final Selector selector;
    private final Consumer<SelectionKey> onReady = key -> ((Arrivals) key.attachment()).isLeft = true;
    /** Whether the driver asks only sockets that had something when the last wait ended. */
    private boolean isTold;

    /** What is known of one socket. */
    final class Arrivals {
        private boolean isLeft;

        /** Whether the socket is worth asking. */
        boolean mayBe() {
            return isLeft || !isTold;
        }

        /** It was asked, and was empty. */
        void none() {
            isLeft = false;
        }
    }

    SocketWaiter() {
        try {
            selector = Selector.open();
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot open a selector", e);
        }
    }

    /** Arrivals at this socket end a wait from now on. Null, for an endpoint without a socket, is ignored. */
    Arrivals add(final DatagramChannel channel) {
        final Arrivals arrivals = new Arrivals();
        if (channel != null && channel.isOpen()) {
            try {
                channel.register(selector, SelectionKey.OP_READ, arrivals);
            } catch (final IOException e) {
                throw new UncheckedIOException("cannot wait for a socket", e);
            }
        }
        return arrivals;
    }

    /** Lets go of sockets that have been closed: until then their ports stay taken. */
    void forgetClosed() {
        if (selector.isOpen()) {
            try {
                selector.selectNow(onReady);
            } catch (final IOException e) {
                throw new UncheckedIOException("cannot let go of a socket", e);
            }
        }
    }

    @Override
    public void await(final long maxNs) {
        isTold = true;
        try {
            selector.select(onReady, Math.max(1, TimeUnit.NANOSECONDS.toMillis(maxNs)));
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot wait for the network", e);
        }
    }

    @Override
    public void goOn() {
        isTold = false;
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
