package io.fleet.transport.aeron;

import io.fleet.error.ConfigException;
import io.fleet.fixture.process.Children;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.AeronConfig.Kind;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Multicast on the loopback interface of a network namespace of its own, so that nothing leaves the test. */
class MulticastTest {
    private static final int TERM = 1 << 20;
    private static final int LENGTH = 16 * 1024;
    private static final int CLIENT = 5000;

    @Test
    void shouldExchangeByMulticast() throws IOException, InterruptedException {
        Children.passByMulticast("fleet", Scenario.class);
    }

    @Test
    void shouldSendCopiesToWhoDoesNotHearMulticast() throws IOException, InterruptedException {
        Children.passByMulticast("fleet-deaf", Deaf.class);
    }

    private static AeronConfig.Builder config() {
        return AeronConfig.builder()
            .kind(Kind.MULTICAST)
            .multicastGroup("224.0.1.17:40456")
            .multicastInterface("127.0.0.1")
            .broadcastTermLength(TERM)
            .unicastTermLength(TERM);
    }

    private static void check(final boolean condition, final String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    /**
     * Runs inside the namespace: whoever listens to another group hears nothing that is multicast, and nobody hears
     * what it multicasts.
     */
    static final class Deaf {
        private static final String ELSEWHERE = "224.0.1.19:40456";
        private static final List<String> TOLD = new CopyOnWriteArrayList<>();

        private Deaf() {
        }

        public static void main(final String[] args) {
            try (Network network = new Network(3)) {
                exchange(network);
            }
            System.out.println("passed");
        }

        private static void exchange(final Network network) {
            final Peer zero = network.node(network.launch(told()), 0);
            final Peer one = network.node(network.launch(config()), 1);
            final AeronTransports elsewhere = network.launch(config().multicastGroup(ELSEWHERE));
            final Peer two = network.node(elsewhere, 2);
            for (final Peer[] way : new Peer[][] {{zero, two}, {two, zero}, {one, two}, {two, one}, {zero, one}}) {
                network.awaitFresh("broadcast", way[0], Transport.ALL_NODES, way[1]);
                network.awaitFlow(way[0], way[1], 2L * TERM, LENGTH);
            }
            network.await("zero knows that two is deaf, and one is not", () -> zero.transport.deaf() == 1);
            network.await("two knows that both are deaf", deafTo(two, 2));
            check(TOLD.size() == 1 && TOLD.get(0).contains("node 2 at 127.0.0.1:"), TOLD.toString());

            network.close(two);
            elsewhere.close();
            network.await("nobody is deaf who is not there", () -> zero.transport.deaf() == 0);
            final AeronTransports here = network.launch(config());
            final Peer back = network.node(here, 2);
            network.awaitFresh("multicast to the one that hears again", zero, Transport.ALL_NODES, back);
            network.await("no copies to the one that hears again", () -> isSentOnce(network, zero, back));

            network.close(back);
            here.close();
            final Peer deafAgain = network.node(network.launch(config().multicastGroup(ELSEWHERE)), 2);
            network.awaitFresh("broadcast to the one that does not", zero, Transport.ALL_NODES, deafAgain);

            final Peer client = network.client(network.launch(config().multicastGroup(ELSEWHERE)), CLIENT);
            final Peer hearing = network.client(network.launch(config()), CLIENT + 1);
            for (final Peer node : new Peer[] {zero, one, deafAgain}) {
                network.awaitFresh("client that nobody hears", client, Transport.ALL_NODES, node);
                network.awaitFresh("client that some hear", hearing, Transport.ALL_NODES, node);
                check(node.transport.openReturnPath(client.transport.responseChannel()) > 0, "way back");
                check(node.transport.openReturnPath(hearing.transport.responseChannel()) > 0, "way back");
            }
            network.await("the client knows who is deaf", () -> client.transport.deaf() == 2);
            network.await("the other client knows who is deaf", () -> hearing.transport.deaf() == 1);
            network.awaitFlow(client, zero, 2L * TERM, LENGTH);
            network.awaitFlow(hearing, deafAgain, 2L * TERM, LENGTH);
            check(zero.damaged() + one.damaged() + deafAgain.damaged() == 0, "damaged packets");
        }

        private static AeronConfig.Builder told() {
            return config().errorHandler(error -> TOLD.add(error.getMessage()));
        }

        private static BooleanSupplier deafTo(final Peer peer, final int count) {
            return () -> peer.transport.deaf() == count;
        }

        /** A copy beside what is multicast would come a second time. */
        private static boolean isSentOnce(final Network network, final Peer from, final Peer to) {
            final long sent = from.lastSent();
            final long before = to.bytesFrom(from.id);
            network.awaitFlow(from, to, 2L * TERM, LENGTH);
            return 4 * (to.bytesFrom(from.id) - before) <= 5 * LENGTH * (from.lastSent() - sent);
        }
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
            network.awaitFlow(peers[0], peers[1], 4L * TERM, LENGTH);
            network.unstick(peers[2]);
            network.awaitFresh("broadcast to the peer that is back", peers[0], Transport.ALL_NODES, peers[2]);

            network.close(peers[2]);
            network.awaitFlow(peers[0], peers[1], 4L * TERM, LENGTH);
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
    }
}
