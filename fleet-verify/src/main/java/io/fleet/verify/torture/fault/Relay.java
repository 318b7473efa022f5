package io.fleet.verify.torture.fault;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The network between the nodes: each is told other addresses for its peers, where this process receives and passes on,
 * or does not. So links can be cut and made bad in each direction, whatever the system and the user's rights. One
 * thread does all of it; methods may be called by any.
 */
public final class Relay implements AutoCloseable {
    private static final int MAX_PACKET = 1 << 16;
    private static final int MAX_WAITING = 20_000;
    private static final long IDLE_MILLIS = 100;
    private static final int BURST = 256;

    private final Links links;
    private final List<Integer> nodePorts;
    private final RelayedLink[][] ways;
    private final Selector selector = Selector.open();
    private final SplittableRandom random;
    private final PriorityQueue<Waiting> waiting = new PriorityQueue<>();
    private final ByteBuffer packet = ByteBuffer.allocateDirect(MAX_PACKET);
    private final Thread thread = new Thread(this::work, "fleet-torture-relay");
    private final AtomicLong passed = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private volatile boolean closed;
    private volatile IOException failure;
    private long sequence;

    /** A packet on its way, in the order of arrival. */
    private record Waiting(long dueNs, long number, RelayedLink.Port onward, byte[] bytes)
        implements Comparable<Waiting> {
        @Override
        public int compareTo(final Waiting other) {
            final int order = Long.signum(dueNs - other.dueNs);
            return order == 0 ? Long.compare(number, other.number) : order;
        }
    }

    /**
     * @param nodePorts where each node listens, by its id.
     * @param seed      of the chance that packets are left to.
     */
    public Relay(final List<Integer> nodePorts, final long seed) throws IOException {
        this.nodePorts = nodePorts;
        final int nodes = nodePorts.size();
        links = new Links(nodes);
        random = new SplittableRandom(seed);
        ways = new RelayedLink[nodes][nodes];
        for (int from = 0; from < nodes; from++) {
            for (int to = 0; to < nodes; to++) {
                if (from != to) {
                    ways[from][to] = new RelayedLink(from, to, nodePorts.get(to), selector);
                }
            }
        }
        thread.setDaemon(true);
        thread.start();
    }

    public Links links() {
        return links;
    }

    /** The members as one node is told: itself where it listens, and the others where this receives for them. */
    public String members(final int node) {
        final List<String> all = new ArrayList<>();
        for (int other = 0; other < nodePorts.size(); other++) {
            all.add("127.0.0.1:" + (other == node ? nodePorts.get(other) : ways[node][other].port()));
        }
        return String.join(",", all);
    }

    /** Packets that arrived, and that did not. */
    public String counts() {
        return passed.get() + " packets passed on, " + lost.get() + " lost";
    }

    /** Why the relay has ended by itself; null while it works. */
    public IOException failure() {
        return failure;
    }

    @Override
    public synchronized void close() throws IOException {
        if (!selector.isOpen()) {
            return;
        }
        closed = true;
        selector.wakeup();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (final SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }

    private void work() {
        try {
            while (!closed) {
                selector.select(this::receive, millisToWait());
                sendDue();
            }
        } catch (final IOException e) {
            failure = e;
        } catch (final RuntimeException e) {
            failure = new IOException("the relay failed: " + e, e);
        }
    }

    private long millisToWait() {
        if (waiting.isEmpty()) {
            return IDLE_MILLIS;
        }
        final long ns = waiting.peek().dueNs - System.nanoTime();
        return Math.min(IDLE_MILLIS, Math.max(1, (ns + 999_999) / 1_000_000));
    }

    private void receive(final SelectionKey key) {
        final RelayedLink.Port receiver = (RelayedLink.Port) key.attachment();
        try {
            for (int i = 0; i < BURST && receiver.channel().isOpen(); i++) {
                packet.clear();
                final SocketAddress sender = receiver.channel().receive(packet);
                if (sender == null) {
                    return;
                }
                packet.flip();
                pass(receiver, receiver.link().onward(receiver, sender));
            }
        } catch (final IOException e) {
            failure = e;
        }
    }

    private void pass(final RelayedLink.Port receiver, final RelayedLink.Port onward) {
        final RelayedLink link = receiver.link();
        for (int copies = links.copies(random); copies > 0; copies--) {
            final long delayNs = links.delayNs(link.from(receiver), link.to(receiver), random);
            if (delayNs == 0) {
                send(onward, packet.duplicate());
            } else if (delayNs == Links.LOST || waiting.size() >= MAX_WAITING) {
                lost.incrementAndGet();
            } else {
                final byte[] bytes = new byte[packet.remaining()];
                packet.duplicate().get(bytes);
                waiting.add(new Waiting(System.nanoTime() + delayNs, sequence++, onward, bytes));
            }
        }
    }

    private void sendDue() {
        final long nowNs = System.nanoTime();
        while (!waiting.isEmpty() && waiting.peek().dueNs - nowNs <= 0) {
            final Waiting next = waiting.remove();
            send(next.onward, ByteBuffer.wrap(next.bytes));
        }
    }

    /** What cannot be sent is lost, as on any network. */
    private void send(final RelayedLink.Port onward, final ByteBuffer bytes) {
        boolean sent;
        try {
            sent = onward.channel().isOpen() && onward.channel().send(bytes, onward.source()) > 0;
        } catch (final IOException e) {
            sent = false;
        }
        (sent ? passed : lost).incrementAndGet();
    }
}
