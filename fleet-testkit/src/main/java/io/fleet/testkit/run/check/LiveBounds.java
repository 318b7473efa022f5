package io.fleet.testkit.run.check;

import io.fleet.config.GroupConfig;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.cluster.NodeSettings;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.run.plan.SeedConfig;
import java.util.concurrent.TimeUnit;

/**
 * How long it may take, once the faults are over, until all is well: in virtual nanoseconds. Where nodes differ, the
 * most patient one counts.
 */
public final class LiveBounds {
    private static final long TIMEOUTS = 20;
    /** What is left where a client has sent its command again. */
    private static final long TIMEOUTS_AFTERWARDS = 10;
    /** A member that joins late, on a machine with slow disks, has everything to write. */
    private static final long CATCH_UP_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int SLOW_PART = 10;
    /** Ordered, acknowledged, applied. */
    private static final int SLOW_CYCLES = 3;

    /** Half of it, with the jitter. */
    private static final long PATIENCE_PART = 5;
    private static final long PATIENCE_PARTS = 8;
    /** A place that a disk could not read again and again is left alone for so long. */
    private static final long REST_NS = TimeUnit.SECONDS.toNanos(10);

    private static final int OPERATIONS_OF_SNAPSHOT = 16;

    private final SeedConfig config;
    private final NodeSettings settings;
    private final boolean isSlow;

    /** {@code settings} are those that nodes have when it is asked. */
    public LiveBounds(final SeedConfig config, final NodeSettings settings, final boolean isSlow) {
        this.config = config;
        this.settings = settings;
        this.isSlow = isSlow;
    }

    /**
     * For {@code operations} that are asked for then. A replier may be gone with answers that it owed: their clients
     * send those commands again, after up to half of {@code requestTimeoutMillis} where answers took long before.
     */
    public long boundNs(final long operations) {
        final long patienceNs = requestTimeoutNs() / PATIENCE_PARTS * PATIENCE_PART;
        final long timeoutNs = timeoutNs();
        return Math.max(TIMEOUTS * timeoutNs, patienceNs + TIMEOUTS_AFTERWARDS * timeoutNs) + lazyNs()
            + slowNs(operations) + aloneNs(operations) + (config.spares() > 0 || config.witnesses() != 0 ? CATCH_UP_NS
                : 0) + leaselessNs();
    }

    /** A group of one applies nothing while a snapshot is written, and there may be one after each few entries. */
    private long aloneNs(final long operations) {
        return config.nodes() == 1 ? (1 + operations / OPERATIONS_OF_SNAPSHOT) * SimNode.MOST_SNAPSHOT_NS : 0;
    }

    /** What asks for a lease of nodes that may all have none ends when its caller has waited for long enough. */
    private long leaselessNs() {
        return config.ownSettings() && config.config().leases().isOn() ? 2 * requestTimeoutNs() : 0;
    }

    /** Nobody is given what a disk did not read until that is tried again. */
    public static long restNs(final FaultPlan faults) {
        return faults.faults().stream().map(Fault::kind)
            .anyMatch(kind -> kind == FaultKind.READ_ERROR || kind == FaultKind.BAD_SECTOR) ? REST_NS : 0;
    }

    /** A caller may wait whose node is cut off: as long as it asked for, and a little. */
    public long strandedBoundNs(final long boundNs) {
        return boundNs + requestTimeoutNs();
    }

    /** Entries may wait for a flush of the ordered log, at the beginning and at the end, and for voters. */
    public long lazyNs() {
        return 2 * settings.mostFlushIntervalNs() + trustNs();
    }

    /** Where a slow node leads and answers, some of its duty cycles go by for each few entries that may wait at it. */
    private long slowNs(final long operations) {
        final long queue = -settings.most(config.config(), each -> -each.replierQueueBound());
        return isSlow ? operations / queue * SLOW_CYCLES * slowCycleNs() : 0;
    }

    /** So long apart are the duty cycles of a slow node. */
    public long slowCycleNs() {
        return TimeUnit.MILLISECONDS.toNanos(-settings.most(config.config(), each -> -each.electionTimeoutMillis()))
            / SLOW_PART;
    }

    private long timeoutNs() {
        return TimeUnit.MILLISECONDS.toNanos(settings.most(config.config(), GroupConfig::electionTimeoutMillis));
    }

    /** How long a suspect waits before it trusts its disk, where nobody leads. */
    private long trustNs() {
        return config.config().code() == null ? 0
            : CodedCheckers.trustNs(settings.most(config.config(), GroupConfig::resendMillis));
    }

    private long requestTimeoutNs() {
        final long ofNodes = settings.most(config.config(), GroupConfig::requestTimeoutMillis);
        return TimeUnit.MILLISECONDS.toNanos(Math.max(ofNodes, config.config().requestTimeoutMillis()));
    }
}
