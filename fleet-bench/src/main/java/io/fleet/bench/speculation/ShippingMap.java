package io.fleet.bench.speculation;

import io.fleet.machine.ShippedEffects;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The same map, which ships its effects: key, length of the value, version, mark, value. Counts the bytes that it has
 * written.
 */
final class ShippingMap extends SpeculativeMap implements ShippedEffects<Draft> {
    private static final int FORMAT = 1;
    private static final int LENGTH_AT = Integer.BYTES;
    private static final int VERSION_AT = LENGTH_AT + Integer.BYTES;
    private static final int MARK_AT = VERSION_AT + Long.BYTES;
    private static final int VALUE_AT = MARK_AT + Long.BYTES;

    /** Written by the thread that applies the log alone. */
    private final AtomicLong effectBytes = new AtomicLong();

    @Override
    public int effectsFormat() {
        return FORMAT;
    }

    @Override
    public int writeEffect(final Draft draft, final MutableDirectBuffer buffer) {
        if (draft.value.length > MAX_BYTES - VALUE_AT) {
            return NOT_SHIPPED;
        }
        buffer.putInt(0, draft.key, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(LENGTH_AT, draft.value.length, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(VERSION_AT, draft.version, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(MARK_AT, draft.mark, ByteOrder.LITTLE_ENDIAN);
        buffer.putBytes(VALUE_AT, draft.value);
        final int length = VALUE_AT + draft.value.length;
        effectBytes.set(effectBytes.get() + length);
        return length;
    }

    @Override
    public Draft insertEffect(final DirectBuffer buffer, final int offset, final int length) {
        if (length < VALUE_AT) {
            throw new IllegalArgumentException("an effect of " + length + " bytes, but " + VALUE_AT
                + " or more are needed");
        }
        final int key = buffer.getInt(offset, ByteOrder.LITTLE_ENDIAN);
        if (key < 0 || key >= KEYS) {
            throw new IllegalArgumentException("an effect of key " + key + ", but there are " + KEYS);
        }
        final int valueLength = buffer.getInt(offset + LENGTH_AT, ByteOrder.LITTLE_ENDIAN);
        if (valueLength != length - VALUE_AT) {
            throw new IllegalArgumentException("an effect has a value of " + valueLength + " bytes, but "
                + (length - VALUE_AT) + " are left");
        }
        final byte[] value = new byte[valueLength];
        buffer.getBytes(offset + VALUE_AT, value);
        return add(key, buffer.getLong(offset + VERSION_AT, ByteOrder.LITTLE_ENDIAN),
            buffer.getLong(offset + MARK_AT, ByteOrder.LITTLE_ENDIAN), value);
    }

    @Override
    long effectBytes() {
        return effectBytes.get();
    }
}
