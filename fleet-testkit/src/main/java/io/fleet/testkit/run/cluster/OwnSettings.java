package io.fleet.testkit.run.cluster;

import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.config.Learning;
import io.fleet.config.LeaseConfig;
import io.fleet.config.Mode;
import io.fleet.config.Persistence;
import io.fleet.config.ReplierPolicy;
import io.fleet.config.WriteQuorum;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.run.plan.SeedConfig;
import java.util.SplittableRandom;

/**
 * The settings of one process that are no group's, and how a process draws its own: any that are local
 * ({@link GroupConfig}), larger and smaller than those of other nodes and of its lives before. What is agreed stays as
 * it is, and so does how long entries may be, which is the same on all members before anybody uses it. Heartbeats are
 * at most half of every election timeout. Pure.
 *
 * @param scatteredLog sizes of the scattered log.
 * @param orderedLog   sizes and pace of the ordered log.
 * @param snapshots    when it writes snapshots, and what it trims behind them.
 * @param readThreads  how many threads execute long reads; 0 for none.
 */
public record OwnSettings(ScatteredLogConfig scatteredLog, OrderedLogConfig orderedLog, SnapshotConfig snapshots,
                          int readThreads) {
    /** The largest window and the most bytes of pending bodies that are drawn. */
    static final int MOST_WINDOW = 2048;
    static final int MOST_PENDING = 16 << 20;
    private static final int PAGE = 4096;
    private static final int LEAST_FILE = 4 * PAGE;
    /** The shortest staging area that drawn commands fit into. */
    private static final int LEAST_STAGING = 192 << 10;
    private static final int USUAL_STAGING = 256 << 10;
    /** An ordered log is far behind what is applied; what is learnt needs room meanwhile. */
    private static final long LAZY_NS = 100_000_000;
    private static final int LEAST_OF_LAZY = 256;
    private static final int MOST_READ_THREADS = 4;
    private static final long LEAST_REQUEST_MILLIS = 250;
    private static final int LEAST_PARTS = 256;
    /** Who has less is meant to be short of it. */
    private static final int MANY_PARTS = 4096;

    /** What all have where nobody draws. */
    public static OwnSettings of(final SeedConfig config) {
        return new OwnSettings(config.scatteredLog(), config.orderedLog(), config.snapshots(), config.readThreads());
    }

    /** What one process has that may be different everywhere. */
    OwnSettings draw(final boolean mayLackSnapshots, final SplittableRandom random) {
        final int scatteredStaging = staging(scatteredLog.stagingLength(), random);
        final int orderedStaging = staging(orderedLog.stagingLength(), random);
        final boolean lazy = orderedLog.flushIntervalNs() >= LAZY_NS;
        return new OwnSettings(
            new ScatteredLogConfig(fileOf(scatteredStaging, random), scatteredStaging),
            new OrderedLogConfig(fileOf(orderedStaging, random), orderedStaging,
                lazy ? orderedStaging : 1 + random.nextInt(Math.min(orderedStaging, 20_000)),
                orderedLog.flushIntervalNs() * random.nextInt(4) / 2),
            snapshots(mayLackSnapshots, random), readThreads == 0 ? 0 : random.nextInt(1 + MOST_READ_THREADS));
    }

    /** How many bytes all staging areas take beyond those of the shared settings: two of each log, steps among them. */
    long stagingBeyond(final SimCluster cluster, final int disks) {
        final long scattered = scatteredLog.stagingLength() - cluster.scatteredLog().stagingLength();
        final long ordered = orderedLog.stagingLength() - cluster.orderedLog().stagingLength();
        return 2 * (2 * disks * Math.max(0, scattered) + Math.max(0, ordered));
    }

    private static int staging(final int shared, final SplittableRandom random) {
        final int kind = random.nextInt(4);
        return kind == 0 && shared == USUAL_STAGING ? LEAST_STAGING : shared << Math.max(0, kind - 1);
    }

    private static int fileOf(final int staging, final SplittableRandom random) {
        return Math.max(LEAST_FILE, staging + (PAGE << random.nextInt(8)));
    }

    /**
     * A node may write none for a while, and then again. Trimming is not taken up where it is off, as whoever loses a
     * disk may need what would go.
     */
    private SnapshotConfig snapshots(final boolean mayLack, final SplittableRandom random) {
        final int kind = random.nextInt(4);
        final int atStop = 1 + random.nextInt(50);
        final int entries = isOn(70, random) ? 5 + random.nextInt(150) : 0;
        final int margin = 1 + random.nextInt(40);
        if (snapshots.atStopEntries() == 0) {
            return snapshots;
        }
        if (kind == 0 && mayLack) {
            return SnapshotConfig.atStop(0);
        }
        return SnapshotConfig.atStop(atStop).withRunning(entries, snapshots.bytes(), snapshots.intervalMillis())
            .withTrim(kind == 1 ? TrimPolicy.OFF : snapshots.trim(), margin);
    }

    /** What the process with these settings has of a group, where others have {@code shared}, or their own. */
    static GroupConfig draw(final GroupConfig shared, final OwnSettings own, final SplittableRandom random) {
        final GroupConfig paced = pace(bounds(shared, random), random);
        return shared.mode() == Mode.CODED ? parts(paced, own, random) : leases(policies(paced, random), random);
    }

    private static GroupConfig bounds(final GroupConfig shared, final SplittableRandom random) {
        final boolean lazy = shared.windowEntries() >= LEAST_OF_LAZY * 2;
        final int longest = Math.max(shared.maxBatchBytes(), shared.maxCommandBytes());
        final int window = MOST_WINDOW >> random.nextInt(8);
        final int pending = 16 << random.nextInt(8);
        final int bytes = MOST_PENDING >> random.nextInt(5);
        return shared.withWindowEntries(lazy ? Math.max(2 * LEAST_OF_LAZY, window) : window)
            .withPendingEntries(lazy ? Math.max(LEAST_OF_LAZY, pending) : pending)
            .withPendingBytes(bytes)
            .withMaxBatchBytes(Math.min(longest, 1024 << random.nextInt(6)))
            .withMaxBatchCommands(isOn(30, random) ? 1 + random.nextInt(8) : 0);
    }

    private static GroupConfig pace(final GroupConfig shared, final SplittableRandom random) {
        final long least = Math.max(LEAST_REQUEST_MILLIS, shared.leases().atReplicas() ? shared.leases().millis() : 0);
        final long request = Math.max(least, percent(50, 200, shared.requestTimeoutMillis(), random));
        return shared.withElectionTimeoutMillis(percent(60, 200, shared.electionTimeoutMillis(), random))
            .withHeartbeatMillis(Math.max(1, percent(20, 100, shared.heartbeatMillis(), random)))
            .withResendMillis(Math.max(1, percent(50, 200, shared.resendMillis(), random)))
            .withRequestTimeoutMillis(request)
            .withRetryMillis(Math.min(request, percent(50, 200, shared.retryMillis(), random)));
    }

    private static GroupConfig policies(final GroupConfig shared, final SplittableRandom random) {
        final Persistence persistence = isOn(20, random) ? Persistence.ORDERED : Persistence.SCATTERED;
        final boolean quorum = isOn(50, random) && persistence == Persistence.SCATTERED;
        final ReplierPolicy[] repliers = ReplierPolicy.values();
        return shared.withPersistence(persistence).withCopies(quorum ? WriteQuorum.QUORUM : WriteQuorum.ALL)
            .withHedgeMillis(isOn(50, random) ? 0 : 1 + random.nextInt(30))
            .withDissemination(isOn(30, random) ? Dissemination.LEADER : Dissemination.BATCHER)
            .withReplierPolicy(repliers[random.nextInt(repliers.length)])
            .withReplierQueueBound(isOn(25, random) ? 1 + random.nextInt(4) : 5 + random.nextInt(60))
            .withLearning(Learning.values()[random.nextInt(Learning.values().length)]);
    }

    /**
     * Nodes whose leases differ grant one another none; clocks keep the bound that all are told of. Where replicas hold
     * leases, all agree on them.
     */
    private static GroupConfig leases(final GroupConfig shared, final SplittableRandom random) {
        final LeaseConfig leases = shared.leases();
        final int kind = random.nextInt(6);
        final long millis = Math.max(LeaseConfig.MIN_MILLIS, leases.millis() / 2);
        return !leases.isOn() || leases.atReplicas() || kind > 1 ? shared
            : shared.withLeases(kind == 0 ? LeaseConfig.OFF : new LeaseConfig(millis, leases.maxDriftPpm()));
    }

    /** Room for parts comes with snapshots; without them it is what it is. */
    private static GroupConfig parts(final GroupConfig shared, final OwnSettings own, final SplittableRandom random) {
        final int least = shared.maxParts() < MANY_PARTS ? shared.maxParts() : LEAST_PARTS;
        final int parts = least << random.nextInt(6);
        return own.snapshots.atStopEntries() == 0 ? shared : shared.withMaxParts(parts);
    }

    private static long percent(final int least, final int most, final long of, final SplittableRandom random) {
        return of * (least + random.nextInt(most - least + 1)) / 100;
    }

    private static boolean isOn(final int percent, final SplittableRandom random) {
        return random.nextInt(100) < percent;
    }
}
