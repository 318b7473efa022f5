package io.fleet.examples.kv.server;

import io.fleet.examples.kv.store.StoreKind;
import io.fleet.replica.speculation.PreparePool;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The option {@code --prepare-threads} of a command. */
public final class PrepareOptions {
    @Option(names = "--prepare-threads", paramLabel = "N",
        description = "of --store speculative and shipping: threads that prepare commands before they are chosen; 0 "
            + "prepares each in its turn (default: 1)")
    private Integer prepareThreads;

    /** How many threads prepare commands of a store; null where nothing is said. */
    public Integer given(final StoreKind store, final OptionChecks checks) {
        if (prepareThreads != null && !store.speculates()) {
            throw checks.wrong("--prepare-threads is " + prepareThreads + ", but the store "
                + store.name().toLowerCase(Locale.ROOT) + " prepares nothing: --store speculative and shipping do");
        }
        return checks.range("--prepare-threads", prepareThreads, 0, PreparePool.MAX_THREADS);
    }
}
