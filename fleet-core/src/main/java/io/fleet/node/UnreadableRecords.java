package io.fleet.node;

import io.fleet.protocol.Counter;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.mark.Mark;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.LongHashSet;

/**
 * What the disks of a running node did not read for others. That does not end the node: what it has accepted and
 * promised it knows without reading it. It answers that it does not have the record, and from then on does not say that
 * it holds the log whole up to there. The next start decides whether the place is damaged (S15). A place is not read
 * again in this run, since a disk may take seconds to find that it cannot. The node's thread.
 */
final class UnreadableRecords {
    /** So many places of each kind are remembered for each group; others are read each time that they are asked for. */
    static final int MOST = 1024;
    private static final Mark NOT_HERE = Mark.named("unreadable-records.not-here");

    private final NodeEvents events;
    private final Int2ObjectHashMap<Group> groups = new Int2ObjectHashMap<>();
    private Counter counter = new Counter();

    UnreadableRecords(final NodeEvents events) {
        this.events = events;
    }

    /** Has them counted. */
    void countIn(final Counter newCounter) {
        counter = newCounter;
    }

    /** Whether the body at a position could not be read. */
    boolean isBody(final int groupId, final long position) {
        final Group group = groups.get(groupId);
        return group != null && group.positions.contains(position);
    }

    /** Whether the ordered log could not be read from an LSN on. */
    boolean isEntry(final int groupId, final long lsn) {
        final Group group = groups.get(groupId);
        return group != null && group.lsns.contains(lsn);
    }

    /** The LSN up to which something of a group may be missing; 0 while nothing is. */
    long upTo(final int groupId) {
        final Group group = groups.get(groupId);
        return group == null ? 0 : group.upTo;
    }

    /** A body could not be read; the log had come to an LSN. */
    void onBody(final int groupId, final long position, final long upTo, final ReadFailedException failure) {
        remember(note(groupId, upTo, failure).positions, position);
    }

    /** The ordered log could not be read from an LSN on, or somewhere behind it; it had come to another one. */
    void onEntry(final int groupId, final long lsn, final long upTo, final ReadFailedException failure) {
        remember(note(groupId, upTo, failure).lsns, lsn);
    }

    private Group note(final int groupId, final long upTo, final ReadFailedException failure) {
        NOT_HERE.hit();
        counter.increment();
        events.onUnreadable(groupId, failure.getMessage());
        final Group group = groups.computeIfAbsent(groupId, id -> new Group());
        group.upTo = Math.max(group.upTo, upTo);
        return group;
    }

    private static void remember(final LongHashSet places, final long place) {
        if (places.size() < MOST) {
            places.add(place);
        }
    }

    /** What is unreadable of one group. */
    private static final class Group {
        private final LongHashSet positions = new LongHashSet();
        private final LongHashSet lsns = new LongHashSet();
        private long upTo;
    }
}
