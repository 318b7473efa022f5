package io.fleet.ec.node.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.message.SegmentChunk;
import io.fleet.fixture.mark.Expects;
import io.fleet.storage.log.Checksum;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class PartAssemblerTest {
    private static final int CHUNK = SegmentChunk.MAX_CHUNK;
    private static final long IDLE_NS = 1_000;

    private final Random random = new Random(1);
    private final PartAssembler assembler = new PartAssembler(2, 3, 8L * CHUNK, IDLE_NS);

    @Test
    void shouldPutChunksTogetherInAnyOrderSeveralPartsAtATimeAndRepeated() {
        final List<UnsafeBuffer> parts = new ArrayList<>();
        final List<SegmentChunk> chunks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            parts.add(part(CHUNK + 1 + random.nextInt(CHUNK)));
            chunks.addAll(chunks(i, parts.get(i)));
            chunks.addAll(chunks(i, parts.get(i)).subList(0, 1));
        }
        Collections.shuffle(chunks, random);
        final boolean[] whole = new boolean[3];
        for (final SegmentChunk chunk : chunks) {
            if (assembler.onChunk(1, chunk, 0)) {
                final int which = (int) chunk.name.sequence;
                assertArrayEquals(parts.get(which).byteArray(), bytes(chunk.totalLength));
                whole[which] = true;
            }
        }
        assertTrue(whole[0] && whole[1] && whole[2]);
    }

    @Test
    void shouldPassOnAPartThatIsOneChunkAsItIs() {
        final UnsafeBuffer part = part(100);
        final SegmentChunk chunk = chunks(1, part).get(0);
        chunk.buffer = new UnsafeBuffer(new byte[130]);
        ((UnsafeBuffer) chunk.buffer).putBytes(30, part, 0, 100);
        chunk.bufferOffset = 30;
        assertTrue(assembler.onChunk(0, chunk, 0));
        assertEquals(chunk.buffer, assembler.part());
        assertEquals(30, assembler.offset());
        assertEquals(0, assembler.bytes());
    }

    @Test
    @Expects("part-assembler.checksum-is-wrong")
    void shouldThrowAwayWhatIsNotWhatWasSent() {
        final UnsafeBuffer part = part(CHUNK * 2);
        final List<SegmentChunk> chunks = chunks(1, part);
        assertFalse(assembler.onChunk(0, chunks.get(0), 0));
        part.putByte(CHUNK + 5, (byte) (part.getByte(CHUNK + 5) + 1));
        assertFalse(assembler.onChunk(0, chunks.get(1), 0));
        final UnsafeBuffer small = part(10);
        final SegmentChunk damaged = chunks(2, small).get(0);
        damaged.checksum++;
        assertFalse(assembler.onChunk(0, damaged, 0));
    }

    /** A batcher that uses an id twice, or a proxy that was restarted with another code: same name, other bytes. */
    @Test
    void shouldNeverMixTwoParts() {
        final UnsafeBuffer one = part(CHUNK * 2);
        final UnsafeBuffer other = part(CHUNK * 2);
        assertFalse(assembler.onChunk(0, chunks(1, one).get(0), 0));
        assertFalse(assembler.onChunk(0, chunks(1, other).get(1), 0));
        assertFalse(assembler.onChunk(1, chunks(1, one).get(1), 0));
        final SegmentChunk copy = chunks(1, one).get(1);
        copy.isCopy = true;
        assertFalse(assembler.onChunk(0, copy, 0));
        assertTrue(assembler.onChunk(0, chunks(1, other).get(0), 0));
        assertArrayEquals(other.byteArray(), bytes(CHUNK * 2));
        assertTrue(assembler.onChunk(0, chunks(1, one).get(1), 0));
        assertArrayEquals(one.byteArray(), bytes(CHUNK * 2));
    }

    @Test
    @Expects("part-assembler.another-part-takes-the-room")
    void shouldLetTheOneThatWaitsLongestMakeRoom() {
        final List<List<SegmentChunk>> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            parts.add(chunks(i, part(CHUNK * 2)));
        }
        for (int i = 0; i < 3; i++) {
            assembler.onChunk(0, parts.get(i).get(0), 10 - i);
        }
        assembler.onChunk(0, parts.get(3).get(0), 20);
        assertFalse(assembler.onChunk(0, parts.get(2).get(1), 21));
        assertTrue(assembler.onChunk(0, parts.get(3).get(1), 22));
        assertTrue(assembler.onChunk(0, parts.get(0).get(1), 23));
    }

    @Test
    void shouldNotLetOneMemberTakeTheRoomOfAnother() {
        final List<SegmentChunk> own = chunks(1, part(CHUNK * 2));
        assertFalse(assembler.onChunk(0, own.get(0), 0));
        for (int i = 0; i < 100; i++) {
            assembler.onChunk(1, chunks(i, part(CHUNK * 3)).get(i % 3), i);
        }
        assertTrue(assembler.onChunk(0, own.get(1), 100));
    }

    @Test
    @Expects("part-assembler.longer-than-may-be")
    void shouldTakeNoMoreMemoryThanItMay() {
        assertFalse(assembler.onChunk(0, chunks(1, part(8 * CHUNK + 1)).get(0), 0));
        assertEquals(0, assembler.bytes());
        long most = 0;
        for (int i = 0; i < 500; i++) {
            final List<SegmentChunk> chunks = chunks(i % 20, part(CHUNK + 1 + random.nextInt(7 * CHUNK)));
            for (final SegmentChunk chunk : chunks.subList(0, 1 + random.nextInt(chunks.size()))) {
                assembler.onChunk(0, chunk, i);
            }
            most = Math.max(most, assembler.bytes());
            assertTrue(assembler.bytes() <= 8L * CHUNK, () -> assembler.bytes() + " bytes");
        }
        assertTrue(most > 4L * CHUNK, "at most " + most);
    }

    @Test
    @Expects("part-assembler.rest-never-came")
    void shouldForgetWhatIsNeverMadeWhole() {
        final List<SegmentChunk> chunks = chunks(1, part(CHUNK * 2));
        assembler.onChunk(0, chunks.get(0), 5_000);
        assertEquals(0, assembler.doWork(5_000 + IDLE_NS - 1));
        assertTrue(assembler.bytes() > 0);
        assertEquals(1, assembler.doWork(5_000 + 2 * IDLE_NS));
        assertEquals(0, assembler.bytes());
        assertFalse(assembler.onChunk(0, chunks.get(1), 8_000));
        assertTrue(assembler.onChunk(0, chunks.get(0), 8_000));
    }

    @Test
    void shouldUseItsBuffersAgain() {
        final UnsafeBuffer part = part(CHUNK * 2);
        final List<SegmentChunk> chunks = chunks(1, part);
        assembler.onChunk(0, chunks.get(0), 0);
        assertTrue(assembler.onChunk(0, chunks.get(1), 0));
        final byte[] first = assembler.part().byteArray();
        assembler.onChunk(0, chunks.get(1), 0);
        assertTrue(assembler.onChunk(0, chunks.get(0), 0));
        assertEquals(first, assembler.part().byteArray());
        assertEquals(2L * CHUNK, assembler.bytes());
    }

    @Test
    void shouldRefuseBoundsThatHoldNothing() {
        assertEquals("perMember 0, bytesPerMember 1 or idleNs 1 is below 1",
            assertThrows(IllegalArgumentException.class, () -> new PartAssembler(2, 0, 1, 1)).getMessage());
    }

    private byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        assembler.part().getBytes(assembler.offset(), bytes);
        return bytes;
    }

    private UnsafeBuffer part(final int length) {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return new UnsafeBuffer(bytes);
    }

    private static List<SegmentChunk> chunks(final int sequence, final UnsafeBuffer part) {
        final List<SegmentChunk> chunks = new ArrayList<>();
        for (int at = 0; at < part.capacity(); at += CHUNK) {
            final SegmentChunk chunk = new SegmentChunk();
            chunk.name.set(1, sequence, 1);
            chunk.totalLength = part.capacity();
            chunk.checksum = new Checksum().of(part, 0, part.capacity());
            chunk.offset = at;
            chunk.chunkLength = SegmentChunk.lengthAt(part.capacity(), at);
            chunk.buffer = part;
            chunk.bufferOffset = at;
            chunks.add(chunk);
        }
        return chunks;
    }
}
