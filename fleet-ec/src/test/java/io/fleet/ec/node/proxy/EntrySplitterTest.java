package io.fleet.ec.node.proxy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.session.CommandFrame;
import io.fleet.storage.Digest;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EntrySplitterTest {
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private final Random random = new Random(1);
    private final EntrySplitter splitter = new EntrySplitter(7, random::nextLong);
    private final ExpandableArrayBuffer body = new ExpandableArrayBuffer();

    @Test
    void shouldPutTogetherWhatItSplits() {
        for (int i = 0; i < 500; i++) {
            final UnsafeBuffer original = body(1 + random.nextInt(20));
            assertTrue(splitter.split(i, original, 0, original.capacity()));
            assertEquals(EntrySplitter.framesOffset(splitter.header(), 0) + original.capacity(),
                splitter.headerLength() + splitter.valueLength());
            assertEquals(original.capacity(), joined(splitter.headerLength(), splitter.valueLength()));
            final byte[] bytes = new byte[original.capacity()];
            body.getBytes(0, bytes);
            assertArrayEquals(original.byteArray(), bytes);
            assertEquals(i, EntrySplitter.logTime(splitter.header(), 0));
        }
    }

    @Test
    void shouldLeavePayloadsOutOfTheHeader() {
        final UnsafeBuffer original = new UnsafeBuffer(new byte[1_000]);
        frame(original, 0, 1_000, 10);
        splitter.split(0, original, 0, 1_000);
        assertEquals(EntrySplitter.framesOffset(splitter.header(), 0) + CommandFrame.HEADER_LENGTH + 10,
            splitter.headerLength());
        assertEquals(1_000 - CommandFrame.HEADER_LENGTH - 10, splitter.valueLength());
    }

    /** Entries that were written before headers named proxies are read as ever. */
    @Test
    void shouldPutTogetherWhatNamesNoProxy() {
        final UnsafeBuffer original = body(3);
        splitter.split(9, original, 0, original.capacity());
        final int frames = EntrySplitter.framesOffset(splitter.header(), 0);
        final UnsafeBuffer old = new UnsafeBuffer(new byte[splitter.headerLength() - frames + EntrySplitter.UNNAMED]);
        splitter.header().getBytes(0, old, 0, EntrySplitter.UNNAMED);
        old.putInt(EntrySplitter.UNNAMED - Integer.BYTES, 0, ORDER);
        splitter.header().getBytes(frames, old, EntrySplitter.UNNAMED, old.capacity() - EntrySplitter.UNNAMED);
        assertTrue(EntrySplitter.isSound(old, 0, old.capacity()));
        assertEquals(EntrySplitter.UNNAMED, EntrySplitter.framesOffset(old, 0));
        assertEquals(original.capacity(), EntrySplitter.join(old, 0, old.capacity(), splitter.value(),
            splitter.valueLength(), body));
        final byte[] bytes = new byte[original.capacity()];
        body.getBytes(0, bytes);
        assertArrayEquals(original.byteArray(), bytes);
    }

    /**
     * Digests are linear: whoever knows two headers finds bodies that have one id under them. So a header has what is
     * drawn when the body is there.
     */
    @Tag("hazard-E-C2")
    @Test
    void shouldGiveOneBodyTwoHeadersThatNobodyForesees() { // C2
        final UnsafeBuffer original = body(2);
        final Set<Long> digests = new HashSet<>();
        for (final EntrySplitter proxy : List.of(splitter, new EntrySplitter(8, () -> 1), splitter)) {
            proxy.split(9, original, 0, original.capacity());
            digests.add(new Digest().of(proxy.header(), 0, proxy.headerLength()));
        }
        assertEquals(3, digests.size(), "two proxies, and one proxy twice");
    }

    @Test
    void shouldRefuseToSplitWhatIsNotCommands() {
        final UnsafeBuffer original = body(3);
        assertFalse(splitter.split(0, original, 0, 0));
        for (int length = 1; length < original.capacity(); length++) {
            if (splitter.split(0, original, 0, length)) {
                assertEquals(length, joined(splitter.headerLength(), splitter.valueLength()));
            }
        }
        original.putInt(CommandFrame.LENGTH_OFFSET, CommandFrame.HEADER_LENGTH - 1, ORDER);
        assertFalse(splitter.split(0, original, 0, original.capacity()));
    }

    @Test
    void shouldRefuseToJoinWhatDoesNotFit() {
        final UnsafeBuffer original = body(3);
        splitter.split(5, original, 0, original.capacity());
        final int header = splitter.headerLength();
        final int value = splitter.valueLength();
        for (int length = 0; length < header; length++) {
            assertEquals(-1, joined(length, value));
        }
        assertEquals(-1, joined(header, value - 1));
        assertEquals(-1, joined(header, value + 1));
        assertEquals(original.capacity(), joined(header, value));
    }

    /** Whatever the bytes, nothing is thrown, and what is joined is as long as header and value together. */
    @Test
    void shouldTrustNoLength() {
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            final UnsafeBuffer original = body(1 + random.nextInt(3));
            splitter.split(5, original, 0, original.capacity());
            final byte[] bytes = new byte[splitter.headerLength()];
            splitter.header().getBytes(0, bytes);
            final UnsafeBuffer header = new UnsafeBuffer(bytes);
            final int at = random.nextInt(bytes.length - Integer.BYTES);
            header.putInt(at, random.nextBoolean() ? random.nextInt() : random.nextInt(64) - 32, ORDER);
            final UnsafeBuffer value = new UnsafeBuffer(new byte[splitter.valueLength()]);
            final UnsafeBuffer target = new UnsafeBuffer(new byte[original.capacity()]);
            final int length = EntrySplitter.join(header, 0, bytes.length, value, value.capacity(), target);
            assertTrue(length == -1 || length == original.capacity(), "length " + length);
            refused += length == -1 ? 1 : 0;
        }
        assertTrue(refused > 1_000 && refused < 19_000, "refused " + refused);
    }

    private int joined(final int headerLength, final int valueLength) {
        return EntrySplitter.join(splitter.header(), 0, headerLength, splitter.value(), valueLength, body);
    }

    private UnsafeBuffer body(final int commands) {
        final byte[] bytes = new byte[commands * 300];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        int at = 0;
        for (int i = 0; i < commands; i++) {
            final int header = random.nextInt(50);
            final int length = CommandFrame.HEADER_LENGTH + header + random.nextInt(200);
            frame(buffer, at, length, header);
            at += length;
        }
        return new UnsafeBuffer(Arrays.copyOf(bytes, at));
    }

    private void frame(final UnsafeBuffer buffer, final int at, final int length, final int header) {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        buffer.putBytes(at, bytes);
        buffer.putInt(at + CommandFrame.LENGTH_OFFSET, length, ORDER);
        buffer.putByte(at + CommandFrame.KIND_OFFSET, CommandFrame.WRITE);
        buffer.putInt(at + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, header, ORDER);
    }
}
