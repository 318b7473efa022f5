package io.fleet.bench.cluster;

import java.util.ArrayList;
import java.util.List;

/** The flags of every process that is started, whatever the peer. */
final class JvmFlags {
    /** Said in reports. */
    static final String HEAP = "-Xms1g -Xmx1g";
    /** Of a process that is a whole cluster. */
    static final String EMBEDDED_HEAP = "-Xms2g -Xmx2g";
    private static final int WARNS_OF_NATIVE_ACCESS = 24;

    private JvmFlags() {
    }

    static List<String> of(final int version, final boolean embedded) {
        final List<String> flags = new ArrayList<>(List.of(heap(embedded).split(" ")));
        flags.addAll(List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "--add-opens",
            "java.base/java.lang=ALL-UNNAMED"));
        if (version >= WARNS_OF_NATIVE_ACCESS) {
            flags.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        return flags;
    }

    static String heap(final boolean embedded) {
        return embedded ? EMBEDDED_HEAP : HEAP;
    }
}
