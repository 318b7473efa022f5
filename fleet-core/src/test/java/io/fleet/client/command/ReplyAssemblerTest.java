package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.fixture.mark.Expects;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ReplyAssemblerTest {
    private final ReplyAssembler assembler = new ReplyAssembler(1 << 20);

    @Test
    void shouldPutTogetherPartsOfEntriesThatAlternate() {
        assertFalse(assembler.complete(part(1, "ab", 0, 5)));
        assertFalse(assembler.complete(part(2, "xy", 0, 3)));
        assertTrue(assembler.complete(part(1, "cde", 2, 5)));
        final ReplyBatch last = part(2, "z", 2, 3);
        assertTrue(assembler.complete(last));
        assertEquals("xyz", last.buffer.getStringWithoutLengthAscii(last.bufferOffset, last.length));
    }

    @Test
    @Expects("reply-assembler.part-left-out")
    void shouldLeaveOutAPartThatDoesNotGoOnWhereTheOneBeforeEnded() {
        assertFalse(assembler.complete(part(1, "cd", 2, 4)), "its beginning was lost");
        assertFalse(assembler.complete(part(1, "ab", 0, 6)));
        assertFalse(assembler.complete(part(1, "ef", 4, 6)), "its middle was lost");
        assertFalse(assembler.complete(part(1, "cd", 2, 6)));
        final ReplyBatch last = part(1, "ef", 4, 6);
        assertTrue(assembler.complete(last));
        assertEquals("abcdef", last.buffer.getStringWithoutLengthAscii(last.bufferOffset, last.length));
    }

    /** Replies with payloads go one by one: an entry has several messages then, with bytes of their own. */
    @Test
    void shouldNotMixTwoMessagesOfOneEntry() {
        assertFalse(assembler.complete(part(1, "aa", 0, 4)));
        final ReplyBatch last = part(1, "bb", 2, 4);
        last.number = 7;
        assertFalse(assembler.complete(last), "the end of the first and the beginning of the second were lost");
    }

    @Test
    @Expects("reply-assembler.oldest-makes-room")
    void shouldBoundWhatItKeeps() {
        final int length = 2 << 20;
        for (int entry = 1; entry <= 3; entry++) {
            assertFalse(assembler.complete(part(entry, "a".repeat(length - 1), 0, length)));
        }
        assertEquals(2 * length, assembler.bytes(), "room for two of the longest, and what is around them");
        assertFalse(assembler.complete(part(1, "b", length - 1, length)), "the oldest made room");
        for (int entry = 2; entry <= 3; entry++) {
            final ReplyBatch last = part(entry, "b", length - 1, length);
            assertTrue(assembler.complete(last));
            assertEquals('b', last.buffer.getByte(length - 1));
        }
        assertEquals(0, assembler.bytes(), "what was handed over is not kept");
    }

    @Test
    void shouldBelieveALengthOnlyWhenAnEighthIsHere() {
        assertFalse(assembler.complete(part(1, "ab", 0, 1 << 30)));
        assertEquals(2, assembler.bytes());
    }

    private static ReplyBatch part(final long entry, final String text, final int offset, final int totalLength) {
        final ReplyBatch part = new ReplyBatch();
        part.entrySequence = entry;
        part.buffer = new UnsafeBuffer(text.getBytes());
        part.bufferOffset = 0;
        part.length = text.length();
        part.offset = offset;
        part.totalLength = totalLength;
        return part;
    }
}
