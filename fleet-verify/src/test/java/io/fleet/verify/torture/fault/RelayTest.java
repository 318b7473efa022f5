package io.fleet.verify.torture.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RelayTest {
    private static final int TIMEOUT_MILLIS = 240_000;

    private DatagramSocket zero;
    private DatagramSocket one;
    private Relay relay;

    @BeforeEach
    void open() throws IOException {
        zero = node();
        one = node();
        relay = new Relay(List.of(zero.getLocalPort(), one.getLocalPort()), 1);
    }

    @AfterEach
    void close() throws IOException {
        relay.close();
        zero.close();
        one.close();
        assertNull(relay.failure());
    }

    private static DatagramSocket node() throws IOException {
        final DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    /** What a node was told of a member. */
    private int port(final int node, final int member) {
        return Integer.parseInt(relay.members(node).split(",")[member].split(":")[1]);
    }

    private static void send(final DatagramSocket from, final int port, final String text) throws IOException {
        from.send(packet(text, new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
    }

    private static DatagramPacket packet(final String text, final SocketAddress to) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new DatagramPacket(bytes, bytes.length, to);
    }

    private static DatagramPacket receive(final DatagramSocket at) throws IOException {
        final DatagramPacket packet = new DatagramPacket(new byte[2000], 2000);
        at.receive(packet);
        return packet;
    }

    private static String text(final DatagramPacket packet) {
        return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
    }

    private void awaitCounts(final String counts) {
        assertTimeoutPreemptively(Duration.ofMillis(TIMEOUT_MILLIS), () -> {
            while (!relay.counts().equals(counts)) {
                LockSupport.parkNanos(1_000_000);
            }
        });
    }

    @Test
    void shouldTellEachNodeItsOwnAddressAndARelayedOneOfTheOther() {
        assertEquals(zero.getLocalPort(), port(0, 0));
        assertEquals(one.getLocalPort(), port(1, 1));
        assertTrue(port(0, 1) != one.getLocalPort() && port(1, 0) != zero.getLocalPort());
    }

    @Test
    void shouldPassPacketsOnAndAnswersBack() throws IOException {
        send(zero, port(0, 1), "question");
        final DatagramPacket question = receive(one);
        assertEquals("question", text(question));
        one.send(packet("answer", question.getSocketAddress()));
        final DatagramPacket answer = receive(zero);
        assertEquals("answer", text(answer));
        assertEquals(port(0, 1), answer.getPort());
    }

    @Test
    void shouldCutOneDirectionForQuestionsAndForAnswers() throws IOException {
        send(one, port(1, 0), "question");
        final DatagramPacket question = receive(zero);
        relay.links().cut(0, 1);
        send(zero, port(0, 1), "lost");
        zero.send(packet("lost too", question.getSocketAddress()));
        awaitCounts("1 packets passed on, 2 lost");
        send(one, port(1, 0), "heard");
        assertEquals("heard", text(receive(zero)));
        relay.links().heal();
        send(zero, port(0, 1), "healed");
        assertEquals("healed", text(receive(one)));
    }

    @Test
    void shouldLoseEverythingInAStormAndDuplicateInAnother() throws IOException {
        relay.links().weather(new NetworkWeather(100, 0, 0, 0));
        send(zero, port(0, 1), "lost");
        awaitCounts("0 packets passed on, 1 lost");
        relay.links().weather(new NetworkWeather(0, 100, 0, 0));
        send(zero, port(0, 1), "twice");
        assertEquals("twice", text(receive(one)));
        assertEquals("twice", text(receive(one)));
    }

    @Test
    void shouldDelay() throws IOException {
        relay.links().weather(new NetworkWeather(0, 0, 100, 40));
        final long sentNs = System.nanoTime();
        send(zero, port(0, 1), "late");
        final DatagramPacket late = receive(one);
        assertArrayEquals("late".getBytes(StandardCharsets.UTF_8), text(late).getBytes(StandardCharsets.UTF_8));
        assertTrue(System.nanoTime() - sentNs >= 3_000_000);
    }

    @Test
    void shouldDrawTheFateOfPacketsFromTheWeather() {
        final Links links = new Links(3);
        final Random random = new Random(1);
        links.weather(new NetworkWeather(25, 50, 0, 10));
        int lost = 0;
        int copies = 0;
        for (int i = 0; i < 10_000; i++) {
            final long delayNs = links.delayNs(0, 1, random);
            lost += delayNs == Links.LOST ? 1 : 0;
            assertTrue(delayNs < 10_000_000);
            copies += links.copies(random);
        }
        assertEquals(2500, lost, 250);
        assertEquals(15_000, copies, 300);
    }

    @Test
    void shouldCutWhatMakesANodeMuteOrDeaf() {
        final Links links = new Links(3);
        links.mute(1);
        assertTrue(links.isCut(1, 0) && links.isCut(1, 2));
        assertFalse(links.isCut(0, 1) || links.isCut(2, 1) || links.isCut(0, 2));
        links.heal();
        links.deafen(1);
        assertTrue(links.isCut(0, 1) && links.isCut(2, 1));
        assertFalse(links.isCut(1, 0) || links.isCut(1, 2) || links.isCut(2, 0));
    }
}
