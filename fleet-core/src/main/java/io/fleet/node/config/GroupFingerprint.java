package io.fleet.node.config;

import io.fleet.config.GroupConfig;
import io.fleet.storage.meta.GroupSettings;
import java.util.zip.CRC32C;

/**
 * What every message carries to say which group it is of: a checksum of the group's founders and of the settings that
 * its log is bound to (S9), neither of which changes while a cluster lives, and which configurations record. Leases at
 * every replica are mixed in by each process, from what it was given at this start (L8): they may be others at the next
 * one. Whoever was given other founders, or other settings for the group, is not listened to, and does not listen. Who
 * belongs to the group now is another matter (S14, {@link io.fleet.consensus.membership.Configuration}).
 */
public final class GroupFingerprint {
    /** Of a node that is to join a group, and has not heard of it yet. */
    public static final int UNKNOWN = 0;

    private GroupFingerprint() {
    }

    /** The version of a list of founders, ascending by node id, and the settings that the group's log is bound to. */
    public static int of(final int[] founders, final GroupSettings settings) {
        final CRC32C checksum = new CRC32C();
        update(checksum, founders.length);
        for (final int founder : founders) {
            update(checksum, founder);
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
     * What messages of a group carry: its version, or that of its settings, with the leases that replicas hold; the
     * same where they hold none. A group that is not known yet stays so.
     */
    public static int withReplicaLeases(final int version, final GroupSettings settings) {
        if (version == UNKNOWN || settings.replicaLeaseMillis() == 0) {
            return version;
        }
        final CRC32C checksum = new CRC32C();
        update(checksum, version);
        update(checksum, settings.replicaLeaseMillis());
        update(checksum, settings.replicaLeaseDriftPpm());
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
        return withReplicaLeases(ofSettings(settings), settings);
    }

    /** The version of a list of founders alone; {@link #UNKNOWN} of a node that joins. */
    public static int ofFounders(final int[] founders) {
        if (founders.length == 0) {
            return UNKNOWN;
        }
        final CRC32C checksum = new CRC32C();
        for (final int founder : founders) {
            update(checksum, founder);
        }
        return (int) checksum.getValue() & Integer.MAX_VALUE;
    }

    private static void update(final CRC32C checksum, final int value) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            checksum.update(value >>> shift);
        }
    }
}
