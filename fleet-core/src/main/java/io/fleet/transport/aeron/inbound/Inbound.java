package io.fleet.transport.aeron.inbound;

import io.aeron.Aeron;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.exceptions.RegistrationException;
import io.aeron.logbuffer.Header;
import io.fleet.transport.PacketHandler;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.DriverLiveness;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;

/**
 * One subscription, which is asked for without waiting, and asked for again when it cannot be had: puts fragments
 * together, drops what is too long, and lets go of the half packets of senders that have gone. Polled by one thread.
 */
public final class Inbound {
    /** Takes packets whose frame has a mark: what endpoints say to each other. */
    public interface MarkedHandler {
        /** Called by the thread that polls; the buffer is not to be used after the call. */
        void onMarked(long reserved, DirectBuffer buffer, int offset, int length);
    }

    private static final int MAX_ROUNDS = 64;
    private static final long RETRY_INTERVAL_NS = 1_000_000_000;

    private final Aeron aeron;
    private final String channel;
    private final int streamId;
    private final SenderGuard guard;
    private final DriverLiveness patience;
    private final ManyToOneConcurrentLinkedQueue<Integer> goneSessions = new ManyToOneConcurrentLinkedQueue<>();
    private final BoundedAssembler assembler = new BoundedAssembler(this::onPacket, Transport.MAX_PACKET);
    private long registrationId;
    private Subscription subscription;
    private PacketHandler handler;
    private MarkedHandler marked;
    private boolean isFailed;
    private boolean isTimed;
    private boolean isClosed;
    private long retryNs;
    private int handed;

    /**
     * Asks for a subscription.
     *
     * @param guard what is to know of senders that come and go; null for nobody.
     */
    public Inbound(final Aeron aeron, final String channel, final int streamId, final SenderGuard guard) {
        this.aeron = aeron;
        this.channel = channel;
        this.streamId = streamId;
        this.guard = guard;
        this.patience = new DriverLiveness(aeron, "a subscription to " + channel + ", stream " + streamId);
        if (guard != null) {
            guard.subscribed(streamId);
        }
        request();
    }

    /** Called on the Aeron client's thread. */
    private void onCome(final Image image) {
        if (guard != null) {
            guard.onAvailable(streamId, image.sessionId(), image.sourceIdentity());
        }
    }

    /** Called on the Aeron client's thread, or on the one that closes. */
    private void onGone(final Image image) {
        if (guard != null) {
            guard.onUnavailable(streamId, image.sessionId());
        }
        goneSessions.offer(image.sessionId());
    }

    /** Null as long as the driver has not answered. */
    public Subscription subscription() {
        return subscription;
    }

    /** Marked packets go there from now on; where nobody takes them they are packets like others. */
    public void marked(final MarkedHandler newHandler) {
        marked = newHandler;
    }

    /** Whether something is received now from that sender. */
    public boolean hears(final int sessionId) {
        return subscription != null && subscription.imageBySessionId(sessionId) != null;
    }

    public int poll(final PacketHandler packetHandler, final int limit) {
        if (subscription == null) {
            return 0;
        }
        handler = packetHandler;
        handed = 0;
        for (int i = 0; i < MAX_ROUNDS && handed < limit; i++) {
            if (subscription.poll(assembler, limit - handed) == 0) {
                break;
            }
        }
        return handed;
    }

    public int doWork(final long nowNs) {
        int work = subscription == null ? open(nowNs) : 0;
        Integer sessionId = goneSessions.poll();
        while (sessionId != null) {
            assembler.forget(sessionId);
            work++;
            sessionId = goneSessions.poll();
        }
        return work;
    }

    /**
     * Looks whether the driver has answered; false when it has not.
     *
     * @throws RegistrationException when it cannot give this subscription.
     */
    public boolean isOpen() {
        if (subscription == null) {
            subscription = aeron.getSubscription(registrationId);
        }
        return subscription != null;
    }

    public void close() {
        if (subscription != null) {
            subscription.close();
        } else if (!isFailed && !aeron.isClosed()) {
            aeron.asyncRemoveSubscription(registrationId);
        }
        assembler.clear();
        if (guard != null && !isClosed) {
            isClosed = true;
            guard.unsubscribed(streamId);
        }
    }

    private int open(final long nowNs) {
        if (isFailed) {
            if (!isTimed) {
                isTimed = true;
                retryNs = nowNs + RETRY_INTERVAL_NS;
            } else if (nowNs - retryNs >= 0) {
                request();
            }
            return 0;
        }
        try {
            if (isOpen()) {
                return 1;
            }
            patience.look(nowNs);
        } catch (final RegistrationException e) {
            aeron.context().errorHandler().onError(e);
            isFailed = true;
            isTimed = false;
        }
        return 0;
    }

    private void request() {
        registrationId = aeron.asyncAddSubscription(channel, streamId, this::onCome, this::onGone);
        isFailed = false;
        patience.begin();
    }

    private void onPacket(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        handed++;
        if (marked != null && header.reservedValue() != 0) {
            marked.onMarked(header.reservedValue(), buffer, offset, length);
        } else {
            handler.onPacket(buffer, offset, length);
        }
    }
}
