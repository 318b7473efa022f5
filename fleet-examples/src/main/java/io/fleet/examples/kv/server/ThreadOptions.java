package io.fleet.examples.kv.server;

import io.fleet.consensus.reads.ReadPool;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.replica.speculation.PreparePool;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Options of {@code kv} that say which threads do what is long. */
final class ThreadOptions {
    @Option(names = "--read-threads", paramLabel = "N", defaultValue = "0",
        description = "threads for KEYS and SCAN that do not go through the log, so that they hold up nothing else; "
            + "not of --store offheap (default: ${DEFAULT-VALUE}, on the node's own thread)")
    private int readThreads;
    @Option(names = "--prepare-threads", paramLabel = "N",
        description = "of --store speculative: threads that prepare commands before they are chosen; 0 prepares each "
            + "in its turn (default: 1)")
    private Integer prepareThreads;

    /** How many threads walk over all keys. */
    int read(final StoreKind store, final OptionChecks checks) {
        if (readThreads != 0 && store == StoreKind.OFFHEAP) {
            throw checks.wrong("--read-threads is " + readThreads + ", but the store offheap has no views for them");
        }
        return checks.range("--read-threads", readThreads, 0, ReadPool.MAX_THREADS);
    }

    /** How many threads prepare commands. */
    int prepare(final StoreKind store, final OptionChecks checks) {
        if (prepareThreads != null && store != StoreKind.SPECULATIVE) {
            throw checks.wrong("--prepare-threads is " + prepareThreads + ", but the store "
                + store.name().toLowerCase(Locale.ROOT) + " prepares nothing: --store speculative does");
        }
        return prepareThreads == null ? 1
            : checks.range("--prepare-threads", prepareThreads, 0, PreparePool.MAX_THREADS);
    }
}
