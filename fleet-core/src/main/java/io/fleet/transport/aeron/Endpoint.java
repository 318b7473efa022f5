package io.fleet.transport.aeron;

import io.fleet.machine.Checks;
import io.fleet.machine.ConfigException;
import java.util.regex.Pattern;

/**
 * Where a node receives. With {@link AeronConfig.Kind#MDC} one UDP port takes everything: broadcasts and unicasts are
 * two streams on it. With {@link AeronConfig.Kind#MULTICAST} it takes unicasts, and broadcasts come to the group's
 * address. With {@link AeronConfig.Kind#IPC} only the node id counts. Nothing else is bound but ephemeral ports for
 * sending.
 *
 * @param nodeId the node, 0 to 1023.
 * @param host   a name, an IPv4 address, or an IPv6 address without brackets; of this host where the node is ours.
 * @param port   the UDP port, 1 to 65535; 0 where only IPC is used.
 */
public record Endpoint(int nodeId, String host, int port) {
    /** The highest node id. */
    public static final int MAX_NODE_ID = 1023;

    private static final int MAX_PORT = 65535;
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]{1,200}|[0-9A-Fa-f:.]{2,45}");

    /** Checks the ranges. */
    public Endpoint {
        Checks.range("nodeId", nodeId, 0, MAX_NODE_ID);
        Checks.notNull("host of node " + nodeId, host);
        Checks.range("port of node " + nodeId, port, 0, MAX_PORT);
        if (!HOST.matcher(host).matches()) {
            throw new ConfigException(
                "host of node " + nodeId + " is '" + host + "', but must be a host name or an IP address");
        }
    }

    /** Host and port as they stand in a channel. */
    String address() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
