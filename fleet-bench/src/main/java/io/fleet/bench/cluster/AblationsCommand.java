package io.fleet.bench.cluster;

import io.fleet.bench.cluster.plan.RunOptions;
import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.verify.options.ToolChecks;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fleet bench ablations}: Fleet beside itself with other settings; exit code 1 when something failed. */
@Command(name = "ablations", description = {
    "Compares Fleet with itself, one choice of its design taken back at a time.",
    "The same load on clusters that differ in one setting, in turn. Each table stands below what the paper of that "
        + "choice claims."})
final class AblationsCommand implements Callable<Integer> {
    private static final int MAX_SERVICE_MICROS = 10_000;
    private static final double SECONDS = 5;

    @Spec
    private CommandSpec spec;
    @Option(names = "--only", paramLabel = "NAME,...",
        description = "dissemination, replies, service, persistence, flush, batches, copies (default: all)")
    private String only;
    @Option(names = "--service-us", paramLabel = "N", defaultValue = "" + Ablations.SERVICE_MICROS,
        description = "service: how many microseconds nine of ten queries take (default: ${DEFAULT-VALUE})")
    private int serviceMicros;
    @Mixin
    private RunArguments run;
    @Mixin
    private ToolChecks checks;

    private final BuiltPeers built;

    AblationsCommand(final BuiltPeers built) {
        this.built = built;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final RunOptions options = run.options(checks, false, SECONDS, 0);
        final List<Ablation> ablations = ablations();
        if (ablations.stream().noneMatch(Ablation::needsMulticast)) {
            return measure(options, ablations, List.of(), List.of());
        }
        try (MulticastSpace space = MulticastSpace.make()) {
            return measure(options, ablations, space.launcher(), List.of());
        } catch (final BenchmarkFailure e) {
            final List<String> notes = new ArrayList<>();
            for (final Ablation each : ablations) {
                each.variants().stream().filter(Ablation.Variant::isMulticast).forEach(variant -> notes.add(
                    "Not measured: " + each.contender(variant) + ", because " + e.getMessage() + "."));
            }
            final PrintWriter err = spec.commandLine().getErr();
            notes.forEach(err::println);
            err.flush();
            return measure(options, ablations.stream().map(each -> each.only(variant -> !variant.isMulticast()))
                .toList(), List.of(), notes);
        }
    }

    private int measure(final RunOptions options, final List<Ablation> ablations, final List<String> isolated,
                        final List<String> notes) throws IOException, InterruptedException {
        return new ClusterReport(options, Ablation.blocks(ablations, options.rounds(), isolated),
            new AblationTables(ablations, notes), built, spec.commandLine().getOut(), spec.commandLine().getErr())
            .run() ? 0 : 1;
    }

    /** What was asked for. */
    List<Ablation> ablations() {
        checks.range("--service-us", serviceMicros, 1, MAX_SERVICE_MICROS);
        final List<Ablation> all = Ablations.all(serviceMicros);
        if (only == null) {
            return all;
        }
        final List<String> names = checks.words("--only", only, Ablations.NAMES);
        return all.stream().filter(each -> names.contains(each.name())).toList();
    }
}
