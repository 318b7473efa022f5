package io.fleet.reads;

import io.fleet.machine.Command;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.util.concurrent.Semaphore;

/** Counts commands; a query with a payload is long, and waits for a permit before it answers the count of its view. */
final class BlockedScans implements StateMachine, ConcurrentQueries {
    private final Semaphore begun;
    private final Semaphore permits;
    private long commands;

    BlockedScans(final Semaphore begun, final Semaphore permits) {
        this.begun = begun;
        this.permits = permits;
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        reply.writeLong(++commands);
    }

    @Override
    public void query(final Query query, final Reply reply) {
        reply.writeLong(commands);
    }

    @Override
    public boolean isLong(final Query query) {
        return query.payload().capacity() > 0;
    }

    @Override
    public ReadView view() {
        final long seen = commands;
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

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeLong(commands);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        commands = in.readLong();
    }
}
