package io.fleet.examples.kv.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.examples.kv.KvReplyReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class RespWriterTest {
    @Test
    void shouldKeepTextsOnOneLine() {
        final byte[] answers = {2, 0, 0, 0, 3, 4, 0, 0, 0, 'O', '\r', '\n', 'K', 4, 3, 0, 0, 0, 'E', '\n', 'x'};
        final KvReplyReader reader = new KvReplyReader();
        assertEquals(2, reader.wrap(new UnsafeBuffer(answers), 0, answers.length));
        final ByteBuf out = Unpooled.buffer();
        RespWriter.value(reader, out, false);
        RespWriter.value(reader, out, false);
        assertEquals("+O  K\r\n-E x\r\n", out.toString(StandardCharsets.US_ASCII));
    }
}
