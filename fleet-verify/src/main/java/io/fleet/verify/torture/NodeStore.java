package io.fleet.verify.torture;

import io.fleet.examples.kv.store.StoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where nodes keep keys and values.
 *
 * @param kind           of {@code --store}; null for the default of {@code fleet kv}.
 * @param prepareThreads of {@code --prepare-threads}; null for the default, and where the kind prepares nothing.
 */
public record NodeStore(StoreKind kind, Integer prepareThreads) {
    /** Nothing is said of it. */
    public static final NodeStore DEFAULT = new NodeStore(null, null);

    /** What a node's process is told of it. */
    List<String> nodeOptions() {
        final List<String> told = new ArrayList<>();
        if (kind != null) {
            told.addAll(List.of("--store", name()));
        }
        if (prepareThreads != null) {
            told.addAll(List.of("--prepare-threads", prepareThreads.toString()));
        }
        return told;
    }

    /** What the title of a run says of it. */
    String title() {
        return (kind == null ? "" : " with store " + name())
            + (prepareThreads == null ? "" : " prepared by " + prepareThreads
                + (prepareThreads == 1 ? " thread" : " threads"));
    }

    private String name() {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
