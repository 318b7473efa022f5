package io.fleet.node;

import io.fleet.storage.meta.GroupSettings;
import java.util.zip.CRC32C;

/**
 * What every message carries to say in which configuration it was sent (S14). Neither the members nor the settings that
 * a group agrees on (S9) change while a cluster lives, so a checksum of both tells configurations apart: whoever was
 * given another list of members, or other settings for the group, is not listened to, and does not listen.
 */
final class ConfigVersion {
    /** Of a node that is to join a group, and has not heard of it yet. */
    static final int UNKNOWN = 0;

    private ConfigVersion() {
    }

    /** The version of a list of members, ascending by node id, and the settings of a group. */
    static int of(final int[] members, final GroupSettings settings) {
        final CRC32C checksum = new CRC32C();
        update(checksum, members.length);
        for (final int member : members) {
            update(checksum, member);
        }
        update(checksum, settings.clientWindow());
        update(checksum, settings.maxSessions());
        update(checksum, settings.sessionTimeoutMillis());
        update(checksum, settings.maxReplyBytes());
        return (int) checksum.getValue() & Integer.MAX_VALUE;
    }

    private static void update(final CRC32C checksum, final int value) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            checksum.update(value >>> shift);
        }
    }
}
