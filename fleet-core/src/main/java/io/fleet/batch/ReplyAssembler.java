package io.fleet.batch;

import io.fleet.protocol.message.ReplyBatch;
import io.fleet.storage.mark.Mark;
import org.agrona.ExpandableArrayBuffer;

/**
 * Puts answers together that travel in several packets. The packets of one entry follow each other; those of a few
 * entries may alternate, since their repliers differ. What does not continue is left out, and the retry of its commands
 * makes that good. Packets with different numbers are never put together: an entry may have several messages, such as
 * answers with payloads, which go one by one.
 */
final class ReplyAssembler {
    private static final Mark LEFT_OUT = Mark.named("reply-assembler.part-left-out");
    private static final int PARALLEL = 8;
    private static final int RETAINED = 1 << 20;

    private final Assembly[] assemblies = new Assembly[PARALLEL];
    private int nextVictim;

    /**
     * Takes a packet; true when {@link ReplyBatch#buffer} now holds the whole (put there from here, where it came in
     * parts).
     */
    boolean complete(final ReplyBatch packet) {
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
        return assembly.add(packet);
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
        private ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(0);
        private long entrySequence;
        private long number;
        private int totalLength;
        private int received;

        void start(final ReplyBatch packet) {
            if (buffer.capacity() > RETAINED) {
                buffer = new ExpandableArrayBuffer(0);
            }
            entrySequence = packet.entrySequence;
            number = packet.number;
            totalLength = packet.totalLength;
            received = 0;
        }

        boolean add(final ReplyBatch packet) {
            buffer.putBytes(received, packet.buffer, packet.bufferOffset, packet.length);
            received += packet.length;
            if (received < totalLength) {
                return false;
            }
            packet.buffer = buffer;
            packet.bufferOffset = 0;
            packet.length = totalLength;
            entrySequence = 0;
            return true;
        }
    }
}
