package io.fleet.wire.codec;

import io.fleet.storage.EntryMeta;
import io.fleet.wire.sbe.EntryMetaDecoder;
import io.fleet.wire.sbe.EntryMetaEncoder;

/** Copies what names a value between its record and its composite in the schema. */
public final class EntryMetaFields {
    private EntryMetaFields() {
    }

    public static void write(final EntryMeta from, final EntryMetaEncoder to) {
        to.batcherId(from.batcherId)
            .sequence(from.sequence)
            .digest(from.digest)
            .timestamp(from.timestamp)
            .length(from.length)
            .flags(from.flags);
    }

    public static void read(final EntryMetaDecoder from, final EntryMeta to) {
        to.batcherId = from.batcherId();
        to.sequence = from.sequence();
        to.digest = from.digest();
        to.timestamp = from.timestamp();
        to.length = from.length();
        to.flags = from.flags();
    }
}
