package io.fleet.transport.aeron;

import io.fleet.error.ConfigException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text by which a remote client says where it receives: an IP address and a UDP port, or an IPC stream. It comes
 * from the network, so nodes take these two forms and no other: no names, which somebody would have to resolve, and
 * no other setting of a channel.
 */
final class ResponseChannels {
    /** The first stream id of clients with IPC: above all those of nodes. */
    static final int FIRST_IPC_STREAM = 1 << 24;

    private static final String UDP_PREFIX = "aeron:udp?endpoint=";
    private static final String IPC_PREFIX = "aeron:ipc?stream-id=";
    private static final int MAX_LENGTH = 128;
    private static final int MAX_PORT = 65535;
    private static final Pattern V4 =
        Pattern.compile("((?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)):([1-9]\\d{0,4})");
    private static final Pattern V6 = Pattern.compile("(\\[[0-9A-Fa-f:.]{2,45}]):([1-9]\\d{0,4})");
    private static final Pattern STREAM = Pattern.compile("[1-9]\\d{7,9}");

    private ResponseChannels() {
    }

    static String udp(final String address) {
        return UDP_PREFIX + address;
    }

    static String ipc(final int streamId) {
        return IPC_PREFIX + streamId;
    }

    /** The address in a UDP channel; null when the channel is anything else. */
    static String udpAddress(final String channel) {
        if (channel == null || channel.length() > MAX_LENGTH || !channel.startsWith(UDP_PREFIX)) {
            return null;
        }
        final String address = channel.substring(UDP_PREFIX.length());
        Matcher matcher = V4.matcher(address);
        if (!matcher.matches()) {
            matcher = V6.matcher(address);
            if (!matcher.matches()) {
                return null;
            }
        }
        return Integer.parseInt(matcher.group(2)) <= MAX_PORT && isOneHost(matcher.group(1)) ? address : null;
    }

    /** The stream in an IPC channel; -1 when the channel is anything else. */
    static int ipcStream(final String channel) {
        if (channel == null || channel.length() > MAX_LENGTH || !channel.startsWith(IPC_PREFIX)) {
            return -1;
        }
        final String digits = channel.substring(IPC_PREFIX.length());
        if (!STREAM.matcher(digits).matches()) {
            return -1;
        }
        final long stream = Long.parseLong(digits);
        return stream >= FIRST_IPC_STREAM && stream <= Integer.MAX_VALUE ? (int) stream : -1;
    }

    /**
     * The address of a client's own host, as nodes take it.
     *
     * @param host a name or address of the client's host, with or without a port.
     * @return address and port; the port is 0 when none was given.
     */
    static String resolve(final String host) {
        final Matcher matcher = Pattern.compile("(\\[[^]]+]|[^:]+)(?::(\\d{1,5}))?").matcher(host);
        final boolean matches = matcher.matches();
        final String name = matches ? matcher.group(1) : host;
        final int port = matches && matcher.group(2) != null ? Integer.parseInt(matcher.group(2)) : 0;
        try {
            final InetAddress address = InetAddress.getByName(name);
            if (port <= MAX_PORT && isOneHost(address)) {
                final String text = address.getHostAddress();
                return (address instanceof Inet6Address ? "[" + text.replaceFirst("%.*", "") + "]" : text) + ":" + port;
            }
        } catch (final UnknownHostException e) {
            throw new ConfigException(
                "responseHost is '" + host + "', but must be a name or address of this host: " + e);
        }
        throw new ConfigException("responseHost is '" + host
            + "', but must be one address that nodes can send to, and a port from 0 to " + MAX_PORT);
    }

    private static boolean isOneHost(final String literal) {
        try {
            return isOneHost(InetAddress.getByName(literal));
        } catch (final UnknownHostException e) {
            return false;
        }
    }

    private static boolean isOneHost(final InetAddress address) {
        final byte[] bytes = address.getAddress();
        return !address.isAnyLocalAddress() && !address.isMulticastAddress() && bytes[0] != (byte) 0xFF;
    }
}
