package io.fleet.testkit.wire;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.ec.message.CodedMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The messages of the core and of coded groups. */
public final class AllMessages {
    /** Where the messages of the core are, beneath what they implement. */
    private static final List<String> PACKAGES =
        List.of("", ".replication", ".election", ".member", ".client", ".read", ".snapshot");
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

    /** A message is called as its class, which is beside or beneath what it implements. */
    private static void add(final Class<? extends Message> beside, final String name) {
        final StringBuilder simple = new StringBuilder();
        for (final String word : name.split("_")) {
            simple.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        CLASSES.add(PACKAGES.stream().map(within -> find(beside.getPackageName() + within + "." + simple))
            .filter(Objects::nonNull).findFirst()
            .orElseThrow(() -> new IllegalStateException("there is no class of messages called " + name)));
        NAMES.add(name);
    }

    private static Class<? extends Message> find(final String name) {
        try {
            return Class.forName(name).asSubclass(Message.class);
        } catch (final ClassNotFoundException e) {
            return null;
        }
    }
}
