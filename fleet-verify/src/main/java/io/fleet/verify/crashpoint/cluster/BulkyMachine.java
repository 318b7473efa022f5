package io.fleet.verify.crashpoint.cluster;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.workload.ForwardingMachine;
import io.fleet.verify.crashpoint.workload.TestEntry;
import java.util.Arrays;

/** A machine whose snapshots have ballast, so that they take several chunks and parts. */
final class BulkyMachine extends ForwardingMachine {
    private static final byte[] BALLAST = TestEntry.of(5, 70_000).body().byteArray();

    BulkyMachine(final StateMachine machine) {
        super(machine);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        super.writeSnapshot(out);
        out.write(BALLAST, 0, BALLAST.length);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        super.readSnapshot(in);
        final byte[] ballast = new byte[BALLAST.length];
        in.read(ballast, 0, ballast.length);
        if (!Arrays.equals(ballast, BALLAST)) {
            throw new SnapshotFormatException("the ballast of the snapshot is another one");
        }
    }
}
