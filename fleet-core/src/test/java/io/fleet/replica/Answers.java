package io.fleet.replica;

import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.session.ReplyFrame;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;

/** Reads what a replica has sent to batchers. */
final class Answers {
    private Answers() {
    }

    /** Each answer as {@code status session/sequence text}. */
    static List<String> of(final RecordingOutbound out) {
        final List<String> answers = new ArrayList<>();
        final ExpandableArrayBuffer whole = new ExpandableArrayBuffer();
        for (final ReplyBatch batch : out.all(ReplyBatch.class)) {
            whole.putBytes(batch.offset, batch.buffer, batch.bufferOffset, batch.length);
            if (batch.offset + batch.length == batch.totalLength) {
                read(whole, batch.totalLength, answers);
            }
        }
        return answers;
    }

    private static void read(final ExpandableArrayBuffer frames, final int length, final List<String> answers) {
        int at = 0;
        while (at < length) {
            final int size = frames.getInt(at + ReplyFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            final byte[] text = new byte[size - ReplyFrame.HEADER_LENGTH];
            frames.getBytes(at + ReplyFrame.HEADER_LENGTH, text);
            answers.add(frames.getByte(at + ReplyFrame.STATUS_OFFSET) + " "
                + frames.getLong(at + ReplyFrame.SESSION_OFFSET, ByteOrder.LITTLE_ENDIAN) + "/"
                + frames.getLong(at + ReplyFrame.SEQUENCE_OFFSET, ByteOrder.LITTLE_ENDIAN)
                + (text.length == 0 ? "" : " " + new String(text, StandardCharsets.UTF_8)));
            at += size;
        }
    }
}
