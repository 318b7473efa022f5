package io.fleet.bench.peer.unreplicated;

import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import io.fleet.bench.peer.ValueMap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * The server: one thread receives, hands puts to the log, applies and answers them when they are durable, and answers
 * gets at once from what is durable. The process ends when that thread fails.
 */
final class MapServer implements PeerServer {
    private static final int FAILED = 1;

    private final ValueMap map;
    private final int maxFrame;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final GroupLog log;
    private final Map<Integer, Connection> connections = new HashMap<>();
    private final Thread thread;
    private volatile boolean running = true;
    private int nextConnection;

    private MapServer(final PeerConfig config) throws IOException {
        map = new ValueMap(config.keys());
        maxFrame = Frames.REQUEST_BYTES + Math.min(config.valueBytes(), GroupLog.maxValueBytes());
        selector = Selector.open();
        log = GroupLog.create(config.directory(0), config.durable(), selector::wakeup);
        listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(PeerConfig.HOST, config.port(0, 0)));
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        thread = new Thread(this::run, "unreplicated-server");
        thread.setDaemon(true);
    }

    static MapServer start(final PeerConfig config) throws IOException {
        final MapServer server = new MapServer(config);
        server.thread.start();
        return server;
    }

    private void run() {
        try {
            while (running) {
                selector.select();
                log.takeDone(this::onDurable);
                final Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
                while (ready.hasNext()) {
                    serve(ready.next());
                    ready.remove();
                }
                for (final Connection each : connections.values()) {
                    take(each);
                }
                log.handOver();
                for (final Connection each : connections.values()) {
                    each.send();
                }
            }
        } catch (final IOException | RuntimeException | Error e) {
            if (running) {
                e.printStackTrace();
                Runtime.getRuntime().halt(FAILED);
            }
        }
    }

    private void serve(final SelectionKey key) throws IOException {
        if (key.isAcceptable()) {
            final SocketChannel channel = listener.accept();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            final Connection connection = new Connection(nextConnection++, channel,
                channel.register(selector, SelectionKey.OP_READ), maxFrame);
            connection.in.flip();
            channel.keyFor(selector).attach(connection);
            connections.put(connection.id, connection);
        } else if (key.isReadable()) {
            final Connection connection = (Connection) key.attachment();
            if (!connection.receive()) {
                connections.remove(connection.id);
                connection.close();
            }
        }
    }

    /** Takes what has come, as far as the log has room; the rest waits for the flusher. */
    private void take(final Connection connection) {
        final ByteBuffer in = connection.in;
        while (Frames.isWhole(in, Frames.REQUEST_BYTES, maxFrame)) {
            final int begin = in.position();
            final int end = begin + Frames.LENGTH_BYTES + in.getInt();
            final byte kind = in.get();
            final long correlation = in.getLong();
            final long key = in.getLong();
            if (kind == Frames.GET) {
                connection.reply(correlation, map.get(key));
            } else if (!log.append(connection.id, correlation, key, in.duplicate().limit(end))) {
                in.position(begin);
                return;
            }
            in.position(end);
        }
    }

    private void onDurable(final int id, final long correlation, final long key, final ByteBuffer buffer,
                           final int valueLength) {
        buffer.get(map.forPut(key, valueLength));
        final Connection connection = connections.get(id);
        if (connection != null) {
            connection.reply(correlation, null);
        }
    }

    @Override
    public void close() {
        running = false;
        selector.wakeup();
        try {
            thread.join();
            for (final Connection each : connections.values()) {
                each.close();
            }
            listener.close();
            selector.close();
            log.close();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (final IOException e) {
            throw new IllegalStateException("cannot stop the server: " + e.getMessage(), e);
        }
    }
}
