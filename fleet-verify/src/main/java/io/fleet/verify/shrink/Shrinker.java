package io.fleet.verify.shrink;

import io.fleet.testkit.fault.Fate;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.plan.PlannedOperation;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.Accident;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Makes a failing plan smaller as long as it fails in the same class: fewer faults, a plainer cluster (but not of fewer
 * than three nodes: of a smaller one there is little to learn about the protocol), fewer operations of clients, fewer
 * accidents of packets, shorter and weaker faults; over and over until nothing more can be left out or a number of runs
 * is used up. Leaving something out shifts all that follows, so that a race which the failure needs may be won by the
 * other side; what is smaller is therefore tried with other chance too, once nothing else helps.
 * Single-threaded; the same plan gives the same script.
 */
public final class Shrinker {
    private static final int[][] SMALL_CODES = {{1, 2}, {2, 2}, {3, 2}};
    private static final long MS = 1_000_000;
    private static final int OTHER_CHANCES = 5;
    private static final int COARSE = 16;
    private static final Set<FaultKind> ONLY_ACCIDENTS = EnumSet.of(FaultKind.LOSS, FaultKind.DUPLICATION,
        FaultKind.REORDERING, FaultKind.DELAY, FaultKind.BACK_PRESSURE);

    private final PlanRunner runner;
    private final int maxRuns;
    private final PrintStream progress;
    private FailureClass wanted;
    private RunPlan best;
    private PlanRunner.Run bestRun;
    private int pieces;
    private int otherChances;
    private int runs;

    /**
     * Creates a minimiser.
     *
     * @param runner   runs plans.
     * @param maxRuns  how many runs it may use, at least 1.
     * @param progress takes a line after each pass. Stays the caller's.
     */
    public Shrinker(final PlanRunner runner, final int maxRuns, final PrintStream progress) {
        if (maxRuns < 1) {
            throw new IllegalArgumentException("maxRuns is " + maxRuns + ", but must be at least 1");
        }
        this.runner = runner;
        this.maxRuns = maxRuns;
        this.progress = progress;
    }

    /**
     * Makes a plan smaller.
     *
     * @param plan fails.
     * @return the smallest that was found, and what it breaks.
     * @throws IllegalArgumentException when the plan does not fail.
     */
    public Shrunk shrink(final RunPlan plan) {
        best = plan;
        bestRun = runner.run(plan);
        runs = 1;
        wanted = FailureClass.of(bestRun.violations());
        if (wanted == FailureClass.NONE) {
            throw new IllegalArgumentException("the run of seed " + plan.seed() + " does not fail");
        }
        tell("as it was");
        rounds(COARSE, 0);
        rounds(COARSE, OTHER_CHANCES);
        rounds(Integer.MAX_VALUE, 0);
        rounds(Integer.MAX_VALUE, OTHER_CHANCES);
        return new Shrunk(best, bestRun.violations(), runs);
    }

    private void rounds(final int mostPieces, final int others) {
        pieces = mostPieces;
        otherChances = others;
        RunPlan before;
        do {
            before = best;
            faults();
            cluster();
            operations();
            faults();
            accidents();
            weaker();
            if (pieces > COARSE) {
                rounder();
            }
        } while (!before.equals(best) && runs < maxRuns);
    }

    /** Takes a plan over if it fails as the first one did, with its chance or with another. */
    private boolean accept(final RunPlan candidate) {
        if (candidate.equals(best)) {
            return false;
        }
        for (int i = 0; i <= otherChances; i++) {
            if (fails(i == 0 ? candidate : candidate.withSeed(candidate.seed() + i))) {
                return true;
            }
        }
        return false;
    }

    private boolean fails(final RunPlan candidate) {
        if (runs >= maxRuns) {
            return false;
        }
        runs++;
        final PlanRunner.Run run;
        try {
            run = runner.run(candidate);
        } catch (final IllegalArgumentException | io.fleet.error.ConfigException | IndexOutOfBoundsException e) {
            return false;
        }
        if (FailureClass.of(run.violations()) != wanted) {
            return false;
        }
        best = candidate;
        bestRun = run;
        return true;
    }

    private void faults() {
        Minimum.of(best.faults().faults(), pieces, fewer -> accept(best.withFaults(plan(fewer))));
        final List<Fault> left = best.faults().faults();
        final int all = (1 << best.config().nodes()) - 1;
        if (best.faults().survivors() != all && !accept(best.withFaults(FaultPlan.of(left, all, Fate.DEAD)))
            && best.faults().fate() != Fate.DEAD) {
            accept(best.withFaults(FaultPlan.of(left, best.faults().survivors(), Fate.DEAD)));
        }
        tell("faults left out");
    }

    private FaultPlan plan(final List<Fault> faults) {
        return FaultPlan.of(faults, best.faults().survivors(), best.faults().fate());
    }

    private void cluster() {
        if (best.config().config().code() != null) {
            smallerCode();
        } else {
            smallerCluster();
        }
        accept(best.withWorkload(best.workload().withTimerPercent(0)));
        accept(best.withWorkload(best.workload().withMachine(0, best.workload().handles())));
        accept(best.withWorkload(best.workload().withMachine(best.workload().stalePercent(), false)));
        accept(best.withWorkload(best.workload().withKeptPercent(0)));
        for (final Setting setting : Setting.ALL) {
            final String plain = setting.get().apply(SeedConfig.plain());
            if (!plain.equals(setting.get().apply(best.config()))) {
                try {
                    accept(best.withConfig(setting.with().apply(best.config(), plain)));
                } catch (final IllegalArgumentException e) {
                    progress.println(setting.name() + " cannot be " + plain + " here: " + e.getMessage());
                }
            }
        }
        tell("cluster made plainer");
    }

    private void smallerCluster() {
        for (int nodes = SeedConfig.plain().nodes(); nodes < best.config().nodes(); nodes++) {
            if (accept(withConfig(best.config().withNodes(nodes)))) {
                break;
            }
        }
    }

    private void smallerCode() {
        for (final int[] code : SMALL_CODES) {
            if (code[0] + code[1] < best.config().nodes()
                && accept(withConfig(best.config().withCode(code[0], code[1])))) {
                break;
            }
        }
    }

    /** The same on fewer nodes, with the faults that concern them. */
    private RunPlan withConfig(final SeedConfig config) {
        final int nodes = config.nodes();
        final int all = (1 << nodes) - 1;
        int survivors = best.faults().survivors() & all;
        for (int node = 0; Integer.bitCount(survivors) < config.enough(); node++) {
            survivors |= 1 << node;
        }
        final List<Fault> left = best.faults().faults().stream().filter(fault -> fault.target() < nodes
            && (fault.kind() != FaultKind.ONE_WAY_PARTITION || fault.other() < nodes)).toList();
        return best.withConfig(config).withFaults(FaultPlan.of(left, survivors,
            best.faults().fate()));
    }

    private void operations() {
        final Workload drawn = best.workload();
        if (drawn.operations() == null && !accept(best.withWorkload(bestRun.told().workload()))) {
            for (int commands = drawn.commands() / 2; commands >= drawn.clients(); commands /= 2) {
                accept(best.withWorkload(drawn.withCommands(commands)));
            }
            tell("operations drawn");
            return;
        }
        for (int client = 0; client < best.workload().clients(); client++) {
            final int without = client;
            accept(withOperations(best.workload().operations().stream()
                .filter(operation -> operation.client() != without).toList()));
        }
        Minimum.of(best.workload().operations(), pieces, fewer -> accept(withOperations(fewer)));
        accept(withOperations(best.workload().operations().stream().map(operation -> new PlannedOperation(operation
            .client(), operation.atNs(), 0, operation.text())).toList()));
        fewerClients();
        tell("operations left out");
    }

    /** Numbers anew those clients that have something to do, the embedded ones first as before. */
    private void fewerClients() {
        final Workload workload = best.workload();
        final List<Integer> used = workload.operations().stream().map(PlannedOperation::client).distinct().sorted()
            .toList();
        if (used.isEmpty() || used.size() == workload.clients()) {
            return;
        }
        final int embedded = (int) used.stream().filter(client -> client < workload.embedded()).count();
        final List<PlannedOperation> operations = workload.operations().stream().map(operation -> new PlannedOperation(
            used.indexOf(operation.client()), operation.atNs(), operation.ballast(),
            operation.text())).toList();
        accept(best.withWorkload(workload.withClients(used.size(), embedded, operations)));
    }

    private RunPlan withOperations(final List<PlannedOperation> operations) {
        return best.withWorkload(best.workload().withOperations(operations));
    }

    private void accidents() {
        if (best.accidents() == null) {
            final List<Fault> others = best.faults().faults().stream()
                .filter(fault -> !ONLY_ACCIDENTS.contains(fault.kind())).toList();
            final RunPlan told = best.withAccidents(bestRun.told().accidents());
            if (!accept(told.withFaults(plan(others))) && !accept(told)) {
                return;
            }
        }
        for (final Accident.Kind kind : Accident.Kind.values()) {
            accept(best.withAccidents(best.accidents().stream().filter(accident -> accident.kind() != kind).toList()));
        }
        Minimum.of(best.accidents(), pieces, fewer -> accept(best.withAccidents(fewer)));
        tell("accidents left out");
    }

    /** Shorter and weaker faults, and an end soon after the last of what is left. */
    private void weaker() {
        each(fault -> fault.durationNs() > MS ? new Fault(fault.kind(), fault.atNs(), fault.durationNs() / 2,
            fault.target(), fault.other(), fault.strength()) : fault);
        each(fault -> fault.strength() > 1.5 && fault.kind() != FaultKind.CLOCK_DRIFT && !fault.kind().isOfDisk()
            ? new Fault(fault.kind(), fault.atNs(), fault.durationNs(), fault.target(), fault.other(),
                Math.floor(fault.strength() / 2)) : fault);
        final long lastNs = best.faults().faults().stream().mapToLong(Fault::endNs).max().orElse(0);
        final long spanNs = Math.max(lastNs + MS, Workload.MIN_SPAN_NS);
        if (spanNs < best.workload().spanNs()) {
            accept(best.withWorkload(best.workload().withSpanNs(spanNs)));
        }
        tell("faults made weaker");
    }

    /** Times that are easier to read. */
    private void rounder() {
        for (long unit = 10 * MS; unit >= MS; unit /= 10) {
            final long step = unit;
            accept(best.withWorkload(best.workload().withSpanNs((best.workload().spanNs() + step - 1) / step * step)));
            each(fault -> new Fault(fault.kind(), fault.atNs() / step * step,
                Math.max(fault.durationNs() / step * step, Math.min(fault.durationNs(), MS)), fault.target(),
                fault.other(), fault.strength()));
            if (best.workload().operations() != null) {
                for (int i = 0; i < best.workload().operations().size() && runs < maxRuns; i++) {
                    final List<PlannedOperation> operations = new ArrayList<>(best.workload().operations());
                    final PlannedOperation old = operations.get(i);
                    operations.set(i, new PlannedOperation(old.client(), old.atNs() / step * step, old.ballast(),
                        old.text()));
                    if (i == 0 || operations.get(i - 1).atNs() <= operations.get(i).atNs()) {
                        accept(withOperations(operations));
                    }
                }
            }
        }
        tell("times rounded");
    }

    /** Changes one fault after the other as often as it goes. */
    private void each(final Function<Fault, Fault> change) {
        for (int i = 0; i < best.faults().faults().size(); i++) {
            boolean changed = true;
            while (changed) {
                final List<Fault> faults = new ArrayList<>(best.faults().faults());
                final Fault old = faults.get(i);
                final Fault now = change.apply(old);
                faults.set(i, now);
                changed = !now.equals(old) && accept(best.withFaults(plan(faults)));
            }
        }
    }

    private void tell(final String what) {
        final Workload workload = best.workload();
        progress.println(runs + " runs; " + what + ": " + best.config().nodes() + " nodes, "
            + best.faults().faults().size() + " faults (" + best.faults().faults().stream()
                .map(fault -> fault.kind().name()).distinct().collect(Collectors.joining(" ")) + "), "
            + (workload.operations() == null ? workload.commands() + " drawn" : workload.operations().size() + " given")
            + " operations, " + (best.accidents() == null ? "drawn" : best.accidents().size() + " given")
            + " accidents");
    }
}
