package io.fleet.bench.speculation;

import io.fleet.machine.Command;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;

/**
 * The same map, which does not opt in.
 *
 * @param map does all.
 */
record PlainMap(SpeculativeMap map) implements StateMachine {
    @Override
    public void apply(final Command command, final Reply reply) {
        map.apply(command, reply);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        map.writeSnapshot(out);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        map.readSnapshot(in);
    }
}
