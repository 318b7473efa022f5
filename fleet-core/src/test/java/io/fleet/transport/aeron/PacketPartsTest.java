package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.AeronConfig.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packets whose data lies apart: in one frame and in several, from one term to the next, to one node and to all. */
@Tag("slow")
class PacketPartsTest {
    private static final int TERM = 1 << 20;
    private static final int HEAD = 83;
    private static final int END = 4;
    /** Where packets that awaited the connection have 0. */
    private static final int MARK = 4;
    private static final int LONGEST = Transport.MAX_PACKET - HEAD - END;

    private final Random random = new Random(1);
    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[HEAD + END]);
    private final UnsafeBuffer array = new UnsafeBuffer(new byte[3 + LONGEST]);
    private final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(3 + LONGEST));
    private final Packet packet = new Packet();
    private final List<byte[]> received = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(names = {"IPC", "MDC"})
    void shouldCarryDataFromWhereItLies(final Kind kind) {
        try (Network network = new Network(2)) {
            final AeronTransports on = network.launch(
                AeronConfig.builder().kind(kind).broadcastTermLength(TERM).unicastTermLength(TERM));
            final Peer from = network.node(on, 0);
            final Peer to = network.node(on, 1);
            network.awaitFresh("to all", from, Transport.ALL_NODES, to);
            network.awaitFresh("to one", from, to.id, to);
            network.stick(to);
            long sent = 0;
            for (int round = 0; sent < 5L * TERM; round++) {
                final int length = round % 4 == 0 ? LONGEST : 1 + random.nextInt(round % 4 == 1 ? 1_000 : LONGEST);
                final byte[] expected = next(round % 2 == 0 ? array : direct, length);
                final int destination = round % 3 == 0 ? to.id : Transport.ALL_NODES;
                network.await("taken", () -> from.transport.offer(destination, packet));
                network.await("received", () -> read(to), () -> !received.isEmpty());
                assertArrayEquals(expected, received.get(0), () -> length + " bytes of data");
                assertEquals(1, received.size());
                received.clear();
                sent += packet.length();
            }
        }
    }

    private byte[] next(final UnsafeBuffer buffer, final int length) {
        random.nextBytes(frame.byteArray());
        frame.putInt(MARK, -1);
        final byte[] data = new byte[length];
        random.nextBytes(data);
        buffer.putBytes(3, data);
        packet.wrap(frame, 0, frame.capacity()).insert(HEAD, buffer, 3, length);
        final byte[] expected = new byte[HEAD + length + END];
        System.arraycopy(frame.byteArray(), 0, expected, 0, HEAD);
        System.arraycopy(data, 0, expected, HEAD, length);
        System.arraycopy(frame.byteArray(), HEAD, expected, HEAD + length, END);
        return expected;
    }

    private void read(final Peer peer) {
        peer.transport.doWork(System.nanoTime());
        peer.transport.poll((buffer, offset, length) -> {
            if (buffer.getInt(offset + MARK) == -1) {
                received.add(Packet.of(buffer, offset, length).toBytes());
            }
        }, Integer.MAX_VALUE);
    }
}
