package io.fleet.transport.aeron.inbound;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BoundedAssemblerTest {
    private static final int MOST = 10_000;
    private static final int FRAGMENT = 1_000;
    private static final int TERM = 1 << 20;

    private final List<byte[]> whole = new ArrayList<>();
    private final BoundedAssembler assembler = new BoundedAssembler((buffer, offset, length, header) -> {
        final byte[] packet = new byte[length];
        buffer.getBytes(offset, packet);
        whole.add(packet);
    }, MOST);
    private final UnsafeBuffer term = new UnsafeBuffer(new byte[TERM]);
    private final Header header = new Header(0, 20);
    private final DataHeaderFlyweight frame = new DataHeaderFlyweight();

    @Test
    void shouldPutTogetherWhatBelongsTogether() {
        final byte[] packet = bytes(MOST);
        send(1, packet, 0, packet.length);
        final byte[] shorter = bytes(FRAGMENT + 1);
        send(1, shorter, 0, shorter.length);
        send(2, bytes(5), 0, 5);
        assertEquals(3, whole.size());
        assertArrayEquals(packet, whole.get(0));
        assertArrayEquals(shorter, whole.get(1));
    }

    @Test
    @Tag("hazard-X-H7")
    void shouldTakeNoMoreMemoryThanThereMayBeHoweverMuchComes() {
        send(1, bytes(50 * MOST), 0, 50 * MOST);
        assertTrue(whole.isEmpty());
        assertTrue(assembler.heldBytes() <= MOST, () -> "holds " + assembler.heldBytes());
        send(1, bytes(FRAGMENT + 5), 0, FRAGMENT + 5);
        assertEquals(1, whole.size(), "the next packet is another matter");
        send(2, bytes(4 * FRAGMENT), 0, FRAGMENT);
        assertTrue(assembler.heldBytes() <= MOST + 4096, () -> "for one fragment: " + assembler.heldBytes());
        assertTrue(assembler.forget(1));
        assertTrue(assembler.heldBytes() <= 4096);
    }

    @Test
    void shouldDropAPacketOfWhichAFragmentIsMissing() {
        send(1, bytes(4 * FRAGMENT), 2 * FRAGMENT, 4 * FRAGMENT);
        assertTrue(whole.isEmpty());
    }

    private void send(final int session, final byte[] packet, final int from, final int to) {
        int at = 0;
        for (int offset = 0; offset < packet.length; offset += FRAGMENT) {
            final int length = Math.min(FRAGMENT, packet.length - offset);
            final boolean first = offset == 0;
            final boolean last = offset + length == packet.length;
            frame.wrap(term, at, DataHeaderFlyweight.HEADER_LENGTH);
            frame.termOffset(at).sessionId(session).frameLength(DataHeaderFlyweight.HEADER_LENGTH + length)
                .flags((short) ((first ? FrameDescriptor.BEGIN_FRAG_FLAG & 0xFF : 0)
                    | (last ? FrameDescriptor.END_FRAG_FLAG & 0xFF : 0)));
            term.putBytes(at + DataHeaderFlyweight.HEADER_LENGTH, packet, offset, length);
            header.buffer(term);
            header.offset(at);
            if (offset >= from && offset < to) {
                assembler.onFragment(term, at + DataHeaderFlyweight.HEADER_LENGTH, length, header);
            }
            at += BitUtil.align(DataHeaderFlyweight.HEADER_LENGTH + length, FrameDescriptor.FRAME_ALIGNMENT);
        }
    }

    private static byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
