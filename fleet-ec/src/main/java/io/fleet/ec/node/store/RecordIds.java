package io.fleet.ec.node.store;

import io.fleet.ec.consensus.EntryId;
import io.fleet.storage.EntryMeta;

/** Ids in the records of a node's logs. */
public final class RecordIds {
    private RecordIds() {
    }

    /**
     * Reads the id of a record.
     *
     * @param meta of the record; a no-op is null.
     * @param into receives the id.
     * @return {@code into}.
     */
    public static EntryId idOf(final EntryMeta meta, final EntryId into) {
        return meta.isNoOp() ? into.setNull() : into.set(meta.batcherId, meta.sequence, meta.digest);
    }

    /**
     * Writes the id of a record.
     *
     * @param id     the id.
     * @param length of the record's body, in bytes.
     * @param into   receives id and length.
     * @return {@code into}; a no-op where the id is null.
     */
    public static EntryMeta of(final EntryId id, final int length, final EntryMeta into) {
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
