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
 * this tells it at which of them that is worth while: those that had something when the last wait ended, or when all
 * were asked last, which is each {@value #LOOK_NS} ns while the thread does not rest. One that is found empty is not
 * asked again until then; what comes to it meanwhile ends the next wait at once. For a thread that drives the media
 * driver.
 */
final class SocketWaiter extends Waiter implements AutoCloseable {
    /** While the thread does not rest all sockets are asked after so many nanoseconds. */
    static final long LOOK_NS = 50_000;
    private final Selector selector;
    private final Consumer<SelectionKey> onReady = key -> ((Arrivals) key.attachment()).isLeft = true;
    /** Whether anybody waits here: otherwise each socket is asked each time. */
    private boolean isWaitedAt;
    /** The number of the last look at all sockets. A socket owes it until it is asked, which may take cycles. */
    private long look = 1;
    /** The last look that a wait has settled: it told of all sockets. */
    private long settledLook;
    /** Whether the clock has not been heard since the last wait, or the start. */
    private boolean isClockLate = true;
    private long lookedNs;

    /** What is known of one socket. */
    final class Arrivals {
        private boolean isLeft;
        private long askedLook;

        /** Whether the socket is worth asking. */
        boolean mayBe() {
            return isLeft || !isWaitedAt || Math.max(askedLook, settledLook) < look;
        }

        /** It was asked; whether it had something. */
        void were(final boolean some) {
            isLeft = some;
            askedLook = look;
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
        isWaitedAt = true;
        settledLook = look;
        isClockLate = true;
        try {
            selector.select(onReady, Math.max(1, TimeUnit.NANOSECONDS.toMillis(maxNs)));
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot wait for the network", e);
        }
    }

    @Override
    public void goOn(final long nowNs) {
        if (isClockLate) {
            isClockLate = false;
            lookedNs = nowNs;
        } else if (nowNs - lookedNs >= LOOK_NS) {
            lookedNs = nowNs;
            lookAtAll();
        }
    }

    /** All sockets are asked next. */
    void lookAtAll() {
        look++;
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
