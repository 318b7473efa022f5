package io.fleet.transport.aeron;

import io.aeron.Aeron;
import io.aeron.Subscription;
import io.aeron.exceptions.RegistrationException;
import io.fleet.error.ConfigException;
import io.fleet.transport.Refusal;
import io.fleet.transport.Waiter;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.Channels;
import io.fleet.transport.aeron.config.Endpoint;
import io.fleet.transport.aeron.inbound.Inbound;
import io.fleet.transport.aeron.inbound.SenderGuard;
import io.fleet.transport.aeron.reach.HeardBy;
import io.fleet.transport.aeron.reach.ReachPacket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Builds what an endpoint consists of, by the kind of network. */
final class EndpointParts implements Peers.Ways {
    private static final long PORT_TIMEOUT_NS = 5_000_000_000L;
    /** How long the start waits for a media driver; once it runs, nobody waits. */
    private static final long DRIVER_TIMEOUT_NS = 30_000_000_000L;
    private static final long POLL_NS = 100_000;

    final List<Inbound> inbounds = new ArrayList<>();
    final ReturnPaths returnPaths;
    final Driving driving;
    final Waiter waiter;
    Peers peers;
    String responseChannel = "";

    private final Aeron aeron;
    private final AeronConfig config;
    private final Channels channels;
    private final IpcWaiters ipcWaiters;
    /**
     * With multicast each node has a stream of its own, and clients have one together. A node must not receive its own
     * stream: it would be the fastest receiver there is, and set the pace for the others.
     */
    private final Map<Integer, Inbound> heard = new HashMap<>();
    private final SenderGuard guard;
    private final List<String> hosts = new ArrayList<>();
    private final HeardBy.Teller teller;
    /** What comes to this endpoint alone, and with multicast what clients send to all. */
    private Inbound own;
    private Inbound fromClients;
    /** Null without multicast. */
    private MulticastBroadcast multicast;
    private ReachAnswers answers;
    private int number = ReachPacket.CLIENT;
    private int clientStream = -1;

    /**
     * Builds nothing yet.
     *
     * @param driving null where driver and client have threads of their own.
     * @param waiter  where the endpoint's thread will wait.
     * @param guard   null where the driver's senders are not looked at.
     * @param teller  told of nodes that do not hear this endpoint's multicast.
     */
    EndpointParts(final Aeron aeron, final AeronConfig config, final Driving driving, final Waiter waiter,
                  final IpcWaiters ipcWaiters, final SenderGuard guard, final HeardBy.Teller teller) {
        this.aeron = aeron;
        this.teller = teller;
        this.guard = guard;
        this.config = config;
        this.driving = driving;
        this.waiter = waiter;
        this.ipcWaiters = ipcWaiters;
        this.channels = new Channels(config);
        this.returnPaths = new ReturnPaths(aeron, config, ipcWaiters);
    }

    /** The parts of a node; subscribes first, since that fails where the address is not ours or taken. */
    void buildNode(final Endpoint self, final List<Endpoint> others) {
        final String what = "endpoint of node " + self.nodeId() + " is " + self.address();
        switch (config.kind()) {
            case IPC -> {
                subscribe(channels.ipcSubscription(), channels.nodeStream(self.nodeId()), what);
                ipcWaiters.stream(channels.nodeStream(self.nodeId())).poller(waiter);
            }
            case MDC -> {
                subscribe(channels.udp(self), channels.unicastStream(), what);
                subscribe(channels.udp(self), channels.broadcastStream(), what);
            }
            default -> {
                own = subscribe(channels.udp(self), channels.unicastStream(), what);
                fromClients = subscribe(channels.multicastSubscription(), channels.broadcastStream(),
                    "multicastGroup is " + config.multicastGroup());
            }
        }
        buildSending(self, others);
        answer();
        for (final Inbound inbound : heard.values()) {
            await(inbound, "multicastGroup is " + config.multicastGroup());
        }
    }

    /** What a node sends with, and hears from each other node; waits for nothing. */
    void buildSending(final Endpoint node, final List<Endpoint> others) {
        number = node.nodeId();
        buildSending(others, config.kind() == AeronConfig.Kind.MULTICAST
            ? channels.nodeStream(number) : channels.broadcastStream());
        peers.self(node);
    }

    /** The parts of a remote client. */
    void buildClient(final String responseHost, final List<Endpoint> nodes) {
        final Inbound inbound;
        if (config.kind() == AeronConfig.Kind.IPC) {
            final int stream =
                ThreadLocalRandom.current().nextInt(ResponseChannels.FIRST_IPC_STREAM, Integer.MAX_VALUE);
            inbound = subscribe(channels.ipcSubscription(), stream, "the client's stream is " + stream);
            ipcWaiters.stream(stream).poller(waiter);
            clientStream = stream;
            responseChannel = ResponseChannels.ipc(stream);
        } else {
            final String address = ResponseChannels.resolve(responseHost);
            inbound = subscribe(channels.udp(address), channels.responseStream(), "responseHost is " + address);
            own = inbound;
            responseChannel = ResponseChannels.udp(awaitPort(inbound.subscription(), address));
        }
        buildSending(nodes, channels.broadcastStream());
        answer();
    }

    boolean isIpc() {
        return config.kind() == AeronConfig.Kind.IPC;
    }

    /** Whether the network multiplies what is sent to all, for any of them. */
    boolean isMulticast() {
        return multicast != null && multicast.isShared();
    }

    /** Sends to a node from now on, and receives what it sends to all. */
    void connect(final Endpoint peer) {
        if (number != ReachPacket.CLIENT && multicast != null && !heard.containsKey(peer.nodeId())) {
            heard.put(peer.nodeId(), listen(channels.multicastSubscription(), channels.nodeStream(peer.nodeId())));
        }
        peers.connect(peer);
    }

    @Override
    public void forget(final int node) {
        final Inbound inbound = heard.remove(node);
        if (inbound != null) {
            inbounds.remove(inbound);
            inbound.close();
        }
    }

    @Override
    public void addHost(final Endpoint peer) {
        if (guard != null && !isIpc()) {
            hosts.add(peer.host());
            guard.members().add(peer.host());
        }
    }

    @Override
    public void removeHost(final Endpoint peer) {
        if (guard != null && hosts.remove(peer.host())) {
            guard.members().remove(peer.host());
        }
    }

    void onTime(final long nowNs) {
        if (answers != null) {
            answers.onTime(nowNs);
        }
    }

    int deaf() {
        return multicast == null ? 0 : multicast.deaf();
    }

    long refused(final Refusal why) {
        return guard == null ? 0 : guard.refused(why);
    }

    @Override
    public PublicationSlot publicationTo(final Endpoint peer) {
        return isIpc()
            ? new PublicationSlot(aeron, channels.ipcPublication(config.broadcastTermLength()),
                channels.nodeStream(peer.nodeId()), false, ipcWaiters.stream(channels.nodeStream(peer.nodeId())))
            : new PublicationSlot(aeron, channels.unicastPublication(peer), channels.unicastStream(), true, null);
    }

    /** Takes back what was built when the rest could not be. */
    void close() {
        inbounds.forEach(Inbound::close);
        if (peers != null) {
            peers.close();
        }
        forgetClient();
    }

    /** No packet wakes the client's thread any more, and nothing is sent to anybody. */
    void forgetClient() {
        if (guard != null) {
            hosts.forEach(guard.members()::remove);
            hosts.clear();
        }
        if (clientStream >= 0) {
            ipcWaiters.remove(clientStream);
        }
    }

    private void buildSending(final List<Endpoint> others, final int broadcastStream) {
        peers = new Peers(this, broadcast(broadcastStream));
        others.forEach(this::connect);
    }

    private void answer() {
        if (multicast != null) {
            answers = new ReachAnswers(number, new OwnEars());
            own.marked(answers);
        }
    }

    private Broadcast broadcast(final int stream) {
        if (isIpc()) {
            return new EachPeerBroadcast();
        }
        final PublicationSlot slot = new PublicationSlot(aeron, channels.broadcastPublication(), stream, true, null);
        if (config.kind() == AeronConfig.Kind.MDC) {
            return new SharedBroadcast(slot, channels::udp);
        }
        multicast =
            new MulticastBroadcast(slot, new HeardBy(config.multicastGroup(), teller), number, responseChannel);
        return multicast;
    }

    private Inbound listen(final String channel, final int stream) {
        final Inbound inbound = new Inbound(aeron, channel, stream, guard);
        inbounds.add(inbound);
        return inbound;
    }

    private Inbound subscribe(final String channel, final int stream, final String what) {
        final Inbound inbound = listen(channel, stream);
        await(inbound, what);
        return inbound;
    }

    /** For the start alone, on the thread that asks for it. */
    private void await(final Inbound inbound, final String what) {
        final long deadlineNs = System.nanoTime() + DRIVER_TIMEOUT_NS;
        try {
            while (!inbound.isOpen()) {
                if (System.nanoTime() - deadlineNs > 0) {
                    throw new IllegalStateException("the media driver in " + aeron.context().aeronDirectoryName()
                        + " has not answered for " + TimeUnit.NANOSECONDS.toSeconds(DRIVER_TIMEOUT_NS) + " s: " + what);
                }
                rest();
            }
        } catch (final RegistrationException e) {
            inbounds.remove(inbound);
            throw new ConfigException(
                what + ", but must be an address of this host with a free port: " + e.getMessage());
        }
    }

    private void rest() {
        if (driving == null || driving.doWorkBetween() == 0) {
            LockSupport.parkNanos(POLL_NS);
        }
    }

    private String awaitPort(final Subscription subscription, final String address) {
        final long deadlineNs = System.nanoTime() + PORT_TIMEOUT_NS;
        String resolved = subscription.resolvedEndpoint();
        while (resolved == null) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new ConfigException(
                    "responseHost is " + address + ", but must be an address on which a port can be opened");
            }
            rest();
            resolved = subscription.resolvedEndpoint();
        }
        return resolved;
    }

    /** What this endpoint hears. */
    private final class OwnEars implements ReachAnswers.Ears {
        @Override
        public boolean hearsNode(final int node, final int session) {
            final Inbound inbound = heard.get(node);
            return inbound != null && inbound.hears(session);
        }

        @Override
        public boolean hearsClient(final int session) {
            return fromClients != null && fromClients.hears(session);
        }

        @Override
        public Way toNode(final int node) {
            return peers.to(node);
        }

        @Override
        public Way toClient(final String channel) {
            return returnPaths.known(channel);
        }

        @Override
        public void onAnswer(final int node, final int session, final boolean hears) {
            multicast.onAnswer(node, session, hears);
        }
    }
}
