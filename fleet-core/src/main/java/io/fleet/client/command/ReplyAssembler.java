package io.fleet.client.command;

import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Puts answers together that travel in several packets. The packets of one entry follow each other; those of a few
 * entries may alternate, since their repliers differ. What does not continue is left out, and the retry of its commands
 * makes that good. Packets with different numbers are never put together: an entry may have several messages, such as
 * answers with payloads, which go one by one.
 */
public final class ReplyAssembler {
    private static final CoverageMark LEFT_OUT = CoverageMark.named("reply-assembler.part-left-out");
    private static final CoverageMark MADE_ROOM = CoverageMark.named("reply-assembler.oldest-makes-room");
    private static final int PARALLEL = 8;
    private static final int RETAINED = 1 << 20;
    /** The whole length is believed when so much of it is here: what grows by doubling is copied again and again. */
    private static final int BELIEVED_SHARE = 8;
    private static final byte[] NOTHING = new byte[0];

    private final Assembly[] assemblies = new Assembly[PARALLEL];
    private final long maxBytes;
    private int nextVictim;
    private long packets;

    /**
     * Creates an empty one. Answers that are put together may take so many bytes as two of the longest, or one that has
     * more.
     *
     * @param maxReplyBytes the group's bound of an answer.
     */
    public ReplyAssembler(final int maxReplyBytes) {
        maxBytes = 2L * (maxReplyBytes + RETAINED);
    }

    /**
     * Takes a packet.
     *
     * @param packet of answers.
     * @return true when {@link ReplyBatch#buffer} now holds the whole: put there from here, where it came in parts.
     */
    public boolean complete(final ReplyBatch packet) {
        if (packet.offset == 0 && packet.length == packet.totalLength) {
            return true;
        }
        Assembly assembly = find(packet.entrySequence);
        if (packet.offset == 0) {
            assembly = assembly == null ? take() : assembly;
            assembly.start(packet);
        } else if (assembly == null || packet.totalLength != assembly.totalLength
            || packet.number != assembly.number || packet.offset != assembly.received) {
            LEFT_OUT.hit();
            return false;
        }
        assembly.heard = ++packets;
        final boolean isWhole = assembly.add(packet);
        if (!isWhole && packet.offset == 0) {
            makeRoom(assembly);
        }
        return isWhole;
    }

    /** How many bytes are kept of answers that are not whole. */
    long bytes() {
        long bytes = 0;
        for (final Assembly each : assemblies) {
            bytes += each == null ? 0 : each.buffer.capacity();
        }
        return bytes;
    }

    /** Leaves out what has waited longest, where all of what is begun would take too much. */
    private void makeRoom(final Assembly begun) {
        while (true) {
            long total = 0;
            Assembly oldest = null;
            for (final Assembly each : assemblies) {
                if (each != null && each.entrySequence != 0) {
                    total += each.totalLength;
                    oldest = each != begun && (oldest == null || each.heard < oldest.heard) ? each : oldest;
                }
            }
            if (total <= maxBytes || oldest == null) {
                return;
            }
            MADE_ROOM.hit();
            oldest.drop();
        }
    }

    private Assembly find(final long entrySequence) {
        for (final Assembly each : assemblies) {
            if (each != null && each.entrySequence == entrySequence) {
                return each;
            }
        }
        return null;
    }

    private Assembly take() {
        for (int i = 0; i < PARALLEL; i++) {
            if (assemblies[i] == null) {
                assemblies[i] = new Assembly();
            }
            if (assemblies[i].entrySequence == 0) {
                return assemblies[i];
            }
        }
        nextVictim = (nextVictim + 1) % PARALLEL;
        return assemblies[nextVictim];
    }

    /** The answers of one entry, as far as they are here. */
    private static final class Assembly {
        private UnsafeBuffer buffer = new UnsafeBuffer(NOTHING);
        private long entrySequence;
        private long number;
        private int totalLength;
        private int received;
        private long heard;

        void drop() {
            entrySequence = 0;
            buffer = new UnsafeBuffer(NOTHING);
        }

        void start(final ReplyBatch packet) {
            if (buffer.capacity() > RETAINED) {
                buffer = new UnsafeBuffer(NOTHING);
            }
            entrySequence = packet.entrySequence;
            number = packet.number;
            totalLength = packet.totalLength;
            received = 0;
        }

        private void reserve(final int needed) {
            if (buffer.capacity() < needed) {
                final int capacity = needed > totalLength / BELIEVED_SHARE ? totalLength
                    : Math.max(needed, 2 * buffer.capacity());
                buffer.wrap(Arrays.copyOf(buffer.byteArray(), capacity));
            }
        }

        boolean add(final ReplyBatch packet) {
            reserve(received + packet.length);
            buffer.putBytes(received, packet.buffer, packet.bufferOffset, packet.length);
            received += packet.length;
            if (received < totalLength) {
                return false;
            }
            packet.buffer = buffer;
            packet.bufferOffset = 0;
            packet.length = totalLength;
            entrySequence = 0;
            if (buffer.capacity() > RETAINED) {
                buffer = new UnsafeBuffer(NOTHING);
            }
            return true;
        }
    }
}
