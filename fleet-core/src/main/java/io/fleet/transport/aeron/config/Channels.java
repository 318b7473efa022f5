package io.fleet.transport.aeron.config;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.fleet.error.ConfigException;

/** The channels and stream ids of a configuration: the only place that writes Aeron's URIs. */
public final class Channels {
    private static final int UNICAST_STREAM = 1;
    private static final int RESPONSE_STREAM = 2;
    private static final int FIRST_NODE_STREAM = 16;

    private final AeronConfig config;

    public Channels(final AeronConfig config) {
        this.config = config;
    }

    /** Broadcasts of clients, and with multi-destination-cast those of nodes too. */
    public int broadcastStream() {
        return config.streamId();
    }

    public int unicastStream() {
        return config.streamId() + UNICAST_STREAM;
    }

    public int responseStream() {
        return config.streamId() + RESPONSE_STREAM;
    }

    /**
     * With IPC, the stream of everything that goes to a node; with multicast, of the broadcasts that come from a
     * node.
     */
    public int nodeStream(final int nodeId) {
        return config.streamId() + FIRST_NODE_STREAM + nodeId;
    }

    public String broadcastPublication() {
        final ChannelUriStringBuilder channel = publication(config.broadcastTermLength())
            .media(CommonContext.UDP_MEDIA)
            .flowControl("max");
        if (config.kind() == AeronConfig.Kind.MULTICAST) {
            multicast(channel).ttl(config.multicastTtl());
        } else {
            channel.controlMode(CommonContext.MDC_CONTROL_MODE_MANUAL);
        }
        return channel.build();
    }

    public String multicastSubscription() {
        return multicast(new ChannelUriStringBuilder().media(CommonContext.UDP_MEDIA)).build();
    }

    public String unicastPublication(final Endpoint peer) {
        requirePort(peer);
        return publication(config.unicastTermLength())
            .media(CommonContext.UDP_MEDIA)
            .endpoint(peer.address())
            .build();
    }

    /** Where a node receives, and what a broadcast adds as a destination. */
    public String udp(final Endpoint endpoint) {
        requirePort(endpoint);
        return udp(endpoint.address());
    }

    public String udp(final String address) {
        return new ChannelUriStringBuilder().media(CommonContext.UDP_MEDIA).endpoint(address).build();
    }

    public String responsePublication(final String address) {
        return publication(config.unicastTermLength())
            .media(CommonContext.UDP_MEDIA)
            .endpoint(address)
            .build();
    }

    public String ipcPublication(final int termLength) {
        return publication(termLength).media(CommonContext.IPC_MEDIA).build();
    }

    public String ipcSubscription() {
        return CommonContext.IPC_CHANNEL;
    }

    private ChannelUriStringBuilder publication(final int termLength) {
        final ChannelUriStringBuilder channel = new ChannelUriStringBuilder()
            .termLength(termLength)
            .sparse(true)
            .linger(config.lingerMillis() * 1_000_000L);
        return config.kind() == AeronConfig.Kind.IPC ? channel : channel.mtu(config.mtuLength());
    }

    private ChannelUriStringBuilder multicast(final ChannelUriStringBuilder channel) {
        channel.endpoint(config.multicastGroup());
        return config.multicastInterface() == null ? channel : channel.networkInterface(config.multicastInterface());
    }

    private static void requirePort(final Endpoint endpoint) {
        if (endpoint.port() == 0) {
            throw new ConfigException("port of node " + endpoint.nodeId() + " is 0, but must be from 1 to 65535");
        }
    }
}
