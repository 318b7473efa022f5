package io.fleet.verify.mutants;

import io.fleet.error.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Makes classes of a mutant: copies the sources that its patch changes, applies the patch to the copy, and compiles
 * these files against the classes of this program. In front of those on a class path they make the mutant.
 *
 * <p>Constants of the changed files that other classes were compiled with keep their old value.
 */
final class MutantBuild {
    private static final String RELEASE = "17";

    private final Path root;
    private final Path scratch;

    /**
     * @param checkout where the sources are.
     * @param scratch  an empty directory, for one mutant.
     */
    MutantBuild(final Checkout checkout, final Path scratch) {
        root = checkout.root();
        this.scratch = scratch;
    }

    /** Makes the classes; an error names the mutant and says what is wrong with it. */
    Path build(final Mutant mutant) throws IOException, InterruptedException {
        apply(mutant);
        return compile(mutant);
    }

    /** Copies the sources and applies the patch. */
    void apply(final Mutant mutant) throws IOException, InterruptedException {
        final Path sources = sources();
        for (final String file : mutant.files()) {
            final Path original = root.resolve(file);
            if (!Files.isRegularFile(original)) {
                throw new ConfigException("mutant " + mutant.name() + " changes " + file + ", which is not there");
            }
            Files.createDirectories(sources.resolve(file).getParent());
            Files.copy(original, sources.resolve(file));
        }
        applyTo(sources, mutant);
        for (final String file : mutant.files()) {
            if (Files.mismatch(root.resolve(file), sources.resolve(file)) < 0) {
                throw new ConfigException("mutant " + mutant.name() + " leaves " + file + " as it is");
            }
        }
    }

    /** Applies the patch to a copy of the sources. */
    static void applyTo(final Path sources, final Mutant mutant) throws IOException, InterruptedException {
        final ProcessBuilder git = new ProcessBuilder("git", "apply", mutant.patch().toAbsolutePath().toString())
            .directory(sources.toFile())
            .redirectErrorStream(true);
        // The copy is no part of a repository that it may lie in.
        git.environment().put("GIT_CEILING_DIRECTORIES", sources.getParent().toString());
        final Process process = start(git);
        process.getOutputStream().close();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new ConfigException("mutant " + mutant.name() + " does not apply to the sources any more: "
                + said.strip());
        }
    }

    private static Process start(final ProcessBuilder git) {
        try {
            return git.start();
        } catch (final IOException e) {
            throw new ConfigException("git cannot be started, and patches are applied by it: " + e.getMessage());
        }
    }

    private Path compile(final Mutant mutant) throws IOException {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new ConfigException("mutants are compiled, and " + System.getProperty("java.home")
                + " has no compiler: run this with a JDK");
        }
        final Path classes = Files.createDirectories(scratch.resolve("classes"));
        final DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, StandardCharsets.UTF_8)) {
            final List<Path> changed = mutant.files().stream().map(sources()::resolve).toList();
            final List<String> options = List.of("--release", RELEASE, "-parameters", "-proc:none", "-nowarn",
                "-classpath", System.getProperty("java.class.path"), "-d", classes.toString());
            if (!compiler.getTask(null, files, problems, options, null, files.getJavaFileObjectsFromPaths(changed))
                .call()) {
                throw new ConfigException("mutant " + mutant.name() + " does not compile: " + firstError(problems));
            }
        }
        return classes;
    }

    private static String firstError(final DiagnosticCollector<JavaFileObject> problems) {
        return problems.getDiagnostics().stream()
            .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
            .map(Object::toString).findFirst().orElse("no reason given");
    }

    private Path sources() {
        return scratch.resolve("sources");
    }
}
