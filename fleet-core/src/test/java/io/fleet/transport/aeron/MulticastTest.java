package io.fleet.transport.aeron;

import io.fleet.error.ConfigException;
import io.fleet.fixture.process.Children;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.AeronConfig.Kind;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Multicast on the loopback interface of a network namespace of its own, so that nothing leaves the test. */
class MulticastTest {
    private static final int TERM = 1 << 20;
    private static final int CLIENT = 5000;

    @Test
    void shouldExchangeByMulticast() throws IOException, InterruptedException {
        Children.passByMulticast("fleet", Scenario.class);
    }

    /** Runs inside the namespace. */
    static final class Scenario {
        private Scenario() {
        }

        public static void main(final String[] args) {
            try (Network network = new Network(4)) {
                exchange(network);
            }
            System.out.println("passed");
        }

        private static AeronConfig.Builder config() {
            return AeronConfig.builder()
                .kind(Kind.MULTICAST)
                .multicastGroup("224.0.1.17:40456")
                .multicastInterface("127.0.0.1")
                .broadcastTermLength(TERM)
                .unicastTermLength(TERM);
        }

        private static void exchange(final Network network) {
            final AeronTransports two = network.launch(config());
            final Peer[] peers = {
                network.node(network.launch(config()), 0),
                network.node(network.launch(config()), 1),
                network.node(two, 2)
            };
            refuseASecondNode(network, two);
            for (final Peer from : peers) {
                for (final Peer to : peers) {
                    if (from != to) {
                        network.awaitFresh("unicast", from, to.id, to);
                        network.awaitFresh("broadcast", from, Transport.ALL_NODES, to);
                    }
                }
                check(from.highestFrom(from.id) == 0, "own packets come back");
            }

            network.stick(peers[2]);
            network.awaitFlow(peers[0], peers[1], 4L * TERM, 16 * 1024);
            network.unstick(peers[2]);
            network.awaitFresh("broadcast to the peer that is back", peers[0], Transport.ALL_NODES, peers[2]);

            network.close(peers[2]);
            network.awaitFlow(peers[0], peers[1], 4L * TERM, 16 * 1024);
            final Peer again = network.node(two, 2);
            network.awaitFresh("broadcast to the new one", peers[0], Transport.ALL_NODES, again);
            network.awaitFresh("unicast to the new one", peers[0], 2, again);

            for (int gone = 100; gone < 100 + 2 * Peers.MAX_FORMER; gone++) {
                peers[1].transport.connect(gone, "127.0.0.1:" + (4_000 + gone));
                peers[1].transport.disconnect(gone);
            }
            peers[1].transport.disconnect(0);
            network.awaitFresh("broadcast of one that has just gone", peers[0], Transport.ALL_NODES, peers[1]);
            peers[1].transport.connect(0, network.members.get(0).address());
            network.awaitFresh("broadcast of one that is back", peers[0], Transport.ALL_NODES, peers[1]);

            final Peer client = network.client(network.launch(config()), CLIENT);
            network.awaitFresh("client to all", client, Transport.ALL_NODES, peers[1]);
            network.awaitFresh("client to one", client, 1, peers[1]);
            final int path = peers[1].transport.openReturnPath(client.transport.responseChannel());
            network.awaitFresh("answer", peers[1], path, client);
            check(peers[1].damaged() == 0 && client.damaged() == 0, "damaged packets");
        }

        private static void refuseASecondNode(final Network network, final AeronTransports transports) {
            try {
                transports.node(3, network.members);
            } catch (final ConfigException e) {
                check(e.getMessage().contains("AeronTransports of its own"), e.getMessage());
                return;
            }
            check(false, "a second node was taken");
        }

        private static void check(final boolean condition, final String what) {
            if (!condition) {
                throw new AssertionError(what);
            }
        }
    }
}
