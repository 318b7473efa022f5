package io.fleet.testkit.run.cluster;

import io.fleet.replica.speculation.PreparePool;
import io.fleet.replica.speculation.PrepareTask;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

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
    private final SimNode node;
    private final int incarnation;
    private final int threads;
    private final SplittableRandom times;
    private final ArrayDeque<PrepareTask> waiting = new ArrayDeque<>();
    private final List<Running> running = new ArrayList<>();
    private boolean hasEnded;

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

    SimPrepareThreads(final SimCluster cluster, final SimNode node, final int incarnation) {
        this.cluster = cluster;
        this.node = node;
        this.incarnation = incarnation;
        times = cluster.streams().stream("prepare-threads", node.nodeId() + 64L * incarnation);
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
            cluster.scheduler().after(US_NS, now -> go(this::takeNext));
        }
        return true;
    }

    @Override
    public void withdraw(final PrepareTask task) {
        waiting.remove(task);
    }

    private void takeNext() {
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
    }

    private void finishLater(final Running each) {
        final int mostUs = node.readsAreQuick() ? QUICK_US : MOST_US >> times.nextInt(PACES);
        cluster.scheduler().after((1L + times.nextInt(mostUs)) * US_NS, now -> finish(each));
    }

    private void finish(final Running each) {
        if (!node.lives(incarnation) || !running.contains(each)) {
            return;
        }
        if (node.isPaused()) {
            finishLater(each);
            return;
        }
        go(() -> {
            running.remove(each);
            each.execute();
            if (each.task.finish()) {
                node.cycleSoon(incarnation);
            }
            takeNext();
        });
    }

    private void go(final Runnable step) {
        if (node.lives(incarnation) && !hasEnded) {
            node.guarded(step::run);
        }
    }

    /** The node stops: most of what runs ends, and what waits is never run. */
    @Override
    public void end() {
        hasEnded = true;
        waiting.clear();
        for (final Running each : running) {
            if (times.nextInt(LEFT_IN) != 0) {
                each.execute();
                each.task.finish();
            }
        }
        running.clear();
    }
}
