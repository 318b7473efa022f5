package io.fleet.client.command;

import io.fleet.client.ReplyHandler;
import io.fleet.consensus.flow.Credit;
import io.fleet.session.BytePool;
import io.fleet.session.CommandFrame;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.DirectBuffer;

/**
 * The commands of one client that are in flight, in a ring indexed by sequence: first those that were sent, then
 * those that were not, up to the newest. Sequences go on across sessions, so a command that was never sent moves to a
 * new session as it is. Bounded in commands and in bytes (S13).
 */
final class CommandWindow {
    /** How many bytes of commands may be in flight; one of them may have more. */
    static final long MAX_BYTES = 64L * 1024 * 1024;

    private static final CoverageMark FULL = CoverageMark.named("batcher.window-full");
    private static final long MAX_IDLE_BYTES = 4L * 1024 * 1024;

    private final CommandSlot[] slots;
    private final int mask;
    private final BytePool pool = new BytePool(MAX_IDLE_BYTES);
    private long oldest = 1;
    private long firstUnsent = 1;
    private long next = 1;
    private long bytes;
    private long sentBytes;
    private long cost;
    private long sentCost;
    private int count;
    private long lastSubmitNs = Long.MIN_VALUE;

    CommandWindow(final int size) {
        slots = new CommandSlot[size];
        mask = size - 1;
    }

    boolean hasRoom(final int frameLength) {
        final boolean hasRoom = next - oldest < slots.length && (count == 0 || bytes + frameLength <= MAX_BYTES);
        if (!hasRoom) {
            FULL.hit();
        }
        return hasRoom;
    }

    void add(final boolean readOnly, final DirectBuffer header, final int headerOffset, final int headerLength,
             final DirectBuffer payload, final int payloadOffset, final int payloadLength,
             final long correlationId, final ReplyHandler handler, final long submitNs) {
        final CommandSlot slot = nextSlot();
        slot.fill(pool, kind(readOnly), header, headerOffset, headerLength, payload, payloadOffset, payloadLength);
        added(slot, correlationId, handler, submitNs);
    }

    /** The array is the frame, whose head is written here. */
    void add(final boolean readOnly, final byte[] frame, final int headerLength, final int payloadLength,
             final long correlationId, final ReplyHandler handler, final long submitNs) {
        final CommandSlot slot = nextSlot();
        slot.fill(frame, kind(readOnly), headerLength, payloadLength);
        added(slot, correlationId, handler, submitNs);
    }

    private static byte kind(final boolean readOnly) {
        return readOnly ? CommandFrame.READ : CommandFrame.WRITE;
    }

    private CommandSlot nextSlot() {
        final int index = (int) next & mask;
        if (slots[index] == null) {
            slots[index] = new CommandSlot();
        }
        slots[index].sequence = next;
        return slots[index];
    }

    private void added(final CommandSlot slot, final long correlationId, final ReplyHandler handler,
                       final long submitNs) {
        slot.correlationId = correlationId;
        slot.handler = handler;
        lastSubmitNs = count == 0 || submitNs - lastSubmitNs > 0 ? submitNs : lastSubmitNs;
        slot.submitNs = lastSubmitNs;
        next++;
        count++;
        bytes += slot.length;
        cost += Credit.cost(slot.length);
    }

    /** The command with a sequence, or null when it is not in flight. */
    CommandSlot find(final long sequence) {
        if (sequence < oldest || sequence >= next) {
            return null;
        }
        final CommandSlot slot = slots[(int) sequence & mask];
        return slot.state == CommandSlot.State.FREE ? null : slot;
    }

    /** The oldest command in flight, or null when there is none. */
    CommandSlot oldestSlot() {
        return find(oldest);
    }

    /** The oldest command that was never sent, or null when there is none. */
    CommandSlot unsentSlot() {
        return find(firstUnsent);
    }

    /** Takes note that the oldest command that was not sent is sent now. */
    void sent(final CommandSlot slot) {
        slot.state = CommandSlot.State.SENT;
        sentBytes += slot.length;
        sentCost += Credit.cost(slot.length);
        skipFree();
    }

    void release(final CommandSlot slot) {
        bytes -= slot.length;
        cost -= Credit.cost(slot.length);
        if (slot.state == CommandSlot.State.SENT) {
            sentBytes -= slot.length;
            sentCost -= Credit.cost(slot.length);
        }
        count--;
        slot.clear(pool);
        skipFree();
    }

    private void skipFree() {
        while (oldest < next && slots[(int) oldest & mask].state == CommandSlot.State.FREE) {
            oldest++;
        }
        firstUnsent = Math.max(firstUnsent, oldest);
        while (firstUnsent < next && slots[(int) firstUnsent & mask].state != CommandSlot.State.WAITING) {
            firstUnsent++;
        }
    }

    /** The lowest sequence that is still awaited; where nothing is in flight, the next to be given. */
    long oldest() {
        return oldest;
    }

    /** The lowest sequence that was never sent; where all were, the next to be given. */
    long firstUnsent() {
        return firstUnsent;
    }

    /** The next sequence to be given. */
    long next() {
        return next;
    }

    /** Bytes of the commands that were sent and have no outcome yet. */
    long sentBytes() {
        return sentBytes;
    }

    /** As what those count that were sent and have no outcome yet. */
    long sentCost() {
        return sentCost;
    }

    /** As what all count. */
    long cost() {
        return cost;
    }

    int count() {
        return count;
    }
}
