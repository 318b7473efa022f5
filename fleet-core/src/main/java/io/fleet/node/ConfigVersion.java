package io.fleet.node;

import java.util.zip.CRC32C;

/**
 * What every message carries to say in which configuration it was sent (S14). Membership does not change while a
 * cluster lives, so a checksum of the members' node ids tells configurations apart: a node that was given another list
 * of members is not listened to, and does not listen.
 */
final class ConfigVersion {
    private ConfigVersion() {
    }

    /** The version of a list of members, ascending by node id. */
    static int of(final int[] members) {
        final CRC32C checksum = new CRC32C();
        for (final int member : members) {
            checksum.update(member >>> 8);
            checksum.update(member);
        }
        return (int) checksum.getValue() & Integer.MAX_VALUE;
    }
}
