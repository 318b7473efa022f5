package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.testkit.sim.Accidents;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class WireCheckerTest {
    private static final long CLUSTER = 12;
    private static final int GROUP = 3;

    private final Violations violations = new Violations();
    private final ChosenChecker chosen = new ChosenChecker(3, 2, violations);
    private final SimNetwork network = new SimNetwork(new SimScheduler(), new Accidents(1), new SimTrace(), 3, 1);
    private final Transport[] nodes = {network.node(0), network.node(1), network.node(2)};

    WireCheckerTest() {
        network.observer(new WireChecker(CLUSTER, 3, violations,
            (groupId, configVersion, sender, message) -> chosen.onMessage(groupId, sender, message)));
    }

    @Test
    void shouldSeeAValueChosenOnTheNetwork() {
        network.link(1, 0).blocked = true;
        sendOrder(nodes[0], 0);
        sendAck(nodes[1], 1, CLUSTER);
        assertEquals(0, chosen.chosenCount(GROUP));
        sendAck(nodes[2], 2, CLUSTER);
        assertEquals(1, chosen.chosenCount(GROUP));
        assertTrue(violations.isEmpty(), () -> violations.reports().toString());
    }

    @Test
    void shouldReportPacketsThatCannotBeRead() {
        nodes[1].offer(0, Packet.of(new UnsafeBuffer(new byte[30]), 0, 30));
        assertEquals(1, violations.count());
        sendAck(nodes[1], 1, CLUSTER + 1);
        assertEquals(2, violations.count());
        assertTrue(violations.reports().get(1).contains("FOREIGN_CLUSTER=1"), violations.reports().get(1));
    }

    @Test
    void shouldReportAFalseSender() {
        sendAck(nodes[1], 2, CLUSTER);
        assertTrue(violations.reports().get(0).contains("endpoint 1 sent a message of type ACK in the name of 2"),
            violations.reports().get(0));
        sendAck(network.client(0), 1, CLUSTER);
        assertEquals(2, violations.count());
    }

    private static void sendOrder(final Transport from, final int sender) {
        final Order order = new Order();
        order.ballot = 9;
        final OrderEntry entry = order.next();
        entry.lsn = 1;
        entry.meta.batcherId = 77;
        entry.meta.sequence = 5;
        final WireEncoder encoder = new WireEncoder(new WireIdentity(CLUSTER, sender));
        assertTrue(from.offer(Transport.ALL_NODES, encoder.encode(GROUP, 0, order)));
    }

    private static void sendAck(final Transport from, final int sender, final long clusterId) {
        final Ack ack = new Ack();
        ack.ballot = 9;
        ack.cumulative = 1;
        final WireEncoder encoder = new WireEncoder(new WireIdentity(clusterId, sender));
        assertTrue(from.offer(Transport.ALL_NODES, encoder.encode(GROUP, 0, ack)));
    }
}
