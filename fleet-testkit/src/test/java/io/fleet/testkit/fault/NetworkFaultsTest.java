package io.fleet.testkit.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.sim.Accidents;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.transport.Transport;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class NetworkFaultsTest {
    private final SimNetwork network =
        new SimNetwork(new SimScheduler(), new Accidents(1), new SimTrace(), 3, 1);
    private final NetworkFaults faults = new NetworkFaults(network);

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
        assertFalse(one.offer(0, packet, 0, 8));
        faults.heal();
        assertTrue(one.offer(0, packet, 0, 8));
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
