package io.fleet.transport.aeron.config;

import io.fleet.config.Checks;
import io.fleet.consensus.membership.MemberAddress;
import io.fleet.error.ConfigException;
import java.util.regex.Matcher;
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

    private static final Pattern ADDRESS = Pattern.compile("(?:\\[([^\\]]+)\\]|([^\\[:]+)):([0-9]{1,5})");

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

    /** Whether a host is an IP address, so that nobody has to be asked for it. */
    static boolean isLiteral(final String host) {
        return MemberAddress.isLiteral(host);
    }

    /**
     * Reads what {@link #address()} gives.
     *
     * @param nodeId the node.
     * @param text   from anywhere.
     * @return the endpoint; null when that is none of one host.
     */
    public static Endpoint parse(final int nodeId, final String text) {
        final Matcher matcher = ADDRESS.matcher(text);
        if (!matcher.matches() || MemberAddress.fault(text) != null) {
            return null;
        }
        final String bracketed = matcher.group(1);
        final int port = Integer.parseInt(matcher.group(3));
        try {
            return port == 0 ? null : new Endpoint(nodeId, bracketed == null ? matcher.group(2) : bracketed, port);
        } catch (final ConfigException e) {
            return null;
        }
    }

    /**
     * Host and port as they stand in a channel.
     *
     * @return such as {@code 10.0.0.1:9001} or {@code [::1]:9001}.
     */
    public String address() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
