package io.fleet.testkit.run.cluster;

import io.fleet.ec.group.retention.PartMaintenance;
import io.fleet.node.NodeCore;
import java.util.SplittableRandom;

/**
 * Draws how hastily a member of a coded group looks after its parts. A run of some seconds would see none of it with
 * what suits a server: parts that are dead take some KiB, not 64 MiB, before what is in front of the log is written
 * again and files go, and a part is read and verified every two milliseconds.
 */
final class PartUpkeep {
    private static final int LEAST_SLACK = 4 << 10;
    private static final int SLACKS = 7;
    private static final long SCRUB_NS = 2_000_000;

    private PartUpkeep() {
    }

    /** To be called when a process has started; in one of four everything is as in a server. */
    static void hasten(final NodeCore core, final SplittableRandom random) {
        final long slack = (long) LEAST_SLACK << random.nextInt(SLACKS);
        final boolean scrubs = random.nextBoolean();
        if (random.nextInt(4) > 0) {
            RetainedBytes.of(core, type -> true, object -> {
                if (object instanceof PartMaintenance upkeep) {
                    upkeep.slack(slack);
                    upkeep.scrubEvery(scrubs ? SCRUB_NS : 10 * SCRUB_NS);
                }
            });
        }
    }
}
