package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.AeronConfig.Kind;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Broadcasts over shared memory that are of no use without one of the receivers. */
class NeededPeerTest {
    private static final int TERM = 1 << 20;
    private static final int LENGTH = 8 * 1024;

    private final Packet packet = Packet.of(new UnsafeBuffer(new byte[LENGTH / 2]), 0, LENGTH / 2)
        .insert(9, new UnsafeBuffer(new byte[LENGTH / 2]), 0, LENGTH / 2);
    private int atGood;
    private int atNeeded;

    @Test
    void shouldReachNobodyWhileTheOneThatIsNeededTakesNothing() {
        try (Network network = new Network(3)) {
            final AeronTransports on = network.launch(AeronConfig.builder().kind(Kind.IPC).broadcastTermLength(TERM)
                .unicastTermLength(TERM));
            final Peer from = network.node(on, 0);
            final Peer good = network.node(on, 1);
            final Peer needed = network.node(on, 2);
            network.awaitFresh("to the good one", from, good.id, good);
            network.awaitFresh("to the one that is needed", from, needed.id, needed);
            network.stick(good);
            network.stick(needed);
            drain(good);
            drain(needed);
            final Transport sender = from.transport;

            int taken = 0;
            while (sender.offerToAll(2, packet)) {
                taken++;
                atGood += drain(good);
                assertTrue(taken < 1_000, "it is never full");
            }
            assertTrue(taken > 0);
            for (int i = 0; i < 100; i++) {
                assertFalse(sender.offerToAll(2, packet));
                atGood += drain(good);
            }
            assertEquals(taken, atGood, "what was refused came to nobody");

            network.await("who is not needed holds up nothing", () -> sender.offerToAll(1, packet));
            network.await("nor does the sender itself", () -> sender.offerToAll(0, packet));
            network.await("to whoever takes it", () -> sender.offer(Transport.ALL_NODES, packet));
            atGood += drain(good);
            atNeeded += drain(needed);
            assertEquals(taken + 3, atGood);
            assertEquals(taken, atNeeded, "all that was taken, and nothing else");
            network.await("room again", () -> sender.offerToAll(2, packet));
        }
    }

    @Test
    void shouldReachThoseThatAreNamedAndNobodyElse() {
        for (final Kind kind : Kind.values()) {
            if (kind != Kind.MULTICAST) {
                reachSome(kind);
            }
        }
    }

    private void reachSome(final Kind kind) {
        try (Network network = new Network(4)) {
            final AeronTransports on = network.launch(AeronConfig.builder().kind(kind).broadcastTermLength(TERM)
                .unicastTermLength(TERM));
            final Peer from = network.node(on, 0);
            final Peer[] others = {network.node(on, 1), network.node(on, 2), network.node(on, 3)};
            for (final Peer other : others) {
                network.awaitFresh("to " + other.id, from, other.id, other);
                network.stick(other);
            }
            final int[] some = {0, 1, 3, 9};
            network.await("to both", () -> from.transport.offerToSome(some, 3, packet) == 2);
            final int[] count = new int[3];
            network.await("there", () -> {
                for (int i = 0; i < 3; i++) {
                    count[i] += longOnes(others[i]);
                }
                return count[0] > 0 && count[2] > 0;
            });
            assertEquals(0, count[1], kind + ": it was not named");
            network.await("to one that is needed and not named", () -> from.transport.offerToSome(new int[0], 2,
                packet) == 1);
            network.await("there", () -> longOnes(others[1]) > 0);
            network.await("to all where none of them is connected", () -> from.transport.offerToSome(new int[] {0, 9},
                0,
                packet) == Transport.ALL_NODES);
        }
    }

    /** How many packets of this test are there: others may be left of how the network was made ready. */
    private static int longOnes(final Peer peer) {
        final int[] count = new int[1];
        peer.transport.poll((buffer, offset, length) -> count[0] += length == LENGTH ? 1 : 0, Integer.MAX_VALUE);
        return count[0];
    }

    /** How many packets are there. */
    private static int drain(final Peer peer) {
        int drained = 0;
        int more = 1;
        while (more > 0) {
            more = peer.transport.poll((buffer, offset, length) -> {}, Integer.MAX_VALUE);
            drained += more;
        }
        return drained;
    }
}
