package io.fleet.replica;

import io.fleet.machine.Command;
import io.fleet.machine.CommandKeys;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.SpeculativeMachine;

/** A machine that wants what does not go together. */
final class DraftMachineWithHandles implements SpeculativeMachine<Object> {
    @Override
    public boolean usesPayloads() {
        return true;
    }

    @Override
    public void keys(final Command command, final CommandKeys keys) {
        keys.all();
    }

    @Override
    public Object prepare(final Command command, final Reply reply) {
        return null;
    }

    @Override
    public void publish(final Object effect, final Reply reply) {
        // Nothing.
    }

    @Override
    public void revoke(final Object effect) {
        // Nothing.
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        // Nothing.
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        // Nothing.
    }
}
