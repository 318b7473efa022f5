package io.fleet.admin;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A small HTTP server for pages of text. One thread reads all requests and writes all answers, and never waits for any
 * of them, so a client that sends or reads slowly holds up nobody. A request has at most {@link #MAX_HEAD_BYTES} and no
 * body, and must be there within {@link #REQUEST_SECONDS} s; each is answered on a connection of its own. There are at
 * most {@link #MAX_CONNECTIONS}; one more takes the place of the one that has been sending its request for longest, or
 * else reading its answer.
 */
public final class HttpListener implements AutoCloseable {
    /** The most connections at a time. */
    public static final int MAX_CONNECTIONS = 64;
    /** The longest head of a request, in bytes. */
    public static final int MAX_HEAD_BYTES = HttpConnection.MAX_HEAD_BYTES;
    /** How long a client may take to send its request, or to read on in its answer, in seconds. */
    public static final int REQUEST_SECONDS = HttpConnection.REQUEST_SECONDS;

    private static final Logger LOG = System.getLogger(HttpListener.class.getName());
    private static final long TICK_MILLIS = 500;
    /** How long nothing is accepted after that failed. */
    private static final long ACCEPT_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
    private static final long CLOSE_MILLIS = 2_000;

    /** What answers requests. */
    public interface Pages {
        /**
         * Answers a request. Called on the listener's thread, which serves all others: must not block.
         *
         * @param request what was asked for.
         * @return the page, now or later, completed by any thread; for this request alone: it is cancelled when its
         *     connection ends before.
         */
        CompletableFuture<HttpPage> page(HttpRequest request);
    }

    /** Takes connections. */
    interface Acceptor {
        /** The next one, null where there is none. */
        @Nullable
        SocketChannel accept() throws IOException;
    }

    private final Pages pages;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final SelectionKey serverKey;
    private final Acceptor acceptor;
    private final LongSupplier nanoTime;
    private final Thread thread;
    private final int port;
    /** In the order in which they came. */
    private final ArrayDeque<HttpConnection> connections = new ArrayDeque<>();
    private final Served served = new Served();
    private final Queue<Runnable> answered = new ConcurrentLinkedQueue<>();
    private long acceptFailedNanos;
    private volatile boolean closed;

    private HttpListener(final String name, final Selector selector, final ServerSocketChannel server,
                         final Pages pages, final UnaryOperator<Acceptor> accepts, final LongSupplier nanoTime)
        throws IOException {
        this.selector = selector;
        this.server = server;
        this.nanoTime = nanoTime;
        acceptor = accepts.apply(server::accept);
        serverKey = server.register(selector, SelectionKey.OP_ACCEPT);
        this.pages = pages;
        port = ((InetSocketAddress) server.getLocalAddress()).getPort();
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /**
     * Binds an address and serves it.
     *
     * @param name  of the thread.
     * @param host  to bind.
     * @param port  to bind; 0 takes any that is free.
     * @param pages answer requests.
     * @return the running listener.
     * @throws IOException when the address cannot be bound; the message names it.
     */
    public static HttpListener listen(final String name, final String host, final int port, final Pages pages)
        throws IOException {
        return listen(name, host, port, pages, UnaryOperator.identity(), System::nanoTime);
    }

    /** With what accepts connections, and a clock, of the caller's. */
    static HttpListener listen(final String name, final String host, final int port, final Pages pages,
                               final UnaryOperator<Acceptor> accepts, final LongSupplier nanoTime) throws IOException {
        final InetSocketAddress address = new InetSocketAddress(host, port);
        ServerSocketChannel server = null;
        Selector selector = null;
        try {
            server = ServerSocketChannel.open();
            server.configureBlocking(false);
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            if (address.isUnresolved()) {
                throw new IOException("the name cannot be looked up");
            }
            server.bind(address, MAX_CONNECTIONS);
            selector = Selector.open();
            final HttpListener listener = new HttpListener(name, selector, server, pages, accepts, nanoTime);
            listener.thread.start();
            return listener;
        } catch (final IOException e) {
            closeQuietly(selector);
            closeQuietly(server);
            throw new IOException("cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
        }
    }

    /**
     * Where it listens.
     *
     * @return the port.
     */
    public int port() {
        return port;
    }

    /** Ends it, with all connections, within two seconds. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join(CLOSE_MILLIS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            try {
                selector.select(this::ready, TICK_MILLIS);
                for (Runnable next = answered.poll(); next != null; next = answered.poll()) {
                    next.run();
                }
                final long now = nanoTime.getAsLong();
                acceptAgain(now);
                new ArrayList<>(connections).forEach(each -> each.tick(now));
            } catch (final IOException | RuntimeException e) {
                LOG.log(Level.WARNING, "a step of the HTTP server on port " + port + " failed", e);
            }
        }
        new ArrayList<>(connections).forEach(HttpConnection::close);
        closeQuietly(server);
        closeQuietly(selector);
    }

    private void ready(final SelectionKey key) {
        if (key.attachment() == null) {
            accept();
        } else {
            ((HttpConnection) key.attachment()).ready();
        }
    }

    private void accept() {
        try {
            for (SocketChannel channel = acceptor.accept(); channel != null; channel = acceptor.accept()) {
                if (connections.size() >= MAX_CONNECTIONS) {
                    makeRoom();
                }
                serve(channel);
            }
        } catch (final IOException e) {
            // such as no more file descriptors: the connection stays where it is, so it would be tried at once again
            serverKey.interestOps(0);
            acceptFailedNanos = nanoTime.getAsLong();
            LOG.log(Level.DEBUG, "cannot accept a connection on port " + port, e);
        }
    }

    private void serve(final SocketChannel channel) throws IOException {
        try {
            channel.configureBlocking(false);
            connections.add(new HttpConnection(served, channel, channel.register(selector, SelectionKey.OP_READ)));
        } catch (final IOException | RuntimeException e) {
            closeQuietly(channel);
            throw e;
        }
    }

    private void acceptAgain(final long nowNanos) {
        if (serverKey.interestOps() == 0 && nowNanos - acceptFailedNanos >= ACCEPT_AGAIN_NANOS) {
            serverKey.interestOps(SelectionKey.OP_ACCEPT);
        }
    }

    /** Gives up a connection: one that has not sent its request, or else not read its answer, or else the oldest. */
    private void makeRoom() {
        HttpConnection worst = connections.peek();
        for (final HttpConnection each : connections) {
            if (each.worth() < worst.worth()) {
                worst = each;
            }
        }
        worst.close();
    }

    static void closeQuietly(final @Nullable AutoCloseable what) {
        try {
            if (what != null) {
                what.close();
            }
        } catch (final Exception e) {
            LOG.log(Level.DEBUG, "cannot close", e);
        }
    }

    /** What connections ask for. */
    private final class Served implements HttpConnection.Owner {
        @Override
        public void answer(final HttpConnection connection, final HttpRequest request) {
            CompletableFuture<HttpPage> page;
            try {
                page = pages.page(request);
            } catch (final RuntimeException e) {
                page = CompletableFuture.failedFuture(e);
            }
            connection.waitsFor(page);
            page.whenComplete((done, failure) -> {
                answered.add(() -> connection.write(failure == null ? done
                    : HttpPage.text(HttpPage.FAILED, failure + "\n")));
                if (Thread.currentThread() != thread) {
                    selector.wakeup();
                }
            });
            if (page.isDone()) {
                for (Runnable next = answered.poll(); next != null; next = answered.poll()) {
                    next.run();
                }
            }
        }

        @Override
        public void remove(final HttpConnection connection) {
            connections.remove(connection);
        }

        @Override
        public long nanoTime() {
            return nanoTime.getAsLong();
        }
    }
}
