package io.fleet.admin;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One request and its answer. Used by the owner's thread. */
final class HttpConnection {
    /** The longest head of a request. */
    static final int MAX_HEAD_BYTES = 8 * 1024;
    /** How long a client may take to send its request, or to read on in its answer. */
    static final int REQUEST_SECONDS = 10;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(REQUEST_SECONDS);
    private static final Logger LOG = System.getLogger(HttpConnection.class.getName());
    private static final int FIRST_BYTES = 1024;
    /** How long what the client still sends is dropped, so that it can read its answer. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Whose connection it is. */
    interface Owner {
        /** Has a request answered; {@code connection} is told on this thread. */
        void answer(HttpConnection connection, HttpRequest request);

        /** The connection is closed. */
        void remove(HttpConnection connection);

        long nanoTime();
    }

    private enum State {
        READING, WAITING, WRITING, CLOSING
    }

    private final Owner owner;
    private final SocketChannel channel;
    private final SelectionKey key;
    private ByteBuffer in = ByteBuffer.allocate(FIRST_BYTES);
    private @Nullable ByteBuffer out;
    private State state = State.READING;
    private boolean headOnly;
    /** The client sends no more: what it asked for is answered all the same. */
    private boolean isAllSent;
    /** What the client waits for; null before it asks. */
    private @Nullable CompletableFuture<HttpPage> page;
    private long sinceNanos;

    HttpConnection(final Owner owner, final SocketChannel channel, final SelectionKey key) {
        this.owner = owner;
        this.channel = channel;
        this.key = key;
        sinceNanos = owner.nanoTime();
        key.attach(this);
    }

    /** How much is lost if it is given up for another one. */
    int worth() {
        return state == State.WAITING ? 2 : state == State.WRITING ? 1 : 0;
    }

    void ready() {
        try {
            if (key.isReadable()) {
                read();
            }
            if (key.isValid() && key.isWritable()) {
                send();
            }
        } catch (final IOException | CancelledKeyException e) {
            close();
        }
    }

    private void read() throws IOException {
        final int count = channel.read(in);
        if (count < 0) {
            endOfInput();
        } else if (state == State.READING) {
            final int end = endOfHead();
            if (end > 0) {
                begin(HttpRequest.parse(in.array(), end));
            } else if (!in.hasRemaining() && in.capacity() >= MAX_HEAD_BYTES) {
                write(HttpPage.text(HttpPage.BAD_REQUEST, "a request of more than " + MAX_HEAD_BYTES
                    + " bytes\n"));
            } else if (!in.hasRemaining()) {
                final int position = in.position();
                in = ByteBuffer.wrap(Arrays.copyOf(in.array(), 2 * in.capacity())).position(position);
            }
        } else {
            in.clear();
        }
    }

    private void endOfInput() {
        isAllSent = true;
        if (state == State.READING || state == State.CLOSING) {
            close();
        } else {
            key.interestOps(key.interestOps() & ~SelectionKey.OP_READ);
        }
    }

    /** Where the empty line ends that ends the head; 0 where it has not come. */
    private int endOfHead() {
        final byte[] bytes = in.array();
        for (int i = 1; i < in.position(); i++) {
            if (bytes[i] == '\n' && (bytes[i - 1] == '\n' || i > 2 && bytes[i - 1] == '\r' && bytes[i - 2] == '\n')) {
                return i + 1;
            }
        }
        return 0;
    }

    private void begin(final @Nullable HttpRequest request) {
        state = State.WAITING;
        in.clear();
        if (request == null) {
            write(HttpPage.text(HttpPage.BAD_REQUEST, "this is no request of HTTP/1.1\n"));
        } else {
            headOnly = request.method().equals("HEAD");
            owner.answer(this, request);
        }
    }

    /** What is to be told when it is there, and is not wanted any more when the connection ends before. */
    void waitsFor(final CompletableFuture<HttpPage> asked) {
        page = asked;
    }

    /** The answer is there. */
    void write(final HttpPage answer) {
        if (state != State.READING && state != State.WAITING || !channel.isOpen()) {
            return;
        }
        out = answer.bytes(headOnly);
        state = State.WRITING;
        sinceNanos = owner.nanoTime();
        try {
            send();
        } catch (final IOException | CancelledKeyException e) {
            close();
        }
    }

    private void send() throws IOException {
        if (state != State.WRITING || out == null) {
            return;
        }
        if (channel.write(out) > 0) {
            sinceNanos = owner.nanoTime();
        }
        if (out.hasRemaining()) {
            key.interestOps(SelectionKey.OP_WRITE | (isAllSent ? 0 : SelectionKey.OP_READ));
        } else if (isAllSent) {
            close();
        } else {
            state = State.CLOSING;
            in.clear();
            key.interestOps(SelectionKey.OP_READ);
            channel.shutdownOutput();
        }
    }

    /** Gives up what takes too long. */
    void tick(final long nowNanos) {
        final long most = state == State.CLOSING ? LINGER_NANOS : PATIENCE_NANOS;
        if (state != State.WAITING && nowNanos - sinceNanos > most) {
            close();
        }
    }

    void close() {
        key.cancel();
        try {
            channel.close();
        } catch (final IOException e) {
            LOG.log(Level.DEBUG, "cannot close", e);
        }
        owner.remove(this);
        if (page != null) {
            page.cancel(false);
        }
    }
}
