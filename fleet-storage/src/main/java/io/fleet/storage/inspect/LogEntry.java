package io.fleet.storage.inspect;

import io.fleet.storage.EntryMeta;
import io.fleet.storage.LogPosition;
import io.fleet.storage.log.LogRecord;
import org.agrona.DirectBuffer;
import org.agrona.collections.IntHashSet;

/**
 * One record of a log.
 *
 * @param log          {@code scattered}, {@code steps} or {@code ordered}.
 * @param position     where it is ({@link LogPosition}).
 * @param kind         what it is.
 * @param groupId      the group.
 * @param storageGroup the storage group.
 * @param lsn          its log sequence number.
 * @param ballot       its ballot; 0 in the ordered log, which holds what is chosen; what was said in the log of votes.
 * @param batcherId    of the entry's id; 0 for a no-op.
 * @param sequence     of the entry's id; 0 for a no-op.
 * @param digest       of the body.
 * @param timestamp    log time in milliseconds since the epoch.
 * @param length       of the body in bytes.
 * @param noOp         whether the entry carries no command.
 * @param bodyPosition where the body is; 0 where it is on other nodes, or there is none.
 * @param ofMode       whether the mode of the group has records of its own kinds, which are no entries: the timestamp
 *                     is then no time, and the ballot is what the mode keeps there.
 */
public record LogEntry(String log, long position, Kind kind, int groupId, int storageGroup, long lsn, long ballot,
                       long batcherId, long sequence, long digest, long timestamp, int length, boolean noOp,
                       long bodyPosition, boolean ofMode) {
    /** What a record of a log is. */
    public enum Kind {
        /** An entry with its body. */
        ENTRY,
        /** A new ballot for an entry whose body is elsewhere in the scattered log. */
        RESTAMP,
        /** An entry whose body is in the scattered log. */
        REFERENCE,
        /** The log of the group goes on behind this LSN: a snapshot covers what is below. */
        SKIP,
        /** An entry whose body other nodes hold. */
        ELSEWHERE
    }

    private static final Kind[] KINDS = Kind.values();

    /** Reads a sound record. */
    static LogEntry of(final String log, final DirectBuffer buffer, final int offset, final long position,
                       final EntryMeta meta, final IntHashSet ofMode) {
        LogRecord.meta(buffer, offset, meta);
        final Kind kind = kind(buffer, offset);
        return new LogEntry(log, position, kind, LogRecord.groupId(buffer, offset),
            LogRecord.storageGroup(buffer, offset), LogRecord.lsn(buffer, offset), LogRecord.ballot(buffer, offset),
            meta.batcherId, meta.sequence, meta.digest, meta.timestamp, meta.length, meta.isNoOp(),
            kind == Kind.ELSEWHERE || kind == Kind.SKIP ? 0 : LogRecord.bodyPosition(buffer, offset, position),
            ofMode.contains(LogRecord.groupId(buffer, offset)));
    }

    static Kind kind(final DirectBuffer buffer, final int offset) {
        return KINDS[LogRecord.type(buffer, offset) - LogRecord.ENTRY];
    }
}
