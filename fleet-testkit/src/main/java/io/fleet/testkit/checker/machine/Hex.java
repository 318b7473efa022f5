package io.fleet.testkit.checker.machine;

import org.agrona.DirectBuffer;

/** Bytes for messages. */
final class Hex {
    private static final int SHOWN = 24;

    private Hex() {
    }

    /** The first bytes in hexadecimal digits, in brackets. */
    static String of(final DirectBuffer buffer, final int length) {
        final StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < Math.min(SHOWN, length); i++) {
            final int value = buffer.getByte(i) & 0xFF;
            text.append(Character.forDigit(value >>> 4, 16)).append(Character.forDigit(value & 15, 16));
        }
        return text.append(length > SHOWN ? "... of " + length + " bytes]" : "]").toString();
    }
}
