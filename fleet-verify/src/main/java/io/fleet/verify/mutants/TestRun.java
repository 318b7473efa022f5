package io.fleet.verify.mutants;

import io.fleet.error.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Runs the unit tests that mutants name, one after the other, in a copy of the checkout that is compiled once: the
 * classes of a mutant take the place of those of the tested module for its run. A test kills the mutant when it was run
 * and failed: what Surefire reports of it counts, and not that Maven ends with an error, which may have any cause. That
 * the test passes without the mutant is what {@code mvn verify} shows. Not thread-safe.
 */
final class TestRun {
    private static final String TESTS = "src/test/java";
    private static final String CLASSES = "target/classes";
    private static final String REPORTS = "target/surefire-reports";
    private static final String BUILT = "target";
    private static final String GIT = ".git";

    private static final long BEFORE_SEEDS = 0;

    private final Checkout checkout;
    private final Path copy;
    private final Consumer<Process> onStart;
    private final Set<String> compiled = new HashSet<>();

    /**
     * Prepares runs.
     *
     * @param checkout where the sources are.
     * @param copy     a directory that is not there yet.
     * @param onStart  given each process.
     */
    TestRun(final Checkout checkout, final Path copy, final Consumer<Process> onStart) {
        this.checkout = checkout;
        this.copy = copy;
        this.onStart = onStart;
    }

    /** Runs the test of a mutant whose classes lie in a directory of their own. */
    Verdict run(final Mutant mutant, final Path classes) throws IOException, InterruptedException {
        final NamedTest test = checkout.test(mutant);
        if (!Files.isDirectory(copy)) {
            copySources();
        }
        if (compiled.add(test.module())) {
            final MavenRun run = maven(test, "test-compile");
            if (run.exitCode() != 0) {
                throw new ConfigException("the tests of " + test.module() + " do not compile: " + run.said());
            }
        }
        final Path report = copy.resolve(test.module()).resolve(REPORTS).resolve("TEST-" + test.className() + ".xml");
        Files.deleteIfExists(report);
        final MavenRun run;
        final ClassSwap swap = new ClassSwap(copy.resolve(test.module()).resolve(CLASSES));
        try {
            swap.put(classes);
            run = maven(test, "-Dmaven.main.skip=true", "compile", "surefire:test");
        } finally {
            swap.undo();
        }
        if (!Files.isRegularFile(report)) {
            return Verdict.broken(test + " did not run: " + run.said().lines().findFirst().orElse(""));
        }
        try (InputStream in = Files.newInputStream(report)) {
            return judge(test, in);
        }
    }

    /** Judges by a report of Surefire. */
    static Verdict judge(final NamedTest test, final InputStream report) throws IOException {
        final Element suite;
        try {
            final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            suite = factory.newDocumentBuilder().parse(report).getDocumentElement();
        } catch (final ParserConfigurationException | SAXException e) {
            throw new IOException("the report of " + test + " cannot be read", e);
        }
        final NodeList cases = suite.getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
            final Element each = (Element) cases.item(i);
            if (!each.getAttribute("name").replaceFirst("[({].*", "").equals(test.method())) {
                continue;
            }
            for (final String kind : List.of("failure", "error")) {
                final NodeList problems = each.getElementsByTagName(kind);
                if (problems.getLength() > 0) {
                    final Element problem = (Element) problems.item(0);
                    return Verdict.killedByTest(test.simpleName(), problem.getAttribute("message"));
                }
            }
            return Verdict.survived(BEFORE_SEEDS);
        }
        return Verdict.broken(test + " did not run: its class did, without it");
    }

    /** Copies what the build reads: neither what is built, nor the history. */
    private void copySources() throws IOException {
        Files.walkFileTree(checkout.root(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(final Path directory, final BasicFileAttributes attributes)
                throws IOException {
                final Path relative = checkout.root().relativize(directory);
                final String name = relative.getFileName().toString();
                if (name.equals(BUILT) || name.equals(GIT)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(copy.resolve(relative));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes)
                throws IOException {
                if (attributes.isRegularFile() && !file.endsWith(GIT)) {
                    Files.copy(file, copy.resolve(checkout.root().relativize(file)));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Runs Maven for the module of a test and those that it needs. */
    private MavenRun maven(final NamedTest test, final String... goals) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of("mvn", "-q", "-B", "-Dstyle.color=never", "-pl",
            test.module(), "-am", "-Dtest=" + test.className() + "#" + test.method(),
            "-Dsurefire.failIfNoSpecifiedTests=false", "-Dcheckstyle.skip=true", "-Dfleet.leftOut=none"));
        command.addAll(List.of(goals));
        final Process maven;
        try {
            maven = new ProcessBuilder(command).directory(copy.toFile()).redirectErrorStream(true).start();
        } catch (final IOException e) {
            throw new ConfigException("Maven cannot be started, and the tests that mutants name are run by it: "
                + e.getMessage());
        }
        onStart.accept(maven);
        maven.getOutputStream().close();
        final String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return new MavenRun(maven.waitFor(), said);
    }

    private record MavenRun(int exitCode, String said) {
    }

    /**
     * A test of the checkout.
     *
     * @param module    its directory.
     * @param className its class.
     * @param method    its method.
     */
    record NamedTest(String module, String className, String method) {
        /** Finds a test, given as {@code package.Class#method}; null when the checkout has none of that name. */
        static NamedTest find(final Path root, final String name) throws IOException {
            final int mark = name.indexOf('#');
            if (mark < 1 || mark == name.length() - 1) {
                return null;
            }
            final String className = name.substring(0, mark);
            final String method = name.substring(mark + 1);
            try (Stream<Path> modules = Files.list(root)) {
                for (final Path module : modules.sorted().toList()) {
                    final Path file = module.resolve(TESTS).resolve(className.replace('.', '/') + ".java");
                    if (Files.isRegularFile(file) && Files.readString(file).contains("void " + method + "()")) {
                        return new NamedTest(module.getFileName().toString(), className, method);
                    }
                }
            }
            return null;
        }

        /** The class without its package, and the method. */
        String simpleName() {
            return className.substring(className.lastIndexOf('.') + 1) + "." + method;
        }

        @Override
        public String toString() {
            return simpleName();
        }
    }
}
