package io.fleet.testkit.run;

import io.fleet.machine.Copies;
import io.fleet.machine.GroupConfig;
import io.fleet.machine.Persistence;
import io.fleet.node.TrimPolicy;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes a drawn run one of a coded group: the same clients, pace and bounds, another number of members, and of the
 * faults those that the mode bears today. Pure functions.
 */
final class HostedCode {
    private static final int[][] CODES = {{1, 2}, {2, 2}, {3, 2}, {1, 4}, {4, 2}};

    private HostedCode() {
    }

    static RunPlan in(final RunPlan plan, final SplittableRandom random) {
        final int[] code = CODES[random.nextInt(CODES.length)];
        final SeedConfig cluster = plan.config();
        final int nodes = code[0] + code[1];
        final SeedConfig coded = cluster.withCode(code[0], code[1])
            .withSnapshots(cluster.snapshots().withTrim(TrimPolicy.OFF, 1));
        final FaultPlan drawn = Swarm.faults(nodes, plan.workload().spanNs(), random);
        final List<Fault> faults = drawn.faults().stream().filter(fault -> isBorne(fault.kind())).toList();
        return plan.withConfig(coded)
            .withFaults(FaultPlan.of(faults, survivors(nodes, code[1] / 2, random), drawn.fate()));
    }

    /** Whatever is damaged or lost is tried in the simulator of the kernel, and what leaders do means nothing here. */
    static boolean isBorne(final FaultKind kind) {
        return !kind.isOfDisk() && !kind.isDamaging() && kind != FaultKind.MEMBER_CHANGE
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
        return code.withPersistence(Persistence.SCATTERED).withCopies(Copies.ALL)
            .withWindowEntries(drawn.windowEntries()).withPendingEntries(drawn.pendingEntries())
            .withPendingBytes(drawn.pendingBytes()).withMaxBatchBytes(drawn.maxBatchBytes())
            .withMaxBatchCommands(drawn.maxBatchCommands()).withMaxCommandBytes(drawn.maxCommandBytes())
            .withMaxReplyBytes(drawn.maxReplyBytes()).withClientWindow(drawn.clientWindow())
            .withMaxSessions(drawn.maxSessions()).withSessionTimeoutMillis(drawn.sessionTimeoutMillis())
            .withElectionTimeoutMillis(drawn.electionTimeoutMillis()).withHeartbeatMillis(drawn.heartbeatMillis())
            .withResendMillis(drawn.resendMillis()).withRequestTimeoutMillis(drawn.requestTimeoutMillis())
            .withRetryMillis(drawn.retryMillis());
    }
}
