package io.fleet.ec.host;

import io.fleet.ec.mec.EntryId;
import io.fleet.protocol.Outbound;
import io.fleet.protocol.message.coded.SegmentChunk;
import io.fleet.storage.log.Checksum;
import io.fleet.storage.mark.Mark;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends parts of entries in chunks. What the transport takes at once is never copied; the rest waits here, up to a
 * bound of parts and bytes, and goes on each duty cycle. Beyond the bound it is not sent: its proxy, or who asked for
 * it, tries again. Single-threaded.
 */
final class PartSender {
    private static final Mark WAITS = Mark.named("part-sender.rest-waits-for-the-transport");
    private static final Mark FULL = Mark.named("part-sender.no-room-for-the-rest");
    private static final Mark WAITED = Mark.named("part-sender.part-is-on-its-way-already");

    private final MemberTable members;
    private final Outbound outbound;
    private final long maxBytes;
    private final HostCounters counters;
    private final Waiting[] waiting;
    private final SegmentChunk chunk = new SegmentChunk();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final Checksum checksum = new Checksum();
    private int count;
    private long bytes;

    /** A part of which the transport has not taken all. */
    private static final class Waiting {
        private final EntryId id = new EntryId();
        private byte[] rest;
        private int to;
        private boolean isCopy;
        private int totalLength;
        private int checksum;
        /** Where the next chunk begins in the part, and where what is kept of it does. */
        private int next;
        private int keptFrom;
    }

    PartSender(final MemberTable members, final Outbound outbound, final int maxParts, final long maxBytes,
               final HostCounters counters) {
        if (maxParts < 1 || maxBytes < 0) {
            throw new IllegalArgumentException("maxParts " + maxParts + " is below 1 or maxBytes " + maxBytes
                + " is below 0");
        }
        this.members = members;
        this.outbound = outbound;
        this.maxBytes = maxBytes;
        this.counters = counters;
        waiting = new Waiting[maxParts];
    }

    void send(final int to, final EntryId id, final boolean isCopy, final DirectBuffer part, final int offset,
              final int length) {
        if (length < 1 || length > SegmentChunk.MAX_PART) {
            throw new IllegalArgumentException("length " + length + " is not in [1, " + SegmentChunk.MAX_PART + "]");
        }
        name(id, isCopy, length, checksum.of(part, offset, length));
        if (isWaiting(to, id)) {
            WAITED.hit();
            return;
        }
        int at = 0;
        if (!isAnyWaiting(to)) {
            view.wrap(part, offset, length);
            at = sendFrom(to, 0, view, 0);
            view.wrap(0, 0);
        }
        if (at < length) {
            keep(to, id, part, offset, at);
        }
    }

    int doWork() {
        int work = 0;
        long refused = 0;
        int left = 0;
        for (int i = 0; i < count; i++) {
            final Waiting one = waiting[i];
            boolean isDone = false;
            if ((refused & 1L << one.to) == 0) {
                name(one.id, one.isCopy, one.totalLength, one.checksum);
                view.wrap(one.rest);
                final int at = sendFrom(one.to, one.next, view, one.keptFrom);
                view.wrap(0, 0);
                work += at > one.next ? 1 : 0;
                one.next = at;
                isDone = at == one.totalLength;
                refused |= isDone ? 0 : 1L << one.to;
            }
            if (isDone) {
                bytes -= one.rest.length;
                one.rest = null;
            } else {
                waiting[i] = waiting[left];
                waiting[left++] = one;
            }
        }
        count = left;
        return work;
    }

    /** How many parts wait for the transport. */
    int waiting() {
        return count;
    }

    /** How many bytes are kept of them. */
    long bytes() {
        return bytes;
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

    private void keep(final int to, final EntryId id, final DirectBuffer part, final int offset, final int at) {
        final int length = chunk.totalLength - at;
        if (count == waiting.length || bytes + length > maxBytes) {
            FULL.hit();
            counters.partsDropped.increment();
            return;
        }
        WAITS.hit();
        if (waiting[count] == null) {
            waiting[count] = new Waiting();
        }
        final Waiting one = waiting[count++];
        one.to = to;
        one.id.set(id);
        one.isCopy = chunk.isCopy;
        one.totalLength = chunk.totalLength;
        one.checksum = chunk.checksum;
        one.next = at;
        one.keptFrom = at;
        one.rest = new byte[length];
        part.getBytes(offset + at, one.rest);
        bytes += length;
    }

    /** Whether this very part, or piece, is waiting. */
    private boolean isWaiting(final int to, final EntryId id) {
        for (int i = 0; i < count; i++) {
            final Waiting one = waiting[i];
            if (one.to == to && one.isCopy == chunk.isCopy && one.checksum == chunk.checksum
                && one.totalLength == chunk.totalLength && one.id.same(id)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAnyWaiting(final int to) {
        for (int i = 0; i < count; i++) {
            if (waiting[i].to == to) {
                return true;
            }
        }
        return false;
    }
}
