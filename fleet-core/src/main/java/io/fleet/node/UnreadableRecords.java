package io.fleet.node;

import io.fleet.protocol.Counter;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.mark.Mark;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2LongHashMap;

/**
 * What the disks of a running node did not read for others. That does not end the node: what it has accepted and
 * promised it knows without reading it. It answers that it does not have the record, and as long as it could not read
 * it does not say that it holds the log whole up to there. The next start decides whether the place is damaged (S15). A
 * place is not read again for a while, since a disk may take seconds to find that it cannot. The node's thread.
 */
final class UnreadableRecords {
    /** So many places of each kind are remembered for each group; others are read each time that they are asked for. */
    static final int MOST = 1024;
    /** So long a place is not read again. */
    static final long REST_NS = TimeUnit.SECONDS.toNanos(10);
    private static final Mark NOT_HERE = Mark.named("unreadable-records.not-here");
    private static final long NEVER = Long.MIN_VALUE;

    private final NodeEvents events;
    private final Int2ObjectHashMap<Group> groups = new Int2ObjectHashMap<>();
    private Counter counter = new Counter();
    private long nowNs;

    UnreadableRecords(final NodeEvents events) {
        this.events = events;
    }

    /** Has them counted. */
    void countIn(final Counter newCounter) {
        counter = newCounter;
    }

    /** The time of this cycle. */
    void now(final long newNowNs) {
        nowNs = newNowNs;
    }

    /** Whether the body at a position could not be read a moment ago. */
    boolean isBody(final int groupId, final long position) {
        final Group group = groups.get(groupId);
        return group != null && isRecent(group.positions, position);
    }

    /** Whether the ordered log could not be read from an LSN on a moment ago. */
    boolean isEntry(final int groupId, final long lsn) {
        final Group group = groups.get(groupId);
        return group != null && isRecent(group.lsns, lsn);
    }

    private boolean isRecent(final Long2LongHashMap places, final long place) {
        final long failedNs = places.get(place);
        return failedNs != NEVER && nowNs - failedNs < REST_NS;
    }

    /** The LSN up to which something of a group may be missing; 0 while nothing is. */
    long upTo(final int groupId) {
        final Group group = groups.get(groupId);
        return group == null ? 0 : group.upTo;
    }

    /** A body could not be read; the log had come to an LSN. */
    void onBody(final int groupId, final long position, final long upTo, final ReadFailedException failure) {
        final Group group = note(groupId, upTo, failure);
        group.remember(group.positions, position, nowNs);
    }

    /** The ordered log could not be read from an LSN on, or somewhere behind it; it had come to another one. */
    void onEntry(final int groupId, final long lsn, final long upTo, final ReadFailedException failure) {
        final Group group = note(groupId, upTo, failure);
        group.remember(group.lsns, lsn, nowNs);
    }

    /** A body was read: where it could not be read before, the disk has come back. */
    void onBodyRead(final int groupId, final long position) {
        final Group group = groups.get(groupId);
        if (group != null) {
            group.forget(group.positions, position);
        }
    }

    /** The ordered log was read from an LSN on. */
    void onEntryRead(final int groupId, final long lsn) {
        final Group group = groups.get(groupId);
        if (group != null) {
            group.forget(group.lsns, lsn);
        }
    }

    private Group note(final int groupId, final long upTo, final ReadFailedException failure) {
        NOT_HERE.hit();
        counter.increment();
        events.onUnreadable(groupId, failure.getMessage());
        final Group group = groups.computeIfAbsent(groupId, id -> new Group());
        group.upTo = Math.max(group.upTo, upTo);
        return group;
    }

    /** What is unreadable of one group. */
    private static final class Group {
        private final Long2LongHashMap positions = new Long2LongHashMap(NEVER);
        private final Long2LongHashMap lsns = new Long2LongHashMap(NEVER);
        private long upTo;
        /** There were more than are remembered, so that nobody can tell when all can be read again. */
        private boolean isOver;

        private void remember(final Long2LongHashMap places, final long place, final long nowNs) {
            if (places.size() < MOST || places.containsKey(place)) {
                places.put(place, nowNs);
            } else {
                isOver = true;
            }
        }

        private void forget(final Long2LongHashMap places, final long place) {
            if (places.remove(place) != NEVER && positions.isEmpty() && lsns.isEmpty() && !isOver) {
                upTo = 0;
            }
        }
    }
}
