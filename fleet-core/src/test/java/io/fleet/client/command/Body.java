package io.fleet.client.command;

import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.session.CommandFrame;
import io.fleet.storage.Digest;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** An entry as its receivers put it together from chunks. */
public final class Body {
    public final long batcherId;
    public final long sequence;
    public final long ballot;
    /** Which node is asked to answer it. */
    public final int replier;
    /** What its batcher says that it has in flight. */
    public final int wanted;
    private final long digest;
    private final byte[] bytes;
    private final boolean[] present;

    public Body(final EntryBody first) {
        batcherId = first.batcherId;
        sequence = first.sequence;
        ballot = first.targetBallot;
        replier = first.replier;
        wanted = first.wanted;
        digest = first.digest;
        bytes = new byte[first.totalLength];
        present = new boolean[first.totalLength];
    }

    /** Adds a chunk that must agree with the others. */
    public void add(final EntryBody chunk) {
        if (chunk.batcherId != batcherId || chunk.sequence != sequence || chunk.targetBallot != ballot
            || chunk.replier != replier || chunk.digest != digest || chunk.totalLength != bytes.length
            || chunk.chunkLength > EntryBody.MAX_CHUNK) {
            throw new AssertionError("chunks of entry " + sequence + " differ");
        }
        chunk.buffer.getBytes(chunk.bufferOffset, bytes, chunk.offset, chunk.chunkLength);
        for (int i = 0; i < chunk.chunkLength; i++) {
            present[chunk.offset + i] = true;
        }
    }

    public boolean complete() {
        for (final boolean one : present) {
            if (!one) {
                return false;
            }
        }
        if (new Digest().of(new UnsafeBuffer(bytes), 0, bytes.length) != digest) {
            throw new AssertionError("digest of entry " + sequence + " is wrong");
        }
        return true;
    }

    public int length() {
        return bytes.length;
    }

    public List<Frame> frames() {
        final List<Frame> frames = new ArrayList<>();
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        int offset = 0;
        while (offset < bytes.length) {
            final Frame frame = new Frame(buffer, offset);
            frames.add(frame);
            offset += frame.length;
        }
        if (offset != bytes.length) {
            throw new AssertionError("frames of entry " + sequence + " end at " + offset + " of " + bytes.length);
        }
        return frames;
    }

    /** A command in an entry. */
    public static final class Frame {
        final int length;
        public final byte kind;
        public final byte flag;
        public final long session;
        public final long sequence;
        final long oldest;
        final byte[] header;
        public final byte[] payload;

        Frame(final UnsafeBuffer buffer, final int offset) {
            length = buffer.getInt(offset + CommandFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            kind = buffer.getByte(offset + CommandFrame.KIND_OFFSET);
            flag = buffer.getByte(offset + CommandFrame.OWNER_OFFSET);
            session = buffer.getLong(offset + CommandFrame.SESSION_OFFSET, ByteOrder.LITTLE_ENDIAN);
            sequence = buffer.getLong(offset + CommandFrame.SEQUENCE_OFFSET, ByteOrder.LITTLE_ENDIAN);
            oldest = buffer.getLong(offset + CommandFrame.OLDEST_OFFSET, ByteOrder.LITTLE_ENDIAN);
            final int headerAt = offset + CommandFrame.COMMAND_HEADER_LENGTH_OFFSET;
            header = new byte[buffer.getInt(headerAt, ByteOrder.LITTLE_ENDIAN)];
            payload = new byte[length - CommandFrame.HEADER_LENGTH - header.length];
            buffer.getBytes(offset + CommandFrame.HEADER_LENGTH, header);
            buffer.getBytes(offset + CommandFrame.HEADER_LENGTH + header.length, payload);
            final boolean isFlagged = flag == (kind == CommandFrame.OPEN_SESSION ? CommandFrame.OWNED : 0)
                || kind == CommandFrame.CONFIRM && flag == CommandFrame.ASKED;
            if (!isFlagged
                || buffer.getInt(offset + CommandFrame.KIND_OFFSET, ByteOrder.LITTLE_ENDIAN) != (kind
                    | flag << Byte.SIZE)
                || buffer.getInt(headerAt + Integer.BYTES) != 0) {
                throw new AssertionError("a session is not its batcher's, or padding of a command is not zero");
            }
        }
    }
}
