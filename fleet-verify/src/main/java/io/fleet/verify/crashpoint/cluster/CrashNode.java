package io.fleet.verify.crashpoint.cluster;

import io.fleet.node.NodeCore;
import io.fleet.node.config.FlushPolicy;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.thread.FlushScheduler;
import io.fleet.storage.log.Flusher;
import io.fleet.testkit.sim.NodeClock;
import io.fleet.testkit.sim.SimulatedCrash;
import io.fleet.verify.crashpoint.machine.CrashMachine;
import io.fleet.verify.crashpoint.machine.Survival;
import java.util.BitSet;
import java.util.List;

/**
 * One machine with the production node on it. Everything takes the same time in every run. Its flushers' threads do
 * everything; or the duty cycle flushes, and files are made elsewhere some time after they are wanted.
 */
final class CrashNode {
    private static final long TICK_NS = 4_000_000;
    private static final long AGAIN_NS = 20_000;
    private static final long FLUSH_NS = 150_000;
    private static final long FILE_NS = 2_000_000;
    private static final int LOOPBACK_BYTES = 1 << 20;
    private static final long EPOCH_MS = 1_700_000_000_000L;

    private final ClusterRun run;
    private final int nodeId;
    private final boolean inline;
    private final CrashMachine machine;
    private final NodeClock clock;
    private NodeCore core;
    private List<Flusher> flushers = List.of();
    private List<FlushScheduler> desks = List.of();
    private boolean[] flushing = {};
    private int incarnation;
    private boolean cycleDue;
    private boolean writing;

    CrashNode(final ClusterRun run, final int nodeId, final boolean inline) {
        this.run = run;
        this.inline = inline;
        this.nodeId = nodeId;
        machine = new CrashMachine("node-" + nodeId, 1);
        clock = new NodeClock(run.scheduler(), 1_000_000L * nodeId, EPOCH_MS + nodeId);
    }

    int nodeId() {
        return nodeId;
    }

    CrashMachine machine() {
        return machine;
    }

    boolean isUp() {
        return core != null;
    }

    GroupStatus status() {
        return core.group(ClusterRun.GROUP).status();
    }

    /** How many snapshots of other nodes this process has taken over. */
    long installed() {
        return core.group(ClusterRun.GROUP).counters().snapshotsInstalled.get();
    }

    /** Up to where entries cannot be read any more. */
    long trimmed() {
        return core.group(ClusterRun.GROUP).counters().trimmedLsn.get();
    }

    /** A machine that is switched off gets empty disks. */
    void wipe() {
        if (core == null) {
            machine.wipe();
        }
    }

    void start() {
        if (core != null) {
            return;
        }
        final int mine = ++incarnation;
        cycleDue = false;
        writing = false;
        clock.reboot(1_000_000L * nodeId);
        final String name = "node " + nodeId + "/" + mine;
        guarded("does not start", () -> {
            core = new NodeCore(new NodeContext(ClusterRun.CLUSTER, nodeId, run.members(),
                List.of(new GroupSpec(ClusterRun.GROUP, run.config(), () -> run.machine(name))),
                run.network().node(nodeId), machine.mount(), ClusterRun.SCATTERED, ClusterRun.ORDERED,
                run.snapshots(),
                clock.epochClock(), nodeId * 1_000L + mine, LOOPBACK_BYTES, run.events(nodeId)));
            flushers = core.flushers();
            flushing = new boolean[flushers.size()];
            desks = flushers.stream().map(this::desk).toList();
            run.network().onArrival(nodeId, () -> cycleSoon(mine));
        });
        run.started(this);
        tick(mine);
    }

    /** Stops in good order, then the machine is switched off. */
    void stop() {
        if (core == null) {
            return;
        }
        guarded("does not stop", () -> {
            flushers.forEach(flusher -> flusher.prepareElsewhere(null));
            try {
                core.stop();
            } finally {
                core.close();
            }
        });
        if (core != null) {
            losePower();
        }
    }

    /** Switches the machine off; nothing that is unsynced stays. */
    void losePower() {
        if (core != null) {
            gone();
            machine.losePower(new Survival(new BitSet(), -1), 0);
        }
    }

    /** The process ends, its machine lives on. */
    void kill() {
        if (core != null) {
            gone();
            machine.kill();
        }
    }

    /** The process is no more. */
    void gone() {
        core = null;
        incarnation++;
    }

    private void tick(final int mine) {
        if (mine == incarnation) {
            cycle(mine);
            run.scheduler().after(TICK_NS, now -> tick(mine));
        }
    }

    private void cycleSoon(final int mine) {
        if (mine == incarnation && !cycleDue) {
            cycleDue = true;
            run.scheduler().after(AGAIN_NS, now -> {
                if (mine == incarnation) {
                    cycleDue = false;
                    cycle(mine);
                }
            });
        }
    }

    private void cycle(final int mine) {
        if (mine != incarnation) {
            return;
        }
        guarded("fails", () -> {
            final int work = core.doWork(clock.nanoTime());
            int written = 0;
            for (final FlushScheduler desk : desks) {
                written += desk.decide(work == 0);
            }
            for (int i = 0; i < flushing.length; i++) {
                flushLater(mine, i);
            }
            writeSnapshotLater(mine);
            if (work + written > 0) {
                cycleSoon(mine);
            }
        });
    }

    private void flushLater(final int mine, final int index) {
        if (!flushing[index] && flushers.get(index).hasWork()) {
            flushing[index] = true;
            run.scheduler().after(FLUSH_NS, now -> flush(mine, index));
        }
    }

    private void writeSnapshotLater(final int mine) {
        if (!writing && core.snapshots().hasWork()) {
            writing = true;
            run.scheduler().after(FLUSH_NS, now -> {
                if (mine == incarnation) {
                    writing = false;
                    guarded("fails", () -> {
                        core.snapshots().doWork();
                        cycleSoon(mine);
                    });
                }
            });
        }
    }

    private void flush(final int mine, final int index) {
        if (mine == incarnation) {
            flushing[index] = false;
            guarded("fails", () -> {
                desks.get(index).work();
                cycleSoon(mine);
                flushLater(mine, index);
            });
        }
    }

    private FlushScheduler desk(final Flusher flusher) {
        final int mine = incarnation;
        if (inline) {
            flusher.prepareElsewhere(() -> run.scheduler().after(FILE_NS, now -> prepare(mine, flusher)));
        }
        final FlushPolicy policy = inline ? FlushPolicy.INLINE : FlushPolicy.GROUPED;
        return new FlushScheduler(flusher, FlushScheduler.policyFor(core, flusher, policy), clock::nanoTime, () -> {});
    }

    private void prepare(final int mine, final Flusher flusher) {
        if (mine == incarnation) {
            guarded("fails", () -> {
                flusher.prepare();
                cycleSoon(mine);
            });
        }
    }

    private void guarded(final String what, final Step step) {
        try {
            step.run();
        } catch (final SimulatedCrash crash) {
            run.crashed();
        } catch (final Exception | AssertionError e) {
            gone();
            run.violations().report("node " + nodeId + " " + what + " after a mere crash: " + e);
        }
    }

    /** A piece of the process. */
    private interface Step {
        void run() throws Exception;
    }
}
