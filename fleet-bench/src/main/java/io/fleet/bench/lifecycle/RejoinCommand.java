package io.fleet.bench.lifecycle;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.RunningLoad;
import io.fleet.bench.lifecycle.Report.Phase;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.Slice;
import io.fleet.verify.options.ToolChecks;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code fleet bench rejoin}: one node is killed and its directory deleted, and it is started again, under a load that
 * never stops; nothing else is done for it. It is a full member when it votes, is ready, and has sent a reply. Exit
 * code 1 when a command failed.
 */
@Command(name = "rejoin", description = {
    "Kills one node (SIGKILL) under load, deletes its directory and starts it again, and tells how long it",
    "takes until it votes, is ready and replies, what it was sent, and how fast commands went meanwhile."})
public final class RejoinCommand extends LifecycleCommand {
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(15);
    private static final double SECOND = 1e9;
    private static final double MIB = 1 << 20;

    @Option(names = "--victim", paramLabel = "follower|leader", defaultValue = "follower",
        description = "which node is killed (default: ${DEFAULT-VALUE})")
    private String victim;
    @Option(names = "--seconds", paramLabel = "N", defaultValue = "20",
        description = "how long the load goes on before and afterwards (default: ${DEFAULT-VALUE})")
    private double seconds;
    @Option(names = "--down", paramLabel = "SECONDS", defaultValue = "0",
        description = "how long the node stays away (default: ${DEFAULT-VALUE})")
    private double down;
    private boolean killsLeader;

    /** {@code classPath} is that of the processes that it starts. */
    public RejoinCommand(final String classPath) {
        super(classPath);
    }

    @Override
    void check(final ToolChecks checks) {
        checks.range("--seconds", seconds, 1, 36_000);
        checks.range("--down", down, 0, 36_000);
        killsLeader = checks.oneOf("--victim", victim, "follower", "leader").equals("leader");
    }

    @Override
    boolean run(final LifecycleOptions options, final Scene scene)
        throws IOException, BenchmarkFailure, InterruptedException {
        final RunningLoad load = scene.load(SLICE_NS);
        Scene.waitUntil(load, (long) (seconds * SECOND));
        final int leader = scene.leader();
        final int node = killsLeader ? leader : (leader + 1) % options.nodes;
        final long killedNs = load.nowNs();
        scene.cluster().killServer(node);
        scene.processes().wipe(node);
        scene.tell("node %d, %s, was killed, and its directory deleted", node,
            killsLeader ? "the leader" : "a follower");
        Scene.waitUntil(load, killedNs + (long) (down * SECOND));
        final long startedNs = load.nowNs();
        scene.cluster().restartServer(node);
        final Rejoin rejoin = new Rejoin(load.nowNs() - startedNs);
        await(scene, load, node, startedNs, rejoin);
        final long memberNs = load.nowNs();
        scene.tell("node %d is a full member again after %.1f s", node, (memberNs - startedNs) / SECOND);
        final NodeState state = scene.state(node);
        Scene.waitUntil(load, memberNs + (long) (seconds * SECOND));
        final List<Phase> phases = List.of(new Phase("before", 0, killedNs), new Phase("away", killedNs, startedNs),
            new Phase("it rejoins", startedNs, memberNs), new Phase("afterwards", memberNs, load.nowNs()));
        final LoadResult result = load.end();
        Report.writeCsv(options.csv, load, phases);
        print(load, phases, rejoin, state);
        return outcome(result);
    }

    private static void await(final Scene scene, final RunningLoad load, final int node, final long startedNs,
                              final Rejoin rejoin) throws BenchmarkFailure, InterruptedException {
        while (!rejoin.isDone()) {
            rejoin.see(scene.state(node), load.nowNs() - startedNs);
            load.update();
            if (load.nowNs() - startedNs > LIMIT_NS) {
                throw new BenchmarkFailure("node " + node + " is no full member after " + LIMIT_NS / SECOND + " s: "
                    + scene.state(node));
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private void print(final RunningLoad load, final List<Phase> phases, final Rejoin rejoin, final NodeState state) {
        Report.table("while", phases.stream().map(Phase::name).toList(),
            phases.stream().map(phase -> phase.of(load)).toList()).forEach(out()::println);
        final Slice before = phases.get(0).of(load);
        final Slice during = load.touching(phases.get(1).fromNs(), phases.get(2).toNs());
        out().printf(Locale.ROOT, "the node ran after %.1f s, voted after %.1f s, was ready after %.1f s and replied "
            + "after %.1f s; nobody did anything for it%n", rejoin.runsNs / SECOND, rejoin.votesNs / SECOND,
            rejoin.readyNs / SECOND, rejoin.repliesNs / SECOND);
        out().printf(Locale.ROOT, "it was sent %.1f MiB of a snapshot, and %d entries by themselves%n",
            state.snapshotReceived() / MIB, state.entriesReceived());
        out().printf(Locale.ROOT, "commands from the kill until it was a full member, for each 1 before: %.2f; their "
            + "p99: %.2f%n", during.perSecond() / before.perSecond(),
            Report.percentileMs(during, 99) / Report.percentileMs(before, 99));
    }

    /** When what was seen of a node that was started again. */
    private static final class Rejoin {
        private final long runsNs;
        private long votesNs;
        private long readyNs;
        private long repliesNs;

        Rejoin(final long runsNs) {
            this.runsNs = runsNs;
        }

        void see(final NodeState state, final long afterNs) {
            votesNs = votesNs == 0 && state.votes() ? afterNs : votesNs;
            readyNs = readyNs == 0 && state.ready() ? afterNs : readyNs;
            repliesNs = repliesNs == 0 && state.replies() > 0 ? afterNs : repliesNs;
        }

        boolean isDone() {
            return votesNs > 0 && readyNs > 0 && repliesNs > 0;
        }
    }
}
