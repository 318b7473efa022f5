package io.fleet.replica.members;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.consensus.membership.Configuration;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * What the snapshot of a witness says (G12): how far it has come, and who belongs to the group there. Whoever executes
 * can make one for a witness that lags, up to where enough others hold the state.
 *
 * <pre>
 * long version | long LSN | long log time | int 0, or 1 and then: configuration
 * </pre>
 */
public final class WitnessPosition {
    private WitnessPosition() {
    }

    /** Whether it is all that a machine's snapshots say. */
    public static boolean isOf(final StateMachine machine) {
        return machine instanceof WitnessMachine;
    }

    public static void write(final long lsn, final long logTime, final Configuration configuration,
                             final SnapshotWriter out) {
        out.writeLong(SnapshotVersion.OF_WITNESS);
        out.writeLong(lsn);
        out.writeLong(logTime);
        out.writeInt(configuration.version() > 0 ? 1 : 0);
        if (configuration.version() > 0) {
            SnapshotMembers.write(configuration, out);
        }
    }

    /** The same in memory; the log time is that of the next entry. */
    public static byte[] encode(final long lsn, final Configuration configuration) {
        final InMemory out = new InMemory();
        write(lsn, 0, configuration, out);
        final byte[] bytes = new byte[out.length];
        out.buffer.getBytes(0, bytes);
        return bytes;
    }

    /** {@link Configuration#UNKNOWN} where the group has its first members. */
    public static Configuration readMembers(final SnapshotReader in, final long lsn) {
        return in.readInt() == 0 ? Configuration.UNKNOWN : SnapshotMembers.read(in, lsn);
    }

    /** Numbers as in the file of a snapshot. */
    private static final class InMemory implements SnapshotWriter {
        private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        private int length;

        @Override
        public void write(final DirectBuffer source, final int offset, final int count) {
            buffer.putBytes(length, source, offset, count);
            length += count;
        }

        @Override
        public void write(final byte[] source, final int offset, final int count) {
            buffer.putBytes(length, source, offset, count);
            length += count;
        }

        @Override
        public void writeInt(final int value) {
            buffer.putInt(length, value, LITTLE_ENDIAN);
            length += Integer.BYTES;
        }

        @Override
        public void writeLong(final long value) {
            buffer.putLong(length, value, LITTLE_ENDIAN);
            length += Long.BYTES;
        }
    }
}
