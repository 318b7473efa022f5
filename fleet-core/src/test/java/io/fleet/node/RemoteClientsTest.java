package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.mark.Expects;
import io.fleet.protocol.message.ClientHello;
import java.util.ArrayList;
import java.util.List;
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

    private void hello(final long batcherId, final long nowNs) {
        final ClientHello hello = new ClientHello();
        hello.batcherId = batcherId;
        hello.responseChannel = "client";
        assertTrue(clients.onHello(0, hello, nowNs));
    }
}
