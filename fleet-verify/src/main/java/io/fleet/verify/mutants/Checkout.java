package io.fleet.verify.mutants;

import io.fleet.error.ConfigException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.stream.Stream;

/**
 * The sources that this program was built from: mutants are made of them.
 *
 * @param root the top directory.
 */
record Checkout(Path root) {
    private static final String CATALOGUE = "fleet-verify/src/mutants";
    private static final String SCRIPTS = "fleet-verify/src/test/resources/scripts";
    private static final String SCRIPT_ENDING = ".script";

    /** Looks upwards from where this class was built, and from the current directory. */
    static Checkout find() {
        final CodeSource code = Checkout.class.getProtectionDomain().getCodeSource();
        Path found = null;
        try {
            found = code == null ? null : above(Path.of(code.getLocation().toURI()));
        } catch (final URISyntaxException | IllegalArgumentException e) {
            // Not a file: the current directory may still do.
        }
        found = found == null ? above(Path.of("").toAbsolutePath()) : found;
        if (found == null) {
            throw new ConfigException("mutants are made of Fleet's sources, and there are none: no directory above "
                + Path.of("").toAbsolutePath() + " has a " + CATALOGUE + "; run this in a checkout of Fleet");
        }
        return new Checkout(found);
    }

    private static Path above(final Path start) {
        for (Path at = start; at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve(CATALOGUE))) {
                return at;
            }
        }
        return null;
    }

    /** All mutants, by name. */
    List<Mutant> catalogue() throws IOException {
        return catalogue(root.resolve(CATALOGUE));
    }

    /** The file of the script that a mutant names, null when it names none; an error when it is not there. */
    Path script(final Mutant mutant) {
        if (mutant.script() == null) {
            return null;
        }
        final Path file = root.resolve(SCRIPTS).resolve(mutant.script() + SCRIPT_ENDING);
        if (!Files.isRegularFile(file)) {
            throw new ConfigException("mutant " + mutant.name() + " names the script '" + mutant.script()
                + "', but there is no " + file);
        }
        return file;
    }

    /** The unit test that a mutant names, null when it names none; an error when it is not there. */
    TestRun.NamedTest test(final Mutant mutant) throws IOException {
        if (mutant.test() == null) {
            return null;
        }
        final TestRun.NamedTest test = TestRun.NamedTest.find(root, mutant.test());
        if (test == null) {
            throw new ConfigException("mutant " + mutant.name() + " names the test '" + mutant.test()
                + "', but no module has it; it must be the package, class and #method of a test");
        }
        return test;
    }

    static List<Mutant> catalogue(final Path directory) throws IOException {
        final List<Mutant> mutants = new java.util.ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (final Path file : files.sorted().toList()) {
                if (file.toString().endsWith(Mutant.ENDING)) {
                    mutants.add(Mutant.read(file));
                }
            }
        }
        return mutants;
    }
}
