package io.fleet.testkit.run.hostile;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.Message;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.message.CodedMessage;
import io.fleet.storage.EntryMeta;
import io.fleet.testkit.wire.AllMessages;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.WireLimits;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Messages of every type with drawn fields: what the protocol said of late, a little more or less of it, what other
 * fields held, and the ends of each range. Whether a message can be sent, the encoder says.
 */
final class HostileMessages {
    private static final int REMEMBERED = 32;
    private static final int BYTES = 256;
    private static final long[] LONGS = {0, 1, 2, 64, 1 << 16, 1 << 20, 1L << 31, 1L << 32, 1L << 40, 1L << 50,
        FieldChecks.MAX_TIMESTAMP, FieldChecks.MAX_NUMBER, FieldChecks.MAX_NUMBER - 1, Ballot.MAX, Ballot.MAX - 0xFFFF,
        1L << 56 | 1, Long.MAX_VALUE, -1};
    private static final int[] INTS = {0, 1, 2, 3, 64, 255, 256, 1023, 1024, 65_535, 65_536, 1 << 20, 1 << 24,
        WireLimits.MAX_BODY, WireLimits.MAX_LONG_BODY, 1 << 30, Integer.MAX_VALUE, -1};
    /**
     * What is random shows who was asked: only members know it of each other. So are the ids of remote batchers, of
     * which clients are told nothing: whoever knows one can speak for its batcher.
     */
    private static final List<String> SECRETS = List.of("nonce", "life", "asked", "voterId", "batcherId");

    private static final Set<Package> MESSAGES = Set.of(Message.class.getPackage(), CodedMessage.class.getPackage(),
        EntryId.class.getPackage());

    private final SplittableRandom random;
    private final boolean knowsSecrets;
    private final List<Class<? extends Message>> classes = AllMessages.classes();
    private final Map<Class<?>, Field[]> fields = new HashMap<>();
    private final Map<String, long[]> said = new HashMap<>();
    private final Map<String, Integer> saidCount = new HashMap<>();
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[128 * 1024]);
    private Configuration configuration = Configuration.UNKNOWN;

    HostileMessages(final SplittableRandom random, final boolean knowsSecrets) {
        this.random = random;
        this.knowsSecrets = knowsSecrets;
        for (int i = 0; i < bytes.capacity(); i++) {
            bytes.putByte(i, (byte) random.nextInt());
        }
    }

    /** Whom the group has; told before anything is drawn. */
    void members(final Configuration members) {
        configuration = members;
    }

    /** Somebody has said something. */
    void hear(final Message message) {
        try {
            hear(message, 0);
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The next message. */
    Message next() {
        return next(classes.get(random.nextInt(classes.size())));
    }

    Message next(final Class<? extends Message> type) {
        try {
            final Message message = type.getDeclaredConstructor().newInstance();
            addLines(message);
            fill(message, 0);
            return message;
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of messages with lines, which they make when they are asked for the next. */
    private void addLines(final Message message) throws ReflectiveOperationException {
        for (final Method method : message.getClass().getMethods()) {
            if (method.getName().equals("next") && method.getParameterCount() == 0) {
                for (int i = random.nextInt(random.nextInt(16) == 0 ? 64 : 4); i > 0; i--) {
                    method.invoke(message);
                }
            }
        }
    }

    /** How many lines there are of messages that have them from the beginning: no more than some are drawn. */
    private int lines(final Object object) throws ReflectiveOperationException {
        for (final Field field : fieldsOf(object.getClass())) {
            final Object value = field.get(object);
            if (value instanceof long[] numbers) {
                return Math.min(numbers.length, random.nextInt(8) == 0 ? numbers.length : 4) + 1;
            }
        }
        return 1;
    }

    private void hear(final Object object, final int depth) throws ReflectiveOperationException {
        for (final Field field : fieldsOf(object.getClass())) {
            final Object value = field.get(object);
            if (value instanceof Long || value instanceof Integer) {
                if (knowsSecrets || !SECRETS.contains(field.getName())) {
                    remember(field.getName(), ((Number) value).longValue());
                }
            } else if (value instanceof long[] numbers && numbers.length > 0) {
                remember(field.getName(), numbers[0]);
            } else if (value instanceof EntryMeta) {
                hear(value, depth + 1);
            } else if (value != null && depth < 2 && value.getClass().isArray() && Array.getLength(value) > 0
                && !value.getClass().getComponentType().isPrimitive() && Array.get(value, 0) != null) {
                hear(Array.get(value, 0), depth + 1);
            }
        }
    }

    private void remember(final String name, final long value) {
        final long[] values = said.computeIfAbsent(name, key -> new long[REMEMBERED]);
        final int count = saidCount.merge(name, 1, Integer::sum);
        values[(count - 1) % REMEMBERED] = value;
    }

    private void fill(final Object object, final int depth) throws ReflectiveOperationException {
        int length = random.nextInt(8) == 0 ? random.nextInt(BYTES) : 8 + random.nextInt(64);
        if (random.nextInt(32) == 0) {
            length = 64 * 1024;
        }
        for (final Field field : fieldsOf(object.getClass())) {
            final Class<?> type = field.getType();
            final String name = field.getName();
            if (Modifier.isFinal(field.getModifiers())) {
                fillFinal(field.get(object), name, depth);
            } else if (type == long.class) {
                field.setLong(object, number(name));
            } else if (type == int.class) {
                field.setInt(object, switch (name) {
                    case "length", "chunkLength" -> random.nextInt(4) == 0 ? (int) number(name) : length;
                    case "bufferOffset" -> 0;
                    case "count" -> random.nextInt(Math.max(field.getInt(object) + 1, lines(object)));
                    case "totalLength", "offset" -> totals(name, length);
                    default -> smaller(name);
                });
            } else if (type == boolean.class) {
                field.setBoolean(object, random.nextBoolean());
            } else if (type == DirectBuffer.class) {
                field.set(object, bytes);
            } else if (type == String.class) {
                field.set(object, text());
            } else if (type == Configuration.class) {
                field.set(object, configuration());
            } else if (type.isEnum()) {
                field.set(object, type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)]);
            }
        }
    }

    private void fillFinal(final Object value, final String name, final int depth) throws ReflectiveOperationException {
        if (value instanceof EntryMeta meta) {
            fill(meta, depth + 1);
            meta.flags = random.nextInt(4) == 0 ? random.nextInt(1 << 16) : meta.flags & 1;
            if (random.nextInt(8) == 0) {
                meta.setNoOp(number("timestamp"));
            }
        } else if (value instanceof long[] numbers) {
            for (int i = 0; i < Math.min(numbers.length, 4); i++) {
                numbers[i] = number(name);
            }
        } else if (value instanceof int[] numbers) {
            for (int i = 0; i < Math.min(numbers.length, 4); i++) {
                numbers[i] = smaller(name);
            }
        } else if (value != null && value.getClass().isArray()) {
            for (int i = 0; i < Math.min(Array.getLength(value), 4); i++) {
                if (Array.get(value, i) != null) {
                    fill(Array.get(value, i), depth + 1);
                }
            }
        } else if (value != null && MESSAGES.contains(value.getClass().getPackage())) {
            fill(value, depth + 1);
        }
    }

    private int totals(final String name, final int length) {
        return switch (random.nextInt(4)) {
            case 0 -> smaller(name);
            case 1 -> name.equals("offset") ? 64 * 1024 * random.nextInt(256) : WireLimits.MAX_BODY;
            default -> name.equals("offset") ? 0 : length;
        };
    }

    private long number(final String name) {
        final long[] values = said.get(name);
        final int draw = random.nextInt(16);
        if (values != null && draw < 10) {
            final long value = values[random.nextInt(Math.min(REMEMBERED, saidCount.get(name)))];
            return draw < 6 ? value : draw < 8 ? value + random.nextInt(-3, 4) : value + (1L << random.nextInt(60));
        }
        if (draw < 14) {
            return LONGS[random.nextInt(LONGS.length)];
        }
        return draw == 14 ? random.nextLong(1000) : random.nextLong() >>> 1 >>> random.nextInt(63);
    }

    private int smaller(final String name) {
        if (random.nextInt(3) == 0) {
            return INTS[random.nextInt(INTS.length)];
        }
        final long value = number(name);
        return value == (int) value ? (int) value : random.nextInt(4);
    }

    private String text() {
        return switch (random.nextInt(5)) {
            case 0 -> "";
            case 1 -> "node-" + random.nextInt(5) + ":1";
            case 2 -> "aeron:udp?endpoint=10.0.0." + random.nextInt(256) + ":" + random.nextInt(70_000);
            case 3 -> "x".repeat(random.nextInt(300));
            default -> "sim:" + random.nextInt(2000);
        };
    }

    private Configuration configuration() {
        final long version = Math.max(0, number("configuration"));
        final List<GroupMember> members = new ArrayList<>();
        for (final GroupMember member : configuration.members()) {
            if (random.nextInt(3) > 0) {
                members.add(member);
            }
        }
        for (int slot = configuration.members().size(); slot < 8 && random.nextInt(3) == 0; slot++) {
            members.add(new GroupMember(700 + slot, slot, random.nextBoolean(), GroupMember.NOBODY, "evil:" + slot));
        }
        return new Configuration(version, random.nextInt(4), configuration.groupVersion(), configuration.settings(),
            members);
    }

    private Field[] fieldsOf(final Class<?> type) {
        return fields.computeIfAbsent(type, key -> Arrays.stream(key.getFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers())).toArray(Field[]::new));
    }
}
