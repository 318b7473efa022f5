package io.fleet.ec.wire;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.wire.sbe.EntryNameDecoder;
import io.fleet.ec.wire.sbe.EntryNameEncoder;
import io.fleet.wire.codec.FieldChecks;

/** Copies what names an entry between its record and its composite in the schema, and checks it. */
final class EntryNameFields {
    private EntryNameFields() {
    }

    static void write(final EntryId from, final EntryNameEncoder to) {
        to.batcherId(from.batcherId)
            .sequence(from.sequence)
            .digest(from.digest);
    }

    static void read(final EntryNameDecoder from, final EntryId to) {
        to.set(from.batcherId(), from.sequence(), from.digest());
    }

    /** An entry, or nothing: that has one form only, as ids are compared field by field. */
    static void check(final EntryId name, final FieldChecks checks) {
        checks.batcher("name.batcherId", name.batcherId);
        if (name.batcherId == 0) {
            checks.range("name.sequence", name.sequence, 0, 0);
            checks.range("name.digest", name.digest, 0, 0);
        } else {
            checks.number("name.sequence", name.sequence);
        }
    }

    /** An entry, and not nothing. */
    static void checkEntry(final EntryId name, final FieldChecks checks) {
        checks.range("name.batcherId", name.batcherId, 1, Long.MAX_VALUE);
        check(name, checks);
    }
}
