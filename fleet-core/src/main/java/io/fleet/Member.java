package io.fleet;

import io.fleet.config.Checks;
import io.fleet.error.ConfigException;
import java.util.List;

/**
 * One member of a cluster: where its node receives.
 *
 * @param nodeId its number, 0 to 1023, unique in the cluster.
 * @param host   a name or address that the other nodes reach it by.
 * @param port   its UDP port, 1 to 65535.
 */
public record Member(int nodeId, String host, int port) {
    /**
     * Checks the ranges.
     *
     * @param nodeId its number.
     * @param host   its host.
     * @param port   its port.
     */
    public Member {
        Checks.range("member node id", nodeId, 0, 1023);
        Checks.range("member port", port, 1, 65535);
        if (host == null || host.isBlank()) {
            throw new ConfigException("the host of member " + nodeId + " is missing");
        }
    }

    /** No two members may receive at the same place. */
    static void requireAddresses(final List<Member> members, final TransportKind transport) {
        for (final Member one : members) {
            for (final Member other : members) {
                if (transport != TransportKind.IPC && one.nodeId() < other.nodeId() && one.port() == other.port()
                    && one.host().equals(other.host())) {
                    throw new ConfigException("address of member " + other.nodeId() + " is " + other.host() + ":"
                        + other.port() + ", which is that of member " + one.nodeId() + " already");
                }
            }
        }
    }

    /**
     * Reads {@code host:port}.
     *
     * @param nodeId its number.
     * @param text   such as {@code 127.0.0.1:9001} or {@code [::1]:9001}.
     * @return the member.
     */
    public static Member parse(final int nodeId, final String text) {
        final int colon = Checks.notNull("member " + nodeId, text).lastIndexOf(':');
        if (colon <= 0) {
            throw new ConfigException("member " + nodeId + " is '" + text + "', but must be host:port");
        }
        try {
            return new Member(nodeId, text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        } catch (final NumberFormatException e) {
            throw new ConfigException("member " + nodeId + " is '" + text
                + "', but must be host:port with a port from 1 to 65535");
        }
    }
}
