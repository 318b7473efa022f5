package io.fleet.bench.peer.unreplicated;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.PeerConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A client with one thread, blocked in the socket until answers come. What outcomes start is sent when all answers that
 * came with them are told; what the driving thread starts is sent when it rests.
 */
final class SocketMapClient implements PeerClient {
    private static final int BUFFER_BYTES = 1 << 20;

    private final Outcomes outcomes;
    private final SocketChannel channel;
    private final ByteBuffer in;
    private final int maxFrame;
    private final Thread reader;
    private final Object sending = new Object();
    private final ByteBuffer out;
    private volatile boolean running = true;
    private volatile String broken = "";

    private SocketMapClient(final PeerConfig config, final Outcomes outcomes) throws IOException {
        this.outcomes = outcomes;
        maxFrame = Math.max(Frames.REPLY_BYTES, Frames.REQUEST_BYTES) + config.valueBytes();
        in = ByteBuffer.allocateDirect(Math.max(BUFFER_BYTES, 2 * maxFrame)).flip();
        out = ByteBuffer.allocateDirect(Math.max(BUFFER_BYTES, 2 * maxFrame));
        channel = SocketChannel.open(new InetSocketAddress(PeerConfig.HOST, config.port(0, 0)));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        reader = new Thread(this::read, "unreplicated-client");
        reader.setDaemon(true);
    }

    static SocketMapClient connect(final PeerConfig config, final Outcomes outcomes) throws IOException {
        final SocketMapClient client = new SocketMapClient(config, outcomes);
        client.reader.start();
        return client;
    }

    @Override
    public boolean put(final long key, final byte[] value, final long correlation) {
        return start(Frames.PUT, key, value, correlation);
    }

    @Override
    public boolean get(final long key, final long correlation) {
        return start(Frames.GET, key, null, correlation);
    }

    private boolean start(final byte kind, final long key, final byte[] value, final long correlation) {
        final int length = Frames.REQUEST_BYTES + (value == null ? 0 : value.length);
        try {
            synchronized (sending) {
                if (out.remaining() < Frames.LENGTH_BYTES + length) {
                    send();
                }
                out.putInt(length).put(kind).putLong(correlation).putLong(key);
                if (value != null) {
                    out.put(value);
                }
            }
            return true;
        } catch (final IOException e) {
            throw new IllegalStateException("the connection is broken: " + broken + " " + e.getMessage(), e);
        }
    }

    @Override
    public void idle(final int work, final long nowNs, final long untilNs) {
        try {
            synchronized (sending) {
                send();
            }
        } catch (final IOException e) {
            throw new IllegalStateException("the connection is broken: " + broken + " " + e.getMessage(), e);
        }
        PeerClient.super.idle(work, nowNs, untilNs);
    }

    /** Waits until the socket has taken all; the server reads whatever it has to send, so that ends. */
    private void send() throws IOException {
        if (out.position() == 0) {
            return;
        }
        out.flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        out.clear();
    }

    private void read() {
        try {
            while (running && channel.read(in.compact()) >= 0) {
                in.flip();
                while (Frames.isWhole(in, Frames.REPLY_BYTES, maxFrame)) {
                    final int end = in.position() + Frames.LENGTH_BYTES + in.getInt();
                    final long correlation = in.getLong();
                    final boolean hasValue = in.get() != 0;
                    outcomes.onReply(correlation, hasValue ? end - in.position() : -1);
                    in.position(end);
                }
                synchronized (sending) {
                    send();
                }
            }
            broken = "the server has closed it";
        } catch (final IOException | RuntimeException e) {
            broken = e.toString();
        }
        if (running) {
            System.err.println("unreplicated client: " + broken);
        }
    }

    @Override
    public void close() {
        running = false;
        try {
            channel.close();
        } catch (final IOException e) {
            throw new IllegalStateException("cannot close the connection: " + e.getMessage(), e);
        }
    }
}
