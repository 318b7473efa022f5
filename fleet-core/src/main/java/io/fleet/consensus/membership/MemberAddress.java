package io.fleet.consensus.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What may be the address of a member, as far as its text tells: {@code host:port} of one host. Asks nobody. */
public final class MemberAddress {
    private static final Pattern ADDRESS = Pattern.compile("(?:\\[([^\\]]*)\\]|([^\\[\\]:]*)):(\\d{1,5})");
    private static final Pattern NAME =
        Pattern.compile("(?=.{1,200}$)[A-Za-z0-9_][A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_][A-Za-z0-9_-]*)*\\.?");
    /** What resolvers take for an IPv4 address, whatever it looks like. */
    private static final Pattern NUMBER_AT_END = Pattern.compile("(?:.*\\.)?(?:\\d+|0[xX][0-9A-Fa-f]*)\\.?");
    private static final Pattern BYTE = Pattern.compile("0|[1-9]\\d{0,2}");
    private static final Pattern GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");
    private static final int MAX_PORT = 65535;
    private static final int MAX_BYTE = 255;
    private static final int V4_BYTES = 4;
    private static final int V6_GROUPS = 8;
    private static final int FIRST_MULTICAST = 224;
    private static final int FIRST_MULTICAST_GROUP = 0xFF00;
    private static final int LOOPBACK = 127;

    private MemberAddress() {
    }

    /**
     * Looks at an address.
     *
     * @param address from anywhere.
     * @return what is wrong with it; null when nothing is.
     */
    public static String fault(final String address) {
        final Matcher matcher = ADDRESS.matcher(address);
        if (!matcher.matches()) {
            return "it must be HOST:PORT, with an IPv6 address in brackets";
        }
        final int port = Integer.parseInt(matcher.group(3));
        if (port == 0 || port > MAX_PORT) {
            return "its port must be from 1 to " + MAX_PORT;
        }
        return matcher.group(1) == null ? faultOfHost(matcher.group(2)) : faultOfV6(matcher.group(1));
    }

    /**
     * Whether a host is an IP address, and no name.
     *
     * @param host from anywhere; an IPv6 address without brackets.
     */
    public static boolean isLiteral(final String host) {
        return v4(host) != null || v6(host) != null;
    }

    /**
     * Whether an address is that of a machine for itself: every machine means itself by it.
     *
     * @param address one without a {@link #fault}.
     * @return whether; of names, {@code localhost} alone.
     */
    public static boolean isLoopback(final String address) {
        final String host = host(address);
        final List<Integer> v4 = v4(host);
        final List<Integer> v6 = v6(host);
        return host.equalsIgnoreCase("localhost") || v4 != null && v4.get(0) == LOOPBACK
            || v6 != null && v6.equals(v6("::1"));
    }

    /**
     * Whether other machines can tell from the text alone that an address is none of their own.
     *
     * @param address one without a {@link #fault}.
     * @return whether it is an IP address that is not {@link #isLoopback}.
     */
    public static boolean isRouted(final String address) {
        return isLiteral(host(address)) && !isLoopback(address);
    }

    private static String host(final String address) {
        final Matcher matcher = ADDRESS.matcher(address);
        if (!matcher.matches()) {
            return "";
        }
        return matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    }

    private static String faultOfHost(final String host) {
        final List<Integer> v4 = v4(host);
        if (v4 != null) {
            return faultOfV4(v4);
        }
        return !NAME.matcher(host).matches() || NUMBER_AT_END.matcher(host).matches()
            ? "its host must be a name, an IPv4 address, or an IPv6 address in brackets" : null;
    }

    private static String faultOfV4(final List<Integer> bytes) {
        if (bytes.get(0) == 0) {
            return "it is no address of one host: nodes would send to themselves";
        }
        return bytes.get(0) >= FIRST_MULTICAST ? "it is an address of many hosts, or of none" : null;
    }

    private static String faultOfV6(final String host) {
        final List<Integer> groups = v6(host);
        if (groups == null) {
            return "what is in brackets must be an IPv6 address";
        }
        if (groups.stream().allMatch(group -> group == 0)) {
            return "it is no address of one host: nodes would send to themselves";
        }
        if (groups.get(0) >= FIRST_MULTICAST_GROUP) {
            return "it is an address of many hosts";
        }
        final boolean isMapped = groups.subList(0, 5).stream().allMatch(group -> group == 0)
            && groups.get(5) == 0xFFFF;
        return isMapped ? faultOfV4(List.of(groups.get(6) >> 8)) : null;
    }

    private static List<Integer> v4(final String text) {
        final String[] parts = text.split("\\.", -1);
        final List<Integer> bytes = new ArrayList<>();
        for (final String part : parts) {
            if (!BYTE.matcher(part).matches() || Integer.parseInt(part) > MAX_BYTE) {
                return null;
            }
            bytes.add(Integer.parseInt(part));
        }
        return bytes.size() == V4_BYTES ? bytes : null;
    }

    private static List<Integer> v6(final String text) {
        final int gap = text.indexOf("::");
        final List<Integer> head = groups(gap < 0 ? text : text.substring(0, gap));
        final List<Integer> tail = gap < 0 ? List.of() : groups(text.substring(gap + 2));
        if (head == null || tail == null) {
            return null;
        }
        final int missing = V6_GROUPS - head.size() - tail.size();
        if (gap < 0 ? missing != 0 : missing < 1) {
            return null;
        }
        final List<Integer> all = new ArrayList<>(head);
        for (int i = 0; i < missing; i++) {
            all.add(0);
        }
        all.addAll(tail);
        return all;
    }

    private static List<Integer> groups(final String text) {
        final List<Integer> groups = new ArrayList<>();
        final String[] parts = text.isEmpty() ? new String[0] : text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            final List<Integer> v4 = i == parts.length - 1 ? v4(parts[i]) : null;
            if (v4 != null) {
                groups.add(v4.get(0) << 8 | v4.get(1));
                groups.add(v4.get(2) << 8 | v4.get(3));
            } else if (GROUP.matcher(parts[i]).matches()) {
                groups.add(Integer.parseInt(parts[i], 16));
            } else {
                return null;
            }
        }
        return groups;
    }
}
