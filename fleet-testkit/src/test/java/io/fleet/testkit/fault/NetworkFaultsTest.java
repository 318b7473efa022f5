package io.fleet.testkit.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.sim.Accidents;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class NetworkFaultsTest {
    private final SimNetwork network = new SimNetwork(new SimScheduler(), new Accidents(1), new SimTrace(), 3, 1);
    private int leader = Fault.NONE;
    private final NetworkFaults faults = new NetworkFaults(network, () -> leader);

    @Test
    void shouldIsolateATargetFromNodesAndClients() {
        begin(FaultKind.ISOLATION, 1, Fault.NONE, 0);
        assertEquals("01 10 12 13 21 31", blocked());
    }

    @Test
    void shouldBlockOneWay() {
        begin(FaultKind.ONE_WAY_PARTITION, 2, 0, 0);
        assertEquals("20", blocked());
    }

    @Test
    void shouldSplitNodesButNotClients() {
        begin(FaultKind.SPLIT, Fault.NONE, 0b011, 0);
        assertEquals("02 12 20 21", blocked());
    }

    @Test
    void shouldLeaveABridge() {
        begin(FaultKind.BRIDGE, 0, 0b010, 0);
        assertEquals("12 21", blocked());
    }

    @Test
    void shouldIsolateWhoeverLeadsAtTheBeginning() {
        final Fault nobody = begin(FaultKind.LEADER_ISOLATION, Fault.NONE, Fault.NONE, 0);
        assertEquals("", blocked());
        faults.end(nobody, 0);
        leader = 1;
        final Fault isolation = begin(FaultKind.LEADER_ISOLATION, Fault.NONE, Fault.NONE, 1);
        leader = 2;
        assertEquals("01 10 12 13 21 31", blocked());
        faults.end(isolation, 0);
        assertEquals("", blocked());
    }

    @Test
    void shouldLetEachHearItsNeighboursOnlyInARing() {
        final SimNetwork five = new SimNetwork(new SimScheduler(), new Accidents(1), new SimTrace(), 5, 1);
        new NetworkFaults(five, () -> Fault.NONE).begin(new Fault(FaultKind.RING, 0, 10, Fault.NONE, Fault.NONE, 0), 0);
        for (int from = 0; from < 5; from++) {
            for (int to = 0; to < 5; to++) {
                final int distance = Math.floorMod(from - to, 5);
                assertEquals(distance == 2 || distance == 3, five.link(from, to).blocked, from + " to " + to);
            }
            assertFalse(five.link(from, 5).blocked || five.link(5, from).blocked);
        }
    }

    @Test
    void shouldCutOffForEver() {
        faults.cutOff(2);
        faults.heal();
        assertEquals("02 12 20 21 23 32", blocked());
    }

    @Test
    void shouldSetWhatBefallsPackets() {
        begin(FaultKind.CORRUPTION, Fault.NONE, Fault.NONE, 0.1);
        begin(FaultKind.TRUNCATION, Fault.NONE, Fault.NONE, 0.2);
        begin(FaultKind.PARTIAL_BROADCAST, Fault.NONE, Fault.NONE, 0.3);
        begin(FaultKind.LATE_COPIES, Fault.NONE, Fault.NONE, 5e9);
        begin(FaultKind.FLAPPING, 1, Fault.NONE, 7000);
        assertEquals(0.1, network.link(0, 3).corruption);
        assertEquals(0.2, network.link(3, 0).truncation);
        assertEquals(0.3, network.link(0, 2).missedBroadcast);
        assertEquals(5_000_000_000L, network.link(0, 2).lateNs);
        assertTrue(network.link(0, 2).lateCopy > 0);
        assertEquals(7000, network.link(0, 1).flapNs);
        assertEquals(0, network.link(0, 2).flapNs);
        faults.heal();
        assertEquals(0, network.link(0, 1).flapNs + network.link(0, 1).corruption + network.link(0, 1).truncation
            + network.link(0, 1).missedBroadcast + network.link(0, 1).lateCopy);
    }

    @Test
    void shouldCountWhatEachKindBefell() {
        final UnsafeBuffer packet = new UnsafeBuffer(new byte[8]);
        final Transport zero = network.node(0);
        begin(FaultKind.LOSS, Fault.NONE, Fault.NONE, 1);
        zero.offer(1, Packet.of(packet, 0, 8));
        begin(FaultKind.SPLIT, Fault.NONE, 0b001, 0);
        zero.offer(1, Packet.of(packet, 0, 8));
        zero.offer(Transport.ALL_NODES, Packet.of(packet, 0, 8));
        assertEquals(1, faults.effect(FaultKind.LOSS));
        assertEquals(3, faults.effect(FaultKind.SPLIT));
        assertEquals(0, faults.effect(FaultKind.ISOLATION));
        assertEquals(0, faults.effect(FaultKind.KILL));
    }

    @Test
    void shouldLiftOnlyTheFaultThatEnds() {
        final Fault isolation = begin(FaultKind.ISOLATION, 1, Fault.NONE, 0);
        begin(FaultKind.ONE_WAY_PARTITION, 1, 0, 0);
        begin(FaultKind.LOSS, Fault.NONE, Fault.NONE, 0.2);
        begin(FaultKind.LOSS, Fault.NONE, Fault.NONE, 0.1);
        faults.end(isolation, 0);
        faults.end(isolation, 0);
        assertEquals("10", blocked());
        assertEquals(0.2, network.link(3, 2).loss);
        faults.heal();
        assertEquals("", blocked());
        assertEquals(0, network.link(3, 2).loss);
    }

    @Test
    void shouldDelayAndPressTheTargetOnly() {
        final long calm = network.link(0, 1).delayNs;
        begin(FaultKind.DELAY, 1, Fault.NONE, 5000);
        begin(FaultKind.BACK_PRESSURE, 1, Fault.NONE, 1);
        assertEquals(calm + 5000, network.link(0, 1).delayNs);
        assertEquals(calm + 5000, network.link(1, 2).delayNs);
        assertEquals(calm, network.link(0, 2).delayNs);
        final UnsafeBuffer packet = new UnsafeBuffer(new byte[8]);
        final Transport one = network.node(1);
        assertFalse(one.offer(0, Packet.of(packet, 0, 8)));
        faults.heal();
        assertTrue(one.offer(0, Packet.of(packet, 0, 8)));
    }

    @Test
    void shouldIgnoreFaultsOfOtherKinds() {
        begin(FaultKind.KILL, 1, Fault.NONE, 0);
        begin(FaultKind.CLOCK_JUMP, 1, Fault.NONE, 9);
        assertEquals("", blocked());
    }

    private Fault begin(final FaultKind kind, final int target, final int other, final double strength) {
        final Fault fault = new Fault(kind, 0, 10, target, other, strength);
        faults.begin(fault, 0);
        return fault;
    }

    private String blocked() {
        final StringBuilder text = new StringBuilder();
        for (int from = 0; from < 4; from++) {
            for (int to = 0; to < 4; to++) {
                if (network.link(from, to).blocked && from != to) {
                    text.append(text.length() == 0 ? "" : " ").append(from).append(to);
                }
            }
        }
        return text.toString();
    }
}
