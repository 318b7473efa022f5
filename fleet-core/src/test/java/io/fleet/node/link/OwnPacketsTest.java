package io.fleet.node.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.transport.PacketHandler;
import io.fleet.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnPacketsTest {
    private static final int CAPACITY = 1 << 20;

    private final OwnPackets packets = new OwnPackets(CAPACITY);
    private final List<Integer> handled = new ArrayList<>();
    private final PacketHandler handler = (buffer, offset, length) -> {
        assertEquals(length, buffer.getInt(offset + length - Integer.BYTES), "its last bytes are its own");
        handled.add(length);
    };

    @Test
    void shouldHandOverWhatWasCommittedInOrder() {
        write(40);
        write(Transport.MAX_PACKET);
        write(41);
        assertEquals(3, packets.poll(handler));
        assertEquals(List.of(40, Transport.MAX_PACKET, 41), handled);
        assertEquals(0, packets.poll(handler));
    }

    @Test
    void shouldForgetWhatWasNotCommitted() {
        assertTrue(packets.hasRoom());
        packets.buffer().putInt(packets.offset(), 7);
        write(40);
        assertEquals(1, packets.poll(handler));
    }

    @Test
    void shouldGoOnWithWhatItLeadsToAsFarAsABatchGoes() {
        write(40);
        final PacketHandler leading = (buffer, offset, length) -> {
            write(40);
            handler.onPacket(buffer, offset, length);
        };
        assertEquals(64, packets.poll(leading));
        assertEquals(64, packets.poll(leading));
        assertEquals(1, packets.poll(handler));
        for (int i = 0; i < 65; i++) {
            write(48);
        }
        assertEquals(128, packets.poll(leading), "those before the call, and what fits behind them");
        assertEquals(65, packets.poll(handler));
    }

    @Test
    void shouldGoOnBehindAPacketWhoseHandlerThrew() {
        write(40);
        write(48);
        write(56);
        assertThrows(IllegalStateException.class, () -> packets.poll((buffer, offset, length) -> {
            handler.onPacket(buffer, offset, length);
            if (length == 48) {
                throw new IllegalStateException("not this one");
            }
        }));
        write(64);
        assertEquals(2, packets.poll(handler));
        assertEquals(List.of(40, 48, 56, 64), handled);
    }

    @Test
    void shouldHaveABound() { // S13
        int bytes = 0;
        while (packets.hasRoom()) {
            write(Transport.MAX_PACKET);
            bytes += Transport.MAX_PACKET;
            assertTrue(bytes <= CAPACITY, "more than it may hold");
        }
        assertTrue(bytes > CAPACITY - 2 * Transport.MAX_PACKET, "it holds about as much as it may");
        packets.poll(handler);
        assertTrue(packets.hasRoom());
        assertFalse(new OwnPackets(Transport.MAX_PACKET).hasRoom());
    }

    private void write(final int length) {
        assertTrue(packets.hasRoom());
        packets.buffer().putInt(packets.offset() + length - Integer.BYTES, length);
        packets.commit(length);
    }
}
