package io.fleet.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class PacketTest {
    private final byte[] frame = {9, 1, 2, 6, 7, 9};
    private final byte[] data = {9, 9, 3, 4, 5, 9};
    private final Packet packet = new Packet();

    @Test
    void shouldHaveDataStandWhereItWasInserted() {
        packet.wrap(new UnsafeBuffer(frame), 1, 4).insert(2, new UnsafeBuffer(data), 2, 3);
        assertEquals(7, packet.length());
        assertEquals(2, packet.dataAt());
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7}, packet.toBytes());
        assertSame(data, packet.data().byteArray(), "nothing was copied");

        final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(9));
        packet.copyTo(target, 1);
        final byte[] copied = new byte[9];
        target.getBytes(0, copied);
        assertArrayEquals(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 0}, copied);
    }

    @Test
    void shouldKnowNothingOfThePacketBefore() {
        packet.wrap(new UnsafeBuffer(frame), 1, 4).insert(2, new UnsafeBuffer(data), 2, 3);
        packet.wrap(new UnsafeBuffer(frame), 1, 4);
        assertArrayEquals(new byte[] {1, 2, 6, 7}, packet.toBytes());
        assertEquals(4, packet.length());
        assertEquals(4, packet.dataAt());
        assertEquals(0, packet.data().capacity());
        assertArrayEquals(new byte[0], new Packet().toBytes());
    }
}
