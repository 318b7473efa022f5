package io.fleet.machine;

import java.nio.ByteOrder;

/** Adds up what it is given, eight bytes each, and answers commands and queries with the sum. */
public class AddingMachine implements StateMachine {
    private long sum;

    @Override
    public void apply(final Command command, final Reply reply) {
        sum += command.payload().getLong(0, ByteOrder.LITTLE_ENDIAN);
        reply.writeLong(sum);
    }

    @Override
    public void query(final Query query, final Reply reply) {
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
