package io.fleet.testkit.run.cluster;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.agrona.UnsafeApi;

/**
 * How much memory an object keeps: the capacity of every buffer and array that can be reached from it, each once, and
 * what objects around them take at least. It asks nobody, so it also finds what no counter of the production classes
 * counts. What belongs to the simulator, or to the JVM, is not entered; of collections of the JVM the elements are.
 */
final class RetainedBytes {
    private static final long HEADER = 16;
    private static final long REFERENCE = 4;
    private static final int FEW = 64;
    private static final String SIMULATOR = "io.fleet.testkit.";
    private static final ClassValue<Form> FORMS = new ClassValue<>() {
        @Override
        protected Form computeValue(final Class<?> type) {
            return Form.of(type);
        }
    };

    private final Predicate<Class<?>> isEntered;
    private final Consumer<Object> onObject;
    /** Those that have been reached, in open addressing by identity. */
    private Object[] seen = new Object[FEW];
    private int seenCount;
    private final ArrayDeque<Object> left = new ArrayDeque<>();
    private long bytes;
    /** The class that was reached last, its form, and whether its objects are entered: they come in rows. */
    private Class<?> reached;
    private Form reachedForm;
    private boolean reachedIsEntered;
    /** The class of the object that was entered last, and its form. */
    private Class<?> entered;
    private Form enteredForm;

    /** What has to be looked at in objects of a class. */
    private enum Kind {
        ARRAY, VALUES, BUFFER, COLLECTION, MAP, TEXT, FIELDS, NOTHING
    }

    /**
     * How objects of a class look.
     *
     * @param isForeign   whether they belong to others, and are not entered.
     * @param kind        what is in them.
     * @param size        what an object takes beside what it refers to; of arrays of values, what one value takes.
     * @param references  where its references are.
     * @param fields      all fields.
     * @param isLeaf      whether nothing can be reached from such an object.
     */
    private record Form(boolean isForeign, Kind kind, long size, long[] references, List<Field> fields,
                        boolean isLeaf) {
        static Form of(final Class<?> type) {
            final boolean isForeign = type == Class.class || Enum.class.isAssignableFrom(type)
                || Thread.class.isAssignableFrom(type) || Number.class.isAssignableFrom(type)
                || type.getName().startsWith(SIMULATOR);
            final Kind kind = kindOf(type);
            final List<Field> fields = fieldsOf(type);
            if (kind == Kind.VALUES) {
                return new Form(isForeign, kind, sizeOf(type.getComponentType()), null, fields, true);
            }
            long size = 0;
            for (final Field field : fields) {
                size += field.getType().isPrimitive() ? sizeOf(field.getType()) : REFERENCE;
            }
            final long[] references = kind != Kind.FIELDS ? null
                : fields.stream().filter(field -> !field.getType().isPrimitive())
                    .mapToLong(UnsafeApi::objectFieldOffset).toArray();
            return new Form(isForeign, kind, size, references, fields, kind == Kind.TEXT || kind == Kind.NOTHING
                || kind == Kind.FIELDS && references.length == 0);
        }

        private static Kind kindOf(final Class<?> type) {
            final boolean isOfTheJvm = type.getClassLoader() == null;
            if (type.isArray()) {
                return type.getComponentType().isPrimitive() ? Kind.VALUES : Kind.ARRAY;
            }
            return Buffer.class.isAssignableFrom(type) ? Kind.BUFFER
                : isOfTheJvm && Collection.class.isAssignableFrom(type) ? Kind.COLLECTION
                : isOfTheJvm && Map.class.isAssignableFrom(type) ? Kind.MAP
                : type == String.class ? Kind.TEXT
                : isOfTheJvm ? Kind.NOTHING : Kind.FIELDS;
        }
    }

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
        return of(root, type -> true, object -> {});
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
     * What can be reached from an object through some classes.
     *
     * @param root      the object; nothing may change meanwhile. It is not entered when it is none of these itself.
     * @param isEntered of a class: whether its objects belong to what is weighed.
     * @return bytes.
     */
    static long within(final Object root, final Predicate<Class<?>> isEntered) {
        return new RetainedBytes(isEntered, object -> {}).weigh(root);
    }

    /**
     * A question about classes that is asked once of each.
     *
     * @param question what has the same answer all the time.
     * @return the same question.
     */
    static Predicate<Class<?>> once(final Predicate<Class<?>> question) {
        final ClassValue<Boolean> answers = new ClassValue<>() {
            @Override
            protected Boolean computeValue(final Class<?> type) {
                return question.test(type);
            }
        };
        return answers::get;
    }

    /** What a field of an object holds, whoever may see it. */
    static Object fieldOf(final Object object, final String name) {
        for (final Field field : FORMS.get(object.getClass()).fields()) {
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
        if (object != null) {
            final Class<?> type = object.getClass();
            if (type != reached) {
                reached = type;
                reachedForm = FORMS.get(type);
                reachedIsEntered = !reachedForm.isForeign() && (type.isArray() || isEntered.test(type));
            }
            if (reachedIsEntered && see(object)) {
                if (reachedForm.isLeaf()) {
                    enter(object, reachedForm);
                } else {
                    left.addLast(object);
                }
            }
        }
    }

    /** Whether it is seen for the first time. */
    private boolean see(final Object object) {
        if (seenCount * 2 >= seen.length) {
            final Object[] before = seen;
            seen = new Object[before.length * 4];
            for (final Object each : before) {
                if (each != null) {
                    seen[placeOf(each)] = each;
                }
            }
        }
        final int place = placeOf(object);
        if (seen[place] == object) {
            return false;
        }
        seen[place] = object;
        seenCount++;
        return true;
    }

    private int placeOf(final Object object) {
        final int mask = seen.length - 1;
        final int hash = System.identityHashCode(object);
        int place = (hash ^ hash >>> 15) & mask;
        while (seen[place] != null && seen[place] != object) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void enter(final Object object) {
        if (object.getClass() != entered) {
            entered = object.getClass();
            enteredForm = FORMS.get(entered);
        }
        enter(object, enteredForm);
    }

    private void enter(final Object object, final Form form) {
        bytes += HEADER;
        onObject.accept(object);
        switch (form.kind()) {
            case ARRAY -> enterArray((Object[]) object);
            case VALUES -> bytes += Array.getLength(object) * form.size();
            case BUFFER -> enterBuffer((Buffer) object);
            case COLLECTION -> {
                final Collection<?> elements = (Collection<?>) object;
                bytes += REFERENCE * elements.size();
                elements.forEach(this::reach);
            }
            case MAP -> enterMap((Map<?, ?>) object);
            case TEXT -> bytes += ((String) object).length();
            case FIELDS -> {
                bytes += form.size();
                for (final long reference : form.references()) {
                    reach(UnsafeApi.getReference(object, reference));
                }
            }
            default -> {}
        }
    }

    private void enterBuffer(final Buffer buffer) {
        bytes += buffer.isDirect() ? buffer.capacity() : 0;
        reach(buffer.hasArray() ? buffer.array() : null);
    }

    private void enterMap(final Map<?, ?> map) {
        bytes += 2 * REFERENCE * map.size();
        map.forEach((key, value) -> {
            reach(key);
            reach(value);
        });
    }

    private void enterArray(final Object[] array) {
        bytes += REFERENCE * array.length;
        for (final Object element : array) {
            reach(element);
        }
    }

    private static int sizeOf(final Class<?> primitive) {
        return primitive == long.class || primitive == double.class ? Long.BYTES
            : primitive == int.class || primitive == float.class ? Integer.BYTES
            : primitive == short.class || primitive == char.class ? Short.BYTES : 1;
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
