package io.fleet.ec.storage;

import io.fleet.ec.consensus.EntryId;
import io.fleet.storage.EntryMeta;

/** Ids as fleet-storage keeps them. */
public final class Ids {
    private Ids() {
    }

    /**
     * Reads the id of a record.
     *
     * @param meta of the record; a no-op is null.
     * @param into receives the id.
     * @return {@code into}.
     */
    public static EntryId fromMeta(final EntryMeta meta, final EntryId into) {
        return meta.isNoOp() ? into.setNull() : into.set(meta.batcherId, meta.sequence, meta.digest);
    }

    static EntryMeta toMeta(final EntryId id, final int length, final EntryMeta into) {
        if (id.isNull()) {
            return into.setNoOp(0);
        }
        into.batcherId = id.batcherId;
        into.sequence = id.sequence;
        into.digest = id.digest;
        into.timestamp = 0;
        into.length = length;
        into.flags = 0;
        return into;
    }
}
