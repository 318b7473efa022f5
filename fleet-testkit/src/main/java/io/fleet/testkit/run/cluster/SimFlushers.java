package io.fleet.testkit.run.cluster;

import io.fleet.node.NodeCore;
import io.fleet.node.config.FlushPolicy;
import io.fleet.node.thread.FlushScheduler;
import io.fleet.storage.log.Flusher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The flushers of one life of a simulated node, and what their threads would do, and those of slow machines.
 * {@link FlushScheduler}, the production class, says which of them the node's duty cycle writes itself; the others run
 * some virtual time after they are woken. So does the duty that makes log files, where there is one.
 */
final class SimFlushers {
    private static final long LEAST_FLUSH_NS = 50_000;
    private static final int MORE_FLUSH_NS = 400_000;
    /**
     * How long a duty cycle stands still at most for what it writes itself. Disks may be slower, and the desk is told
     * so; that a node stands still for longer is a fault of its own.
     */
    private static final long MOST_BLOCKED_NS = 5_000_000;
    /** A thread that nobody has woken looks for work after so long on average, as in production. */
    private static final long LOOK_NS = 10_000_000;
    private static final long LEAST_MAKING_NS = 20_000;
    private static final int MAKING_POWERS = 13;
    private static final long FILES_PARK_NS = 100_000_000;

    private final SimCluster cluster;
    private final SimNode node;
    private final int incarnation;
    private final SplittableRandom flushTimes;
    private final SplittableRandom looks;
    private final SplittableRandom making;
    private final List<Flusher> flushers;
    private final List<FlushScheduler> desks = new ArrayList<>();
    /** Whose thread has to be woken before it writes: the others look after each duty cycle. */
    private final boolean[] sleeps;
    private final boolean[] woken;
    private final boolean[] flushing;
    private final long[] tookNs;
    private final long[] syncs;
    private final SimMachines machines;
    private boolean inCycle;
    private boolean filesDue;
    private long spentNs;
    private long busyUntilNs;

    /**
     * Takes over the flushers of a node that has just started.
     *
     * @param flushTimes how long flushes take.
     */
    SimFlushers(final SimCluster cluster, final SimNode node, final NodeCore core, final int incarnation,
                final SplittableRandom flushTimes) {
        this.cluster = cluster;
        this.node = node;
        this.incarnation = incarnation;
        this.flushTimes = flushTimes;
        final long life = node.nodeId() + 64L * incarnation;
        machines = new SimMachines(cluster, process(), core, life);
        looks = cluster.streams().stream("looks", life);
        making = cluster.streams().stream("making", life);
        flushers = core.flushers();
        sleeps = new boolean[flushers.size()];
        woken = new boolean[flushers.size()];
        flushing = new boolean[flushers.size()];
        tookNs = new long[flushers.size()];
        syncs = new long[flushers.size()];
        final FlushPolicy ofNode = cluster.flushing().policy(cluster.streams().stream("flush-policy", life));
        for (int i = 0; i < flushers.size(); i++) {
            final int index = i;
            final FlushPolicy policy = FlushScheduler.policyFor(core, flushers.get(i), ofNode);
            sleeps[i] = policy != FlushPolicy.GROUPED;
            syncs[i] = flushers.get(i).counters().syncs();
            desks.add(new FlushScheduler(flushers.get(i), policy, () -> clock(index), () -> woken[index] = true));
        }
        if (cluster.flushing().filesElsewhere()) {
            flushers.forEach(flusher -> flusher.prepareElsewhere(this::wanted));
            filesLater(FILES_PARK_NS);
        }
    }

    private SimMachines.Process process() {
        return new SimMachines.Process() {
            @Override
            public boolean lives() {
                return node.lives(incarnation);
            }

            @Override
            public boolean isPaused() {
                return node.isPaused();
            }

            @Override
            public boolean isQuick() {
                return node.readsAreQuick();
            }

            @Override
            public void run(final Runnable piece) {
                node.guarded(() -> {
                    piece.run();
                    node.cycleSoon(incarnation);
                });
            }
        };
    }

    /** What its duty cycles are made of. */
    SimMachines machines() {
        return machines;
    }

    /** How much they have written and synced. */
    long bytes() {
        return flushers.stream().mapToLong(flusher -> flusher.counters().bytes()).sum();
    }

    /** How much space the logs take. */
    long storedBytes() {
        long sum = 0;
        for (int i = 0; i < flushers.size(); i++) {
            sum += flushers.get(i).storedBytes();
        }
        return sum;
    }

    /** Until when the node's thread writes, and does nothing else. */
    long busyUntilNs() {
        return busyUntilNs;
    }

    /**
     * At the end of a duty cycle.
     *
     * @return how much of it the cycle wrote itself.
     */
    int afterCycle(final boolean idle) {
        int work = 0;
        inCycle = true;
        for (int i = 0; i < desks.size(); i++) {
            work += desks.get(i).decide(idle);
        }
        inCycle = false;
        runThreads();
        return work;
    }

    /** So much time has gone by: a thread may look for work that nobody has told it of. */
    void tick(final long sinceNs) {
        for (int i = 0; i < sleeps.length; i++) {
            woken[i] |= sleeps[i] && looks.nextLong(LOOK_NS) < sinceNs;
        }
    }

    /** Runs the threads that have something to do. */
    void runThreads() {
        for (int i = 0; i < flushing.length; i++) {
            flushLater(i);
        }
    }

    /** The threads have ended: the node writes what is left, and makes the files that it needs. */
    void end() {
        machines.end();
        flushers.forEach(flusher -> flusher.prepareElsewhere(null));
    }

    private void flushLater(final int index) {
        if (flushing[index] || sleeps[index] && !woken[index] || !flushers.get(index).hasWork()) {
            return;
        }
        flushing[index] = true;
        tookNs[index] = latency(index);
        cluster.scheduler().after(tookNs[index], now -> flush(index));
    }

    private long latency(final int index) {
        return (long) ((LEAST_FLUSH_NS + flushTimes.nextInt(MORE_FLUSH_NS)) * node.diskPace(index));
    }

    private void flush(final int index) {
        if (!node.lives(incarnation)) {
            return;
        }
        flushing[index] = false;
        if (node.isPaused()) {
            return;
        }
        node.guarded(() -> {
            woken[index] = false;
            woken[index] |= desks.get(index).work() > 0;
            node.cycleSoon(incarnation);
            flushLater(index);
        });
    }

    /** What a desk measures with: a flush of a moment ago has taken its time. */
    private long clock(final int index) {
        final long now = flushers.get(index).counters().syncs();
        if (now != syncs[index]) {
            syncs[index] = now;
            if (inCycle) {
                tookNs[index] = latency(index);
                busyUntilNs = Math.max(busyUntilNs, cluster.scheduler().nowNs())
                    + Math.min(tookNs[index], MOST_BLOCKED_NS);
            }
            spentNs += tookNs[index];
        }
        return cluster.scheduler().nowNs() + spentNs;
    }

    private void wanted() {
        if (!filesDue) {
            filesDue = true;
            final long delayNs = (LEAST_MAKING_NS << making.nextInt(MAKING_POWERS)) + making.nextInt(MORE_FLUSH_NS);
            cluster.scheduler().after(delayNs, now -> {
                filesDue = false;
                makeFiles();
            });
        }
    }

    private void filesLater(final long delayNs) {
        cluster.scheduler().after(delayNs, now -> {
            if (node.lives(incarnation)) {
                makeFiles();
                filesLater(FILES_PARK_NS);
            }
        });
    }

    private void makeFiles() {
        if (!node.lives(incarnation) || node.isPaused()) {
            return;
        }
        node.guarded(() -> {
            boolean prepared = false;
            for (final Flusher flusher : flushers) {
                prepared |= flusher.prepare();
            }
            if (prepared) {
                Arrays.fill(woken, true);
                runThreads();
            }
        });
    }
}
