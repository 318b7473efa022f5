package io.fleet.ec.host.member;

import io.fleet.ec.consensus.EntryId;
import io.fleet.storage.EntryMeta;

/** Ids in records. */
public final class Metas {
    private Metas() {
    }

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
