package io.fleet.cli;

import io.fleet.error.ConfigException;
import io.fleet.verify.fuzz.FuzzTarget;
import io.fleet.verify.fuzz.Fuzzing;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fuzzes a decoder with Jazzer, in a process of its own. Jazzer is on no class path of this project: a profile of the
 * build copies it beside what was built.
 */
final class CoverageGuided {
    /** Says in the other process which decoder is fuzzed. */
    static final String TARGET = "io.fleet.fuzz.target";
    /** Says there which directory takes inputs that fail. */
    static final String FAILURES = "io.fleet.fuzz.failures";

    private static final String MAIN = "com.code_intelligence.jazzer.Jazzer";
    private static final String DIRECTORY = "jazzer";

    private CoverageGuided() {
    }

    /**
     * Fuzzes; what Jazzer says goes to the streams of this process.
     *
     * @param target   the decoder.
     * @param seconds  for how long.
     * @param seed     of Jazzer's chance.
     * @param failures a directory that takes an input that fails.
     * @return whether nothing failed.
     * @throws IOException          when the process cannot be started.
     * @throws InterruptedException when the thread is interrupted; the process is ended.
     */
    static boolean run(final FuzzTarget target, final int seconds, final long seed, final Path failures)
        throws IOException, InterruptedException {
        final Path home = home();
        final Path corpus = Files.createDirectories(home.resolve("corpus-" + target.name()));
        int number = 0;
        for (final byte[] input : target.seeds()) {
            Files.write(corpus.resolve("seed-" + number++), input);
        }
        final Process process = new ProcessBuilder(command(home, target, failures, List.of(corpus.toString(),
            "-max_total_time=" + seconds, "-seed=" + (seed & Integer.MAX_VALUE), "-print_final_stats=1",
            "--reproducer_path=" + home, "-artifact_prefix=" + corpus.resolveSibling("artifact-"))))
            .inheritIO().start();
        try {
            return process.waitFor() == 0;
        } finally {
            process.destroy();
        }
    }

    private static List<String> command(final Path home, final FuzzTarget target, final Path failures,
                                        final List<String> options) throws IOException {
        final List<String> words = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-D" + TARGET + "=" + target.name(),
            "-D" + FAILURES + "=" + failures.toAbsolutePath(), "-cp",
            jars(home) + File.pathSeparator + System.getProperty("java.class.path"), MAIN,
            "--target_class=" + CoverageGuidedEntry.class.getName(), "--instrumentation_includes=io.fleet.**"));
        words.addAll(options);
        return words;
    }

    private static String jars(final Path home) throws IOException {
        try (Stream<Path> files = Files.list(home)) {
            return files.map(Path::toString).filter(file -> file.endsWith(".jar")).sorted()
                .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** Where Jazzer is: beside the jar, or the classes, of this program. */
    private static Path home() {
        final Path built;
        try {
            built = Path.of(CoverageGuided.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (final URISyntaxException e) {
            throw new ConfigException("--coverage-guided needs to know where this program is: " + e.getMessage());
        }
        final Path home = built.resolveSibling(DIRECTORY);
        if (!Files.isDirectory(home)) {
            throw new ConfigException("--coverage-guided needs Jazzer, and there is no " + home + ": type 'mvn -q "
                + "-Pcoverage-guided -pl fleet-cli dependency:copy@jazzer' in the checkout, once");
        }
        return home;
    }

    /** The decoder that this process fuzzes. */
    static FuzzTarget chosen() {
        final String name = System.getProperty(TARGET);
        return FuzzCommand.targets().stream().filter(each -> each.name().equals(name)).findFirst()
            .orElseThrow(() -> new ConfigException(TARGET + " is " + name + ", which is no decoder"));
    }

    /** Keeps an input that fails, and says how to try it again. */
    static String keep(final FuzzTarget target, final byte[] input) throws IOException {
        final Path file = Fuzzing.fileFor(target, Path.of(System.getProperty(FAILURES, ".")));
        Files.write(file, input);
        return Fuzzing.commandFor(target, file);
    }
}
