package io.fleet.examples.versions;

import io.fleet.machine.ShippedEffects;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Drafts in bytes: the operation (byte); then of a put the lengths of key and value (ints), the key in UTF-8 and the
 * value, of a trim the oldest version to be kept (long). Numbers are little-endian.
 */
final class DraftCodec {
    /** To be raised with any change of the above. */
    static final int FORMAT = 1;
    private static final int VALUE_LENGTH_AT = 1 + Integer.BYTES;
    private static final int KEY_AT = VALUE_LENGTH_AT + Integer.BYTES;
    private static final int TRIM_LENGTH = 1 + Long.BYTES;

    private DraftCodec() {
    }

    /** Writes a draft from index 0; how many bytes, or {@link ShippedEffects#NOT_SHIPPED} where there is no room. */
    static int encode(final Draft draft, final MutableDirectBuffer buffer) {
        if (draft.revision() == null) {
            buffer.putByte(0, VersionedMachine.TRIM);
            buffer.putLong(1, draft.before(), ByteOrder.LITTLE_ENDIAN);
            return TRIM_LENGTH;
        }
        final byte[] key = draft.key().getBytes(StandardCharsets.UTF_8);
        final byte[] value = draft.revision().value();
        final long length = (long) KEY_AT + key.length + value.length;
        if (length > ShippedEffects.MAX_BYTES) {
            return ShippedEffects.NOT_SHIPPED;
        }
        buffer.putByte(0, VersionedMachine.PUT);
        buffer.putInt(1, key.length, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(VALUE_LENGTH_AT, value.length, ByteOrder.LITTLE_ENDIAN);
        buffer.putBytes(KEY_AT, key);
        buffer.putBytes(KEY_AT + key.length, value);
        return (int) length;
    }

    /** Reads a draft; no length in it is believed. */
    static Draft decode(final DirectBuffer buffer, final int offset, final int length) {
        if (length < 1) {
            throw new IllegalArgumentException("an effect of " + length + " bytes, but 1 or more are needed");
        }
        final byte operation = buffer.getByte(offset);
        return switch (operation) {
            case VersionedMachine.PUT -> put(buffer, offset, length);
            case VersionedMachine.TRIM -> trim(buffer, offset, length);
            default -> throw new IllegalArgumentException("operation " + operation + " of an effect is no command");
        };
    }

    private static Draft put(final DirectBuffer buffer, final int offset, final int length) {
        if (length < KEY_AT) {
            throw new IllegalArgumentException("the effect of a put of " + length + " bytes, but " + KEY_AT
                + " or more are needed");
        }
        final int keyLength = buffer.getInt(offset + 1, ByteOrder.LITTLE_ENDIAN);
        final int valueLength = buffer.getInt(offset + VALUE_LENGTH_AT, ByteOrder.LITTLE_ENDIAN);
        final int left = length - KEY_AT;
        if (keyLength < 0 || valueLength < 0 || (long) keyLength + valueLength != left) {
            throw new IllegalArgumentException("the effect of a put has a key of " + keyLength
                + " bytes and a value of "
                + valueLength + ", but there are " + left);
        }
        return new Draft(new String(bytes(buffer, offset + KEY_AT, keyLength), StandardCharsets.UTF_8),
            new Revision(bytes(buffer, offset + KEY_AT + keyLength, valueLength)), 0);
    }

    private static Draft trim(final DirectBuffer buffer, final int offset, final int length) {
        if (length != TRIM_LENGTH) {
            throw new IllegalArgumentException("the effect of a trim of " + length + " bytes, but it has "
                + TRIM_LENGTH);
        }
        return new Draft(null, null, buffer.getLong(offset + 1, ByteOrder.LITTLE_ENDIAN));
    }

    private static byte[] bytes(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }
}
