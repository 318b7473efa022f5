package io.fleet.transport.aeron.config;

import io.fleet.error.ConfigException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** A list of addresses and networks. Immutable. */
public final class Networks {
    private static final int BITS = 8;

    private final List<Network> networks;

    private Networks(final List<Network> networks) {
        this.networks = networks;
    }

    /** Reads such as {@code 10.0.0.0/8}, {@code 10.0.0.9} and {@code fd00::/8}; no names. */
    static Networks parse(final String setting, final List<String> texts) {
        final List<Network> read = new ArrayList<>();
        for (final String text : texts) {
            read.add(network(setting, text));
        }
        return new Networks(List.copyOf(read));
    }

    public boolean isEmpty() {
        return networks.isEmpty();
    }

    public boolean contains(final InetAddress address) {
        final byte[] bytes = address.getAddress();
        for (final Network network : networks) {
            if (network.contains(bytes)) {
                return true;
            }
        }
        return false;
    }

    private static Network network(final String setting, final String text) {
        final int slash = text == null ? -1 : text.indexOf('/');
        final InetAddress address = text == null ? null : literal(slash < 0 ? text : text.substring(0, slash));
        if (address != null) {
            final int bits = address.getAddress().length * BITS;
            final String prefix = slash < 0 ? Integer.toString(bits) : text.substring(slash + 1);
            if (prefix.matches("\\d{1,3}") && Integer.parseInt(prefix) <= bits) {
                return new Network(address.getAddress(), Integer.parseInt(prefix));
            }
        }
        throw new ConfigException(setting + " has '" + text
            + "', but must have IP addresses and networks alone: 10.0.0.9, 10.0.0.0/24, fd00::/8");
    }

    /** The address that a text is; null when it is a name, or nothing. Never asks anybody. */
    public static InetAddress literal(final String text) {
        if (!Endpoint.isLiteral(text)) {
            return null;
        }
        try {
            return InetAddress.getByName(text);
        } catch (final UnknownHostException e) {
            return null;
        }
    }

    /** The addresses that begin with the same bits. */
    private record Network(byte[] address, int prefix) {
        boolean contains(final byte[] other) {
            if (other.length != address.length) {
                return false;
            }
            for (int bit = 0; bit < prefix; bit++) {
                final int mask = 1 << BITS - 1 - bit % BITS;
                if ((address[bit / BITS] & mask) != (other[bit / BITS] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
