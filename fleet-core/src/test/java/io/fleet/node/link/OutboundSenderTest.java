package io.fleet.node.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.fixture.mark.Expects;
import io.fleet.node.FakeTransport;
import io.fleet.node.status.NodeCounters;
import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.WireIdentity;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class OutboundSenderTest {
    private final FakeTransport transport = new FakeTransport();
    private final NodeCounters counters = new NodeCounters();
    private int handled;
    private byte[] own;
    private final OutboundSender links =
        new OutboundSender(new WireIdentity(1, 0).birthId(5), 3, transport, 1 << 18, counters,
            this::handle, CodecCatalog.core());

    @Test
    void shouldHandOverAMessageToItselfLikeAnyOtherAndNotWithinTheCall() {
        assertTrue(links.broadcast(0, 0, new Prepare(), links.self(), null));
        assertTrue(links.send(0, 0, 0, new Prepare()));
        assertTrue(links.send(0, 0, 2, new Prepare()));
        assertEquals(0, handled);
        assertEquals(2, links.pollLoopback());
        assertEquals(2, handled);
        assertEquals(2, transport.offered);
    }

    @Test
    void shouldLeaveABodyForAnotherWhereItIs() {
        final EntryBody body = body();
        assertTrue(links.send(0, 0, 2, body));
        assertSame(body.buffer.byteArray(), transport.lastData);
        assertTrue(links.sendToOthers(0, 0, body));
        assertSame(body.buffer.byteArray(), transport.lastData);
        assertEquals(2L * transport.last.length, counters.bytesSent.get());
        assertTrue(links.send(0, 0, 2, new Prepare()));
        assertNull(transport.lastData, "it is of the packet before");
    }

    @Test
    void shouldSendToAllWhatItHasForItself() {
        final EntryBody body = body();
        assertTrue(links.broadcast(0, 0, body, links.self(), null));
        assertNull(transport.lastData, "it is copied for this node, and sent from there");
        links.pollLoopback();
        assertArrayEquals(transport.last, own);
    }

    @Test
    void shouldSendToSomeAndToItself() {
        final EntryBody body = body();
        transport.some = 2;
        assertTrue(links.broadcast(0, 0, body, 1, new int[] {0, 1, 2}));
        links.pollLoopback();
        assertArrayEquals(transport.last, own);
        assertEquals(2, counters.packetsSent.get());
        assertEquals(2L * transport.last.length, counters.bytesSent.get());
        assertEquals(0, counters.toAll.packets.get());
        transport.some = Transport.ALL_NODES;
        assertTrue(links.broadcast(0, 0, body, 1, new int[] {0, 1, 2}));
        assertEquals(3, counters.packetsSent.get(), "one, which the network multiplies");
        assertEquals(1, counters.toAll.packets.get());
        transport.some = Transport.NOBODY;
        assertFalse(links.broadcast(0, 0, body, 1, new int[] {0, 1, 2}));
        assertEquals(3, counters.packetsSent.get());
        assertEquals(1, counters.packetsNotSent.get());
    }

    private static EntryBody body() {
        final EntryBody body = new EntryBody();
        body.batcherId = 1;
        body.sequence = 1;
        body.totalLength = 500;
        body.chunkLength = 500;
        body.buffer = new UnsafeBuffer(new byte[600]);
        body.bufferOffset = 9;
        return body;
    }

    private void handle(final DirectBuffer buffer, final int offset, final int length) {
        handled++;
        own = Packet.of(buffer, offset, length).toBytes();
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
        assertFalse(links.broadcast(0, 0, new Prepare(), links.self(), null));
        assertEquals(2, counters.loopbackDrops.get());
        int polled = 0;
        for (int read = links.pollLoopback(); read > 0; read = links.pollLoopback()) {
            polled += read;
        }
        assertEquals(taken, polled);
        assertTrue(links.send(0, 0, 0, new Prepare()));
    }
}
