package io.fleet.testkit.wire;

import io.fleet.ec.message.CodedMessage;
import io.fleet.protocol.message.Message;
import io.fleet.protocol.message.MessageType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The messages of the core and of coded groups. */
public final class AllMessages {
    private static final List<String> NAMES = new ArrayList<>();
    private static final List<Class<? extends Message>> CLASSES = new ArrayList<>();

    static {
        for (final MessageType type : MessageType.values()) {
            if (type == MessageType.OF_MODE) {
                Arrays.stream(CodedMessage.Kind.values()).forEach(kind -> add(CodedMessage.class, kind.name()));
            } else {
                add(Message.class, type.name());
            }
        }
    }

    private AllMessages() {
    }

    /**
     * What they are called.
     *
     * @return the {@link Message#name} of each, in one order.
     */
    public static List<String> names() {
        return List.copyOf(NAMES);
    }

    /**
     * What they are.
     *
     * @return the class of each, in the order of the names.
     */
    public static List<Class<? extends Message>> classes() {
        return List.copyOf(CLASSES);
    }

    /** A message is called as its class, which is beside what it implements. */
    private static void add(final Class<? extends Message> beside, final String name) {
        final StringBuilder simple = new StringBuilder();
        for (final String word : name.split("_")) {
            simple.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        try {
            CLASSES.add(Class.forName(beside.getPackageName() + "." + simple).asSubclass(Message.class));
        } catch (final ClassNotFoundException e) {
            throw new IllegalStateException("there is no class of messages called " + name, e);
        }
        NAMES.add(name);
    }
}
