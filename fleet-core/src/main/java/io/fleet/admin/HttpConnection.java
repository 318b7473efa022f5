package io.fleet.admin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** One request and its answer. Used by the listener's thread. */
final class HttpConnection {
    private static final int FIRST_BYTES = 1024;
    /** How long what the client still sends is dropped, so that it can read its answer. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private enum State {
        READING, WAITING, WRITING, CLOSING
    }

    private final HttpListener listener;
    private final SocketChannel channel;
    private final SelectionKey key;
    private ByteBuffer in = ByteBuffer.allocate(FIRST_BYTES);
    private ByteBuffer out;
    private State state = State.READING;
    private boolean headOnly;
    private long sinceNanos = System.nanoTime();

    HttpConnection(final HttpListener listener, final SocketChannel channel, final SelectionKey key) {
        this.listener = listener;
        this.channel = channel;
        this.key = key;
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
            close();
        } else if (state == State.READING) {
            final int end = endOfHead();
            if (end > 0) {
                begin(HttpRequest.parse(in.array(), end));
            } else if (!in.hasRemaining() && in.capacity() >= HttpListener.MAX_HEAD_BYTES) {
                write(HttpPage.text(HttpPage.BAD_REQUEST, "a request of more than " + HttpListener.MAX_HEAD_BYTES
                    + " bytes\n"));
            } else if (!in.hasRemaining()) {
                final int position = in.position();
                in = ByteBuffer.wrap(Arrays.copyOf(in.array(), 2 * in.capacity())).position(position);
            }
        } else {
            in.clear();
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

    private void begin(final HttpRequest request) {
        state = State.WAITING;
        in.clear();
        if (request == null) {
            write(HttpPage.text(HttpPage.BAD_REQUEST, "this is no request of HTTP/1.1\n"));
        } else {
            headOnly = request.method().equals("HEAD");
            listener.answer(this, request);
        }
    }

    /** The answer is there. */
    void write(final HttpPage page) {
        if (state != State.READING && state != State.WAITING || !channel.isOpen()) {
            return;
        }
        out = page.bytes(headOnly);
        state = State.WRITING;
        sinceNanos = System.nanoTime();
        try {
            send();
        } catch (final IOException | CancelledKeyException e) {
            close();
        }
    }

    private void send() throws IOException {
        if (state != State.WRITING) {
            return;
        }
        if (channel.write(out) > 0) {
            sinceNanos = System.nanoTime();
        }
        if (out.hasRemaining()) {
            key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        } else {
            state = State.CLOSING;
            in.clear();
            key.interestOps(SelectionKey.OP_READ);
            channel.shutdownOutput();
        }
    }

    /** Gives up what takes too long. */
    void tick(final long nowNanos) {
        final long most = state == State.CLOSING ? LINGER_NANOS : HttpListener.patienceNanos();
        if (state != State.WAITING && nowNanos - sinceNanos > most) {
            close();
        }
    }

    void close() {
        key.cancel();
        HttpListener.closeQuietly(channel);
        listener.remove(this);
    }
}
