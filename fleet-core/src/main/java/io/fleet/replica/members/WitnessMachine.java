package io.fleet.replica.members;

import io.fleet.machine.Command;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;

/** What a witness has in the place of a state machine (G1): its replica never has it execute anything. */
public final class WitnessMachine implements StateMachine {
    /** It has no state, so there need be one only. */
    public static final WitnessMachine INSTANCE = new WitnessMachine();

    private WitnessMachine() {
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        throw new IllegalStateException("a witness executes nothing");
    }

    @Override
    public void writeSnapshot(final SnapshotWriter writer) {
        throw new IllegalStateException("a witness has no state");
    }

    @Override
    public void readSnapshot(final SnapshotReader reader) {
        throw new IllegalStateException("a witness has no state");
    }
}
