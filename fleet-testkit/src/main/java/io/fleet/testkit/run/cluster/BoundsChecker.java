package io.fleet.testkit.run.cluster;

import io.fleet.config.GroupConfig;
import io.fleet.node.NodeCore;
import io.fleet.reads.concurrent.ReadThreads;
import io.fleet.testkit.checker.Violations;
import java.util.function.IntFunction;

/** Looks after each duty cycle of each node, and whenever a long read comes, whether tables keep their bounds (S13). */
final class BoundsChecker {
    private static final int EACH = 61;
    private static final long SESSION_BYTES = 640;
    private static final long WAITING_REPLY_BYTES = 64L << 20;
    private static final long PARKED_REPLY_BYTES = 32L << 20;
    private static final long GATHERED_REPLY_BYTES = 6L << 20;

    private final int groupId;
    private final IntFunction<GroupConfig> configs;
    private final Violations violations;
    private long cycles;

    /** {@code configs} tells what the process of each node has. */
    BoundsChecker(final int groupId, final IntFunction<GroupConfig> configs, final Violations violations) {
        this.groupId = groupId;
        this.configs = configs;
        this.violations = violations;
    }

    /** A node has ended a duty cycle. */
    void check(final int node, final NodeCore core) {
        final GroupConfig config = configs.apply(node);
        final int sessions = core.group(groupId).status().sessions();
        if (sessions > config.maxSessions()) {
            report(node, "has " + sessions + " open sessions, but must have at most " + config.maxSessions());
        }
        final int unordered = core.group(groupId).unorderedBodies();
        if (unordered > config.pendingEntries()) {
            report(node, "holds " + unordered + " bodies that wait to be ordered, but must hold at most "
                + config.pendingEntries());
        }
        if (++cycles % EACH == 0) {
            checkAnswers(node, core);
        }
    }

    /** What answers take, by what the documentation says of it; looking at all of them takes long. */
    private void checkAnswers(final int node, final NodeCore core) {
        final GroupConfig config = configs.apply(node);
        final long sessions = core.group(groupId).measureSessions();
        final long most = config.sessionBytes()
            + config.maxSessions() * (SESSION_BYTES + config.clientWindow() / 4L);
        if (sessions > most) {
            report(node, "has sessions that take " + sessions + " bytes, but must take at most " + most);
        }
        final long replies = core.group(groupId).replyBytes();
        final long longest = config.maxReplyBytes() + 1024L;
        final long mostReplies = WAITING_REPLY_BYTES + Math.max(GATHERED_REPLY_BYTES, longest)
            + (config.leases().atReplicas() ? Math.max(PARKED_REPLY_BYTES, longest) : 0);
        if (replies > mostReplies) {
            report(node, "holds answers that take " + replies + " bytes, but must hold at most " + mostReplies);
        }
    }

    /** A node keeps a long read until a thread has time for it. */
    void onLongRead(final int node, final int waiting) {
        if (waiting > ReadThreads.MAX_WAITING) {
            report(node, "has " + waiting + " long reads that wait for a thread, but must have at most "
                + ReadThreads.MAX_WAITING);
        }
    }

    private void report(final int node, final String what) {
        violations.report("a table exceeds its bound: node " + node + " " + what);
    }
}
