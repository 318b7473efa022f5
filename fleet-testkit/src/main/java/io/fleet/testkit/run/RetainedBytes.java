package io.fleet.testkit.run;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * How much memory an object keeps: the capacity of every buffer and array that can be reached from it, each once, and
 * what objects around them take at least. It asks nobody, so it also finds what no counter of the production classes
 * counts. What belongs to the simulator, or to the JVM, is not entered; of collections of the JVM the elements are.
 */
final class RetainedBytes {
    private static final long HEADER = 16;
    private static final long REFERENCE = 4;
    private static final String SIMULATOR = "io.fleet.testkit.";
    private static final ClassValue<List<Field>> FIELDS = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(final Class<?> type) {
            return fieldsOf(type);
        }
    };
    private static final ClassValue<Boolean> FOREIGN = new ClassValue<>() {
        @Override
        protected Boolean computeValue(final Class<?> type) {
            return type == Class.class || Enum.class.isAssignableFrom(type) || Thread.class.isAssignableFrom(type)
                || Number.class.isAssignableFrom(type) || type.getName().startsWith(SIMULATOR);
        }
    };

    private final Predicate<Class<?>> isEntered;
    private final Consumer<Object> onObject;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ArrayDeque<Object> left = new ArrayDeque<>();
    private long bytes;

    private RetainedBytes(final Predicate<Class<?>> isEntered, final Consumer<Object> onObject) {
        this.isEntered = isEntered;
        this.onObject = onObject;
    }

    /**
     * What can be reached from an object.
     *
     * @param root the object; nothing may change meanwhile.
     * @return bytes.
     */
    static long of(final Object root) {
        return of(root, type -> true, object -> { });
    }

    /**
     * As {@link #of(Object)}, leaves things out, and tells of all others.
     *
     * @param root      the object; nothing may change meanwhile.
     * @param isEntered of a class: whether its objects are entered.
     * @param onObject  told of each that is, once.
     * @return bytes.
     */
    static long of(final Object root, final Predicate<Class<?>> isEntered, final Consumer<Object> onObject) {
        return new RetainedBytes(isEntered, onObject).weigh(root);
    }

    /**
     * What can be reached from an object through classes of the JVM, of Agrona, and such of production as are given.
     *
     * @param root      the object; nothing may change meanwhile. It is not entered when it is none of these itself.
     * @param isEntered of a production class: whether its objects belong to what is weighed.
     * @return bytes.
     */
    static long within(final Object root, final Predicate<Class<?>> isEntered) {
        return new RetainedBytes(type -> !type.getName().startsWith("io.fleet.") || isEntered.test(type), object -> { })
            .weigh(root);
    }

    /** What a field of an object holds, whoever may see it. */
    static Object fieldOf(final Object object, final String name) {
        for (final Field field : FIELDS.get(object.getClass())) {
            if (field.getName().equals(name)) {
                return valueOf(field, object);
            }
        }
        throw new IllegalStateException(object.getClass().getName() + " has no field " + name);
    }

    private static Object valueOf(final Field field, final Object object) {
        try {
            return field.get(object);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException("cannot read " + field, e);
        }
    }

    private long weigh(final Object root) {
        reach(root);
        while (!left.isEmpty()) {
            enter(left.removeLast());
        }
        return bytes;
    }

    private void reach(final Object object) {
        if (object != null && !FOREIGN.get(object.getClass()) && isEntered(object.getClass()) && seen.add(object)) {
            left.addLast(object);
        }
    }

    private boolean isEntered(final Class<?> type) {
        return type.isArray() || isEntered.test(type);
    }

    private void enter(final Object object) {
        bytes += HEADER;
        onObject.accept(object);
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
        for (final Field field : FIELDS.get(object.getClass())) {
            bytes += field.getType().isPrimitive() ? sizeOf(field.getType()) : REFERENCE;
            if (!field.getType().isPrimitive()) {
                reach(valueOf(field, object));
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
        return List.copyOf(fields);
    }
}
