package io.fleet.node.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.client.ClientHello;
import io.fleet.fixture.mark.Expects;
import io.fleet.node.FakeTransport;
import io.fleet.node.status.NodeCounters;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RemoteClientsTest {
    private static final long SECOND = 1_000_000_000L;

    private final FakeTransport transport = new FakeTransport();
    private final NodeCounters counters = new NodeCounters();
    private final RemoteClients clients = new RemoteClients(transport, counters);

    @Test
    @Expects("remote-clients.silent-client-forgotten")
    void shouldForgetAClientThatIsSilentAndKeepOneThatIsHeard() {
        hello(7, SECOND);
        hello(8, SECOND);
        clients.doWork(SECOND);
        hello(8, 6 * SECOND);
        assertEquals(0, clients.doWork(11 * SECOND), "ten seconds are not over");
        assertEquals(100, clients.destinationOf(7));
        assertEquals(1, clients.doWork(13 * SECOND));
        assertEquals(RemoteClients.UNKNOWN, clients.destinationOf(7));
        assertEquals(101, clients.destinationOf(8));
        assertEquals(List.of(100), transport.closedPaths);
        assertEquals(1, counters.remoteClients.get());
        hello(7, 14 * SECOND);
        assertEquals(102, clients.destinationOf(7));
    }

    @Test
    @Expects("remote-clients.introduced-to-a-node-that-started")
    void shouldIntroduceTheClientsOfAGroup() {
        hello(7, SECOND);
        hello(8, SECOND);
        assertEquals(2, clients.countIn(0));
        assertEquals(0, clients.countIn(1));
        final List<String> told = new ArrayList<>();
        clients.introduce(0, hello -> told.add(hello.batcherId + " " + hello.responseChannel));
        clients.introduce(1, hello -> told.add("another group"));
        told.sort(null);
        assertEquals(List.of("7 client", "8 client"), told);
    }

    @Test
    @Tag("hazard-S-E6")
    @Expects("remote-clients.idle-client-makes-room")
    void shouldLetAnIdleClientMakeRoomForOneThatIsOwedAnAnswer() { // S10, S13
        for (long client = 1; client <= RemoteClients.MAX_CLIENTS; client++) {
            hello(client, SECOND);
        }
        clients.doWork(2 * SECOND);
        assertFalse(offer(5_000, 2 * SECOND), "nothing is known of it but that it is there");
        assertEquals(RemoteClients.UNKNOWN, clients.destinationOf(5_000), "an answer is lost");
        assertFalse(offer(5_000, 2 * SECOND), "all are new");
        clients.doWork(8 * SECOND);
        for (long client = 1; client <= RemoteClients.MAX_CLIENTS; client++) {
            assertTrue(client == 77 || clients.destinationOf(client) > 0);
        }
        assertTrue(offer(5_000, 8 * SECOND), "client 77 was sent nothing for long");
        assertFalse(clients.isKnown(77));
        assertTrue(clients.destinationOf(5_000) > 0);
        assertEquals(RemoteClients.UNKNOWN, clients.destinationOf(5_001));
        assertFalse(offer(5_001, 9 * SECOND), "all others are at work");
        assertEquals(1, transport.closedPaths.size());
    }

    private boolean offer(final long batcherId, final long nowNs) {
        final ClientHello hello = new ClientHello();
        hello.batcherId = batcherId;
        hello.responseChannel = "client";
        return clients.onHello(0, hello, nowNs);
    }

    private void hello(final long batcherId, final long nowNs) {
        final ClientHello hello = new ClientHello();
        hello.batcherId = batcherId;
        hello.responseChannel = "client";
        assertTrue(clients.onHello(0, hello, nowNs));
    }
}
