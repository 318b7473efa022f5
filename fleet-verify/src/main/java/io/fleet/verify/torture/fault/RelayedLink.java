package io.fleet.verify.torture.fault;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The way of one node to another: a socket that the first takes for the second, and behind it one for each socket that
 * the first sends from, so that answers find their way back. For the relay's thread alone.
 */
final class RelayedLink {
    private static final int BUFFER_BYTES = 2 << 20;
    private static final int MAX_RETURNS = 64;

    private final int from;
    private final int to;
    private final SocketAddress target;
    private final Selector selector;
    private final DatagramChannel front;
    private final int port;
    private final Map<SocketAddress, Port> returns = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * One socket, and what is done with a packet that it received.
     *
     * @param link    whose it is.
     * @param channel the socket.
     * @param source  to whom answers go; null for the front, which is nobody's.
     */
    record Port(RelayedLink link, DatagramChannel channel, SocketAddress source) {
    }

    RelayedLink(final int from, final int to, final int targetPort, final Selector selector) throws IOException {
        this.from = from;
        this.to = to;
        this.selector = selector;
        target = new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort);
        front = open(null).channel;
        port = ((InetSocketAddress) front.getLocalAddress()).getPort();
    }

    /** Where the first node reaches the second. */
    int port() {
        return port;
    }

    int from(final Port receiver) {
        return receiver.source == null ? from : to;
    }

    int to(final Port receiver) {
        return receiver.source == null ? to : from;
    }

    /** The socket that sends on what another received, and to whom: as one that has its source. */
    Port onward(final Port receiver, final SocketAddress sender) throws IOException {
        if (receiver.source != null) {
            return new Port(this, front, receiver.source);
        }
        Port back = returns.get(sender);
        if (back == null) {
            back = open(sender);
            returns.put(sender, back);
            closeEldest();
        }
        return new Port(this, back.channel, target);
    }

    private Port open(final SocketAddress source) throws IOException {
        final DatagramChannel channel = DatagramChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER_BYTES);
        channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        channel.configureBlocking(false);
        final Port opened = new Port(this, channel, source);
        channel.register(selector, SelectionKey.OP_READ, opened);
        return opened;
    }

    /** A node that was started again sends from new sockets; those of its dead are the longest unused. */
    private void closeEldest() throws IOException {
        if (returns.size() > MAX_RETURNS) {
            final Iterator<Port> eldest = returns.values().iterator();
            eldest.next().channel.close();
            eldest.remove();
        }
    }
}
