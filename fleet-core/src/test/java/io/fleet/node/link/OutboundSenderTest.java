package io.fleet.node.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.election.Prepare;
import io.fleet.fixture.mark.Expects;
import io.fleet.node.FakeTransport;
import io.fleet.node.status.NodeCounters;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.WireIdentity;
import org.junit.jupiter.api.Test;

class OutboundSenderTest {
    private final FakeTransport transport = new FakeTransport();
    private final NodeCounters counters = new NodeCounters();
    private int handled;
    private final OutboundSender links =
        new OutboundSender(new WireIdentity(1, 0).birthId(5), 3, transport, 1 << 18, counters,
            (buffer, offset, length) -> handled++, CodecCatalog.core());

    @Test
    void shouldHandOverAMessageToItselfLikeAnyOtherAndNotWithinTheCall() {
        assertTrue(links.broadcast(0, 0, new Prepare(), links.self()));
        assertTrue(links.send(0, 0, 0, new Prepare()));
        assertTrue(links.send(0, 0, 2, new Prepare()));
        assertEquals(0, handled);
        assertEquals(2, links.pollLoopback());
        assertEquals(2, handled);
        assertEquals(2, transport.offered);
    }

    @Test
    @Expects("node-links.loopback-full")
    void shouldSayWhenAMessageToItselfFindsNoRoom() { // S13
        int taken = 0;
        while (links.send(0, 0, 0, new Prepare())) {
            taken++;
            assertTrue(taken < 4096, "the queue has no bound");
        }
        assertEquals(1, counters.loopbackDrops.get());
        assertFalse(links.broadcast(0, 0, new Prepare(), links.self()));
        assertEquals(2, counters.loopbackDrops.get());
        int polled = 0;
        for (int read = links.pollLoopback(); read > 0; read = links.pollLoopback()) {
            polled += read;
        }
        assertEquals(taken, polled);
        assertTrue(links.send(0, 0, 0, new Prepare()));
    }
}
