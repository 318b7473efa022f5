package io.fleet.wire;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Promise;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HexFormat;
import org.agrona.DirectBuffer;

/**
 * The public fields of a message as text, so that two messages can be compared: arrays up to their count, buffers by
 * their bytes.
 */
final class Fields {
    private Fields() {
    }

    static String of(final Message message) {
        try {
            return of((Object) message);
        } catch (final ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static String of(final Object object) throws ReflectiveOperationException {
        final StringBuilder text = new StringBuilder(object.getClass().getSimpleName()).append('{');
        for (final Field field : object.getClass().getFields()) {
            if (Modifier.isStatic(field.getModifiers()) || "bufferOffset".equals(field.getName())) {
                continue;
            }
            text.append(field.getName()).append('=').append(value(object, field)).append(' ');
        }
        return text.append('}').toString();
    }

    private static String value(final Object owner, final Field field) throws ReflectiveOperationException {
        final Object value = field.get(owner);
        if (field.getType().isArray()) {
            final StringBuilder text = new StringBuilder();
            final boolean isBySlot = owner instanceof Promise && "numbers".equals(field.getName());
            final int count = owner.getClass().getField(isBySlot ? "slots" : "count").getInt(owner);
            for (int i = 0; i < count; i++) {
                final Object element = Array.get(value, i);
                text.append(element instanceof Number ? element.toString() : of(element)).append(',');
            }
            return text.toString();
        }
        if (field.getType() == DirectBuffer.class) {
            return bytes(owner, (DirectBuffer) value);
        }
        return field.getType().isPrimitive() || value instanceof String ? value.toString() : of(value);
    }

    private static String bytes(final Object owner, final DirectBuffer buffer) throws ReflectiveOperationException {
        final Class<?> type = owner.getClass();
        final String lengthField = type.getSimpleName().matches("ReplyBatch|ReadRequest|Effects") ? "length"
            : "chunkLength";
        final byte[] bytes = new byte[type.getField(lengthField).getInt(owner)];
        buffer.getBytes(type.getField("bufferOffset").getInt(owner), bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
