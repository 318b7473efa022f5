package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.Command;
import io.fleet.machine.Reply;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.history.History;
import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.history.Verdict;
import io.fleet.testkit.run.plan.Feature;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.ForwardingMachine;
import io.fleet.testkit.workload.RegisterMachine;
import io.fleet.testkit.workload.RegisterService;
import io.fleet.testkit.workload.Service;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several groups on the nodes of one run, each with witnesses of its own. */
class SideGroupTest {
    private static final long SPAN_NS = 2_000_000_000L;
    private static final RunPlan PLAN = RunPlan.draw(3).withWorkload(new Workload(3, 200, SPAN_NS))
        .withFaults(FaultPlan.of(List.of(new Fault(FaultKind.POWER_LOSS_ALL, SPAN_NS / 2, SPAN_NS / 10, Fault.NONE,
            Fault.NONE, 0)), 7));

    @Test
    @Tag("hazard-U-side-groups")
    void shouldHostSeveralGroupsOnTheSameLogs() {
        final RunPlan alone = PLAN.withConfig(SeedConfig.plain().withSnapshotEntries(5));
        final RunPlan several = alone.withConfig(alone.config().withGroups(SeedConfig.MAX_GROUPS));
        final SeedResult one = Simulation.run(alone, new SimTrace());
        final SeedResult all = Simulation.run(several, new SimTrace());
        assertEquals(List.of(), all.violations());
        assertTrue(all.acknowledged() > one.acknowledged() && all.elections() >= SeedConfig.MAX_GROUPS,
            () -> all.acknowledged() + " of " + all.commands() + " acknowledged, " + all.elections() + " leaders");
    }

    @Test
    void shouldFindThatAnotherGroupThanTheFirstForgetsWrites() {
        final RunPlan plan = PLAN.withConfig(SeedConfig.plain().withGroups(3));
        final SeedResult result = new SeedRun<>(plan, new SimTrace(), new Forgetful("group 2")).run();
        assertFalse(result.passed());
        assertTrue(result.violations().get(0).contains("the history of group 2 is"), () -> result.violations().get(0));
    }

    /** A lease is over between two turns of a group, and others are shown what its replica lacks (74217). */
    @ParameterizedTest
    @ValueSource(longs = 74_217)
    void shouldPassWhatFailedOnce(final long seed) { // L9, L11
        final RunPlan plan = RunPlan.draw(seed);
        assertTrue(Feature.of(plan).containsAll(Set.of(Feature.SEVERAL_GROUPS, Feature.LEASES_AT_REPLICAS)));
        assertEquals(List.of(), Simulation.run(plan, new SimTrace()).violations());
    }

    @Test
    void shouldDrawSeveralGroupsInSomeSeeds() {
        int drawn = 0;
        for (int seed = 1; seed <= 200; seed++) {
            final SeedConfig config = RunPlan.draw(seed).config();
            drawn += config.groups() > 1 ? 1 : 0;
            assertTrue(config.groups() == 1 || config.spares() == 0, "seed " + seed);
        }
        assertTrue(drawn > 5 && drawn < 40, drawn + " of 200");
    }

    /** Registers, of which those of one group answer to each tenth command that it was nothing. */
    private static final class Forgetful implements Service<RegisterInput, Long> {
        private final RegisterService service = new RegisterService();
        private final String whose;

        Forgetful(final String whose) {
            this.whose = whose;
        }

        @Override
        public StateMachine newMachine(final String name, final Violations violations) {
            return !name.startsWith(whose) ? new RegisterMachine() : new ForwardingMachine(new RegisterMachine()) {
                private int applied;

                @Override
                public void apply(final Command command, final Reply reply) {
                    if (++applied % 10 == 0) {
                        reply.writeLong(0);
                    } else {
                        super.apply(command, reply);
                    }
                }
            };
        }

        @Override
        public RegisterInput draw(final SplittableRandom random) {
            return service.draw(random);
        }

        @Override
        public List<RegisterInput> finalInputs() {
            return service.finalInputs();
        }

        @Override
        public boolean isQuery(final RegisterInput input) {
            return service.isQuery(input);
        }

        @Override
        public DirectBuffer header(final RegisterInput input) {
            return service.header(input);
        }

        @Override
        public DirectBuffer payload(final RegisterInput input, final int ballast) {
            return service.payload(input, ballast);
        }

        @Override
        public Long answer(final DirectBuffer buffer, final int offset, final int length) {
            return service.answer(buffer, offset, length);
        }

        @Override
        public Verdict check(final History<RegisterInput, Long> history,
                             final List<Operation<RegisterInput, Long>> applied) {
            return service.check(history, applied);
        }

        @Override
        public String write(final RegisterInput input) {
            return service.write(input);
        }

        @Override
        public RegisterInput read(final String text) {
            return service.read(text);
        }
    }
}
