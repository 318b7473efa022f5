package io.fleet.testkit.run.cluster;

import io.fleet.node.NodeCore;
import io.fleet.replica.UserCode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The duty cycles of one life of a simulated node whose state machines may be slow. An entry that takes long is left,
 * as the runtime leaves it to the thread that is in it: the cycle applies nothing more, others follow, and some virtual
 * time later the entry is given back. The machine is called when it is left or when it is given back, by chance, so
 * that whoever looks at its state meanwhile sees too much or too little of it.
 */
final class SimMachines {
    private static final int SLOW_ONE_IN = 48;
    private static final int MOST_US = 400_000;
    private static final int PACES = 10;
    /** What a machine is owed after a slow entry is mostly quick. */
    private static final int QUICK_US = 900;
    private static final int SLOW_AGAIN_ONE_IN = 12;
    private static final long US_NS = 1_000;
    /** Of entries that are applied when the node stops, one of so many does not end in time. */
    private static final int LEFT_IN = 4;

    private final SimCluster cluster;
    private final Process process;
    private final NodeCore core;
    private final boolean areSlow;
    private final SplittableRandom times;
    private final List<Left> left = new ArrayList<>();

    /** The process whose machines they are. */
    interface Process {
        /** Whether it still runs in the same life. */
        boolean lives();

        boolean isPaused();

        /** Whether machines take little time from now on. */
        boolean isQuick();

        /** Runs a piece of it, and a duty cycle soon. */
        void run(Runnable piece);
    }

    /** An entry that another thread applies. */
    private static final class Left {
        private final UserCode piece;
        private final long tookNs;
        private boolean isRun;

        private Left(final UserCode piece, final long tookNs) {
            this.piece = piece;
            this.tookNs = tookNs;
        }

        private void run() {
            if (!isRun) {
                isRun = true;
                piece.run();
            }
        }
    }

    SimMachines(final SimCluster cluster, final Process process, final NodeCore core, final long life) {
        this.cluster = cluster;
        this.process = process;
        this.core = core;
        areSlow = cluster.flushing().machinesElsewhere();
        times = cluster.streams().stream("slow-machines", life);
    }

    /** One duty cycle; how much was done. */
    int cycle(final long nowNs) {
        if (!areSlow) {
            return core.doWork(nowNs);
        }
        try {
            return core.begin(nowNs) + apply() + core.end(nowNs);
        } catch (final RuntimeException e) {
            core.failed(e);
            throw e;
        }
    }

    private int apply() {
        int work = 0;
        for (UserCode piece = core.turns().next(); piece != null; piece = core.turns().next()) {
            if (piece.isSlow()) {
                leave(piece, times.nextInt(SLOW_AGAIN_ONE_IN) == 0 ? slow() : (1 + times.nextInt(QUICK_US)) * US_NS);
                work++;
            } else if (piece.mayLeave() && !process.isQuick() && times.nextInt(SLOW_ONE_IN) == 0) {
                leave(piece, slow());
                return work + 1;
            } else {
                piece.run();
                work += piece.finish();
            }
        }
        return work;
    }

    private long slow() {
        return (1L + times.nextInt(process.isQuick() ? QUICK_US : MOST_US >> times.nextInt(PACES))) * US_NS;
    }

    private void leave(final UserCode piece, final long tookNs) {
        piece.leave();
        final Left each = new Left(piece, tookNs);
        left.add(each);
        if (times.nextBoolean()) {
            each.run();
        }
        cluster.scheduler().after(tookNs, now -> giveBack(each));
    }

    private void giveBack(final Left each) {
        if (!process.lives() || !left.contains(each)) {
            return;
        }
        if (process.isPaused()) {
            cluster.scheduler().after(each.tookNs, now -> giveBack(each));
            return;
        }
        process.run(() -> {
            left.remove(each);
            each.run();
            each.piece.giveBack(each.tookNs);
        });
    }

    /** The node stops: most of what is applied ends in time. */
    void end() {
        for (final Left each : left) {
            if (times.nextInt(LEFT_IN) != 0) {
                each.run();
                each.piece.giveBack(each.tookNs);
            }
        }
        left.clear();
    }
}
