package io.fleet;

import io.fleet.error.ConfigException;
import io.fleet.node.config.Shard;
import org.jspecify.annotations.Nullable;

/** How nodes reach each other. */
public enum TransportKind {
    /** Aeron multi-destination-cast over UDP: the sender copies to each destination. Works everywhere; the default. */
    MDC,
    /**
     * Aeron UDP multicast: a body crosses the network once, whatever the number of nodes. Needs a network that carries
     * multicast: nodes that do not hear it are sent copies, as with {@link #MDC}, and the log names them (HovercRaft,
     * section 5, for each node by itself).
     */
    MULTICAST,
    /** Shared memory between nodes of one process. */
    IPC;

    /** There is no multicast group that is nobody else's by default; each duty thread has a port of it. */
    static void requireGroup(final TransportKind transport, final @Nullable String multicastGroup,
                             final int dutyThreads) {
        if (transport == MULTICAST && multicastGroup == null) {
            throw new ConfigException("multicastGroup is missing: with transport MULTICAST give an address and port"
                + " that no other cluster uses, the same on every node and client of this one, such as"
                + " \"239.255.7.1:40456\"");
        }
        if (transport == MULTICAST && multicastGroup != null && dutyThreads > 1) {
            shifted(multicastGroup, new Shard(dutyThreads - 1, dutyThreads));
        }
    }

    /** The multicast group of a duty thread: that of the node, at a port of its own. */
    static String shifted(final String multicastGroup, final Shard shard) {
        final int colon = multicastGroup.lastIndexOf(':');
        final int first;
        try {
            first = Integer.parseInt(multicastGroup.substring(colon + 1));
        } catch (final NumberFormatException e) {
            return multicastGroup; // told of where it is used
        }
        Ports.require("port of multicastGroup " + multicastGroup, first, shard.count());
        return multicastGroup.substring(0, colon + 1) + shard.port(first);
    }
}
