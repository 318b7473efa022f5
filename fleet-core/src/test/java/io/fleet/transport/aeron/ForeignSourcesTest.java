package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import io.fleet.transport.Refusal;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Senders that announce themselves from 127.0.0.2, where there is no member, to the driver inside a node. */
class ForeignSourcesTest {
    private static final int UNICASTS = 7002;

    @Test
    @Tag("hazard-X-H7")
    void shouldKeepNothingForSendersFromElsewhere() {
        try (Network network = new Network(2); Stranger stranger = new Stranger(network.members.get(0))) {
            final AeronTransports guarded = network.launch(AeronConfig.builder().allowedSources(List.of("10.0.0.0/8")));
            final Peer zero = network.node(guarded, 0);
            final Peer one = network.node(network.launch(AeronConfig.builder()), 1);
            network.await("refusals", stranger::announce, () -> guarded.refused(Refusal.FOREIGN_ADDRESS) >= 100);
            network.awaitFresh("unicast of a member", one, 0, zero);
            network.awaitFresh("broadcast of a member", one, Transport.ALL_NODES, zero);
            assertEquals(2, guarded.guard().senders());
            assertEquals(guarded.refused(Refusal.FOREIGN_ADDRESS), zero.transport.refused(Refusal.FOREIGN_ADDRESS));
            assertEquals(0, guarded.errorCount());
        }
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldForgetSendersWhoseImagesHaveGone() {
        try (Network network = new Network(2); Stranger stranger = new Stranger(network.members.get(0))) {
            final AeronTransports open = network.launch(AeronConfig.builder());
            final Peer zero = network.node(open, 0);
            final Peer one = network.node(network.launch(AeronConfig.builder()), 1);
            network.awaitFresh("unicast of a member", one, 0, zero);
            network.awaitFresh("broadcast of a member", one, Transport.ALL_NODES, zero);
            network.await("senders", stranger::announce, () -> open.guard().senders() >= 20);
            network.await("images that end", () -> open.guard().senders() == 2);
            assertTrue(open.guard().refused(Refusal.FOREIGN_ADDRESS) == 0);
            network.awaitFresh("what is received still", one, 0, zero);
        }
    }

    /** Announces another sender each time. */
    private static final class Stranger implements AutoCloseable {
        private final byte[] bytes = new byte[SetupFlyweight.HEADER_LENGTH];
        private final DatagramSocket socket;
        private final InetSocketAddress target;
        private int session;

        Stranger(final Endpoint target) {
            try {
                socket = new DatagramSocket(new InetSocketAddress(InetAddress.getByName("127.0.0.2"), 0));
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
            this.target = new InetSocketAddress(target.host(), target.port());
        }

        void announce() {
            final SetupFlyweight setup = new SetupFlyweight(new UnsafeBuffer(bytes));
            setup.streamId(UNICASTS).sessionId(++session).initialTermId(3).activeTermId(3).termOffset(0)
                .termLength(1 << 16).mtuLength(1408).ttl(0);
            setup.headerType(HeaderFlyweight.HDR_TYPE_SETUP).frameLength(bytes.length);
            try {
                socket.send(new DatagramPacket(bytes, bytes.length, target));
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            socket.close();
        }
    }
}
