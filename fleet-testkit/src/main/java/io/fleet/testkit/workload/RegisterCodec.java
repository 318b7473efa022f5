package io.fleet.testkit.workload;

import io.fleet.testkit.history.RegisterInput;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** A {@link RegisterInput} in bytes: kind (1), key (8), argument (8), expected (8), little-endian. */
public final class RegisterCodec {
    /** Bytes of one operation. */
    public static final int LENGTH = 1 + 3 * Long.BYTES;
    private static final RegisterInput.Kind[] KINDS = RegisterInput.Kind.values();

    private RegisterCodec() {
    }

    /**
     * Writes an operation.
     *
     * @param input  the operation.
     * @param buffer where to.
     * @param offset of the first byte.
     * @return {@link #LENGTH}.
     */
    public static int encode(final RegisterInput input, final MutableDirectBuffer buffer, final int offset) {
        buffer.putByte(offset, (byte) input.kind().ordinal());
        buffer.putLong(offset + 1, input.key(), ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(offset + 9, input.argument(), ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(offset + 17, input.expected(), ByteOrder.LITTLE_ENDIAN);
        return LENGTH;
    }

    /**
     * Reads an operation.
     *
     * @param buffer where from.
     * @param offset of the first byte.
     * @param length how many bytes there are.
     * @return the operation.
     * @throws IllegalArgumentException when the bytes are not one.
     */
    public static RegisterInput decode(final DirectBuffer buffer, final int offset, final int length) {
        if (length != LENGTH) {
            throw new IllegalArgumentException("a register operation of " + length + " bytes, but it must have "
                + LENGTH);
        }
        final int kind = buffer.getByte(offset);
        if (kind < 0 || kind >= KINDS.length) {
            throw new IllegalArgumentException("kind of register operation is " + kind + ", but must be from 0 to "
                + (KINDS.length - 1));
        }
        return new RegisterInput(KINDS[kind], buffer.getLong(offset + 1, ByteOrder.LITTLE_ENDIAN),
            buffer.getLong(offset + 9, ByteOrder.LITTLE_ENDIAN), buffer.getLong(offset + 17, ByteOrder.LITTLE_ENDIAN));
    }
}
