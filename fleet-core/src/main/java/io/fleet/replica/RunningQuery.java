package io.fleet.replica;

import io.fleet.storage.EntryMeta;

/** A read-only command whose answer waits for payloads, kept in case that these are gone and it is executed anew. */
final class RunningQuery {
    final EntryMeta meta = new EntryMeta();
    final long lsn;
    final long session;
    final long sequence;
    final byte[] header;
    final int payloadStart;
    final int payloadLength;
    /** Null where it is not here. */
    final byte[] payload;
    final boolean isLookedInto;

    RunningQuery(final EntryMeta meta, final long lsn, final long session, final long sequence, final byte[] header,
                 final int payloadStart, final int payloadLength, final byte[] payload, final boolean isLookedInto) {
        this.meta.set(meta);
        this.lsn = lsn;
        this.session = session;
        this.sequence = sequence;
        this.header = header;
        this.payloadStart = payloadStart;
        this.payloadLength = payloadLength;
        this.payload = payload;
        this.isLookedInto = isLookedInto;
    }

    /** Whether it is of no entry. */
    boolean isBesideTheLog() {
        return meta.batcherId == 0;
    }
}
