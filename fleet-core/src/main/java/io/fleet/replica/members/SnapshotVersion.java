package io.fleet.replica.members;

import io.fleet.consensus.membership.Configuration;
import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;

/** What a snapshot of a replica begins with, which says what else is in it; one of version 1 begins with its LSN. */
public final class SnapshotVersion {
    private static final long VERSIONED = Long.MIN_VALUE;
    public static final long PLAIN = VERSIONED | 2;
    /** The same with a configuration, where the group has had more than its first one. */
    public static final long WITH_MEMBERS = VERSIONED | 3;
    /** The same with the payloads that are referred to, and perhaps a configuration. */
    public static final long WITH_PAYLOADS = VERSIONED | 4;
    /** That of a witness, which has no state: {@link WitnessPosition}. */
    public static final long OF_WITNESS = VERSIONED | 5;

    private SnapshotVersion() {
    }

    /** What the snapshot of a replica with a state may begin with. */
    public static void requireKnown(final long first) {
        if (first < 0 && first != PLAIN && first != WITH_MEMBERS && first != WITH_PAYLOADS) {
            throw new SnapshotFormatException("a snapshot of a replica has version " + (first & ~VERSIONED)
                + ", but must have version 1 to " + (WITH_PAYLOADS & ~VERSIONED));
        }
    }

    /**
     * Who belongs to the group as a snapshot says it, which is at its beginning.
     *
     * @param in where from; read as far as that only.
     * @return the configuration; null when the members had not changed by then.
     * @throws SnapshotFormatException when it is not what {@code Replica.writeSnapshot} writes.
     */
    public static Configuration membersOf(final SnapshotReader in) {
        final long version = in.readLong();
        if (version == OF_WITNESS) {
            final long position = in.readLong();
            in.readLong();
            final Configuration members = WitnessPosition.readMembers(in, position);
            return members.version() == 0 ? null : members;
        }
        if (version != WITH_MEMBERS && version != WITH_PAYLOADS) {
            return null;
        }
        final long lsn = in.readLong();
        in.readLong();
        final boolean hasMembers = version == WITH_MEMBERS || in.readInt() == 1;
        return hasMembers ? SnapshotMembers.read(in, lsn) : null;
    }
}
