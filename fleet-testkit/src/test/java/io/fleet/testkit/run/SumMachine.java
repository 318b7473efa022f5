package io.fleet.testkit.run;

import io.fleet.machine.Command;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.nio.ByteOrder;

/** Adds up what it is given. */
final class SumMachine implements StateMachine {
    private long sum;

    @Override
    public void apply(final Command command, final Reply reply) {
        sum += command.payload().getLong(0, ByteOrder.LITTLE_ENDIAN);
        reply.writeLong(sum);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeLong(sum);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        sum = in.readLong();
    }
}
