package io.fleet.testkit.run;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How much memory an object keeps: the capacity of every buffer and array that can be reached from it, each once, and
 * what objects around them take at least. It asks nobody, so it also finds what no counter of the production classes
 * counts. What belongs to the simulator, or to the JVM, is not entered; of collections of the JVM the elements are.
 */
final class RetainedBytes {
    private static final long HEADER = 16;
    private static final long REFERENCE = 4;
    private static final String SIMULATOR = "io.fleet.testkit.";

    private final Map<Class<?>, List<Field>> fields = new HashMap<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ArrayDeque<Object> left = new ArrayDeque<>();
    private long bytes;

    private RetainedBytes() {
    }

    /**
     * What can be reached from an object.
     *
     * @param root the object; nothing may change meanwhile.
     * @return bytes.
     */
    static long of(final Object root) {
        final RetainedBytes meter = new RetainedBytes();
        meter.reach(root);
        while (!meter.left.isEmpty()) {
            meter.enter(meter.left.removeLast());
        }
        return meter.bytes;
    }

    private void reach(final Object object) {
        if (object != null && !isForeign(object) && seen.add(object)) {
            left.addLast(object);
        }
    }

    private static boolean isForeign(final Object object) {
        return object instanceof Class || object instanceof Enum || object instanceof Thread
            || object instanceof Number || object.getClass().getName().startsWith(SIMULATOR);
    }

    private void enter(final Object object) {
        bytes += HEADER;
        if (object.getClass().isArray()) {
            enterArray(object);
        } else if (object instanceof Buffer buffer) {
            bytes += buffer.isDirect() ? buffer.capacity() : 0;
            reach(buffer.hasArray() ? buffer.array() : null);
        } else if (object instanceof Collection<?> elements && isOfTheJvm(object)) {
            bytes += REFERENCE * elements.size();
            elements.forEach(this::reach);
        } else if (object instanceof Map<?, ?> map && isOfTheJvm(object)) {
            bytes += 2 * REFERENCE * map.size();
            map.forEach((key, value) -> {
                reach(key);
                reach(value);
            });
        } else if (object instanceof String text) {
            bytes += text.length();
        } else if (!isOfTheJvm(object)) {
            enterFields(object);
        }
    }

    private static boolean isOfTheJvm(final Object object) {
        return object.getClass().getClassLoader() == null;
    }

    private void enterArray(final Object array) {
        final Class<?> type = array.getClass().getComponentType();
        final int length = Array.getLength(array);
        if (!type.isPrimitive()) {
            bytes += REFERENCE * length;
            for (final Object element : (Object[]) array) {
                reach(element);
            }
        } else {
            bytes += (long) length * sizeOf(type);
        }
    }

    private static int sizeOf(final Class<?> primitive) {
        return primitive == long.class || primitive == double.class ? Long.BYTES
            : primitive == int.class || primitive == float.class ? Integer.BYTES
            : primitive == short.class || primitive == char.class ? Short.BYTES : 1;
    }

    private void enterFields(final Object object) {
        for (final Field field : fields.computeIfAbsent(object.getClass(), RetainedBytes::fieldsOf)) {
            try {
                bytes += field.getType().isPrimitive() ? sizeOf(field.getType()) : REFERENCE;
                if (!field.getType().isPrimitive()) {
                    reach(field.get(object));
                }
            } catch (final IllegalAccessException e) {
                throw new IllegalStateException("cannot read " + field, e);
            }
        }
    }

    private static List<Field> fieldsOf(final Class<?> type) {
        final List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != null && each.getClassLoader() != null; each = each.getSuperclass()) {
            for (final Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }
}
