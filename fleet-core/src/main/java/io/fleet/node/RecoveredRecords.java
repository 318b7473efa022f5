package io.fleet.node;

import io.fleet.protocol.message.AcceptedEntry;
import io.fleet.protocol.scattered.ScatteredProtocol;
import io.fleet.storage.EntryMeta;
import java.util.function.IntToLongFunction;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Records of the scattered log that start-up found above what the ordered log holds: for each group and LSN the one
 * with the highest ballot.
 */
final class RecoveredRecords {
    private final IntToLongFunction recordedUpTo;
    private final Int2ObjectHashMap<Long2ObjectHashMap<AcceptedEntry>> entries = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<Long2LongHashMap> positions = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<long[]> highestBallots = new Int2ObjectHashMap<>();

    RecoveredRecords(final IntToLongFunction recordedUpTo) {
        this.recordedUpTo = recordedUpTo;
    }

    void onRecord(final int groupId, final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                  final long bodyPosition) {
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

    /** Hands a group's records to its protocol and forgets them. */
    void handOver(final int groupId, final ScatteredProtocol protocol) {
        final long[] highest = highestBallots.remove(groupId);
        if (highest != null) {
            protocol.onRecoveredBallot(highest[0]);
        }
        final Long2ObjectHashMap<AcceptedEntry> found = entries.remove(groupId);
        final Long2LongHashMap places = positions.remove(groupId);
        if (found != null) {
            found.forEach((lsn, entry) ->
                protocol.onRecovered(lsn, entry.ballot, entry.storageGroup, entry.meta, places.get(lsn.longValue())));
        }
    }
}
