package io.fleet.bench.cluster;

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
    "Compares Fleet with itself, one choice of its design after the other: the same load on clusters that",
    "differ in one setting, in turn. Each table stands below what the paper of that choice claims."})
final class AblationsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;
    @Option(names = "--only", paramLabel = "NAME,...",
        description = "dissemination, replies, service, persistence, batches (default: all)")
    private String only;
    @Mixin
    private RunArguments run;

    private final BuiltPeers built;

    AblationsCommand(final BuiltPeers built) {
        this.built = built;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final RunOptions options = run.options(new OptionChecks(spec));
        final List<Ablation> ablations = ablations();
        if (ablations.stream().noneMatch(Ablation::needsMulticast)) {
            return measure(options, ablations, List.of(), List.of());
        }
        try (MulticastSpace space = MulticastSpace.make()) {
            return measure(options, ablations, space.launcher(), List.of());
        } catch (final BenchmarkFailure e) {
            final List<String> notes = new ArrayList<>();
            for (final Ablation each : ablations) {
                each.variants().stream().filter(Ablation.Variant::isMulticast).forEach(variant ->
                    notes.add("Not measured: " + each.contender(variant) + ", because " + e.getMessage() + "."));
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
        if (only == null) {
            return Ablations.ALL;
        }
        final List<String> names = OptionChecks.words(only);
        for (final String name : names) {
            if (!Ablations.names().contains(name)) {
                throw new OptionChecks(spec).wrong("--only is '" + name + "', but must be all or some of "
                    + String.join(", ", Ablations.names()));
            }
        }
        return Ablations.named(names);
    }
}
