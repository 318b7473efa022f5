package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.session.ReplyFrame;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ReplyBufferTest {
    private final ReplyBuffer reply = new ReplyBuffer(64).reset();

    @Test
    void shouldCollectEveryKindOfValue() {
        reply.write(new byte[] {1, 2}).writeByte((byte) 3).writeInt(4).writeLong(5)
            .write(new UnsafeBuffer(new byte[] {9, 6, 7, 9}), 1, 2);
        assertEquals(2 + 1 + 4 + 8 + 2, reply.length());
        assertEquals(3, reply.buffer().getByte(2));
        assertEquals(4, reply.buffer().getInt(3, ByteOrder.LITTLE_ENDIAN));
        assertEquals(5, reply.buffer().getLong(7, ByteOrder.LITTLE_ENDIAN));
        assertEquals(6, reply.buffer().getByte(15));
        assertEquals(ReplyFrame.OK, reply.status());
    }

    @Test
    void shouldTakeAsMuchAsTheLimit() { // S13
        reply.write(new byte[64]);
        assertEquals(64, reply.length());
        assertEquals(ReplyFrame.OK, reply.status());
    }

    @Test
    void shouldDropAnAnswerBeyondTheLimitAsAWhole() { // S13
        reply.write(new byte[60]);
        reply.writeLong(1);
        assertEquals(0, reply.length());
        assertEquals(ReplyFrame.REPLY_TOO_LARGE, reply.status());
        reply.writeByte((byte) 1).writeInt(2).write(new byte[1]).write(new UnsafeBuffer(new byte[1]), 0, 1);
        assertEquals(0, reply.length());
        assertEquals(ReplyFrame.REPLY_TOO_LARGE, reply.status());
        reply.reset();
        assertEquals(ReplyFrame.OK, reply.status());
    }

    @Test
    void shouldAnswerWithTheMessageOfAFailure() {
        reply.write(new byte[65]);
        reply.fail(new IllegalStateException("no"));
        assertEquals(ReplyFrame.FAILED, reply.status());
        assertEquals("no", reply.buffer().getStringWithoutLengthAscii(0, reply.length()));
        reply.fail(new IllegalStateException());
        assertEquals("java.lang.IllegalStateException", reply.buffer().getStringWithoutLengthAscii(0, reply.length()));
    }

    @Test
    void shouldNotKeepTheMemoryOfALongAnswer() { // S13
        final ReplyBuffer large = new ReplyBuffer(8 << 20).reset();
        large.write(new byte[3 << 20]);
        assertTrue(large.buffer().capacity() >= 3 << 20);
        assertTrue(large.reset().buffer().capacity() <= 1 << 20);
    }
}
