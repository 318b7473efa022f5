package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.Command;
import io.fleet.machine.CommandKeys;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.SpeculativeMachine;
import io.fleet.machine.StateMachine;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.checker.machine.CheckedMachine;
import io.fleet.testkit.checker.machine.SpeculationChecker;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterService;
import io.fleet.testkit.workload.SpeculativeRegisters;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands that are prepared by threads in virtual time, under faults; and that what machines get wrong is found. */
class SpeculationRunTest {
    private static final long MS = 1_000_000;
    private static final int SEEDS = 6;
    private static final int EVERYONE = 0b111;
    private static final List<Fault> FAULTS = List.of(
        new Fault(FaultKind.LEADER_ISOLATION, 500 * MS, 300 * MS, 0, Fault.NONE, 0),
        new Fault(FaultKind.STOP, 900 * MS, 200 * MS, 0, Fault.NONE, 0),
        new Fault(FaultKind.LEADER_ISOLATION, 1_300 * MS, 300 * MS, 0, Fault.NONE, 0),
        new Fault(FaultKind.KILL, 1_800 * MS, 200 * MS, 1, Fault.NONE, 0));

    /** Does what {@link SpeculativeRegisters} does, but for what a test overrides. */
    private abstract static class Broken implements SpeculativeMachine<SpeculativeRegisters.Draft> {
        final SpeculativeRegisters sound;

        Broken(final String name, final Violations violations) {
            sound = new SpeculativeRegisters(0, name, violations);
        }

        @Override
        public void keys(final Command command, final CommandKeys keys) {
            sound.keys(command, keys);
        }

        @Override
        public SpeculativeRegisters.Draft prepare(final Command command, final Reply reply) {
            return sound.prepare(command, reply);
        }

        @Override
        public void publish(final SpeculativeRegisters.Draft draft, final Reply reply) {
            sound.publish(draft, reply);
        }

        @Override
        public void revoke(final SpeculativeRegisters.Draft draft) {
            sound.revoke(draft);
        }

        @Override
        public void query(final Query query, final Reply reply) {
            sound.query(query, reply);
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            sound.writeSnapshot(out);
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            sound.readSnapshot(in);
        }
    }

    /** Makes the machine under test. */
    private interface Machines {
        SpeculativeMachine<?> create(String name, Violations violations);
    }

    private static SeedResult run(final long seed, final List<Fault> faults) {
        return run(seed, faults, (name, violations) -> new SpeculativeRegisters(0, name, violations));
    }

    private static SeedResult run(final long seed, final List<Fault> faults, final Machines machines) {
        final SeedConfig plain = SeedConfig.plain().withSnapshots(SnapshotConfig.atStop(1).withRunning(50, 0, 0));
        final SeedConfig config = plain.withFlushing(plain.flushing().withPrepareThreads(3));
        final Workload work = new Workload(6, 3, 900, 2_500 * MS, null, 8, 10);
        return new SeedRun<>(new RunPlan(seed, config, FaultPlan.of(faults, EVERYONE), work, null), new SimTrace(),
            new RegisterService() {
                @Override
                public StateMachine watched(final String name, final CheckedMachine machine,
                                            final boolean ships, final Violations violations) {
                    return new SpeculationChecker<>(name, machines.create(name, violations), machine,
                        RegisterService.innermost(machine), false, violations);
                }
            }).run();
    }

    private static String firstViolation(final Machines machines) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            final SeedResult result = run(seed, FAULTS, machines);
            if (!result.passed()) {
                return result.violations().get(0);
            }
        }
        return "";
    }

    @Test
    void shouldComeToTheSameAsMachinesThatDoNotSpeculate() { // V1 to V7
        for (int seed = 1; seed <= SEEDS; seed++) {
            final SeedResult result = run(seed, FAULTS);
            assertTrue(result.passed(), "seed " + seed + ": " + result.violations());
        }
    }

    @Test
    void shouldRunAlikeTwice() {
        assertEquals(run(1, FAULTS).traceHash(), run(1, FAULTS).traceHash());
    }

    @Test
    void shouldNoticeKeysThatAreNotTold() { // V6: the rule is not for nothing
        final String found = firstViolation((name, violations) -> new Broken(name, violations) {
            @Override
            public void keys(final Command command, final CommandKeys keys) {
                keys.add(command.sequence());
            }
        });
        assertFalse(found.isEmpty());
    }

    @Test
    void shouldNoticeADraftThatIsNotTakenBack() { // V2: the rule is not for nothing
        final String found = firstViolation((name, violations) -> new Broken(name, violations) {
            @Override
            public void revoke(final SpeculativeRegisters.Draft draft) {
                // Left there.
            }
        });
        assertFalse(found.isEmpty());
    }

    @Test
    void shouldNoticeADraftThatAQuerySees() { // V3: the rule is not for nothing
        final String found = firstViolation((name, violations) -> new Broken(name, violations) {
            private long drafts;

            @Override
            public SpeculativeRegisters.Draft prepare(final Command command, final Reply reply) {
                drafts++;
                return super.prepare(command, reply);
            }

            @Override
            public void query(final Query query, final Reply reply) {
                reply.writeLong(drafts);
            }
        });
        assertTrue(found.contains("a query after LSN"), found);
    }

    @Test
    void shouldNoticeADraftThatASnapshotHas() { // V5: the rule is not for nothing
        final String found = firstViolation((name, violations) -> new Broken(name, violations) {
            private int prepared;

            @Override
            public SpeculativeRegisters.Draft prepare(final Command command, final Reply reply) {
                prepared++;
                return super.prepare(command, reply);
            }

            @Override
            public void writeSnapshot(final SnapshotWriter out) {
                super.writeSnapshot(out);
                if (prepared > 0) {
                    out.writeInt(prepared);
                }
            }
        });
        assertTrue(found.contains("has another state"), found);
    }
}
