package io.fleet.ec.node.link;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.message.SegmentChunk;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.log.Checksum;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Puts parts of entries together again that came in chunks, in any order, several at a time. A part that came in one
 * piece is passed through as it is. Chunks that have come stay when others are lost, so that sending a part again
 * fills the holes.
 *
 * <p>Memory is bounded: so many parts and bytes of each member, so that none can take the room of another; a new part
 * takes the place of the one that has waited longest for its next chunk, and one that waits too long is forgotten.
 * Nothing is allocated once buffers of the right size are there. Single-threaded.
 */
public final class PartAssembler {
    private static final CoverageMark EVICTED = CoverageMark.named("part-assembler.another-part-takes-the-room");
    private static final CoverageMark EXPIRED = CoverageMark.named("part-assembler.rest-never-came");
    private static final CoverageMark TOO_LONG = CoverageMark.named("part-assembler.longer-than-may-be");
    private static final CoverageMark DAMAGED = CoverageMark.named("part-assembler.checksum-is-wrong");

    private final int perMember;
    private final long bytesPerMember;
    private final long idleNs;
    private final Assembly[] assemblies;
    private final Checksum checksum = new Checksum();
    private DirectBuffer part;
    private int offset;
    private long expireNs;

    /** One part that is not whole yet, or, unused, the buffer of one. */
    private static final class Assembly {
        private final EntryId name = new EntryId();
        private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
        private long[] present = {};
        private boolean isUsed;
        private boolean isCopy;
        private int totalLength;
        private int checksum;
        private int missing;
        private long heardNs;

        boolean isOf(final SegmentChunk chunk) {
            return isUsed && isCopy == chunk.isCopy && name.batcherId == chunk.name.batcherId
                && name.sequence == chunk.name.sequence && name.digest == chunk.name.digest
                && totalLength == chunk.totalLength && checksum == chunk.checksum;
        }

        void begin(final SegmentChunk chunk) {
            isUsed = true;
            isCopy = chunk.isCopy;
            name.set(chunk.name.batcherId, chunk.name.sequence, chunk.name.digest);
            totalLength = chunk.totalLength;
            checksum = chunk.checksum;
            missing = (totalLength - 1) / SegmentChunk.MAX_CHUNK + 1;
            final int words = (missing - 1) / Long.SIZE + 1;
            if (present.length < words) {
                present = new long[words];
            }
            Arrays.fill(present, 0);
            if (bytes.capacity() < totalLength) {
                bytes.wrap(new byte[totalLength]);
            }
        }

        void take(final SegmentChunk chunk) {
            final int index = chunk.offset / SegmentChunk.MAX_CHUNK;
            if ((present[index / Long.SIZE] & 1L << index) == 0) {
                present[index / Long.SIZE] |= 1L << index;
                missing--;
                bytes.putBytes(chunk.offset, chunk.buffer, chunk.bufferOffset, chunk.chunkLength);
            }
        }

        void drop() {
            isUsed = false;
            bytes.wrap(0, 0);
        }
    }

    /**
     * Creates an assembler that holds nothing.
     *
     * @param members        how many members the group has.
     * @param perMember      how many parts of a member are put together at a time, at least 1.
     * @param bytesPerMember how many bytes they may take, at least 1; no longer part is taken.
     * @param idleNs         after how long without a chunk a part is forgotten, in nanoseconds, at least 1.
     * @throws IllegalArgumentException that names the value and its range.
     */
    public PartAssembler(final int members, final int perMember, final long bytesPerMember, final long idleNs) {
        if (perMember < 1 || bytesPerMember < 1 || idleNs < 1) {
            throw new IllegalArgumentException("perMember " + perMember + ", bytesPerMember " + bytesPerMember
                + " or idleNs " + idleNs + " is below 1");
        }
        this.perMember = perMember;
        this.bytesPerMember = bytesPerMember;
        this.idleNs = idleNs;
        assemblies = new Assembly[members * perMember];
    }

    /**
     * A chunk arrived; its fields are in their ranges. When it makes a part whole, {@link #part} has it.
     *
     * @param sender the member it came from.
     * @param chunk  what; copied, unless it is all of the part.
     * @param nowNs  the clock.
     * @return whether a part is whole.
     */
    public boolean onChunk(final int sender, final SegmentChunk chunk, final long nowNs) {
        if (chunk.chunkLength == chunk.totalLength) {
            return isWhole(chunk.buffer, chunk.bufferOffset, chunk.totalLength, chunk.checksum);
        }
        if (chunk.totalLength > bytesPerMember) {
            TOO_LONG.hit();
            return false;
        }
        final Assembly assembly = assemblyOf(sender, chunk);
        assembly.heardNs = nowNs;
        assembly.take(chunk);
        if (assembly.missing > 0) {
            return false;
        }
        assembly.isUsed = false;
        return isWhole(assembly.bytes, 0, assembly.totalLength, assembly.checksum);
    }

    /**
     * Where the part is that the last chunk made whole.
     *
     * @return a buffer, valid until the next chunk, and not after the packet of the last.
     */
    public DirectBuffer part() {
        return part;
    }

    /**
     * Where it begins there.
     *
     * @return the index of its first byte.
     */
    public int offset() {
        return offset;
    }

    /**
     * One duty cycle: forgets what waits too long, and gives memory back that has not been used for as long.
     *
     * @param nowNs the clock.
     * @return how much was done.
     */
    public int doWork(final long nowNs) {
        if (nowNs - expireNs < idleNs) {
            return 0;
        }
        expireNs = nowNs;
        int work = 0;
        for (final Assembly assembly : assemblies) {
            if (assembly != null && nowNs - assembly.heardNs >= idleNs && assembly.bytes.capacity() > 0) {
                if (assembly.isUsed) {
                    EXPIRED.hit();
                }
                assembly.drop();
                work++;
            }
        }
        return work;
    }

    /**
     * How much memory is in use, or kept for use.
     *
     * @return bytes.
     */
    public long bytes() {
        long bytes = 0;
        for (final Assembly assembly : assemblies) {
            bytes += assembly == null ? 0 : assembly.bytes.capacity();
        }
        return bytes;
    }

    private boolean isWhole(final DirectBuffer from, final int start, final int length, final int expected) {
        if (checksum.of(from, start, length) != expected) {
            DAMAGED.hit();
            return false;
        }
        part = from;
        offset = start;
        return true;
    }

    private Assembly assemblyOf(final int sender, final SegmentChunk chunk) {
        final int first = sender * perMember;
        for (int i = first; i < first + perMember; i++) {
            if (assemblies[i] != null && assemblies[i].isOf(chunk)) {
                return assemblies[i];
            }
        }
        final Assembly assembly = claim(first, chunk.totalLength);
        assembly.begin(chunk);
        return assembly;
    }

    /** A place for a new part: a free one whose buffer is long enough, or another; then others make room. */
    private Assembly claim(final int first, final int totalLength) {
        int best = first;
        for (int i = first; i < first + perMember; i++) {
            if (assemblies[i] == null) {
                assemblies[i] = new Assembly();
            }
            best = isBetter(assemblies[i], assemblies[best], totalLength) ? i : best;
        }
        final Assembly claimed = assemblies[best];
        if (claimed.isUsed) {
            EVICTED.hit();
            claimed.isUsed = false;
        }
        if (claimed.bytes.capacity() < totalLength) {
            claimed.drop();
            makeRoom(first, totalLength);
        }
        return claimed;
    }

    private static boolean isBetter(final Assembly one, final Assembly other, final int totalLength) {
        if (one.isUsed != other.isUsed) {
            return other.isUsed;
        }
        if (one.isUsed) {
            return one.heardNs < other.heardNs;
        }
        final boolean fits = one.bytes.capacity() >= totalLength;
        return fits == other.bytes.capacity() >= totalLength ? one.bytes.capacity() < other.bytes.capacity() : fits;
    }

    /** Drops unused buffers of the member, and then the parts that have waited longest, until a new one has room. */
    private void makeRoom(final int first, final int totalLength) {
        while (true) {
            long bytes = totalLength;
            Assembly oldest = null;
            for (int i = first; i < first + perMember; i++) {
                final Assembly other = assemblies[i];
                bytes += other.bytes.capacity();
                if (other.bytes.capacity() > 0 && (oldest == null || isSooner(other, oldest))) {
                    oldest = other;
                }
            }
            if (bytes <= bytesPerMember) {
                return;
            }
            if (oldest.isUsed) {
                EVICTED.hit();
            }
            oldest.drop();
        }
    }

    private static boolean isSooner(final Assembly one, final Assembly other) {
        return one.isUsed == other.isUsed ? one.heardNs < other.heardNs : other.isUsed;
    }
}
