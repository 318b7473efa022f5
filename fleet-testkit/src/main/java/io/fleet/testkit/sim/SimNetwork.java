package io.fleet.testkit.sim;

import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The network between simulated nodes and remote clients. Each ordered pair of endpoints is a link with its own
 * {@link LinkConditions}. Packets on one link keep their order unless one is held back. What is on the way when its
 * sender dies arrives all the same, and what arrives after a restart reaches the new incarnation, as datagrams do.
 */
public final class SimNetwork {
    /**
     * The number of the first client endpoint in {@link PacketObserver}, and of the first destination that is a way
     * back.
     */
    public static final int FIRST_CLIENT = 1024;
    /** The highest number of a reason why a link is blocked. */
    public static final int MAX_REASON = 63;
    private static final int MAX_BITS = 4;
    private static final int BITS_APART = 37;
    private static final String CHANNEL_PREFIX = "sim:client-";
    private static final double BYTE_NS = 1.0;

    private final SimScheduler scheduler;
    private final Accidents accidents;
    private final SimTrace trace;
    private final int nodes;
    private final int endpoints;
    private final SimTransport[] open;
    private final LinkConditions[] links;
    private final long[] lastArrivalNs;
    private final long[] carried;
    private final long[] offers;
    private final double[] backPressure;
    private final long[] blocked = new long[MAX_REASON + 1];
    private PacketObserver observer = (from, buffer, offset, length) -> {};
    private ArrivalObserver arrivals = (from, to, nowNs) -> {};
    private PacketNames names = (buffer, offset, length) -> "";
    private ReceiptObserver receipts = (to, buffer, offset, length) -> {};
    private long offered;
    private boolean isConnecting;
    private long refused;
    private long lost;
    private long duplicated;
    private long delivered;

    /**
     * Creates a network with nobody on it.
     *
     * @param scheduler the virtual time.
     * @param accidents chance.
     * @param trace     records every packet.
     * @param nodes     how many nodes; their ids are from 0.
     * @param clients   how many remote clients; their numbers are from 0.
     */
    public SimNetwork(final SimScheduler scheduler, final Accidents accidents, final SimTrace trace,
                      final int nodes, final int clients) {
        this.scheduler = scheduler;
        this.accidents = accidents;
        this.trace = trace;
        this.nodes = nodes;
        this.endpoints = nodes + clients;
        open = new SimTransport[endpoints];
        links = new LinkConditions[endpoints * endpoints];
        for (int i = 0; i < links.length; i++) {
            links[i] = new LinkConditions();
        }
        lastArrivalNs = new long[endpoints * endpoints];
        carried = new long[endpoints * endpoints];
        offers = new long[endpoints];
        backPressure = new double[endpoints];
    }

    /**
     * Opens the endpoint of a node; one that is open already is closed, as if its process had died.
     *
     * @param nodeId the node.
     * @return its endpoint.
     */
    public Transport node(final int nodeId) {
        return endpoint(checked("node", nodeId, nodes), "");
    }

    /**
     * Opens the endpoint of a remote client; one that is open already is closed.
     *
     * @param client the client's number.
     * @return its endpoint.
     */
    public Transport client(final int client) {
        return endpoint(nodes + checked("client", client, endpoints - nodes), CHANNEL_PREFIX + client);
    }

    /**
     * The conditions from one endpoint to another. Clients are numbered behind the nodes.
     *
     * @param from the sender.
     * @param to   the receiver.
     * @return the conditions, to be changed in place.
     */
    public LinkConditions link(final int from, final int to) {
        return links[checked("endpoint", from, endpoints) * endpoints + checked("endpoint", to, endpoints)];
    }

    /**
     * How likely an endpoint is told that a packet cannot be taken now.
     *
     * @param endpoint    the sender; clients are numbered behind the nodes.
     * @param probability from 0 to 1.
     */
    public void backPressure(final int endpoint, final double probability) {
        backPressure[checked("endpoint", endpoint, endpoints)] = probability;
    }

    /**
     * Sets who sees all packets.
     *
     * @param newObserver sees each packet that was taken.
     */
    public void observer(final PacketObserver newObserver) {
        observer = newObserver;
    }

    /**
     * Sets who sees what arrives.
     *
     * @param newArrivals sees each packet that reaches an open endpoint.
     */
    public void arrivals(final ArrivalObserver newArrivals) {
        arrivals = newArrivals;
    }

    /**
     * Sets who sees what is read.
     *
     * @param newReceipts sees each packet that an endpoint takes out of its inbox.
     */
    public void receipts(final ReceiptObserver newReceipts) {
        receipts = newReceipts;
    }

    /**
     * Sets who says what a packet is.
     *
     * @param newNames asked only while the trace is printed.
     */
    public void names(final PacketNames newNames) {
        names = newNames;
    }

    /**
     * Sets what is called when a packet has arrived at an endpoint that had none waiting.
     *
     * @param endpoint which; clients are numbered behind the nodes. It must be open.
     * @param wakeUp   called on the simulator's thread, outside any call of the endpoint's owner.
     */
    public void onArrival(final int endpoint, final Runnable wakeUp) {
        open[checked("endpoint", endpoint, endpoints)].wakeUp(wakeUp);
    }

    /**
     * How many endpoints there are.
     *
     * @return nodes and clients.
     */
    public int endpoints() {
        return endpoints;
    }

    /**
     * How many endpoints are nodes.
     *
     * @return the nodes.
     */
    public int nodes() {
        return nodes;
    }

    /** How many packets were taken from senders; a broadcast is one. */
    public long offered() {
        return offered;
    }

    /** How many offers failed. */
    public long refused() {
        return refused;
    }

    /** How many copies never arrived. */
    public long lost() {
        return lost;
    }

    /**
     * How many copies were lost because their link was blocked.
     *
     * @param reason for this {@link LinkConditions#reason}.
     * @return the number.
     */
    public long blocked(final int reason) {
        return blocked[reason];
    }

    /**
     * How many accidents of a kind have happened.
     *
     * @param kind which.
     * @return the number.
     */
    public long accidents(final Accident.Kind kind) {
        return accidents.count(kind);
    }

    /** How many copies arrived twice. */
    public long duplicated() {
        return duplicated;
    }

    /** How many copies arrived at an open endpoint. */
    public long delivered() {
        return delivered;
    }

    /**
     * Sets whether nothing is taken for one node that is not there, as by a transport that has connections.
     *
     * @param isOn whether; not so at first.
     */
    public void connect(final boolean isOn) {
        isConnecting = isOn;
    }

    boolean offer(final SimTransport sender, final int destination, final Packet sent) {
        final int from = sender.endpoint();
        final int to = destination == Transport.ALL_NODES ? Transport.ALL_NODES : target(sender, destination);
        if (to < Transport.ALL_NODES || refuses(from) || isConnecting && to >= 0 && to < nodes && open[to] == null
            || to >= 0 && links[from * endpoints + to].refused) {
            refused++;
            return false;
        }
        offered++;
        final byte[] packet = sent.toBytes();
        final int length = packet.length;
        final UnsafeBuffer view = new UnsafeBuffer(packet);
        trace.step(scheduler.nowNs(), "send", from, to, name(view), SimHash.mix(SimHash.START, view, 0, length));
        observer.onPacket(from < nodes ? from : FIRST_CLIENT + from - nodes, view, 0, length);
        if (to >= 0) {
            carry(from, to, packet, false);
        } else {
            for (int node = 0; node < nodes; node++) {
                if (node != from) {
                    carry(from, node, packet, true);
                }
            }
        }
        return true;
    }

    int returnPath(final String channel) {
        final String digits = channel.startsWith(CHANNEL_PREFIX) ? channel.substring(CHANNEL_PREFIX.length()) : "";
        if (!digits.matches("[0-9]{1,4}") || Integer.parseInt(digits) >= endpoints - nodes) {
            return Transport.ALL_NODES - 1;
        }
        return FIRST_CLIENT + Integer.parseInt(digits);
    }

    void received(final int to, final DirectBuffer buffer, final int length) {
        receipts.onReceipt(to, buffer, 0, length);
    }

    void closed(final SimTransport transport) {
        if (open[transport.endpoint()] == transport) {
            open[transport.endpoint()] = null;
        }
    }

    private String name(final DirectBuffer packet) {
        return trace.isReadable() ? names.name(packet, 0, packet.capacity()) : "";
    }

    private Transport endpoint(final int index, final String channel) {
        if (open[index] != null) {
            open[index].close();
        }
        open[index] = new SimTransport(this, index, channel);
        return open[index];
    }

    private int target(final SimTransport sender, final int destination) {
        if (destination >= 0 && destination < nodes && destination != sender.endpoint()) {
            return destination;
        }
        return sender.hasReturnPath(destination) ? nodes + destination - FIRST_CLIENT : Transport.ALL_NODES - 1;
    }

    private boolean refuses(final int from) {
        return accidents.draw(Accident.Kind.REFUSAL, from, Accident.NOBODY, offers[from]++, backPressure[from], 0) >= 0;
    }

    private void carry(final int from, final int to, final byte[] packet, final boolean isBroadcast) {
        final int index = from * endpoints + to;
        final LinkConditions link = links[index];
        final long number = carried[index]++;
        if (link.isBlocked(scheduler.nowNs())) {
            blocked[link.reason]++;
            lost++;
            return;
        }
        if (happens(Accident.Kind.LOSS, from, to, number, link.loss)
            || isBroadcast && happens(Accident.Kind.MISSED_BROADCAST, from, to, number, link.missedBroadcast)) {
            lost++;
            return;
        }
        final long travelNs = link.minDelayNs + (long) (packet.length * BYTE_NS)
            + accidents.ordinaryDelay(from, to, number, link.spreadNs)
            + Math.max(0, accidents.draw(Accident.Kind.DELAY, from, to, number, link.delayNs > 0 ? 1 : 0,
                link.delayNs));
        final long arrivalNs = scheduler.nowNs() + travelNs;
        copies(from, to, packet, number, arrivalNs);
        final byte[] arriving = damaged(from, to, number, link, packet);
        final long heldNs = accidents.draw(Accident.Kind.REORDERING, from, to, number, link.reordering,
            link.reorderDelayNs);
        if (heldNs < 0) {
            lastArrivalNs[index] = Math.max(arrivalNs, lastArrivalNs[index]);
        }
        scheduler.at(heldNs < 0 ? lastArrivalNs[index] : arrivalNs + heldNs,
            nowNs -> arrive(nowNs, from, to, arriving));
    }

    private void copies(final int from, final int to, final byte[] packet, final long number, final long arrivalNs) {
        final LinkConditions link = links[from * endpoints + to];
        final long copyNs = accidents.draw(Accident.Kind.DUPLICATION, from, to, number, link.duplication,
            link.reorderDelayNs);
        if (copyNs >= 0) {
            duplicated++;
            scheduler.at(arrivalNs + copyNs, nowNs -> arrive(nowNs, from, to, packet));
        }
        final long lateNs = accidents.draw(Accident.Kind.LATE_COPY, from, to, number, link.lateCopy, link.lateNs);
        if (lateNs >= 0) {
            duplicated++;
            scheduler.at(arrivalNs + lateNs, nowNs -> arrive(nowNs, from, to, packet));
        }
    }

    /** What arrives of a packet; the packet itself, which others share, stays as it is. */
    private byte[] damaged(final int from, final int to, final long number, final LinkConditions link,
                           final byte[] packet) {
        final long bits = packet.length * (long) Byte.SIZE;
        final long flips = accidents.draw(Accident.Kind.CORRUPTION, from, to, number, link.corruption,
            bits * MAX_BITS);
        byte[] arriving = packet;
        if (flips >= 0 && bits > 0) {
            arriving = packet.clone();
            for (long i = 0; i <= flips / bits; i++) {
                final long bit = (flips + i * BITS_APART) % bits;
                arriving[(int) (bit / Byte.SIZE)] ^= (byte) (1 << bit % Byte.SIZE);
            }
        }
        final long left = accidents.draw(Accident.Kind.TRUNCATION, from, to, number, link.truncation, packet.length);
        return left < 0 ? arriving : Arrays.copyOf(arriving, (int) Math.min(left, arriving.length));
    }

    private boolean happens(final Accident.Kind kind, final int from, final int to, final long number,
                            final double probability) {
        return accidents.draw(kind, from, to, number, probability, 0) >= 0;
    }

    private void arrive(final long nowNs, final int from, final int to, final byte[] packet) {
        final SimTransport receiver = open[to];
        if (receiver == null || !receiver.receive(packet)) {
            lost++;
            return;
        }
        delivered++;
        trace.step(nowNs, "arrive", from, to, trace.isReadable() ? name(new UnsafeBuffer(packet)) : "", packet.length);
        arrivals.onArrival(from, to, nowNs);
    }

    private static int checked(final String what, final int value, final int bound) {
        if (value < 0 || value >= bound) {
            throw new IllegalArgumentException(what + " is " + value + ", but must be from 0 to " + (bound - 1));
        }
        return value;
    }
}
