package io.fleet.transport.aeron;

import io.aeron.Aeron;
import io.aeron.DirectBufferVector;
import io.aeron.Publication;
import io.aeron.exceptions.RegistrationException;
import io.fleet.transport.Packet;
import io.fleet.transport.aeron.config.DriverLiveness;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * A publication that is asked for without waiting, and asked for again when it cannot be had (a name that does not
 * resolve yet) or has come to its end. Until it is there, and while nobody receives, offers fail. Used by one thread.
 */
final class PublicationSlot implements Way {
    private static final int ADMIN_ACTION_RETRIES = 16;
    private static final long POLL_INTERVAL_NS = 1_000_000;
    private static final long RETRY_INTERVAL_NS = 1_000_000_000;
    private static final long NONE = Aeron.NULL_VALUE;

    private enum State {
        /** Asked for; the driver has not answered. */
        PENDING,
        /** There. */
        OPEN,
        /** Refused, or at its end; asked for again later. */
        FAILED,
        /** Given up by its owner. */
        CLOSED
    }

    private final Aeron aeron;
    private final String channel;
    private final int streamId;
    private final boolean exclusive;
    private final List<String> destinations = new ArrayList<>();
    private final IpcWaiters.Stream receiver;
    private final DriverLiveness patience;
    private final DirectBufferVector[] parts =
        {new DirectBufferVector(), new DirectBufferVector(), new DirectBufferVector()};
    private State state;
    private long registrationId = NONE;
    private Publication publication;
    private boolean isTimed;
    private long deadlineNs;

    /**
     * Asks for a publication.
     *
     * @param exclusive false to share the log with other endpoints of the same Aeron client.
     * @param receiver  whom to tell of packets, where nobody else does; otherwise null.
     */
    PublicationSlot(
                    final Aeron aeron,
                    final String channel,
                    final int streamId,
                    final boolean exclusive,
                    final IpcWaiters.Stream receiver) {
        this.aeron = aeron;
        this.channel = channel;
        this.streamId = streamId;
        this.exclusive = exclusive;
        this.receiver = receiver;
        this.patience = new DriverLiveness(aeron, "a publication to " + channel + ", stream " + streamId);
        request();
    }

    /** A multi-destination-cast is sent there too. */
    void addDestination(final String destination) {
        destinations.add(destination);
        if (state == State.OPEN) {
            publication.asyncAddDestination(destination);
        }
    }

    /** A multi-destination-cast is sent there no more. */
    void removeDestination(final String destination) {
        if (destinations.remove(destination) && state == State.OPEN && !destinations.contains(destination)) {
            publication.asyncRemoveDestination(destination);
        }
    }

    @Override
    public boolean offerMarked(final DirectBuffer buffer, final int length, final long reserved) {
        return isConnected() && publication.offer(buffer, 0, length, (term, offset, frame) -> reserved) > 0;
    }

    @Override
    public boolean isConnected() {
        return state == State.OPEN && publication.isConnected();
    }

    /** The publication takes a packet of any length where it has any room. */
    @Override
    public boolean hasRoom() {
        return state == State.OPEN && publication.availableWindow() > 0;
    }

    @Override
    public int sessionId() {
        return publication == null ? 0 : publication.sessionId();
    }

    @Override
    public boolean offer(final Packet packet) {
        if (state != State.OPEN) {
            return false;
        }
        long result = publish(packet);
        for (int i = 0; result == Publication.ADMIN_ACTION && i < ADMIN_ACTION_RETRIES; i++) {
            result = publish(packet);
        }
        if (result == Publication.CLOSED || result == Publication.MAX_POSITION_EXCEEDED) {
            publication.close();
            fail();
        }
        if (result > 0 && receiver != null) {
            receiver.arrived();
        }
        return result > 0;
    }

    /** What lies apart is copied from where it is to the term, and nowhere in between. */
    private long publish(final Packet packet) {
        final DirectBuffer frame = packet.frame();
        final DirectBuffer data = packet.data();
        if (data.capacity() == 0) {
            return publication.offer(frame, 0, frame.capacity());
        }
        final int before = packet.dataAt();
        parts[0].reset(frame, 0, before);
        parts[1].reset(data, 0, data.capacity());
        parts[2].reset(frame, before, frame.capacity() - before);
        return publication.offer(parts);
    }

    @Override
    public int doWork(final long nowNs) {
        if (state == State.OPEN || state == State.CLOSED) {
            return 0;
        }
        if (!isTimed) {
            isTimed = true;
            deadlineNs = nowNs + (state == State.PENDING ? POLL_INTERVAL_NS : RETRY_INTERVAL_NS);
            return 0;
        }
        if (nowNs - deadlineNs < 0) {
            return 0;
        }
        isTimed = false;
        if (state == State.FAILED) {
            request();
            return 1;
        }
        return take(nowNs);
    }

    @Override
    public void close() {
        if (state == State.PENDING && !aeron.isClosed()) {
            aeron.asyncRemovePublication(registrationId);
        }
        if (publication != null) {
            publication.close();
        }
        state(State.CLOSED);
    }

    private void request() {
        registrationId = exclusive
            ? aeron.asyncAddExclusivePublication(channel, streamId)
            : aeron.asyncAddPublication(channel, streamId);
        patience.begin();
        state(State.PENDING);
    }

    private int take(final long nowNs) {
        try {
            publication = exclusive
                ? aeron.getExclusivePublication(registrationId)
                : aeron.getPublication(registrationId);
        } catch (final RegistrationException e) {
            aeron.context().errorHandler().onError(e);
            fail();
            return 1;
        }
        if (publication == null) {
            patience.look(nowNs);
            return 0;
        }
        for (final String destination : destinations) {
            publication.asyncAddDestination(destination);
        }
        state(State.OPEN);
        return 1;
    }

    private void fail() {
        publication = null;
        state(State.FAILED);
    }

    private void state(final State next) {
        state = next;
        isTimed = false;
    }
}
