package io.fleet.bench.harness;

import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;

/** Counts commands, and answers commands and queries with the count: the least that a machine can do. */
public final class CountingMachine implements StateMachine {
    private long count;

    /** Creates a machine that has counted nothing. */
    public CountingMachine() {
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        count++;
        reply.writeLong(count);
    }

    @Override
    public void query(final Query query, final Reply reply) {
        reply.writeLong(count);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeLong(count);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        count = in.readLong();
    }
}
