package io.fleet.testkit.run.cluster;

import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;

/** A machine without a state, for a node whose state nobody asks for. Reads any snapshot and forgets it. */
final class BlankMachine implements StateMachine {
    private final byte[] chunk = new byte[4096];

    @Override
    public void apply(final Command command, final Reply reply) {
        // Nothing is kept and nothing answered.
    }

    @Override
    public void query(final Query query, final Reply reply) {
        // There is nothing to be asked for.
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        // There is nothing to write.
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        while (in.remaining() > 0) {
            in.read(chunk, 0, (int) Math.min(chunk.length, in.remaining()));
        }
    }
}
