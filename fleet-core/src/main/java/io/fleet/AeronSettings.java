package io.fleet;

import io.fleet.node.config.Shard;
import io.fleet.transport.aeron.config.AeronConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a configuration of a node or client means to Aeron. */
final class AeronSettings {
    /** Fits every network. */
    static final int NETWORK_MTU = 1408;
    /** Where packets never leave the machine, fewer and longer ones cost less. */
    static final int LOOPBACK_MTU = 16_384;

    private static final int FIRST_STREAM = 7001;
    /** As {@link AeronConfig.Builder#streamId} asks for. */
    private static final int STREAMS_OF_SHARD = 2048;

    private AeronSettings() {
    }

    static AeronConfig of(final NodeConfig config, final Shard shard) {
        final AeronConfig.Builder builder = AeronConfig.builder()
            .kind(AeronConfig.Kind.valueOf(config.transport().name()))
            .multicastInterface(config.multicastInterface())
            .driverDirectory(config.driverDirectory())
            .allowedSources(config.allowedSources())
            .mtuLength(mtu(config.transport(), config.members()));
        multicastGroup(builder, config.multicastGroup(), shard);
        streams(builder, config.transport(), shard);
        if (config.transport() != TransportKind.IPC && config.driverDirectory() == null) {
            threads(builder, config.threading());
        }
        return builder.build();
    }

    static AeronConfig of(final ClientConfig config) {
        final AeronConfig.Builder builder = AeronConfig.builder()
            .kind(AeronConfig.Kind.valueOf(config.transport().name()))
            .multicastInterface(config.multicastInterface())
            .mtuLength(mtu(config.transport(), config.members()));
        multicastGroup(builder, config.multicastGroup(), config.shard());
        threads(builder, Threading.COMPACT);
        return builder.build();
    }

    private static void multicastGroup(final AeronConfig.Builder builder, final @Nullable String group,
                                       final Shard shard) {
        if (group != null) {
            builder.multicastGroup(TransportKind.shifted(group, shard));
        }
    }

    /** In shared memory there are no ports that keep the duty threads of a node apart. */
    static AeronConfig.Builder streams(final AeronConfig.Builder builder, final TransportKind transport,
                                       final Shard shard) {
        return transport == TransportKind.IPC && shard.index() > 0
            ? builder.streamId(FIRST_STREAM + shard.index() * STREAMS_OF_SHARD) : builder;
    }

    private static void threads(final AeronConfig.Builder builder, final Threading threading) {
        switch (threading) {
            case COMPACT -> builder.compact();
            case DEDICATED -> builder.lowLatency();
            default -> {
                // The media driver's own thread is what Aeron's settings begin with.
            }
        }
    }

    private static int mtu(final TransportKind transport, final List<Member> members) {
        return transport == TransportKind.MDC && members.stream().allMatch(AeronSettings::isLoopback)
            ? LOOPBACK_MTU : NETWORK_MTU;
    }

    private static boolean isLoopback(final Member member) {
        try {
            return InetAddress.getByName(member.host()).isLoopbackAddress();
        } catch (final UnknownHostException e) {
            return false;
        }
    }
}
