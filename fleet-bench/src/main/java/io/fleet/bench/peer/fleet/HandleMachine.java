package io.fleet.bench.peer.fleet;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Payload;
import io.fleet.machine.Payloads;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.nio.ByteOrder;

/** The map as a state machine that has handles of values, and never looks into them (rule C1). */
final class HandleMachine implements StateMachine {
    private static final int NONE = 0;
    private static final int PLACED = 1;

    private final Payload[] values;
    private Payloads payloads;

    HandleMachine(final int keys) {
        values = new Payload[keys];
    }

    @Override
    public boolean usesPayloads() {
        return true;
    }

    @Override
    public void onStart(final MachineContext context) {
        payloads = context.payloads();
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        final int key = key(command);
        if (values[key] != null) {
            payloads.forget(values[key]);
        }
        values[key] = payloads.place(command.handle());
    }

    @Override
    public void query(final Query query, final Reply reply) {
        final Payload value = values[key(query)];
        if (value != null) {
            reply.write(value);
        }
    }

    private static int key(final Query query) {
        return (int) query.header().getLong(0, ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeInt(values.length);
        for (final Payload value : values) {
            out.writeInt(value == null ? NONE : PLACED);
            if (value != null) {
                payloads.write(value, out);
            }
        }
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        final int count = in.readInt();
        if (count != values.length) {
            throw new SnapshotFormatException("a snapshot has " + count + " keys, but must have " + values.length);
        }
        for (int key = 0; key < count; key++) {
            values[key] = in.readInt() == NONE ? null : payloads.read(in);
        }
    }
}
