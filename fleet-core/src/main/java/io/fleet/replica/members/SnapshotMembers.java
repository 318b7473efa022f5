package io.fleet.replica.members;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The configuration of a group in a snapshot of a replica: its version, and its bytes. */
public final class SnapshotMembers {
    private SnapshotMembers() {
    }

    public static void write(final Configuration configuration, final SnapshotWriter out) {
        final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        final byte[] bytes = new byte[ConfigurationCodec.encode(configuration, buffer, 0)];
        buffer.getBytes(0, bytes);
        out.writeLong(configuration.version());
        out.writeBytes(bytes);
    }

    public static Configuration read(final SnapshotReader in, final long lsn) {
        final long version = in.readLong();
        final byte[] bytes = in.readBytes();
        final Configuration read = ConfigurationCodec.decode(new UnsafeBuffer(bytes), 0, bytes.length, version);
        if (read == null) {
            throw new SnapshotFormatException("a snapshot of a replica at LSN " + lsn + " has " + bytes.length
                + " bytes of members, version " + version + ", that are no configuration");
        }
        return read;
    }
}
