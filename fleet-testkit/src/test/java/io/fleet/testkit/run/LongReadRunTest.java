package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.Command;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotWriter;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.ForwardingMachine;
import io.fleet.testkit.workload.RegisterMachine;
import io.fleet.testkit.workload.RegisterService;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Long reads on views, by a pool in virtual time. */
class LongReadRunTest {
    private static final long MS = 1_000_000;
    private static final int EVERYONE = 0b111;
    private static final int SEEDS = 4;
    private static final int NODES = 3;
    private static final List<Fault> STOPS = List.of(new Fault(FaultKind.STOP, 700 * MS, 200 * MS, 0, Fault.NONE, 0),
        new Fault(FaultKind.KILL, 1_200 * MS, 200 * MS, 1, Fault.NONE, 0),
        new Fault(FaultKind.PAUSE, 1_600 * MS, 300 * MS, 2, Fault.NONE, 0));

    private boolean seesWhatComesLater;
    private int opened;
    private int closed;
    private int answered;
    private int unclosed;
    private int appliedMeanwhile;
    private int writtenMeanwhile;

    @Test
    void shouldGoOnWhileViewsAreOpen() { // P3
        for (int seed = 1; seed <= SEEDS; seed++) {
            final SeedResult result = run(seed, STOPS, 3);
            assertTrue(result.passed(), "seed " + seed + ": " + result.violations());
        }
        assertTrue(answered > 50 * SEEDS, "answered from views: " + answered);
        assertTrue(appliedMeanwhile > 50 * SEEDS, "commands while a view is open: " + appliedMeanwhile);
        assertTrue(writtenMeanwhile > 0, "snapshots while a view is open: " + writtenMeanwhile);
    }

    @Test
    void shouldCloseEveryView() { // S13
        for (int seed = 1; seed <= SEEDS; seed++) {
            final SeedResult result = run(seed, List.of(), 1);
            assertTrue(result.passed(), "seed " + seed + ": " + result.violations());
        }
        final String what = opened + " opened, " + closed + " closed, " + unclosed + " executed and not closed";
        assertTrue(opened > 0 && unclosed <= SEEDS * NODES, what + ": more than the last one of each node's thread");
        assertTrue(opened - closed < opened / 10, what + ": the others wait for their turn when all is answered");
    }

    @Test
    void shouldNoticeAViewInWhichWhatCameLaterIsSeen() { // P3: the rule is not for nothing
        seesWhatComesLater = true;
        final SeedResult result = run(1, List.of(), 2);
        assertFalse(result.passed());
        assertTrue(result.violations().get(0).contains(" and reflects LSN "), result.violations().get(0));
    }

    @Test
    void shouldRunAlikeTwice() {
        assertEquals(run(1, STOPS, 2).traceHash(), run(1, STOPS, 2).traceHash());
    }

    private SeedResult run(final long seed, final List<Fault> faults, final int readThreads) {
        final SnapshotConfig snapshots = faults.isEmpty() ? SnapshotConfig.atStop(0)
            : SnapshotConfig.atStop(1).withRunning(20, 0, 0);
        final SeedConfig config = SeedConfig.plain().withReadThreads(readThreads).withSnapshots(snapshots);
        final Workload work = new Workload(6, 3, 900, 2_500 * MS, null).withQuorumPercent(100);
        return new SeedRun<>(new RunPlan(seed, config, FaultPlan.of(faults, EVERYONE), work, null), new SimTrace(),
            new RegisterService(() -> new WatchedMachine(new RegisterMachine()))).run();
    }

    /** Tells how many views are open while something goes on. */
    private final class WatchedMachine extends ForwardingMachine implements ConcurrentQueries {
        private final RegisterMachine machine;
        private int open;

        WatchedMachine(final RegisterMachine machine) {
            super(machine);
            this.machine = machine;
        }

        @Override
        public boolean isLong(final Query query) {
            return machine.isLong(query);
        }

        @Override
        public void apply(final Command command, final Reply reply) {
            appliedMeanwhile += open > 0 ? 1 : 0;
            machine.apply(command, reply);
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            writtenMeanwhile += open > 0 ? 1 : 0;
            machine.writeSnapshot(out);
        }

        @Override
        public ReadView view() {
            opened++;
            open++;
            final ReadView view = machine.view();
            return new ReadView() {
                private int executed;

                @Override
                public void query(final Query query, final Reply reply) {
                    answered++;
                    unclosed += executed == 0 ? 1 : 0;
                    executed = 1;
                    if (seesWhatComesLater) {
                        machine.query(query, reply);
                    } else {
                        view.query(query, reply);
                    }
                }

                @Override
                public void close() {
                    closed++;
                    open--;
                    unclosed -= executed;
                    view.close();
                }
            };
        }
    }
}
