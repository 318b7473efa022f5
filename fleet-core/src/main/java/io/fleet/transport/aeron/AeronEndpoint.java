package io.fleet.transport.aeron;

import io.aeron.Aeron;
import io.fleet.transport.Packet;
import io.fleet.transport.PacketHandler;
import io.fleet.transport.Refusal;
import io.fleet.transport.Transport;
import io.fleet.transport.Waiter;
import io.fleet.transport.aeron.config.Endpoint;
import io.fleet.transport.aeron.inbound.Inbound;

/**
 * One node's or one client's end of the network. Used by one thread.
 *
 * <p>A packet to all nodes counts as sent when at least one has a chance to get it; so it does where there is no
 * other node.
 */
final class AeronEndpoint implements Transport {
    private final Aeron aeron;
    private final Runnable onClose;
    private final EndpointParts parts;
    private final Driving driving;
    private final Peers peers;
    private final ReturnPaths returnPaths;
    private Inbound[] inbounds;
    private final String responseChannel;
    private int firstInbound;
    /** Whether something was offered that the driver has not been given time to send. */
    private boolean isOffered;
    private boolean isClosed;

    AeronEndpoint(final EndpointParts parts, final Aeron aeron, final Runnable onClose) {
        this.aeron = aeron;
        this.onClose = onClose;
        this.parts = parts;
        this.driving = parts.driving;
        this.peers = parts.peers;
        this.returnPaths = parts.returnPaths;
        this.inbounds = parts.inbounds.toArray(new Inbound[0]);
        this.responseChannel = parts.responseChannel;
    }

    @Override
    public int poll(final PacketHandler handler, final int limit) {
        isOffered = false;
        final int driven = driving == null ? 0 : driving.doWork();
        int handed = 0;
        int index = firstInbound;
        for (int i = 0; i < inbounds.length && handed < limit; i++) {
            handed += inbounds[index].poll(handler, limit - handed);
            index = index + 1 == inbounds.length ? 0 : index + 1;
        }
        firstInbound = firstInbound + 1 >= inbounds.length ? 0 : firstInbound + 1;
        return driven > 0 ? handed + 1 : handed;
    }

    @Override
    public Waiter waiter() {
        return parts.waiter;
    }

    @Override
    public boolean offer(final int destination, final Packet packet) {
        checkLength(packet.length());
        if (destination < ALL_NODES) {
            return false;
        }
        return noted(peers.isNode(destination) ? peers.offer(destination, packet)
            : returnPaths.offer(destination, packet));
    }

    private boolean noted(final boolean isSent) {
        isOffered |= isSent;
        return isSent;
    }

    @Override
    public boolean offerToAll(final int needed, final Packet packet) {
        checkLength(packet.length());
        return noted(peers.offerToAll(needed, packet));
    }

    @Override
    public int offerToSome(final int[] nodes, final int needed, final Packet packet) {
        checkLength(packet.length());
        if (parts.isMulticast()) {
            return offerToAll(needed, packet) ? ALL_NODES : NOBODY;
        }
        final int count = peers.offerToSome(nodes, needed, packet);
        noted(count != 0 && count != NOBODY);
        return count;
    }

    private static void checkLength(final int length) {
        if (length > MAX_PACKET) {
            throw new IllegalArgumentException("length is " + length + ", but must be from 0 to " + MAX_PACKET);
        }
    }

    @Override
    public String responseChannel() {
        return responseChannel;
    }

    @Override
    public int openReturnPath(final String channel) {
        return returnPaths.open(channel);
    }

    @Override
    public void closeReturnPath(final int destination) {
        returnPaths.close(destination);
    }

    @Override
    public boolean connect(final int node, final String address) {
        final Endpoint peer = node < 0 || node > Endpoint.MAX_NODE_ID ? null
            : parts.isIpc() ? known(node) : Endpoint.parse(node, address);
        if (peer == null) {
            return false;
        }
        parts.connect(peer);
        listen();
        return true;
    }

    private void listen() {
        inbounds = parts.inbounds.toArray(new Inbound[0]);
        firstInbound = 0;
    }

    /** Over shared memory only the number counts. */
    private Endpoint known(final int node) {
        final Endpoint known = peers.endpoint(node);
        return known == null ? new Endpoint(node, "localhost", 0) : known;
    }

    @Override
    public void disconnect(final int node) {
        peers.disconnect(node);
        listen();
    }

    @Override
    public long refused(final Refusal why) {
        return parts.refused(why);
    }

    @Override
    public int deaf() {
        return parts.deaf();
    }

    @Override
    public int[] connected() {
        return peers.connected();
    }

    @Override
    public String address(final int node) {
        final Endpoint endpoint = parts.isIpc() ? null : peers.endpoint(node);
        return endpoint == null ? "" : endpoint.address();
    }

    /** What the driver receives meanwhile is there for the next {@link #poll}. */
    @Override
    public int flush() {
        if (!isOffered || driving == null) {
            return 0;
        }
        isOffered = false;
        return Math.max(1, driving.driveDriver());
    }

    @Override
    public int doWork(final long nowNs) {
        if (aeron.isClosed()) {
            throw new IllegalStateException(
                "the Aeron client has closed: the media driver has gone, or the client has failed");
        }
        parts.onTime(nowNs);
        int work = peers.doWork(nowNs) + returnPaths.doWork(nowNs);
        for (final Inbound inbound : inbounds) {
            work += inbound.doWork(nowNs);
        }
        return work;
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (driving != null) {
            driving.drain();
        }
        returnPaths.closeAll();
        peers.close();
        for (final Inbound inbound : inbounds) {
            inbound.close();
        }
        parts.forgetClient();
        onClose.run();
    }
}
