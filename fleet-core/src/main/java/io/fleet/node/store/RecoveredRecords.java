package io.fleet.node.store;

import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LogUser;
import io.fleet.storage.EntryMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Records that start-up found in the logs in which they lie in any order. Of a group whose records are numbered as the
 * ordered log is, for each LSN above what that holds the one with the highest ballot; of others each.
 */
public final class RecoveredRecords {
    private final IntToLongFunction recordedUpTo;
    private final IntPredicate keepsEvery;
    private final Int2ObjectHashMap<Long2ObjectHashMap<AcceptedEntry>> entries = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<Long2LongHashMap> positions = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<long[]> highestBallots = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<List<Record>> every = new Int2ObjectHashMap<>();

    /** A record of a group of which each counts. */
    private record Record(LogKind log, long lsn, long ballot, int storageGroup, EntryMeta meta, long bodyPosition) {
    }

    /**
     * Nothing is found yet.
     *
     * @param recordedUpTo what the ordered log holds of a group.
     * @param keepsEvery   whether each record of a group counts.
     */
    RecoveredRecords(final IntToLongFunction recordedUpTo, final IntPredicate keepsEvery) {
        this.recordedUpTo = recordedUpTo;
        this.keepsEvery = keepsEvery;
    }

    void onRecord(final int groupId, final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                  final long bodyPosition) {
        if (keepsEvery.test(groupId)) {
            keep(LogKind.ENTRIES, groupId, lsn, ballot, storageGroup, meta, bodyPosition);
            return;
        }
        final long[] highest = highestBallots.computeIfAbsent(groupId, id -> new long[1]);
        highest[0] = Math.max(highest[0], ballot);
        if (lsn <= recordedUpTo.applyAsLong(groupId)) {
            return;
        }
        final AcceptedEntry entry = entries.computeIfAbsent(groupId, id -> new Long2ObjectHashMap<>())
            .computeIfAbsent(lsn, l -> new AcceptedEntry());
        if (ballot >= entry.ballot) {
            entry.lsn = lsn;
            entry.ballot = ballot;
            entry.storageGroup = storageGroup;
            entry.meta.set(meta);
            positions.computeIfAbsent(groupId, id -> new Long2LongHashMap(0)).put(lsn, bodyPosition);
        }
    }

    /** A record of the log of votes; those of LSNs that the ordered log holds say nothing any more. */
    void onVote(final int groupId, final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                final long bodyPosition) {
        if (lsn > recordedUpTo.applyAsLong(groupId)) {
            keep(LogKind.VOTES, groupId, lsn, ballot, storageGroup, meta, bodyPosition);
        }
    }

    private void keep(final LogKind log, final int groupId, final long lsn, final long ballot,
                      final int storageGroup, final EntryMeta meta, final long bodyPosition) {
        final EntryMeta copy = new EntryMeta();
        copy.set(meta);
        every.computeIfAbsent(groupId, id -> new ArrayList<>())
            .add(new Record(log, lsn, ballot, storageGroup, copy, bodyPosition));
    }

    /**
     * Hands a group's records to its protocol and forgets them.
     *
     * @param users who takes those of each log.
     */
    public void handOver(final int groupId, final Function<LogKind, LogUser> users) {
        final LogUser user = users.apply(LogKind.ENTRIES);
        final long[] highest = highestBallots.remove(groupId);
        if (highest != null) {
            user.onRecoveredBallot(highest[0]);
        }
        final Long2ObjectHashMap<AcceptedEntry> found = entries.remove(groupId);
        final Long2LongHashMap places = positions.remove(groupId);
        if (found != null) {
            found.forEach((lsn, entry) -> user.onRecovered(lsn, entry.ballot, entry.storageGroup, entry.meta,
                places.get(lsn.longValue())));
        }
        final List<Record> records = every.remove(groupId);
        if (records != null) {
            records.forEach(each -> users.apply(each.log).onRecovered(each.lsn, each.ballot, each.storageGroup,
                each.meta, each.bodyPosition));
        }
    }
}
