package io.fleet.examples.kv.server;

import io.fleet.client.ReadConsistency;
import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.resp.RespLimits;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import java.nio.file.Path;
import java.util.List;

/**
 * What {@code fleet kv} was asked for, checked.
 *
 * @param cluster            the number of the cluster; of no meaning for all replicas in this process.
 * @param id                 which of the members this node is, from 0; of no meaning for all replicas in this process,
 *                           and for a gateway.
 * @param membership         who belongs to the group at first.
 * @param host               the address that RESP and HTTP are bound to.
 * @param port               where RESP is served; with several replicas here, each has the next port.
 * @param httpPort           where metrics and health are served; -1 for nowhere.
 * @param adminPort          where the admin endpoint is served, bound to the loopback address; with several replicas
 *                           here, each has the next port; -1 for nowhere.
 * @param directories        where the data is; of no meaning for a gateway.
 * @param multicast          whether the transport is UDP multicast rather than multi-destination-cast.
 * @param multicastGroup     address:port of the group; null without multicast.
 * @param multicastInterface an address of the interface for multicast, or a network with prefix length; null for the
 *                           system's choice.
 * @param allowedSources     from which IP addresses and networks this node receives, besides those of members; empty
 *                           for any.
 * @param config             how the group works.
 * @param store              where keys and values are.
 * @param bounds             what the store must be able to hold, and what the commands taken up here are judged by.
 * @param reads              what commands that change nothing may see, where a connection says nothing else.
 * @param readThreads        how many threads walk over all keys, for reads beside the log.
 * @param prepareThreads     how many threads prepare commands before they are chosen, of a store that does.
 * @param clients            what the connections to each RESP port may take.
 */
public record KvOptions(long cluster, int id, KvMembership membership, String host, int port,
                        int httpPort,
                        int adminPort, List<Path> directories, boolean multicast, String multicastGroup,
                        String multicastInterface, List<String> allowedSources,
                        GroupConfig config, StoreKind store, KvBounds bounds, ReadConsistency reads,
                        int readThreads, int prepareThreads, RespLimits clients) {
    /** The number of a cluster of which all replicas are in one process. */
    public static final long EMBEDDED_CLUSTER = 1;
    /** Replicas in one process when no members are named, and values are not coded. */
    public static final int EMBEDDED_REPLICAS = 3;

    /**
     * Where each member's transport is.
     *
     * @return host:port of each, in the order of their ids; empty for all in this process.
     */
    public List<String> members() {
        return membership.members();
    }

    /**
     * Whether this node has no store.
     *
     * @return true for a witness.
     */
    public boolean isWitness() {
        return membership.witnesses().contains(id);
    }

    /**
     * Whether this process runs no node.
     *
     * @return true for a gateway.
     */
    public boolean isGateway() {
        return membership.gatewayHost() != null;
    }

    /**
     * How many replicas live in this process when no members are named.
     *
     * @return three, or one for each segment of a value.
     */
    public int embeddedReplicas() {
        return embeddedReplicas(config);
    }

    /**
     * How many replicas live in one process when no members are named.
     *
     * @param config how the group works.
     * @return three, or one for each segment of a value.
     */
    public static int embeddedReplicas(final GroupConfig config) {
        return config.code() == null ? EMBEDDED_REPLICAS : config.code().members();
    }

    /**
     * Whether all replicas live in this process.
     *
     * @return true without members.
     */
    public boolean embedded() {
        return members().isEmpty();
    }
}
