package io.fleet.ec.node;

import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;

/** Counts commands, and mixes all bytes of their payloads, in order, into a sum that it answers with. */
public final class TallyMachine implements StateMachine {
    private long commands;
    private long mixed;

    @Override
    public void apply(final Command command, final Reply reply) {
        commands++;
        for (int i = 0; i < command.payload().capacity(); i++) {
            mixed = mixed * 31 + command.payload().getByte(i);
        }
        reply.writeLong(commands);
    }

    @Override
    public void query(final Query query, final Reply reply) {
        reply.writeLong(commands);
        reply.writeLong(mixed);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeLong(commands);
        out.writeLong(mixed);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        commands = in.readLong();
        mixed = in.readLong();
    }
}
