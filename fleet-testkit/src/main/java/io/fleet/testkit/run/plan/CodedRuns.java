package io.fleet.testkit.run.plan;

import io.fleet.config.GroupConfig;
import io.fleet.config.Persistence;
import io.fleet.config.WriteQuorum;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Makes a drawn run one of a coded group: the same clients, pace and bounds, another number of members, and of the
 * faults those that the mode bears today. Pure functions.
 */
final class CodedRuns {
    private static final int[][] CODES = {{1, 2}, {2, 2}, {3, 2}, {1, 4}, {4, 2}};
    /** In one of so many runs three members may be away of seven. */
    private static final int SEVEN_IN = 10;
    private static final int[] SEVEN = {3, 4};
    /** In one of so many runs bodies are so long that they have several stripes with any of the codes. */
    private static final int LONG_IN = 10;
    private static final int LONG_BYTES = 300_000;
    private static final int LONG_STAGING = 640 << 10;
    private static final int LONG_COMMANDS = 250;

    /** One of so many runs has a member that is away for long. */
    private static final int AWAY_IN = 4;
    /** One of so many others writes more entries than there is room for parts, with snapshots as by default. */
    private static final int FULL_IN = 4;
    private static final int FULL_COMMANDS = 600;
    private static final int AWAY_COMMANDS = 1_500;
    private static final int HANDLES_PERCENT = 60;
    private static final int STALE_PERCENT = 50;
    private static final int PAGE = 4096;

    /** Of the faults of disks: failing operations, all directories lost, and rot, of parts or of anything else. */
    private static final Set<FaultKind> BORNE = EnumSet.of(FaultKind.READ_ERROR, FaultKind.WRITE_ERROR,
        FaultKind.NO_SPACE, FaultKind.ONE_SLOW_DISK, FaultKind.WIPE, FaultKind.ROT_BIT, FaultKind.ROT_SECTOR);

    private CodedRuns() {
    }

    /** What {@code more} draws came later: all else of a seed is as it was before. */
    static RunPlan in(final RunPlan plan, final SplittableRandom random, final SplittableRandom more) {
        final int[] drawnCode = CODES[random.nextInt(CODES.length)];
        final int[] code = more.nextInt(SEVEN_IN) == 0 ? SEVEN : drawnCode;
        final SeedConfig cluster = plan.config();
        final int nodes = code[0] + code[1];
        final SeedConfig coded = cluster.withCode(code[0], code[1]);
        final FaultPlan drawn = Swarm.faults(nodes, plan.workload().spanNs(), random);
        final List<Fault> faults = drawn.faults().stream().filter(fault -> isBorne(fault.kind())).toList();
        final RunPlan run = plan.withConfig(coded)
            .withFaults(FaultPlan.of(faults, survivors(nodes, code[1] / 2, random), drawn.fate()));
        return random.nextInt(AWAY_IN) == 0 ? away(run, random)
            : random.nextInt(FULL_IN) == 0 ? full(run, random)
            : more.nextInt(LONG_IN) == 0 ? withLongBodies(run, more) : run;
    }

    private static RunPlan withLongBodies(final RunPlan plan, final SplittableRandom random) {
        final SeedConfig cluster = plan.config();
        final Workload work = plan.workload();
        return plan.withConfig(cluster
            .withScatteredLog(new ScatteredLogConfig(LONG_STAGING + (64 << 10 << random.nextInt(4)), LONG_STAGING))
            .withOrderedLog(new OrderedLogConfig(2 * LONG_STAGING, LONG_STAGING,
                Math.min(cluster.orderedLog().flushBytes(), LONG_STAGING), cluster.orderedLog().flushIntervalNs()))
            .withConfig(cluster.config().withMaxCommandBytes(LONG_BYTES + random.nextInt(LONG_BYTES))))
            .withWorkload(new Workload(work.clients(), work.embedded(), Math.min(work.commands(), LONG_COMMANDS),
                work.spanNs(), null, work.concurrency(), 5 + random.nextInt(20), work.timerPercent(),
                work.quorumPercent(), work.stalePercent(), work.handles(), work.keptPercent()));
    }

    /** A member is away while the others write more than their logs keep: it needs the snapshot of one of them. */
    private static RunPlan away(final RunPlan plan, final SplittableRandom random) {
        final SeedConfig cluster = plan.config();
        final Workload work = plan.workload();
        final FaultPlan drawn = plan.faults();
        final SnapshotConfig snapshots = SnapshotConfig.atStop(1 + random.nextInt(50))
            .withRunning(20 + random.nextInt(60), 0, 0).withTrim(TrimPolicy.QUORUM, 1 + random.nextInt(8));
        final long fromNs = work.spanNs() / 20 * (1 + random.nextInt(4));
        final List<Fault> faults = new ArrayList<>(drawn.faults());
        faults.add(new Fault(FaultKind.KILL, fromNs, work.spanNs() / 10 * 9 - fromNs,
            random.nextInt(cluster.nodes()), Fault.NONE, 0));
        return plan.withConfig(cluster.withSnapshots(snapshots)
            .withOrderedLog(new OrderedLogConfig(4 * PAGE, 2 * PAGE, PAGE, 1_000_000))
            .withConfig(cluster.config().withMaxBatchCommands(1).withMaxBatchBytes(PAGE).withMaxCommandBytes(PAGE)))
            .withFaults(FaultPlan.of(faults, drawn.survivors(), drawn.fate()))
            .withWorkload(new Workload(work.clients(), work.embedded(), Math.max(work.commands(), AWAY_COMMANDS),
                work.spanNs(), null, Math.max(work.concurrency(), Workload.CONCURRENCY), 0, work.timerPercent(),
                work.quorumPercent(), work.stalePercent(), work.handles(), work.keptPercent()));
    }

    /** No bound of the snapshots is reached: what comes is there because parts need it. */
    private static RunPlan full(final RunPlan plan, final SplittableRandom random) {
        final SeedConfig cluster = plan.config();
        final Workload work = plan.workload();
        return plan.withConfig(cluster.withSnapshots(SnapshotConfig.defaults())
            .withConfig(cluster.config().withMaxBatchCommands(1).withMaxParts(256 + random.nextInt(128))))
            .withWorkload(new Workload(work.clients(), work.embedded(), Math.max(work.commands(), FULL_COMMANDS),
                work.spanNs(), null, Math.max(work.concurrency(), Workload.CONCURRENCY), 0, work.timerPercent(),
                work.quorumPercent(), work.stalePercent(), work.handles(), work.keptPercent()));
    }

    /** Which machine, and which reads beside those of a quorum; from chance of its own. */
    static RunPlan served(final RunPlan plan, final SplittableRandom random) {
        final boolean handles = random.nextInt(100) < HANDLES_PERCENT;
        final int stale = random.nextInt(100) < STALE_PERCENT ? 10 + random.nextInt(91) : 0;
        return plan.withWorkload(plan.workload().withMachine(stale, handles));
    }

    /** What leaders do means nothing here; other damage of disks is left to tests of what was lost. */
    static boolean isBorne(final FaultKind kind) {
        return (BORNE.contains(kind) || !kind.isOfDisk() && !kind.isDamaging()) && kind != FaultKind.MEMBER_CHANGE
            && kind != FaultKind.FOREIGN_PACKETS && kind != FaultKind.FAULTY_CLIENT
            && !FaultKind.ofLeadership().contains(kind);
    }

    /** As many as must be there: n - f. */
    private static int survivors(final int nodes, final int faults, final SplittableRandom random) {
        int survivors = (1 << nodes) - 1;
        while (Integer.bitCount(survivors) > nodes - faults) {
            survivors &= ~(1 << random.nextInt(nodes));
        }
        return survivors;
    }

    static GroupConfig config(final GroupConfig code, final GroupConfig drawn) {
        return code.withPersistence(Persistence.SCATTERED).withCopies(WriteQuorum.ALL)
            .withWindowEntries(drawn.windowEntries()).withPendingEntries(drawn.pendingEntries())
            .withPendingBytes(drawn.pendingBytes()).withMaxBatchBytes(drawn.maxBatchBytes())
            .withMaxBatchCommands(drawn.maxBatchCommands()).withMaxCommandBytes(drawn.maxCommandBytes())
            .withMaxReplyBytes(drawn.maxReplyBytes()).withClientWindow(drawn.clientWindow())
            .withMaxSessions(drawn.maxSessions()).withSessionTimeoutMillis(drawn.sessionTimeoutMillis())
            .withSessionBytes(drawn.sessionBytes())
            .withElectionTimeoutMillis(drawn.electionTimeoutMillis()).withHeartbeatMillis(drawn.heartbeatMillis())
            .withResendMillis(drawn.resendMillis()).withRequestTimeoutMillis(drawn.requestTimeoutMillis())
            .withRetryMillis(drawn.retryMillis()).withMaxParts(drawn.maxParts());
    }
}
