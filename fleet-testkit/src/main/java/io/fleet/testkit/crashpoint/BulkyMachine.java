package io.fleet.testkit.crashpoint;

import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.util.Arrays;

/** A machine whose snapshots have ballast, so that they take several chunks and parts. */
final class BulkyMachine implements StateMachine {
    private static final byte[] BALLAST = Value.of(5, 70_000).body().byteArray();

    private final StateMachine machine;

    BulkyMachine(final StateMachine machine) {
        this.machine = machine;
    }

    @Override
    public void onStart(final MachineContext context) {
        machine.onStart(context);
    }

    @Override
    public void onSessionOpened(final long sessionId) {
        machine.onSessionOpened(sessionId);
    }

    @Override
    public void onSessionClosed(final long sessionId, final SessionEnd reason) {
        machine.onSessionClosed(sessionId, reason);
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        machine.apply(command, reply);
    }

    @Override
    public void query(final Query query, final Reply reply) {
        machine.query(query, reply);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        machine.writeSnapshot(out);
        out.write(BALLAST, 0, BALLAST.length);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        machine.readSnapshot(in);
        final byte[] ballast = new byte[BALLAST.length];
        in.read(ballast, 0, ballast.length);
        if (!Arrays.equals(ballast, BALLAST)) {
            throw new SnapshotFormatException("the ballast of the snapshot is another one");
        }
    }
}
