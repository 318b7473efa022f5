package io.fleet.bench.harness;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Ports that nobody uses, for TCP nor for UDP, below those that the system hands out by itself. */
public final class FreePorts {
    private static final int FIRST = 10_000;
    private static final int BEHIND_LAST = 32_000;
    private static final int TRIES_FOR_EACH = 50;

    private FreePorts() {
    }

    /**
     * Finds ports.
     *
     * @param count how many.
     * @return so many different ones.
     * @throws IOException when there are not so many.
     */
    public static List<Integer> find(final int count) throws IOException {
        final Set<Integer> found = new LinkedHashSet<>();
        for (int i = 0; i < count * TRIES_FOR_EACH && found.size() < count; i++) {
            final int port = ThreadLocalRandom.current().nextInt(FIRST, BEHIND_LAST);
            if (isFree(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
                found.add(port);
            }
        }
        if (found.size() < count) {
            throw new IOException("cannot find " + count + " free ports from " + FIRST + " to " + (BEHIND_LAST - 1));
        }
        return new ArrayList<>(found);
    }

    private static boolean isFree(final InetSocketAddress address) throws IOException {
        try (ServerSocket tcp = new ServerSocket(); DatagramSocket udp = new DatagramSocket(null)) {
            tcp.bind(address);
            udp.bind(address);
            return true;
        } catch (final SocketException taken) {
            return false;
        }
    }
}
