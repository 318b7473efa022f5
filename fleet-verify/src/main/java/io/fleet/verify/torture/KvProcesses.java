package io.fleet.verify.torture;

import io.fleet.verify.process.FreePorts;
import io.fleet.verify.torture.history.Timeline;
import io.fleet.verify.torture.process.KvProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The nodes, each a process. Every wait here is bounded, and notices a process that ends by itself. For one thread,
 * but {@link #close} may be called by any.
 */
final class KvProcesses implements AutoCloseable {
    private static final long START_LIMIT_NS = 120_000_000_000L;
    private static final long REPAIR_LIMIT_NS = 300_000_000_000L;
    private static final long LATE_NS = 15_000_000_000L;
    private static final long LEADER_LIMIT_NS = 15_000_000_000L;
    private static final long STOP_LIMIT_MILLIS = 20_000;
    private static final long POLL_NS = 20_000_000;
    private static final String VOTER = "VOTER";

    private final List<KvProcess> nodes = new CopyOnWriteArrayList<>();
    private final List<Integer> ports;
    private final Timeline timeline;

    /**
     * @param site     where they live, and how they reach each other.
     * @param timeline told when something takes long.
     */
    KvProcesses(final Site site, final Timeline timeline) throws IOException {
        this.timeline = timeline;
        ports = FreePorts.find(site.nodes());
        for (int i = 0; i < site.nodes(); i++) {
            nodes.add(new KvProcess(i, site.members(i), ports.get(i), site.data(i), site.log(i), site.name(),
                site.nodeOptions(i)));
        }
    }

    List<KvProcess> nodes() {
        return nodes;
    }

    /** Any thread. */
    int port(final int node) {
        return ports.get(node);
    }

    /** Starts all at once and waits for them. */
    void startAll() throws TortureFailure, IOException, InterruptedException {
        startFirst(nodes.size());
    }

    /** Starts so many at once and waits for them. */
    void startFirst(final int count) throws TortureFailure, IOException, InterruptedException {
        final long sinceNs = System.nanoTime();
        final List<KvProcess> first = nodes.subList(0, count);
        for (final KvProcess node : first) {
            node.start();
        }
        for (final KvProcess node : first) {
            awaitCaughtUp(node, sinceNs);
        }
        awaitApplied(first, highest("chosen_lsn"), sinceNs);
    }

    /** A node does not come back: its process has ended, and it is no member any more. */
    void forget(final KvProcess node) {
        nodes.remove(node);
    }

    /** Starts one and waits for it. */
    void start(final KvProcess node) throws TortureFailure, IOException, InterruptedException {
        final long sinceNs = System.nanoTime();
        node.start();
        awaitCaughtUp(node, sinceNs);
    }

    /** Starts one that has lost everything, which it must first fetch from the others, and waits for it. */
    void startEmpty(final KvProcess node) throws TortureFailure, IOException, InterruptedException {
        final long sinceNs = System.nanoTime();
        node.start();
        awaitCaughtUp(node, sinceNs, REPAIR_LIMIT_NS);
    }

    /**
     * Waits until a node serves, has a leader, counts in quorums and has applied what others knew to be chosen when
     * this was called.
     *
     * @param sinceNs when it was started, or went on.
     */
    void awaitCaughtUp(final KvProcess node, final long sinceNs)
        throws TortureFailure, IOException, InterruptedException {
        awaitCaughtUp(node, sinceNs, START_LIMIT_NS);
    }

    private void awaitCaughtUp(final KvProcess node, final long sinceNs, final long limitNs)
        throws TortureFailure, IOException, InterruptedException {
        long target = 0;
        for (final KvProcess other : nodes) {
            target = Math.max(target, other == node ? 0 : number(other.info(), "chosen_lsn"));
        }
        long servesNs = -1;
        long dumpNs = sinceNs + LATE_NS;
        while (true) {
            final Map<String, String> info = node.info();
            final long nowNs = System.nanoTime();
            servesNs = servesNs < 0 && !info.isEmpty() ? nowNs : servesNs;
            if (hearsOthers(info) && number(info, "applied_lsn") >= target && countsInQuorums(info)) {
                timeline.say(String.format(Locale.ROOT, "node %d serves after %.1f s, has caught up after %.1f s",
                    node.id(), (servesNs - sinceNs) / 1e9, (nowNs - sinceNs) / 1e9));
                return;
            }
            if (nowNs - sinceNs > limitNs) {
                throw new TortureFailure("node " + node.id() + (servesNs < 0 ? " does not serve "
                    : " has not caught up ") + seconds(limitNs) + " after its start: it says " + info
                    + ", and must reach LSN " + target + node.endOfLog());
            }
            if (nowNs - dumpNs > 0) {
                timeline.say("node " + node.id() + (servesNs < 0 ? " does not serve yet" : " has not caught up yet")
                    + "; what its threads do goes to " + node.log().getFileName());
                node.signal("QUIT");
                dumpNs += limitNs;
            }
            rest();
        }
    }

    /**
     * Waits until all have applied what any of them knew to be chosen when all served: before that nobody tells it, so
     * one that has caught up after a start of all may have applied nothing yet.
     */
    private void awaitApplied(final List<KvProcess> which, final long target,
                              final long sinceNs) throws TortureFailure {
        for (final KvProcess node : which) {
            while (number(node.info(), "applied_lsn") < target) {
                if (System.nanoTime() - sinceNs > START_LIMIT_NS) {
                    throw new TortureFailure("node " + node.id() + " has not applied LSN " + target + " "
                        + seconds(START_LIMIT_NS) + " after the start of all: it says " + node.info()
                        + node.endOfLog());
                }
                rest();
            }
        }
        timeline.say(String.format(Locale.ROOT, "all nodes have applied LSN %d after %.1f s", target,
            (System.nanoTime() - sinceNs) / 1e9));
    }

    private long highest(final String field) {
        long highest = -1;
        for (final KvProcess each : nodes) {
            highest = Math.max(highest, number(each.info(), field));
        }
        return highest;
    }

    /** What a node says is durable in its log, and what any of them says is chosen. */
    String durable(final KvProcess node) {
        final long chosen = highest("chosen_lsn");
        final long durable = number(node.info(), "durable_lsn");
        return durable < 0 ? "it does not say what is durable" : "durable up to LSN " + durable + " of " + chosen;
    }

    /** Waits for a node that says it leads; of several, the one with the highest ballot does. */
    KvProcess awaitLeader() throws TortureFailure {
        final long sinceNs = System.nanoTime();
        while (System.nanoTime() - sinceNs < LEADER_LIMIT_NS) {
            KvProcess leader = null;
            long ballot = -1;
            for (final KvProcess node : nodes) {
                final Map<String, String> info = node.info();
                if ("leader".equals(info.get("role")) && number(info, "ballot") > ballot) {
                    leader = node;
                    ballot = number(info, "ballot");
                }
            }
            if (leader != null) {
                return leader;
            }
            rest();
        }
        throw new TortureFailure("no node leads for " + seconds(LEADER_LIMIT_NS));
    }

    /** Waits for a moment, and sees whether all processes are as they should be. */
    void rest() throws TortureFailure {
        LockSupport.parkNanos(POLL_NS);
        for (final KvProcess node : nodes) {
            if (node.diedByItself()) {
                throw new TortureFailure("node " + node.id() + " ended by itself with exit code " + node.exitCode()
                    + node.endOfLog());
            }
        }
    }

    /** Waits until a time of {@link System#nanoTime}. */
    void restUntil(final long untilNs) throws TortureFailure {
        while (System.nanoTime() - untilNs < 0) {
            rest();
        }
    }

    /**
     * Stops all nodes in order, one after the other, so that the last ones are without a quorum.
     *
     * @return what went wrong.
     */
    List<String> stopAll() throws IOException, InterruptedException {
        final List<String> problems = new ArrayList<>();
        final StringBuilder text = new StringBuilder("stopped in order:");
        for (final KvProcess node : nodes) {
            final long sinceNs = System.nanoTime();
            node.stop();
            if (node.awaitEnd(STOP_LIMIT_MILLIS)) {
                text.append(String.format(Locale.ROOT, " node %d in %.1f s%s", node.id(),
                    (System.nanoTime() - sinceNs) / 1e9, node.id() == nodes.size() - 1 ? "" : ","));
                if (node.exitCode() != 0) {
                    problems.add("node " + node.id() + " was told to stop and ended with exit code " + node.exitCode()
                        + node.endOfLog());
                }
            } else {
                node.signal("QUIT");
                node.awaitEnd(TimeUnit.SECONDS.toMillis(1));
                problems.add("node " + node.id() + " does not end within " + STOP_LIMIT_MILLIS / 1000
                    + " s of SIGTERM; what its threads do is in " + node.log());
                node.kill();
            }
        }
        timeline.say(text.toString());
        return problems;
    }

    /** Makes sure that no process is left, and waits for that. Any thread. */
    @Override
    public void close() {
        nodes.forEach(KvProcess::end);
        nodes.forEach(KvProcess::awaitEnded);
    }

    /** Whether there is a leader, or a node that needs none. */
    private static boolean hearsOthers(final Map<String, String> info) {
        return number(info, "leader") >= 0 || "proxy".equals(info.get("role"));
    }

    /** A node that has lost what it held must be repaired before it does. */
    private static boolean countsInQuorums(final Map<String, String> info) {
        return info.getOrDefault("standing", VOTER).equals(VOTER);
    }

    private static long number(final Map<String, String> info, final String field) {
        return Long.parseLong(info.getOrDefault(field, "-1"));
    }

    private static String seconds(final long ns) {
        return ns / 1_000_000_000 + " s";
    }
}
