package io.fleet.bench.peer.unreplicated;

import java.nio.ByteBuffer;

/**
 * The bytes on the socket, big-endian. A request: length of what follows, kind, correlation, key, value. A reply:
 * length of what follows, correlation, whether there is a value, value.
 */
final class Frames {
    static final byte PUT = 1;
    static final byte GET = 2;
    static final int LENGTH_BYTES = Integer.BYTES;
    /** Kind, correlation and key. */
    static final int REQUEST_BYTES = 1 + 2 * Long.BYTES;
    /** Correlation and whether there is a value. */
    static final int REPLY_BYTES = Long.BYTES + 1;

    private Frames() {
    }

    /** Whether a whole frame lies at the position; the position stays. */
    static boolean isWhole(final ByteBuffer buffer, final int least, final int most) {
        if (buffer.remaining() < LENGTH_BYTES) {
            return false;
        }
        final int length = buffer.getInt(buffer.position());
        if (length < least || length > most) {
            throw new IllegalStateException("a frame has " + length + " bytes, but must have from " + least + " to "
                + most);
        }
        return buffer.remaining() - LENGTH_BYTES >= length;
    }
}
