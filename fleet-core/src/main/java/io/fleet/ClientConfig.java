package io.fleet;

import io.fleet.config.Checks;
import io.fleet.config.GroupConfig;
import io.fleet.error.ConfigException;
import io.fleet.node.config.Shard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a remote client is started with.
 *
 * @param clusterId          the cluster.
 * @param groupId            the group that it sends to.
 * @param config             the group's configuration; a client whose agreed settings are not those of the nodes is not
 *                           listened to, and fails with a {@link io.fleet.error.ConfigException}.
 * @param members            nodes that belong to the group, all of them or some that can be reached: any of those tells
 *                           the client of all members, now and whenever they change.
 * @param responseHost       a name or address of this machine that the nodes reach it by.
 * @param transport          how: {@link TransportKind#MDC} or {@link TransportKind#MULTICAST}, as the nodes do.
 * @param multicastGroup     the multicast group of the nodes, {@code address:port}; null, or of no use, with MDC.
 * @param multicastInterface an address of the interface for multicast; null for the system's choice.
 * @param dutyThreads        how many duty threads the nodes have ({@link NodeConfig.Builder#dutyThreads}): it says at
 *                           which of their ports the group is reached.
 */
public record ClientConfig(long clusterId, int groupId, GroupConfig config, List<Member> members, String responseHost,
                           TransportKind transport, @Nullable String multicastGroup,
                           @Nullable String multicastInterface, int dutyThreads) {
    /**
     * Checks the settings.
     *
     * @param clusterId          the cluster.
     * @param groupId            the group.
     * @param config             its configuration.
     * @param members            the nodes.
     * @param responseHost       this machine.
     * @param transport          how.
     * @param multicastGroup     the multicast group.
     * @param multicastInterface the interface.
     * @param dutyThreads        of the nodes.
     */
    public ClientConfig {
        Checks.range("groupId", groupId, 0, Integer.MAX_VALUE);
        Checks.notNull("config", config).check();
        Checks.notNull("responseHost", responseHost);
        Checks.range("number of members", Checks.notNull("members", members).size(), 1, 63);
        if (Checks.notNull("transport", transport) == TransportKind.IPC) {
            throw new ConfigException("transport is IPC, but must be MDC or MULTICAST: "
                + "a client in the nodes' own process is got from a node");
        }
        Checks.range("dutyThreads", dutyThreads, 1, Shard.MAX_COUNT);
        TransportKind.requireGroup(transport, multicastGroup, dutyThreads);
        for (final Member each : members) {
            Ports.require("port of member " + Checks.notNull("member", each).nodeId(), each.port(), dutyThreads);
        }
        members = List.copyOf(members);
    }

    /**
     * Of nodes with one duty thread.
     *
     * @param clusterId          the cluster.
     * @param groupId            the group.
     * @param config             its configuration.
     * @param members            the nodes.
     * @param responseHost       this machine.
     * @param transport          how.
     * @param multicastGroup     the multicast group.
     * @param multicastInterface the interface.
     */
    public ClientConfig(final long clusterId, final int groupId, final GroupConfig config, final List<Member> members,
                        final String responseHost, final TransportKind transport,
                        final @Nullable String multicastGroup, final @Nullable String multicastInterface) {
        this(clusterId, groupId, config, members, responseHost, transport, multicastGroup, multicastInterface, 1);
    }

    /**
     * The same for nodes with another number of duty threads.
     *
     * @param threads as the nodes were given it, 1 to 64.
     * @return a changed copy.
     */
    public ClientConfig withDutyThreads(final int threads) {
        return new ClientConfig(clusterId, groupId, config, members, responseHost, transport, multicastGroup,
            multicastInterface, threads);
    }

    /** Which duty thread of each node has the group. */
    Shard shard() {
        return Shard.of(groupId, dutyThreads);
    }

    /**
     * A client that reaches the nodes by multi-destination-cast.
     *
     * @param clusterId    the cluster's number, as the nodes were given it.
     * @param members      the nodes.
     * @param responseHost a name or address of this machine that the nodes reach it by.
     * @return a configuration for group 0, with {@link GroupConfig#scattered()}.
     */
    public static ClientConfig of(final long clusterId, final List<Member> members, final String responseHost) {
        return new ClientConfig(clusterId, 0, GroupConfig.scattered(), members, responseHost, TransportKind.MDC, null,
            null);
    }
}
