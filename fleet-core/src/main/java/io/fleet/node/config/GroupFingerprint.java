package io.fleet.node.config;

import io.fleet.config.GroupConfig;
import io.fleet.config.QuorumLayout;
import io.fleet.storage.meta.GroupSettings;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What every message carries to say which group it is of: a checksum of the group's founders and of the settings that
 * its log is bound to (S9), neither of which changes while a cluster lives, and which configurations record. Leases at
 * every replica (L8) and the number of a node's duty threads ({@link Shard}) are mixed in by each process, from what it
 * was given at this start. Whoever was given other founders, or other settings for the group, is not listened to, and
 * does not listen. Who belongs to the group now is another matter (S14, {@link
 * io.fleet.consensus.membership.Configuration}).
 */
public final class GroupFingerprint {
    /** Of a node that is to join a group, and has not heard of it yet. */
    public static final int UNKNOWN = 0;

    private GroupFingerprint() {
    }

    /** The version of a list of founders, ascending by node id, and the settings that the group's log is bound to. */
    public static int of(final int[] founders, final GroupSettings settings) {
        return of(founders, List.of(), settings);
    }

    /** The same where some of the founders are witnesses, ascending. */
    public static int of(final int[] founders, final List<Integer> witnesses, final GroupSettings settings) {
        return of(founders, witnesses, QuorumLayout.majority(), settings);
    }

    /** The same where they count in another way. */
    public static int of(final int[] founders, final List<Integer> witnesses, final QuorumLayout quorums,
                         final GroupSettings settings) {
        final CRC32C checksum = new CRC32C();
        update(checksum, founders.length);
        for (final int founder : founders) {
            update(checksum, founder);
        }
        for (final int witness : witnesses) {
            update(checksum, ~witness);
        }
        if (!quorums.isMajority()) {
            update(checksum, quorums.kind().ordinal());
            for (final List<Integer> part : quorums.parts()) {
                update(checksum, part.size());
                part.forEach(node -> update(checksum, node));
            }
        }
        update(checksum, settings.clientWindow());
        update(checksum, settings.maxSessions());
        update(checksum, settings.sessionTimeoutMillis());
        update(checksum, settings.maxReplyBytes());
        update(checksum, settings.sessionBytes());
        if (settings.dataSegments() > 0) {
            update(checksum, settings.dataSegments());
            update(checksum, settings.paritySegments());
        }
        return (int) checksum.getValue() & Integer.MAX_VALUE;
    }

    /**
     * What messages of a group carry: its version, or that of its settings, with the leases that replicas hold and the
     * number of duty threads; the same where they hold none, and there is one. A group that is not known yet stays so.
     */
    public static int carried(final int version, final GroupSettings settings) {
        int carried = version;
        if (settings.replicaLeaseMillis() > 0) {
            carried = mixed(carried, settings.replicaLeaseMillis(), settings.replicaLeaseDriftPpm());
        }
        return settings.dutyThreads() == 1 ? carried : mixed(carried, settings.dutyThreads());
    }

    private static int mixed(final int version, final int... settings) {
        if (version == UNKNOWN) {
            return version;
        }
        final CRC32C checksum = new CRC32C();
        update(checksum, version);
        for (final int setting : settings) {
            update(checksum, setting);
        }
        return Math.max(UNKNOWN + 1, (int) checksum.getValue() & Integer.MAX_VALUE);
    }

    /** The version of the settings alone that the log of a group is bound to. */
    public static int ofSettings(final GroupConfig config) {
        return ofSettings(AgreedSettings.of(config));
    }

    /** The version of the settings alone that the log of a group is bound to. */
    public static int ofSettings(final GroupSettings settings) {
        return of(new int[0], settings);
    }

    /** The version of all settings that nodes and clients must agree on while they talk. */
    public static int ofAgreed(final GroupSettings settings) {
        return carried(ofSettings(settings), settings);
    }

    /** The version of a list of founders alone, by a duty thread; {@link #UNKNOWN} of a node that joins. */
    public static int ofFounders(final int[] founders, final Shard shard) {
        if (founders.length == 0) {
            return UNKNOWN;
        }
        final CRC32C checksum = new CRC32C();
        for (final int founder : founders) {
            update(checksum, founder);
        }
        final int version = (int) checksum.getValue() & Integer.MAX_VALUE;
        return shard.count() == 1 ? version : mixed(version, shard.index(), shard.count());
    }

    private static void update(final CRC32C checksum, final int value) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            checksum.update(value >>> shift);
        }
    }
}
