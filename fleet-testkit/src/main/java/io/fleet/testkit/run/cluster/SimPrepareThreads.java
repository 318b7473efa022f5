package io.fleet.testkit.run.cluster;

import io.fleet.replica.speculation.PreparePool;
import io.fleet.replica.speculation.PrepareTask;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * The threads that prepare commands on a simulated node, in virtual time: they take commands in order, each takes as
 * long as chance will, and the machine is called when it is begun or when it is over, so that whoever looks meanwhile
 * sees too much or too little of it.
 */
final class SimPrepareThreads implements PreparePool {
    private static final int MOST_US = 200_000;
    private static final int PACES = 14;
    private static final int QUICK_US = 500;
    private static final long US_NS = 1_000;
    private static final int MAX_WAITING = 64;
    /** Of commands that are prepared when the node stops, one of so many does not end in time. */
    private static final int LEFT_IN = 8;

    private final SimCluster cluster;
    private final Process process;
    private final int threads;
    private final SplittableRandom times;
    private final ArrayDeque<PrepareTask> waiting = new ArrayDeque<>();
    private final List<Running> running = new ArrayList<>();
    private boolean hasEnded;

    /** The process whose threads they are. */
    interface Process {
        /** Whether it still runs in the same life. */
        boolean lives();

        boolean isPaused();

        /** Whether commands take little time from now on. */
        boolean isQuick();

        /** Runs a step of it, and a duty cycle soon where that says so. */
        void run(BooleanSupplier step);
    }

    /** A command that a thread is at. */
    private static final class Running {
        private final PrepareTask task;
        private boolean isExecuted;

        private Running(final PrepareTask task) {
            this.task = task;
        }

        private void execute() {
            if (!isExecuted) {
                isExecuted = true;
                task.execute();
            }
        }
    }

    SimPrepareThreads(final SimCluster cluster, final int nodeId, final int incarnation, final Process process) {
        this.cluster = cluster;
        this.process = process;
        times = cluster.streams().stream("prepare-threads", nodeId + 64L * incarnation);
        final int most = cluster.flushing().prepareThreads();
        threads = most == 0 ? 0 : times.nextInt(most + 1);
    }

    @Override
    public boolean isOff() {
        return threads == 0;
    }

    @Override
    public boolean offer(final PrepareTask task) {
        if (hasEnded || waiting.size() >= MAX_WAITING) {
            return false;
        }
        waiting.addLast(task);
        if (running.size() < threads) {
            cluster.scheduler().after(US_NS, now -> go(() -> takeNext(false)));
        }
        return true;
    }

    @Override
    public void withdraw(final PrepareTask task) {
        waiting.remove(task);
    }

    private boolean takeNext(final boolean isAwaited) {
        while (running.size() < threads && !waiting.isEmpty()) {
            final PrepareTask task = waiting.pollFirst();
            if (task.begin()) {
                final Running each = new Running(task);
                running.add(each);
                if (times.nextBoolean()) {
                    each.execute();
                }
                finishLater(each);
            }
        }
        return isAwaited;
    }

    private void finishLater(final Running each) {
        final int mostUs = process.isQuick() ? QUICK_US : MOST_US >> times.nextInt(PACES);
        cluster.scheduler().after((1L + times.nextInt(mostUs)) * US_NS, now -> finish(each));
    }

    private void finish(final Running each) {
        if (!process.lives() || !running.contains(each)) {
            return;
        }
        if (process.isPaused()) {
            finishLater(each);
            return;
        }
        go(() -> {
            running.remove(each);
            each.execute();
            return takeNext(each.task.finish());
        });
    }

    private void go(final BooleanSupplier step) {
        if (process.lives() && !hasEnded) {
            process.run(step);
        }
    }

    /** The node stops: most of what runs ends, and what waits is never run. */
    @Override
    public List<String> end() {
        hasEnded = true;
        waiting.clear();
        for (final Running each : running) {
            if (times.nextInt(LEFT_IN) != 0) {
                each.execute();
                each.task.finish();
            }
        }
        running.clear();
        return List.of();
    }
}
