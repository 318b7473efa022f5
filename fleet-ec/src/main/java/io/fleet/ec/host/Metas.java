package io.fleet.ec.host;

import io.fleet.ec.mec.EntryId;
import io.fleet.storage.EntryMeta;

/** Ids in records. */
final class Metas {
    private Metas() {
    }

    static EntryMeta of(final EntryId id, final int length, final EntryMeta into) {
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
