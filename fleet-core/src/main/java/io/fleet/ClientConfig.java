package io.fleet;

import io.fleet.config.Checks;
import io.fleet.config.GroupConfig;
import io.fleet.error.ConfigException;
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
 */
public record ClientConfig(long clusterId, int groupId, GroupConfig config, List<Member> members, String responseHost,
                           TransportKind transport, @Nullable String multicastGroup,
                           @Nullable String multicastInterface) {
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
        TransportKind.requireGroup(transport, multicastGroup);
        members.forEach(each -> Checks.notNull("member", each));
        members = List.copyOf(members);
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
