package io.fleet.replica;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.consensus.membership.Configuration;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;

/**
 * What the snapshot of a witness says (G12): how far it has come, and who belongs to the group there. Whoever executes
 * can make one for a witness that lags, up to where enough others hold the state.
 *
 * <pre>
 * long version | long LSN | long log time | int 0, or 1 and then: configuration
 * </pre>
 */
final class WitnessPosition {
    private WitnessPosition() {
    }

    static void write(final long lsn, final long logTime, final Configuration configuration,
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
    static byte[] encode(final long lsn, final Configuration configuration) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(lsn, 0, configuration, new InMemory(bytes));
        return bytes.toByteArray();
    }

    /** {@link Configuration#UNKNOWN} where the group has its first members. */
    static Configuration readMembers(final SnapshotReader in, final long lsn) {
        return in.readInt() == 0 ? Configuration.UNKNOWN : SnapshotMembers.read(in, lsn);
    }

    /** Numbers as in the file of a snapshot. */
    private record InMemory(ByteArrayOutputStream bytes) implements SnapshotWriter {
        @Override
        public void write(final DirectBuffer source, final int offset, final int length) {
            final byte[] copy = new byte[length];
            source.getBytes(offset, copy);
            bytes.writeBytes(copy);
        }

        @Override
        public void write(final byte[] source, final int offset, final int length) {
            bytes.write(source, offset, length);
        }

        @Override
        public void writeInt(final int value) {
            bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).order(LITTLE_ENDIAN).putInt(value).array());
        }

        @Override
        public void writeLong(final long value) {
            bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).order(LITTLE_ENDIAN).putLong(value).array());
        }
    }
}
