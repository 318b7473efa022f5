package io.fleet.testkit.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SimNetworkTest {
    private static final long SECOND = 1_000_000_000L;

    private final SimScheduler scheduler = new SimScheduler();
    private final SimTrace trace = new SimTrace();
    private final SimNetwork network = new SimNetwork(scheduler, new Accidents(1), trace, 3, 2);
    private final Transport[] nodes = {network.node(0), network.node(1), network.node(2)};
    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[64]);

    @Test
    void shouldDeliverInOrderAndOnceOnCalmNetwork() {
        for (int i = 0; i < 500; i++) {
            assertTrue(send(nodes[0], 1, i));
        }
        final List<Integer> received = receive(nodes[1]);
        assertEquals(500, received.size());
        for (int i = 0; i < 500; i++) {
            assertEquals(i, received.get(i));
        }
    }

    @Test
    void shouldBroadcastToAllOtherNodesAndNoClient() {
        final Transport client = network.client(0);
        assertTrue(send(nodes[0], Transport.ALL_NODES, 9));
        assertEquals(List.of(9), receive(nodes[1]));
        assertEquals(List.of(9), receive(nodes[2]));
        assertEquals(List.of(), receive(nodes[0]));
        assertEquals(List.of(), receive(client));
        assertEquals(1, network.offered());
        assertEquals(2, network.delivered());
    }

    @Test
    void shouldNotDeliverBeforeTheDelay() {
        network.link(0, 1).minDelayNs = 1_000_000;
        send(nodes[0], 1, 1);
        scheduler.runUntil(999_999);
        assertEquals(0, nodes[1].poll((buffer, offset, length) -> {}, 10));
        assertEquals(List.of(1), receive(nodes[1]));
    }

    @Test
    void shouldLoseAboutAsManyAsSaid() {
        network.link(0, 1).loss = 0.3;
        for (int i = 0; i < 10_000; i++) {
            send(nodes[0], 1, i);
            receive(nodes[1], 0);
        }
        assertTrue(network.lost() > 2_700 && network.lost() < 3_300, "lost " + network.lost());
    }

    @Test
    void shouldRepeatPackets() {
        network.link(0, 1).duplication = 1;
        send(nodes[0], 1, 5);
        assertEquals(List.of(5, 5), receive(nodes[1]));
        assertEquals(1, network.duplicated());
    }

    @Test
    void shouldReorderPackets() {
        network.link(0, 1).reordering = 0.5;
        for (int i = 0; i < 200; i++) {
            send(nodes[0], 1, i);
        }
        final List<Integer> received = receive(nodes[1]);
        assertEquals(200, new HashSet<>(received).size());
        final List<Integer> sorted = new ArrayList<>(received);
        sorted.sort(null);
        assertNotEquals(sorted, received);
    }

    @Test
    void shouldBlockOneDirectionOnly() {
        network.link(0, 1).blocked = true;
        assertTrue(send(nodes[0], 1, 1));
        assertTrue(send(nodes[1], 0, 2));
        assertEquals(List.of(), receive(nodes[1]));
        assertEquals(List.of(2), receive(nodes[0]));
    }

    @Test
    void shouldRefuseUnderBackPressureAndSendNothing() {
        network.backPressure(0, 1);
        assertFalse(send(nodes[0], Transport.ALL_NODES, 1));
        assertTrue(send(nodes[1], 2, 2));
        assertEquals(List.of(2), receive(nodes[2]));
        assertEquals(1, network.refused());
    }

    @Test
    void shouldTurnOverOneToFourBitsWhenCorrupting() {
        network.link(0, 1).corruption = 1;
        packet.setMemory(0, 64, (byte) 0);
        final int[] seen = new int[6];
        for (int i = 0; i < 100; i++) {
            nodes[0].offer(1, Packet.of(packet, 0, 64));
        }
        scheduler.runUntil(SECOND);
        nodes[1].poll((buffer, offset, length) -> {
            int bits = 0;
            for (int i = 0; i < length; i++) {
                bits += Integer.bitCount(buffer.getByte(offset + i) & 0xFF);
            }
            seen[bits]++;
        }, Integer.MAX_VALUE);
        assertEquals(0, seen[0] + seen[5]);
        for (int bits = 1; bits <= 4; bits++) {
            assertTrue(seen[bits] > 0, "no packet with " + bits + " bits turned over");
        }
        assertEquals(100, network.accidents(Accident.Kind.CORRUPTION));
    }

    @Test
    void shouldCutPacketsShort() {
        network.link(0, 1).truncation = 1;
        final Set<Integer> lengths = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            send(nodes[0], 1, i);
        }
        scheduler.runUntil(SECOND);
        nodes[1].poll((buffer, offset, length) -> lengths.add(length), Integer.MAX_VALUE);
        assertEquals(Set.of(0, 1, 2, 3, 4, 5, 6, 7), lengths);
    }

    @Test
    void shouldDeliverLateCopies() {
        network.link(0, 1).lateCopy = 1;
        network.link(0, 1).lateNs = 20 * SECOND;
        for (int i = 0; i < 20; i++) {
            send(nodes[0], 1, i);
        }
        assertEquals(20, new HashSet<>(receive(nodes[1], SECOND / 1000)).size());
        assertTrue(receive(nodes[1], 10 * SECOND).size() >= 1);
        assertTrue(receive(nodes[1], 11 * SECOND).size() >= 1);
        assertEquals(40, network.delivered());
    }

    @Test
    void shouldLetBroadcastsReachAnySubset() {
        network.link(0, 1).missedBroadcast = 0.5;
        network.link(0, 2).missedBroadcast = 0.5;
        final Set<String> subsets = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            send(nodes[0], Transport.ALL_NODES, i);
            subsets.add(receive(nodes[1], SECOND).size() + "/" + receive(nodes[2], 0).size());
        }
        assertEquals(Set.of("0/0", "0/1", "1/0", "1/1"), subsets);
        assertTrue(send(nodes[0], 1, 7));
        assertEquals(List.of(7), receive(nodes[1]));
    }

    @Test
    void shouldFlap() {
        network.link(0, 1).flapNs = SECOND;
        network.link(0, 1).reason = 5;
        send(nodes[0], 1, 1);
        assertEquals(List.of(), receive(nodes[1]));
        send(nodes[0], 1, 2);
        assertEquals(List.of(2), receive(nodes[1]));
        send(nodes[0], 1, 3);
        assertEquals(List.of(), receive(nodes[1]));
        assertEquals(2, network.blocked(5));
    }

    @Test
    void shouldDeliverToNewIncarnationWhatWasOnItsWay() {
        send(nodes[0], 1, 1);
        nodes[1].close();
        final Transport reborn = network.node(1);
        assertEquals(List.of(1), receive(reborn));
        assertEquals(List.of(), receive(nodes[1]));
        assertFalse(send(nodes[1], 0, 2));
    }

    @Test
    void shouldLosePacketsToClosedEndpointWithoutTellingTheSender() {
        nodes[1].close();
        assertTrue(send(nodes[0], 1, 1));
        scheduler.runUntil(SECOND);
        assertEquals(1, network.lost());
    }

    @Test
    void shouldAnswerClientsThroughReturnPath() {
        final Transport client = network.client(1);
        assertFalse(send(nodes[0], SimNetwork.FIRST_CLIENT + 1, 1));
        final int path = nodes[0].openReturnPath(client.responseChannel());
        assertTrue(send(nodes[0], path, 7));
        assertEquals(List.of(7), receive(client));
        nodes[0].closeReturnPath(path);
        assertFalse(send(nodes[0], path, 8));
        final List<String> channels =
            List.of("", "sim:client-", "sim:client-2", "sim:client--1", "sim:client-99999", "x");
        for (final String malformed : channels) {
            assertEquals(-2, nodes[0].openReturnPath(malformed), malformed);
        }
    }

    @Test
    void shouldRefusePacketOverTheLimit() {
        final UnsafeBuffer big = new UnsafeBuffer(new byte[Transport.MAX_PACKET + 1]);
        assertTrue(nodes[0].offer(1, Packet.of(big, 0, Transport.MAX_PACKET)));
        final Packet tooLong = Packet.of(big, 0, Transport.MAX_PACKET + 1);
        assertThrows(IllegalArgumentException.class, () -> nodes[0].offer(1, tooLong));
    }

    @Test
    void shouldShowEachPacketOnceToTheObserver() {
        final List<Integer> senders = new ArrayList<>();
        network.observer((from, buffer, offset, length) -> senders.add(from));
        network.link(0, 1).blocked = true;
        send(nodes[0], Transport.ALL_NODES, 1);
        send(network.client(0), 2, 1);
        assertEquals(List.of(0, SimNetwork.FIRST_CLIENT), senders);
    }

    @Test
    void shouldWakeReceiverOnceForPacketsThatWait() {
        final int[] wakeUps = new int[1];
        network.onArrival(1, () -> wakeUps[0]++);
        send(nodes[0], 1, 1);
        send(nodes[2], 1, 2);
        scheduler.runUntil(SECOND);
        assertEquals(1, wakeUps[0]);
        assertEquals(1, nodes[1].poll((buffer, offset, length) -> {}, 1));
        assertEquals(1, nodes[1].poll((buffer, offset, length) -> {}, 9));
        send(nodes[0], 1, 3);
        scheduler.runUntil(2 * SECOND);
        assertEquals(2, wakeUps[0]);
    }

    @Test
    void shouldDoTheSameForTheSameSeed() {
        assertEquals(noisyRun(11), noisyRun(11));
        assertNotEquals(noisyRun(11), noisyRun(12));
    }

    private static long noisyRun(final long seed) {
        final SimScheduler scheduler = new SimScheduler();
        final SimTrace trace = new SimTrace();
        final SimNetwork network = new SimNetwork(scheduler, new Accidents(seed), trace, 3, 0);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[100]);
        final Transport[] nodes = {network.node(0), network.node(1), network.node(2)};
        final LinkConditions link = network.link(0, 2);
        link.loss = 0.2;
        link.reordering = 0.2;
        link.duplication = 0.2;
        for (int i = 0; i < 300; i++) {
            buffer.putInt(0, i);
            nodes[i % 3].offer(Transport.ALL_NODES, Packet.of(buffer, 0, 4 + i % 90));
            scheduler.runUntil(scheduler.nowNs() + 10_000);
        }
        scheduler.runUntil(SECOND);
        return trace.hash();
    }

    private boolean send(final Transport from, final int to, final int value) {
        packet.putInt(0, value);
        return from.offer(to, Packet.of(packet, 0, 8));
    }

    private List<Integer> receive(final Transport transport) {
        return receive(transport, SECOND);
    }

    private List<Integer> receive(final Transport transport, final long withinNs) {
        scheduler.runUntil(scheduler.nowNs() + withinNs);
        final List<Integer> received = new ArrayList<>();
        transport.poll((buffer, offset, length) -> received.add(buffer.getInt(offset)), Integer.MAX_VALUE);
        return received;
    }
}
