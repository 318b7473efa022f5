package io.fleet.verify.shrink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.Command;
import io.fleet.machine.Reply;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.run.SeedRun;
import io.fleet.testkit.run.plan.PlannedOperation;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.Accident;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.ForwardingMachine;
import io.fleet.testkit.workload.RegisterCodec;
import io.fleet.testkit.workload.RegisterMachine;
import io.fleet.testkit.workload.RegisterService;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ShrinkerTest {
    private static final RunPlan PLAN = RunPlan.draw(3).withWorkload(new Workload(6, 600, 3_000_000_000L))
        .withFaults(FaultPlan.of(IntStream.range(0, 12).mapToObj(i -> new Fault(i % 3 == 0 ? FaultKind.PAUSE
            : FaultKind.KILL, 200_000_000L * i, 100_000_000, i % 2, Fault.NONE, 0)).toList(), 0b111));
    private static final PrintStream QUIET = new PrintStream(OutputStream.nullOutputStream());
    private int runs;

    /** Where the answer of one operation is all that is wrong, that operation is all that is left. */
    @Test
    void shouldLeaveOneOperationOfAMachineThatIsWrongOnce() {
        final Shrunk shrunk = new Shrinker(ShrinkerTest::wrongAboutKeySeven, 400, QUIET).shrink(RunPlan.draw(1));
        assertFalse(shrunk.violations().isEmpty());
        assertEquals(List.of(), shrunk.plan().faults().faults());
        assertEquals(1, shrunk.plan().workload().operations().size());
        assertTrue(shrunk.plan().workload().operations().get(0).text().startsWith("add 7 "));
        assertEquals(0, shrunk.plan().workload().operations().get(0).ballast());
        assertEquals(1, shrunk.plan().workload().clients());
        assertEquals(List.of(), shrunk.plan().accidents());
        assertEquals(3, shrunk.plan().config().nodes());
        Setting.ALL.forEach(setting -> assertEquals(setting.get().apply(SeedConfig.plain()),
            setting.get().apply(shrunk.plan().config()), setting.name()));
    }

    @Test
    void shouldGiveAScriptThatFailsTheSameWay() {
        final Shrunk shrunk = new Shrinker(ShrinkerTest::wrongAboutKeySeven, 400, QUIET).shrink(RunPlan.draw(2));
        final RunPlan read = Script.read(Script.write(shrunk.plan(), List.of()));
        assertEquals(Script.write(shrunk.plan(), List.of()), Script.write(read, List.of()));
        assertEquals(shrunk.violations(), wrongAboutKeySeven(read).violations());
    }

    @Test
    void shouldKeepTheFaultsThatMatterAndMakeThemShort() {
        final Shrunk shrunk = shrink(PLAN, candidate -> candidate.faults().faults().stream()
            .anyMatch(fault -> fault.kind() == FaultKind.KILL && fault.target() == 1 && fault.atNs() >= 900_000_000));
        assertEquals(1, shrunk.plan().faults().faults().size());
        assertEquals(FaultKind.KILL, shrunk.plan().faults().faults().get(0).kind());
        assertTrue(shrunk.plan().faults().faults().get(0).durationNs() <= 1_000_000);
    }

    @Test
    void shouldKeepTheAccidentsThatMatter() {
        final Accident lost = new Accident(Accident.Kind.LOSS, 0, 1, 57, 0);
        final Accident held = new Accident(Accident.Kind.DELAY, 2, 1, 3, 1_000);
        final List<Accident> accidents = new ArrayList<>(List.of(held));
        for (int i = 0; i < 100; i++) {
            accidents.add(new Accident(Accident.Kind.LOSS, 0, 1, i, 0));
        }
        final Shrunk shrunk = shrink(PLAN.withAccidents(accidents),
            candidate -> candidate.accidents().contains(lost) && candidate.accidents().contains(held));
        assertEquals(List.of(held, lost), shrunk.plan().accidents());
    }

    @Test
    void shouldKeepAConfigurationThatMatters() {
        final SeedConfig config = PLAN.config().withNodes(5).withConfig(PLAN.config().config().withWindowEntries(16));
        final Shrunk shrunk = shrink(PLAN.withConfig(config), candidate -> candidate.config().nodes() >= 4
            && candidate.config().config().windowEntries() < 256);
        assertEquals(4, shrunk.plan().config().nodes());
        assertTrue(shrunk.plan().faults().faults().stream().allMatch(fault -> fault.target() < 4));
        assertEquals(0b1111, shrunk.plan().faults().survivors());
        final long other = Setting.ALL.stream().filter(setting -> !setting.get().apply(SeedConfig.plain())
            .equals(setting.get().apply(shrunk.plan().config()))).count();
        assertEquals(1, other);
    }

    @Test
    void shouldStayInTheClassOfTheFailure() {
        final Shrunk shrunk = new Shrinker(candidate -> outcome(candidate, candidate.faults().faults().size() > 5
            ? List.of("not live: it hangs") : List.of("two answers")), 300, QUIET).shrink(PLAN);
        assertEquals(6, shrunk.plan().faults().faults().size());
    }

    @Test
    void shouldUseNoMoreRunsThanItMay() {
        final PlanRunner fails = candidate -> {
            runs++;
            return outcome(candidate, List.of("it fails"));
        };
        final Shrunk shrunk = new Shrinker(fails, 7, QUIET).shrink(PLAN);
        assertEquals(7, runs);
        assertEquals(7, shrunk.runs());
    }

    @Test
    void shouldRefuseAPlanThatDoesNotFail() {
        final Shrinker shrinker = new Shrinker(candidate -> outcome(candidate, List.of()), 10, QUIET);
        assertThrows(IllegalArgumentException.class, () -> shrinker.shrink(RunPlan.draw(1)));
        assertThrows(IllegalArgumentException.class, () -> new Shrinker(ShrinkerTest::wrongAboutKeySeven, 0, QUIET));
    }

    private static Shrunk shrink(final RunPlan plan, final Predicate<RunPlan> fails) {
        return new Shrinker(candidate -> outcome(candidate, fails.test(candidate) ? List.of("it fails") : List.of()),
            5_000, QUIET).shrink(plan);
    }

    /** A run that nobody made; its plan leaves little to tell. */
    private static PlanRunner.Run outcome(final RunPlan plan, final List<String> violations) {
        final RunPlan told = plan.withAccidents(plan.accidents() == null ? List.of() : plan.accidents())
            .withWorkload(plan.workload().withOperations(plan.workload().operations() == null
                ? List.of(new PlannedOperation(0, 300_000_000, 0, "read 1")) : plan.workload().operations()));
        return new PlanRunner.Run(violations, told);
    }

    private static PlanRunner.Run wrongAboutKeySeven(final RunPlan plan) {
        final SeedRun<?, ?> run = new SeedRun<>(plan, new SimTrace(), new RegisterService(WrongAboutKeySeven::new));
        run.keep();
        return new PlanRunner.Run(run.run().violations(), run.asItHappened());
    }

    /** A register machine that says too much when something is added to one register. */
    private static final class WrongAboutKeySeven extends ForwardingMachine {
        WrongAboutKeySeven() {
            super(new RegisterMachine());
        }

        @Override
        public void apply(final Command command, final Reply reply) {
            final RegisterInput input = RegisterCodec.decode(command.header(), 0, command.header().capacity());
            super.apply(command, reply);
            if (input.key() == 7 && input.kind() == RegisterInput.Kind.ADD) {
                reply.writeLong(0);
            }
        }
    }
}
