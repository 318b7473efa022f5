package io.fleet.examples.kv.server;

import io.fleet.consensus.reads.ReadPool;
import io.fleet.examples.kv.store.StoreKind;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of {@code kv} that say which threads do what is long. */
final class ThreadOptions {
    @Option(names = "--read-threads", paramLabel = "N", defaultValue = "0",
        description = "threads for KEYS and SCAN that do not go through the log, so that they hold up nothing else; "
            + "not of --store offheap (default: ${DEFAULT-VALUE}, on the node's own thread)")
    private int readThreads;
    @Mixin
    private PrepareOptions prepare;

    /** How many threads walk over all keys. */
    int read(final StoreKind store, final OptionChecks checks) {
        if (readThreads != 0 && store == StoreKind.OFFHEAP) {
            throw checks.wrong("--read-threads is " + readThreads + ", but the store offheap has no views for them");
        }
        return checks.range("--read-threads", readThreads, 0, ReadPool.MAX_THREADS);
    }

    /** How many threads prepare commands. */
    int prepare(final StoreKind store, final OptionChecks checks) {
        final Integer given = prepare.given(store, checks);
        return given == null ? 1 : given;
    }
}
