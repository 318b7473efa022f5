package io.fleet.transport.aeron;

import org.agrona.DirectBuffer;

/** One publication that the network, or the media driver, multiplies. */
final class SharedBroadcast implements Broadcast {
    private final PublicationSlot slot;

    SharedBroadcast(final PublicationSlot slot) {
        this.slot = slot;
    }

    @Override
    public boolean offer(final DirectBuffer buffer, final int offset, final int length) {
        return slot.offer(buffer, offset, length);
    }

    @Override
    public int doWork(final long nowNs) {
        return slot.doWork(nowNs);
    }

    @Override
    public void close() {
        slot.close();
    }
}
