package io.fleet.cli;

import io.fleet.examples.kv.server.OffHeapFlags;
import io.fleet.examples.kv.server.OptionChecks;
import io.fleet.examples.kv.server.PrepareOptions;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.verify.torture.NodeStore;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of {@code fleet torture} that say where nodes keep keys and values. */
final class TortureStore {
    @Option(names = "--store", paramLabel = "heap|offheap|payloads|speculative|shipping",
        description = "where nodes keep keys and values (default: as 'fleet kv')")
    private String store;
    @Mixin
    private PrepareOptions prepare;

    /** What nodes are told; they are started with the flags of this JVM. */
    NodeStore checked(final boolean isCoded, final OptionChecks checks) {
        final StoreKind given = checks.oneOf("--store", store, StoreKind.class);
        final String missing = given == StoreKind.OFFHEAP ? OffHeapFlags.missing() : null;
        if (missing != null) {
            throw checks.wrong("--store is offheap, which " + missing);
        }
        return new NodeStore(given, prepare.given(
            given != null ? given : isCoded ? StoreKind.PAYLOADS : StoreKind.HEAP, checks));
    }
}
