package io.fleet.node.config;

import io.fleet.config.ErasureCode;
import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.storage.meta.GroupSettings;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Picks the settings of a group that are part of what its log means: with other ones the same entries lead to another
 * session table and to other answers (S9), so all members must work with the same, for as long as the log lives. So
 * must they with leases at every replica, for as long as any of them has such (L8).
 */
public final class AgreedSettings {
    private AgreedSettings() {
    }

    /** Those of a group on nodes of so many duty threads: where it is reached must be agreed, too. */
    public static GroupSettings of(final GroupConfig config, final int dutyThreads) {
        return of(config).withDutyThreads(dutyThreads);
    }

    /** What a node's directories are bound to: those of a group, and how its founders count. */
    public static GroupSettings bound(final GroupConfig config) {
        if (config.quorums().isMajority()) {
            return of(config);
        }
        final CRC32C checksum = new CRC32C();
        checksum.update(config.quorums().toString().getBytes(StandardCharsets.US_ASCII));
        return of(config).foundedWith(Math.max(1, (int) checksum.getValue() & Integer.MAX_VALUE));
    }

    /** Those of a group on nodes of one duty thread. */
    public static GroupSettings of(final GroupConfig config) {
        final ErasureCode code = config.code();
        final GroupSettings settings = new GroupSettings(config.clientWindow(), config.maxSessions(),
            Math.toIntExact(config.sessionTimeoutMillis()), config.maxReplyBytes(), code == null ? 0 : code.k(),
            code == null ? 0 : code.m(), config.sessionBytes());
        final LeaseConfig leases = config.leases();
        return leases.atReplicas() ? settings.withReplicaLeases((int) leases.millis(), leases.maxDriftPpm())
            : settings;
    }
}
