package io.fleet.transport.aeron;

import io.aeron.Subscription;
import io.aeron.logbuffer.Header;
import io.fleet.transport.PacketHandler;
import io.fleet.transport.Transport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;

/**
 * One subscription: puts fragments together, drops what is too long, and lets go of the half packets of senders that
 * have gone. Polled by one thread.
 */
final class Inbound {
    private static final int MAX_ROUNDS = 64;

    private final ManyToOneConcurrentLinkedQueue<Integer> goneSessions = new ManyToOneConcurrentLinkedQueue<>();
    private final BoundedAssembler assembler = new BoundedAssembler(this::onPacket, Transport.MAX_PACKET);
    private Subscription subscription;
    private PacketHandler handler;
    private int handed;

    /** Called once, before polling. */
    void open(final Subscription newSubscription) {
        subscription = newSubscription;
    }

    /** Called on the Aeron client's thread. */
    void onGone(final int sessionId) {
        goneSessions.offer(sessionId);
    }

    Subscription subscription() {
        return subscription;
    }

    int poll(final PacketHandler packetHandler, final int limit) {
        handler = packetHandler;
        handed = 0;
        for (int i = 0; i < MAX_ROUNDS && handed < limit; i++) {
            if (subscription.poll(assembler, limit - handed) == 0) {
                break;
            }
        }
        return handed;
    }

    int doWork() {
        int work = 0;
        Integer sessionId = goneSessions.poll();
        while (sessionId != null) {
            assembler.forget(sessionId);
            work++;
            sessionId = goneSessions.poll();
        }
        return work;
    }

    void close() {
        subscription.close();
        assembler.clear();
    }

    private void onPacket(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        handed++;
        handler.onPacket(buffer, offset, length);
    }
}
