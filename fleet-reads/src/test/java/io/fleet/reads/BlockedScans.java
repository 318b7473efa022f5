package io.fleet.reads;

import io.fleet.fixture.machine.NumberMachine;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import java.util.concurrent.Semaphore;

/** Counts commands; a query with a payload is long, and waits for a permit before it answers the count of its view. */
final class BlockedScans extends NumberMachine implements ConcurrentQueries {
    private final Semaphore begun;
    private final Semaphore permits;

    BlockedScans(final Semaphore begun, final Semaphore permits) {
        this.begun = begun;
        this.permits = permits;
    }

    @Override
    public boolean isLong(final Query query) {
        return query.payload().capacity() > 0;
    }

    @Override
    public ReadView view() {
        final long seen = value;
        return new ReadView() {
            @Override
            public void query(final Query query, final Reply reply) {
                begun.release();
                try {
                    permits.acquire();
                } catch (final InterruptedException e) {
                    throw new IllegalStateException("interrupted", e);
                }
                reply.writeLong(seen);
            }

            @Override
            public void close() {
                // Nothing is shared.
            }
        };
    }
}
