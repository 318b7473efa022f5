package io.fleet.ec.node.link;

import io.fleet.consensus.Outbound;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.message.SegmentChunk;
import io.fleet.ec.node.member.MemberTable;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.log.Checksum;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends parts of entries in chunks. What the transport takes at once is never copied; the rest waits here and goes on
 * each duty cycle, up to a bound of parts and bytes for each member, so that one that takes nothing is in nobody's way.
 * What waits for a member that takes nothing for a while is dropped, and nothing waits for it until it takes something:
 * who is away does not get what was for it long ago. Beyond the bounds a part is not sent: its proxy, or who asked for
 * it, tries again. Single-threaded.
 */
final class PartSender {
    private static final CoverageMark WAITS = CoverageMark.named("part-sender.rest-waits-for-the-transport");
    private static final CoverageMark FULL = CoverageMark.named("part-sender.no-room-for-the-rest");
    private static final CoverageMark WAITED = CoverageMark.named("part-sender.part-is-on-its-way-already");
    private static final CoverageMark AWAY = CoverageMark.named("part-sender.member-takes-nothing");

    private final MemberTable members;
    private final Outbound outbound;
    private final int maxParts;
    private final long maxBytes;
    private final long patienceNs;
    private final LinkCounters counters;
    private final Lane[] lanes;
    private final SegmentChunk chunk = new SegmentChunk();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final Checksum checksum = new Checksum();
    private long nowNs;

    /** A part of which the transport has not taken all. */
    private static final class Waiting {
        private final EntryId id = new EntryId();
        private byte[] rest;
        private boolean isCopy;
        private int totalLength;
        private int checksum;
        /** Where the next chunk begins in the part, and where what is kept of it does. */
        private int next;
        private int keptFrom;
    }

    /** What waits for one member, the oldest first. */
    private static final class Lane {
        private final Waiting[] waiting;
        private int first;
        private int count;
        private long bytes;
        /** Whether it has taken nothing, though offered, since when. */
        private boolean isRefusing;
        private long refusingNs;

        private Lane(final int maxParts) {
            waiting = new Waiting[maxParts];
        }

        private Waiting get(final int index) {
            return waiting[(first + index) % waiting.length];
        }

        private Waiting add() {
            final int at = (first + count++) % waiting.length;
            if (waiting[at] == null) {
                waiting[at] = new Waiting();
            }
            return waiting[at];
        }

        private void removeFirst() {
            bytes -= waiting[first].rest.length;
            waiting[first].rest = null;
            first = (first + 1) % waiting.length;
            count--;
        }
    }

    /**
     * Nothing waits.
     *
     * @param maxParts   how many parts may wait for each member, at least 1.
     * @param maxBytes   how many bytes of parts may wait, at least 0: each other member has an equal share, and one
     *                   part may wait for it that is longer.
     * @param patienceNs what waits for a member that takes nothing for so long is dropped.
     */
    PartSender(final MemberTable members, final Outbound outbound, final int maxParts, final long maxBytes,
               final long patienceNs, final LinkCounters counters) {
        if (maxParts < 1 || maxBytes < 0 || patienceNs < 1) {
            throw new IllegalArgumentException("maxParts " + maxParts + " or patienceNs " + patienceNs
                + " is below 1 or maxBytes " + maxBytes + " is below 0");
        }
        this.members = members;
        this.outbound = outbound;
        this.maxParts = maxParts;
        this.maxBytes = maxBytes / Math.max(1, members.size() - 1);
        this.patienceNs = patienceNs;
        this.counters = counters;
        lanes = new Lane[members.size()];
    }

    void send(final int to, final EntryId id, final boolean isCopy, final DirectBuffer part, final int offset,
              final int length) {
        if (length < 1 || length > SegmentChunk.MAX_PART) {
            throw new IllegalArgumentException("length " + length + " is not in [1, " + SegmentChunk.MAX_PART + "]");
        }
        if (lanes[to] == null) {
            lanes[to] = new Lane(maxParts);
        }
        final Lane lane = lanes[to];
        name(id, isCopy, length, checksum.of(part, offset, length));
        if (isWaiting(lane, id)) {
            WAITED.hit();
            return;
        }
        int at = 0;
        if (lane.count == 0) {
            view.wrap(part, offset, length);
            at = sendFrom(to, 0, view, 0);
            view.wrap(0, 0);
            note(lane, at > 0);
        }
        if (at < length) {
            keep(lane, id, part, offset, at);
        }
    }

    int doWork(final long newNowNs) {
        nowNs = newNowNs;
        int work = 0;
        for (int to = 0; to < lanes.length; to++) {
            if (lanes[to] != null && lanes[to].count > 0) {
                work += goOn(to, lanes[to]);
            }
        }
        return work;
    }

    /** How many parts wait for the transport. */
    int waiting() {
        int count = 0;
        for (final Lane lane : lanes) {
            count += lane == null ? 0 : lane.count;
        }
        return count;
    }

    /** How many bytes are kept of them. */
    long bytes() {
        long bytes = 0;
        for (final Lane lane : lanes) {
            bytes += lane == null ? 0 : lane.bytes;
        }
        return bytes;
    }

    private int goOn(final int to, final Lane lane) {
        int work = 0;
        boolean isTaken = true;
        while (lane.count > 0 && isTaken) {
            final Waiting one = lane.get(0);
            name(one.id, one.isCopy, one.totalLength, one.checksum);
            view.wrap(one.rest);
            final int at = sendFrom(to, one.next, view, one.keptFrom);
            view.wrap(0, 0);
            note(lane, at > one.next);
            work += at > one.next ? 1 : 0;
            one.next = at;
            isTaken = at == one.totalLength;
            if (isTaken) {
                lane.removeFirst();
            }
        }
        if (isAway(lane)) {
            AWAY.hit();
            counters.partsDropped.add(lane.count);
            while (lane.count > 0) {
                lane.removeFirst();
            }
        }
        return work;
    }

    private void note(final Lane lane, final boolean isTaken) {
        if (isTaken) {
            lane.isRefusing = false;
        } else if (!lane.isRefusing) {
            lane.isRefusing = true;
            lane.refusingNs = nowNs;
        }
    }

    private boolean isAway(final Lane lane) {
        return lane.isRefusing && nowNs - lane.refusingNs >= patienceNs;
    }

    private void name(final EntryId id, final boolean isCopy, final int length, final int partChecksum) {
        chunk.name.set(id.batcherId, id.sequence, id.digest);
        chunk.isCopy = isCopy;
        chunk.totalLength = length;
        chunk.checksum = partChecksum;
    }

    /** Sends chunks from an offset in the part on; the buffer begins at another one. Returns where it stopped. */
    private int sendFrom(final int to, final int from, final DirectBuffer buffer, final int bufferFrom) {
        int at = from;
        while (at < chunk.totalLength) {
            chunk.offset = at;
            chunk.chunkLength = SegmentChunk.lengthAt(chunk.totalLength, at);
            chunk.buffer = buffer;
            chunk.bufferOffset = at - bufferFrom;
            if (!outbound.send(members.nodeAt(to), chunk)) {
                break;
            }
            at += chunk.chunkLength;
        }
        chunk.buffer = null;
        return at;
    }

    private void keep(final Lane lane, final EntryId id, final DirectBuffer part, final int offset, final int at) {
        final int length = chunk.totalLength - at;
        final boolean isFull = lane.count == maxParts || lane.count > 0 && lane.bytes + length > maxBytes;
        if (isFull || isAway(lane)) {
            (isFull ? FULL : AWAY).hit();
            counters.partsDropped.increment();
            return;
        }
        WAITS.hit();
        final Waiting one = lane.add();
        one.id.set(id);
        one.isCopy = chunk.isCopy;
        one.totalLength = chunk.totalLength;
        one.checksum = chunk.checksum;
        one.next = at;
        one.keptFrom = at;
        one.rest = new byte[length];
        part.getBytes(offset + at, one.rest);
        lane.bytes += length;
    }

    /** Whether this very part, or piece, is waiting. */
    private boolean isWaiting(final Lane lane, final EntryId id) {
        for (int i = 0; i < lane.count; i++) {
            final Waiting one = lane.get(i);
            if (one.isCopy == chunk.isCopy && one.checksum == chunk.checksum
                && one.totalLength == chunk.totalLength && one.id.same(id)) {
                return true;
            }
        }
        return false;
    }
}
