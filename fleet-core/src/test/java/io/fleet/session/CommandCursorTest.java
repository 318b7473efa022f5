package io.fleet.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class CommandCursorTest {
    private static final int START = 16;

    private final UnsafeBuffer body = new UnsafeBuffer(new byte[1024]);
    private final CommandCursor cursor = new CommandCursor();
    private int length;

    @Test
    void shouldWalkOverEveryCommand() {
        add(CommandFrame.WRITE, 7, 3, 2, "key", "value");
        add(CommandFrame.READ, 8, 0, 0, "", "");
        add(CommandFrame.OPEN_SESSION, 0, 99, 0, "", "");
        cursor.wrap(body, START, length);
        assertTrue(cursor.next());
        assertEquals(CommandFrame.WRITE, cursor.kind());
        assertEquals(7, cursor.sessionId());
        assertEquals(3, cursor.sequence());
        assertEquals(2, cursor.oldest());
        assertEquals("key", body.getStringWithoutLengthAscii(cursor.headerOffset(), cursor.headerLength()));
        assertEquals("value", body.getStringWithoutLengthAscii(cursor.payloadOffset(), cursor.payloadLength()));
        assertTrue(cursor.next());
        assertEquals(CommandFrame.READ, cursor.kind());
        assertEquals(0, cursor.payloadLength());
        assertTrue(cursor.next());
        assertEquals(99, cursor.sequence());
        assertFalse(cursor.next());
        assertFalse(cursor.isMalformed());
        assertTrue(CommandCursor.isWellFormed(body, START, length));
    }

    @Test
    void shouldFindNothingInAnEmptyBody() {
        assertFalse(cursor.wrap(body, START, 0).next());
        assertFalse(cursor.isMalformed());
        assertFalse(CommandCursor.isWellFormed(body, START, 0), "an entry without commands is of no use");
    }

    @Test
    void shouldStopAtBytesThatAreNoCommand() {
        add(CommandFrame.WRITE, 7, 3, 2, "k", "v");
        final int second = START + length;
        add(CommandFrame.WRITE, 7, 4, 2, "k", "v");
        assertMalformedAfterOne(second + CommandFrame.LENGTH_OFFSET, CommandFrame.HEADER_LENGTH - 1);
        assertMalformedAfterOne(second + CommandFrame.LENGTH_OFFSET, CommandFrame.HEADER_LENGTH + 3);
        assertMalformedAfterOne(second + CommandFrame.LENGTH_OFFSET, -1);
        assertMalformedAfterOne(second + CommandFrame.LENGTH_OFFSET, Integer.MAX_VALUE);
        assertMalformedAfterOne(second + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, 3);
        assertMalformedAfterOne(second + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, -1);
        assertMalformedAfterOne(second + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, Integer.MAX_VALUE);
        assertMalformedAfterOne(second + CommandFrame.KIND_OFFSET, 0);
        assertMalformedAfterOne(second + CommandFrame.KIND_OFFSET, 6);
    }

    @Test
    void shouldStopAtACommandThatIsCutOff() {
        add(CommandFrame.WRITE, 7, 3, 2, "key", "value");
        for (int cut = 1; cut < length; cut++) {
            assertFalse(cursor.wrap(body, START, cut).next(), "cut to " + cut);
            assertTrue(cursor.isMalformed());
            assertFalse(cursor.next());
            assertFalse(CommandCursor.isWellFormed(body, START, cut));
        }
    }

    @Test
    void shouldStayInsideTheBodyWhateverTheBytesSay() {
        final SplittableRandom random = new SplittableRandom(17);
        for (int run = 0; run < 20_000; run++) {
            length = 0;
            add(CommandFrame.WRITE, 7, 3, 2, "key", "value");
            add(CommandFrame.READ, 7, 4, 2, "k", "");
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                body.putByte(START + random.nextInt(length), (byte) random.nextInt(256));
            }
            cursor.wrap(body, START, length);
            int commands = 0;
            while (cursor.next()) {
                commands++;
                assertTrue(cursor.headerLength() >= 0 && cursor.payloadLength() >= 0);
                assertTrue(cursor.payloadOffset() + cursor.payloadLength() <= START + length);
            }
            assertTrue(commands <= 2);
            assertEquals(!cursor.isMalformed(), CommandCursor.isWellFormed(body, START, length));
        }
    }

    private void assertMalformedAfterOne(final int index, final int value) {
        final int before = body.getInt(index, ByteOrder.LITTLE_ENDIAN);
        body.putInt(index, value, ByteOrder.LITTLE_ENDIAN);
        cursor.wrap(body, START, length);
        assertTrue(cursor.next());
        assertFalse(cursor.next(), "value " + value);
        assertTrue(cursor.isMalformed());
        assertFalse(CommandCursor.isWellFormed(body, START, length));
        body.putInt(index, before, ByteOrder.LITTLE_ENDIAN);
    }

    private void add(final byte kind, final long session, final long sequence, final long oldest,
                     final String header, final String payload) {
        final int frame = START + length;
        final int size = CommandFrame.HEADER_LENGTH + header.length() + payload.length();
        body.setMemory(frame, size, (byte) 0);
        body.putInt(frame + CommandFrame.LENGTH_OFFSET, size, ByteOrder.LITTLE_ENDIAN);
        body.putByte(frame + CommandFrame.KIND_OFFSET, kind);
        body.putLong(frame + CommandFrame.SESSION_OFFSET, session, ByteOrder.LITTLE_ENDIAN);
        body.putLong(frame + CommandFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
        body.putLong(frame + CommandFrame.OLDEST_OFFSET, oldest, ByteOrder.LITTLE_ENDIAN);
        body.putInt(frame + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, header.length(), ByteOrder.LITTLE_ENDIAN);
        body.putStringWithoutLengthAscii(frame + CommandFrame.HEADER_LENGTH, header);
        body.putStringWithoutLengthAscii(frame + CommandFrame.HEADER_LENGTH + header.length(), payload);
        length += size;
    }
}
