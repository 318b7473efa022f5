package io.fleet.bench.peer.ratis;

import java.nio.ByteBuffer;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** What messages hold: a key, and the value where it is a put. */
final class Entries {
    private Entries() {
    }

    static Message put(final long key, final byte[] value) {
        return message(ByteBuffer.allocate(Long.BYTES + value.length).putLong(key).put(value).flip());
    }

    static Message get(final long key) {
        return message(ByteBuffer.allocate(Long.BYTES).putLong(key).flip());
    }

    /** Nobody changes the buffer any more, so it is not copied. */
    private static Message message(final ByteBuffer content) {
        return Message.valueOf(UnsafeByteOperations.unsafeWrap(content));
    }

    static long key(final ByteString content) {
        return content.asReadOnlyByteBuffer().getLong();
    }
}
