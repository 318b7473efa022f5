package io.fleet.verify.fuzz.kv;

import io.fleet.verify.fuzz.FuzzTarget;
import java.util.List;

/** The decoders of the key-value machine. */
public final class KvTargets {
    private KvTargets() {
    }

    /**
     * All of them.
     *
     * @return new targets.
     */
    public static List<FuzzTarget> all() {
        return List.of(new KvBatchTarget(), new KvSnapshotTarget());
    }
}
