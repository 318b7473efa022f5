package io.fleet.cli;

import io.fleet.verify.mutants.MutantOptions;
import io.fleet.verify.mutants.Mutants;
import io.fleet.verify.options.ToolChecks;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code fleet mutants}: breaks the protocol on purpose, one rule after the other, and sees to it that the simulator
 * notices; exit code 1 when a mutant survives, 2 when one does not apply, compile or run.
 */
@Command(name = "mutants",
    description = "Breaks one rule of the protocol after the other in a copy of the sources, and "
        + "simulates until that is noticed. Needs a checkout, a JDK and git.")
final class MutantsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;
    @Option(names = "--list", description = "prints the catalogue and tries nothing")
    private boolean list;
    @Option(names = "--only", paramLabel = "NAME", split = ",",
        description = "tries these alone: one mutant, or some with commas between")
    private List<String> only = List.of();
    @Option(names = "--seeds", paramLabel = "N", defaultValue = "" + MutantOptions.DEFAULT_SEEDS,
        description = "after so many seeds without a failure a mutant has survived (default: ${DEFAULT-VALUE})")
    private long seeds;
    @Option(names = "--threads", paramLabel = "N",
        description = "how many seeds run at once (default: one for each core); mutants are tried two at a time")
    private Integer threads;
    @Option(names = "--report", paramLabel = "FILE", description = "takes the result as a Markdown table")
    private Path report;

    @Override
    public Integer call() throws Exception {
        if (list) {
            if (!only.isEmpty() || report != null) {
                throw checks.wrong("--list tries nothing: leave --only and --report out");
            }
            Mutants.list(spec.commandLine().getOut());
            return 0;
        }
        final int used = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        checks.least("--seeds", seeds, 1);
        checks.least("--threads", used, 1);
        checks.file("--report", report);
        return Mutants.run(new MutantOptions(only, seeds, used, report), spec.commandLine().getOut());
    }
}
