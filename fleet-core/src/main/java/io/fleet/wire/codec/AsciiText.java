package io.fleet.wire.codec;

import io.fleet.wire.codec.WireErrors.Cause;
import java.nio.charset.StandardCharsets;

/** Text for people at the end of a message: printable ASCII of a bounded length. Who sent it is not to be trusted. */
public final class AsciiText {
    private static final byte[] NONE = new byte[0];
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_PRINTABLE = 0x7E;

    private AsciiText() {
    }

    /**
     * Checks length and characters.
     *
     * @param checks told.
     * @param text   what.
     * @param most   characters.
     */
    public static void check(final FieldChecks checks, final String text, final int most) {
        checks.range("text.length", text.length(), 0, most);
        final int length = Math.min(text.length(), most);
        for (int i = 0; i < length; i++) {
            checks.range("text.character", text.charAt(i), FIRST_PRINTABLE, LAST_PRINTABLE);
        }
    }

    /**
     * What a text is in a packet.
     *
     * @param text checked before.
     * @return its bytes; not to be changed.
     */
    public static byte[] bytes(final String text) {
        return text.isEmpty() ? NONE : text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads the text with which a message ends.
     *
     * @param packet what.
     * @param limit  where the length of the text is.
     * @param most   characters.
     * @return the text; null when it is ill-formed, and the packet is told.
     */
    public static String read(final PacketView packet, final int limit, final int most) {
        final int length = packet.lastDataLength(limit, most);
        if (length < 0) {
            return null;
        }
        for (int i = 0; i < length; i++) {
            final byte character = packet.buffer().getByte(PacketView.dataOffset(limit) + i);
            if (character < FIRST_PRINTABLE || character > LAST_PRINTABLE) {
                packet.fail(Cause.MALFORMED);
                return null;
            }
        }
        return length == 0 ? ""
            : packet.buffer().getStringWithoutLengthAscii(PacketView.dataOffset(limit), length);
    }
}
