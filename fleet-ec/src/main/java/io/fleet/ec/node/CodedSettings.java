package io.fleet.ec.node;

import io.fleet.config.GroupConfig;
import io.fleet.config.SizeLimits;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.consensus.proposal.ProposerConfig;
import io.fleet.ec.dissemination.context.FetchConfig;
import io.fleet.ec.dissemination.context.LongValueConfig;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.group.CodedGroupConfig;
import java.util.concurrent.TimeUnit;

/** What a coded group is given of its settings, and what nobody sets. */
final class CodedSettings {
    private static final int IN_FLIGHT = 16;
    private static final int WINDOW = 4 * IN_FLIGHT;
    private static final int CANDIDATES = 256;
    private static final int SPREAD_ENTRIES = 64;
    private static final long GRACE_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long SILENT_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long ACTIVE_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long HOLE_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long RELAY_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private CodedSettings() {
    }

    /** For the member at a position. */
    static CodedGroupConfig of(final GroupConfig config, final int groupId, final int self, final Quorums quorums) {
        final long resendNs = TimeUnit.MILLISECONDS.toNanos(config.resendMillis());
        return new CodedGroupConfig(
            new SlotConsensusConfig(groupId, self, quorums, WINDOW, GRACE_NS, SILENT_NS, resendNs),
            new ProposerConfig(CANDIDATES, IN_FLIGHT, ACTIVE_NS, LOOK_NS, HOLE_NS, RELAY_NS, resendNs),
            new SpreadConfig(self, quorums, SizeLimits.PAYLOAD_BYTES, SPREAD_ENTRIES, config.maxParts(), resendNs,
                LongValueConfig.defaults(), FetchConfig.defaults()));
    }
}
