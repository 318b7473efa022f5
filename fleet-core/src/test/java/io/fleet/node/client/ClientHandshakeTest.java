package io.fleet.node.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ClientHello;
import io.fleet.consensus.message.client.ClientRefused;
import io.fleet.consensus.message.member.BirthAnswer;
import io.fleet.fixture.cluster.UnelectedEvents;
import io.fleet.fixture.mark.Expects;
import io.fleet.node.FakeTransport;
import io.fleet.node.link.OutboundSender;
import io.fleet.node.status.NodeCounters;
import io.fleet.storage.BirthId;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.WireErrors;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Node 0 of cluster 1, of birth 5, with one group. */
class ClientHandshakeTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long BATCHER = 7;
    private static final int BACK = 100;

    private final FakeTransport transport = new FakeTransport();
    private final NodeCounters counters = new NodeCounters();
    private final List<String> events = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final Group group = new Group(0, 11, false, 12, "what all agree on");
    private ClientHandshake door;
    /** The same of a node with two duty threads. */
    private ClientHandshake spread;
    private long now = SECOND;

    @BeforeEach
    void start() {
        final WireIdentity identity = new WireIdentity(1, 0).birthId(5);
        final OutboundSender links =
            new OutboundSender(identity, 3, transport, 1 << 20, counters, (buffer, offset, length) -> {},
                CodecCatalog.core());
        final Int2ObjectHashMap<Group> groups = new Int2ObjectHashMap<>();
        groups.put(group.groupId, group);
        door = new ClientHandshake(identity, links, new RemoteClients(transport, counters), counters, new Told(),
            groups, 1);
        spread = new ClientHandshake(identity, links, new RemoteClients(transport, counters), counters, new Told(),
            groups, 2);
    }

    @Test
    void shouldLetInWhoKnowsAllThatIsHere() {
        assertTrue(open(version(), 1, 5, group, 0));
        assertTrue(open(version() ^ 1, 1, 5, group, group.settings()), "it knows other founders");
        assertEquals(List.of(), told);
        assertEquals(0, counters.refusedClients.get());
    }

    @Test
    @Expects("client-door.client-told-the-birth")
    void shouldTellTheBirthToOneThatDoesNotKnowIt() {
        assertFalse(open(version(), 1, BirthId.NONE, group, group.settings()), "it comes back with it");
        assertEquals(List.of("birth 0000000000000005 for 7"), told);
        assertEquals(List.of(), events);
    }

    @Test
    @Expects("client-door.client-refused")
    void shouldTellAClientWhatDiffers() {
        assertFalse(open(version(), 9, 5, group, 0));
        assertFalse(open(version(), 1, 6, group, 0));
        assertFalse(open(version(), 1, 5, null, 0));
        assertFalse(open(version() ^ 1, 1, BirthId.NONE, group, group.settings() ^ 1));
        assertEquals(List.of("refused 7: 1 ", "refused 7: 2 ", "refused 7: 3 0",
            "refused 7: 4 " + group.settingsText()), told);
        assertEquals(4, counters.refusedClients.get());
        assertEquals(List.of("client: clusterId is 9 there, and 1 here"), events, "no more than once in a while");
        now += 10 * SECOND;
        assertFalse(open(version(), 1, 5, null, 0));
        assertEquals("client: its groupId is none of 0, which this node hosts", events.get(1));
    }

    @Test
    void shouldTellAClientOfAGroupThatAnotherDutyThreadMayHave() {
        door = spread;
        assertFalse(open(version(), 1, 5, null, 0));
        assertEquals(List.of("refused 7: 3 0, which one of the 2 duty threads there hosts at this port"), told);
        assertEquals(List.of("client: its groupId is none of 0, which this node hosts here with one of its 2 duty"
            + " threads"), events);
    }

    private int version() {
        return group.configVersion;
    }

    private boolean open(final int version, final long clusterId, final long birthId, final ClientsGroup host,
                         final int settings) {
        final ClientHello hello = new ClientHello();
        hello.batcherId = BATCHER;
        hello.responseChannel = "client";
        hello.settings = settings;
        final int before = transport.offered;
        final boolean isOpen = door.isOpen(hello, version, clusterId, birthId, host, now);
        if (transport.offered > before) {
            read();
        }
        return isOpen;
    }

    /** What the client was sent last. */
    private void read() {
        assertEquals(BACK, transport.lastDestination);
        final WireDecoder decoder = WireDecoder.ofObserver(1, new WireErrors(), CodecCatalog.core());
        decoder.decode(new UnsafeBuffer(transport.last), 0, transport.last.length,
            (groupId, version, sender, message) -> told.add(text(message, decoder.birthId())));
    }

    private static String text(final Message message, final long birthId) {
        if (message instanceof ClientRefused refusal) {
            return "refused " + refusal.batcherId + ": " + refusal.reason + " " + refusal.text;
        }
        return "birth " + BirthId.format(birthId) + " for " + ((BirthAnswer) message).nonce;
    }

    /** Keeps who was refused. */
    private final class Told extends UnelectedEvents {
        @Override
        public void onClientRefused(final String address, final String reason) {
            events.add(address + ": " + reason);
        }
    }

    private record Group(int groupId, int configVersion, boolean isUnknown, int settings, String settingsText)
        implements
            ClientsGroup {
    }
}
