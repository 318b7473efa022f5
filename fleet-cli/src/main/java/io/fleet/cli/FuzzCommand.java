package io.fleet.cli;

import io.fleet.examples.kv.server.CommandLines;
import io.fleet.verify.fuzz.FuzzTarget;
import io.fleet.verify.fuzz.Fuzzing;
import io.fleet.verify.fuzz.kv.KvTargets;
import io.fleet.verify.fuzz.kv.RespTarget;
import io.fleet.verify.options.ToolChecks;
import io.fleet.verify.torture.history.KvHistories;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fleet fuzz}: gives changed inputs to every decoder; exit code 1 when one is not treated as declared. */
@Command(name = "fuzz", description = "Gives changed inputs to every decoder, and checks what it throws, allocates "
    + "and makes of them.")
final class FuzzCommand implements Callable<Integer> {
    private static final int MAX_SECONDS = 86_400;
    private static final int MAX_INPUT = 16 * 1024 * 1024;

    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;
    @Option(names = "--list", description = "prints the names of the decoders and tries nothing")
    private boolean list;
    @Option(names = "--target", paramLabel = "NAME", description = "fuzzes this one alone (default: all)")
    private String target;
    @Option(names = "--seconds", paramLabel = "N", defaultValue = "10",
        description = "for how long each is fuzzed (default: ${DEFAULT-VALUE})")
    private int seconds;
    @Option(names = "--seed", paramLabel = "S", description = "determines the inputs (default: a new one)")
    private Long seed;
    @Option(names = "--input", paramLabel = "FILE", description = "with --target: tries this input and nothing else")
    private Path input;
    @Option(names = "--coverage-guided",
        description = "with --target: lets Jazzer choose the inputs, which a profile of the build must have fetched")
    private boolean coverageGuided;
    @Option(names = "--failures", paramLabel = "DIR", defaultValue = ".",
        description = "takes the inputs that fail, one file for each decoder (default: the working directory)")
    private Path failures;

    /** All decoders that are fuzzed. */
    static List<FuzzTarget> targets() {
        final List<FuzzTarget> targets = new ArrayList<>(Fuzzing.targets());
        targets.addAll(KvTargets.all());
        targets.addAll(List.of(RespTarget.requests(), RespTarget.answers(), new OptionsTarget(),
            KvHistories.fuzzTarget()));
        return targets;
    }

    @Override
    public Integer call() throws Exception {
        final PrintWriter out = spec.commandLine().getOut();
        if (list) {
            targets().forEach(each -> out.println(each.name()));
            out.flush();
            return 0;
        }
        final List<FuzzTarget> chosen = chosen();
        if (input != null) {
            return Fuzzing.again(chosen.get(0), content(), out) ? 0 : CommandLines.FAILED;
        }
        checks.range("--seconds", seconds, 1, MAX_SECONDS);
        if (!Files.isDirectory(failures)) {
            throw checks.wrong("--failures is " + failures + ", but must be a directory");
        }
        final long used = seed == null ? System.nanoTime() & Integer.MAX_VALUE : seed;
        final boolean passed = coverageGuided ? CoverageGuided.run(chosen.get(0), seconds, used, failures)
            : Fuzzing.run(chosen, seconds, used, failures, out);
        return passed ? 0 : CommandLines.FAILED;
    }

    private List<FuzzTarget> chosen() {
        final List<FuzzTarget> all = targets();
        if (target == null) {
            if (input != null || coverageGuided) {
                throw checks.wrong((input != null ? "--input is " + input : "--coverage-guided is given")
                    + ", but --target is missing");
            }
            return all;
        }
        if (input != null && coverageGuided) {
            throw checks.wrong("--input is " + input + ", and is tried alone: leave --coverage-guided out");
        }
        final List<FuzzTarget> chosen = all.stream().filter(each -> each.name().equals(target))
            .collect(Collectors.toList());
        if (chosen.isEmpty()) {
            throw checks.wrong("--target is '" + target + "', but must be one of "
                + all.stream().map(FuzzTarget::name).collect(Collectors.joining(", ")));
        }
        return chosen;
    }

    private byte[] content() throws IOException {
        if (!Files.isRegularFile(input) || Files.size(input) > MAX_INPUT) {
            throw checks.wrong("--input is " + input + ", but must be a file of at most " + MAX_INPUT
                + " bytes");
        }
        return Files.readAllBytes(input);
    }
}
