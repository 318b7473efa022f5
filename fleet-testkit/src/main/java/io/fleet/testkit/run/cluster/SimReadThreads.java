package io.fleet.testkit.run.cluster;

import io.fleet.consensus.reads.ReadPool;
import io.fleet.node.config.UserThreads;
import io.fleet.reads.concurrent.ReadThreads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * What the threads for long reads of one life of a simulated node would do. {@link ReadThreads}, the production class,
 * keeps what waits for them; each takes the next read when it has time, and has run it some virtual time later, so that
 * reads end in any order. What the node's process was doing when it died is never run.
 */
final class SimReadThreads implements ReadPool {
    private static final int MOST_US = 400_000;
    private static final int PACES = 12;
    private static final int QUICK_US = 1_000;
    private static final long US_NS = 1_000;
    /** Of reads that run when the node stops, one of so many does not end in time. */
    private static final int LEFT_IN = 4;

    private final SimCluster cluster;
    private final SimNode node;
    private final int incarnation;
    private final ReadThreads production;
    private final UserThreads threads;
    private final SplittableRandom times;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private final List<Runnable> running = new ArrayList<>();
    private boolean ended;

    SimReadThreads(final SimCluster cluster, final SimNode node, final int incarnation) {
        this.cluster = cluster;
        this.node = node;
        this.incarnation = incarnation;
        production = new ReadThreads(count());
        threads = new UserThreads(this, new SimPrepareThreads(cluster, node.nodeId(), incarnation, process()));
        times = cluster.streams().stream("long-reads", node.nodeId() + 64L * incarnation);
    }

    /** These, and those that prepare commands. */
    UserThreads threads() {
        return threads;
    }

    /** All of them end. */
    void endAll() {
        threads.end();
    }

    private SimPrepareThreads.Process process() {
        return new SimPrepareThreads.Process() {
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
            public void run(final BooleanSupplier step) {
                node.guarded(() -> {
                    if (step.getAsBoolean()) {
                        node.cycleSoon(incarnation);
                    }
                });
            }
        };
    }

    private int count() {
        return cluster.settings().of(node.nodeId()).readThreads();
    }

    @Override
    public boolean isOff() {
        return production.isOff();
    }

    @Override
    public boolean offer(final Runnable read) {
        if (ended || !production.offer(read)) {
            return false;
        }
        waiting.addLast(read);
        takeNext();
        cluster.bounds().onLongRead(node.nodeId(), waiting.size());
        return true;
    }

    @Override
    public boolean withdraw(final Runnable read) {
        return production.withdraw(read) && waiting.remove(read);
    }

    private void takeNext() {
        while (running.size() < count() && !waiting.isEmpty()) {
            final Runnable read = waiting.pollFirst();
            if (!production.withdraw(read)) {
                throw new IllegalStateException("a read waits that the pool does not know");
            }
            running.add(read);
            runLater(read);
        }
    }

    private void runLater(final Runnable read) {
        final int mostUs = node.readsAreQuick() ? QUICK_US : MOST_US >> times.nextInt(PACES);
        cluster.scheduler().after((1L + times.nextInt(mostUs)) * US_NS, now -> run(read));
    }

    private void run(final Runnable read) {
        if (!node.lives(incarnation) || !running.contains(read)) {
            return;
        }
        if (node.isPaused()) {
            runLater(read);
            return;
        }
        node.guarded(() -> {
            running.remove(read);
            read.run();
            takeNext();
            node.cycleSoon(incarnation);
        });
    }

    /** The node stops: most of what runs ends because it is interrupted, and what waits is never run. */
    @Override
    public void end() {
        ended = true;
        final List<Runnable> interrupted = List.copyOf(running);
        running.clear();
        for (final Runnable read : interrupted) {
            if (times.nextInt(LEFT_IN) != 0) {
                read.run();
            }
        }
    }
}
