package io.fleet.reads;

import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;

/** Counts commands; a query answers the count, the LSN and the session that it sees. */
final class SumMachine implements StateMachine {
    private long commands;

    @Override
    public void apply(final Command command, final Reply reply) {
        reply.writeLong(++commands);
    }

    @Override
    public void query(final Query query, final Reply reply) {
        reply.writeLong(commands).writeLong(query.lsn()).writeLong(query.sessionId());
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
