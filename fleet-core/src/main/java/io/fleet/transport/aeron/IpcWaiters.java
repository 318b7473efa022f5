package io.fleet.transport.aeron;

import io.fleet.transport.Waiter;
import java.util.concurrent.ConcurrentHashMap;

/** Who polls which stream of shared memory in this JVM: nothing else tells a thread that a packet has come. */
final class IpcWaiters {
    private final ConcurrentHashMap<Integer, Stream> streams = new ConcurrentHashMap<>();

    /** The stream, whoever polls it, now or later. */
    Stream stream(final int streamId) {
        return streams.computeIfAbsent(streamId, id -> new Stream());
    }

    /** Forgets the stream of a client that has gone; its number is not used again. */
    void remove(final int streamId) {
        streams.remove(streamId);
    }

    /** One stream. */
    static final class Stream {
        private volatile Waiter poller;

        void poller(final Waiter waiter) {
            poller = waiter;
        }

        /** Tells the poller, if there is one, that a packet is there. */
        void arrived() {
            final Waiter waiter = poller;
            if (waiter != null) {
                waiter.wakeUp();
            }
        }
    }
}
