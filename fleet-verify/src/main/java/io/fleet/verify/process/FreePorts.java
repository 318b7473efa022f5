package io.fleet.verify.process;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Ports that are free for TCP and UDP, and that no system hands out by itself: a node that was killed leaves its ports,
 * and one of those that connections are given could be gone when it is started again.
 */
public final class FreePorts {
    private static final int FIRST = 10_000;
    private static final int BEHIND_LAST = 32_000;
    private static final int ATTEMPTS = 1000;

    private FreePorts() {
    }

    /** So many different ones. */
    public static List<Integer> find(final int count) throws IOException {
        return find(count, 1);
    }

    /** The first ones of so many rows of free ports, none of which is in two of them. */
    public static List<Integer> find(final int count, final int inARow) throws IOException {
        final List<Integer> found = new ArrayList<>();
        for (int i = 0; i < ATTEMPTS && found.size() < count; i++) {
            final int port = ThreadLocalRandom.current().nextInt(FIRST, BEHIND_LAST - inARow + 1);
            if (found.stream().allMatch(other -> Math.abs(other - port) >= inARow)
                && IntStream.range(port, port + inARow).allMatch(FreePorts::isFree)) {
                found.add(port);
            }
        }
        if (found.size() < count) {
            throw new IOException("cannot find " + count + " free ports from " + FIRST + " to " + (BEHIND_LAST - 1)
                + (inARow == 1 ? "" : ", each with " + (inARow - 1) + " more behind it"));
        }
        return found;
    }

    private static boolean isFree(final int port) {
        final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try (ServerSocket tcp = new ServerSocket(); DatagramSocket udp = new DatagramSocket(null)) {
            tcp.bind(address);
            udp.bind(address);
            return true;
        } catch (final SocketException taken) {
            return false;
        } catch (final IOException e) {
            throw new IllegalStateException("cannot probe port " + port + ": " + e.getMessage(), e);
        }
    }
}
