package io.fleet.node.store;

import io.fleet.consensus.common.Counter;
import io.fleet.node.status.NodeEvents;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.coverage.CoverageMark;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * What the disks of a running node did not read for others. That does not end the node: what it has accepted and
 * promised it knows without reading it. It answers that it does not have the record, and as long as it could not read
 * it does not say that it holds the log whole up to there. The next start decides whether the place is damaged (S15). A
 * place is not read again for a while, since a disk may take seconds to find that it cannot: for a short one first, as
 * the way to the disk may have failed for a moment, and each time for twice as long. The node's thread.
 */
public final class UnreadableRecords {
    /** So many places of each kind are remembered for each group; others are read each time that they are asked for. */
    static final int MOST = 1024;
    /** So long a place is not read again after the first time. */
    static final long FIRST_REST_NS = TimeUnit.MILLISECONDS.toNanos(250);
    /** So long at most. */
    static final long LAST_REST_NS = TimeUnit.SECONDS.toNanos(10);
    /** How many times as long as the cycle in which it was not read. */
    private static final long PATIENCE = 4;
    private static final CoverageMark NOT_HERE = CoverageMark.named("unreadable-records.not-here");

    private final NodeEvents events;
    private final Int2ObjectHashMap<Group> groups = new Int2ObjectHashMap<>();
    /** Of places that were not read in this cycle: they rest from its end on. */
    private final List<Rest> fresh = new ArrayList<>();
    private Counter counter = new Counter();
    private long nowNs;

    UnreadableRecords(final NodeEvents events) {
        this.events = events;
    }

    /** Has them counted. */
    public void countIn(final Counter newCounter) {
        counter = newCounter;
    }

    /** The time of this cycle. */
    void now(final long newNowNs) {
        for (int i = 0; i < fresh.size(); i++) {
            fresh.get(i).begin(newNowNs);
        }
        fresh.clear();
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

    private boolean isRecent(final Long2ObjectHashMap<Rest> places, final long place) {
        final Rest rest = places.get(place);
        return rest != null && nowNs - rest.sinceNs < rest.forNs;
    }

    /** The LSN up to which something of a group may be missing; 0 while nothing is. */
    long upTo(final int groupId) {
        final Group group = groups.get(groupId);
        return group == null ? 0 : group.upTo;
    }

    /** A body could not be read; the log had come to an LSN. */
    void onBody(final int groupId, final long position, final long upTo, final ReadFailedException failure) {
        final Group group = note(groupId, upTo, failure);
        group.remember(group.positions, position, nowNs, fresh);
    }

    /** The ordered log could not be read from an LSN on, or somewhere behind it; it had come to another one. */
    void onEntry(final int groupId, final long lsn, final long upTo, final ReadFailedException failure) {
        final Group group = note(groupId, upTo, failure);
        group.remember(group.lsns, lsn, nowNs, fresh);
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
        private final Long2ObjectHashMap<Rest> positions = new Long2ObjectHashMap<>();
        private final Long2ObjectHashMap<Rest> lsns = new Long2ObjectHashMap<>();
        private long upTo;
        /** There were more than are remembered, so that nobody can tell when all can be read again. */
        private boolean isOver;

        private void remember(final Long2ObjectHashMap<Rest> places, final long place, final long nowNs,
                              final List<Rest> fresh) {
            Rest rest = places.get(place);
            if (rest != null) {
                rest.again(nowNs);
            } else if (places.size() < MOST) {
                rest = new Rest(nowNs);
                places.put(place, rest);
            } else {
                isOver = true;
                return;
            }
            fresh.add(rest);
        }

        private void forget(final Long2ObjectHashMap<Rest> places, final long place) {
            if (places.remove(place) != null && positions.isEmpty() && lsns.isEmpty() && !isOver) {
                upTo = 0;
            }
        }
    }

    /** Since when, and for how long, a place is left alone. */
    private static final class Rest {
        private long sinceNs;
        private long forNs = FIRST_REST_NS;

        private Rest(final long nowNs) {
            sinceNs = nowNs;
        }

        private void again(final long nowNs) {
            sinceNs = nowNs;
            forNs = Math.min(2 * forNs, LAST_REST_NS);
        }

        /** The cycle is over: where the disk took long to find that it cannot read, it is left alone for longer. */
        private void begin(final long nowNs) {
            forNs = Math.max(forNs, Math.min((nowNs - sinceNs) * PATIENCE, LAST_REST_NS));
            sinceNs = nowNs;
        }
    }
}
