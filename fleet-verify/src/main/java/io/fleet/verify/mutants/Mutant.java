package io.fleet.verify.mutants;

import io.fleet.error.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * One mutant: a patch with a head that says what it is about.
 *
 * @param name    its name, and that of its file without the ending.
 * @param rule    the rules it breaks: ids as in {@code docs/rules.md}, parted by commas.
 * @param removes what it takes away.
 * @param unsafe  why that must not be.
 * @param expect  which invariant should notice.
 * @param script  the name of a script that is run before any seed; null for none.
 * @param test    the unit test that is run before any seed, as {@code package.Class#method}; null for none.
 * @param files   the sources it changes, relative to the checkout.
 * @param patch   where it is.
 */
record Mutant(String name, String rule, String removes, String unsafe, String expect, String script,
              String test, List<String> files, Path patch) {
    /** How the file of a mutant ends. */
    static final String ENDING = ".patch";

    private static final String CHANGED = "+++ b/";
    private static final String CODED = "fleet-ec/";
    private static final String SCRIPT = "Script:";
    private static final String TEST = "Test:";
    private static final int HEAD = 5;

    /** Whether it is about the coded mode, so that runs of coded groups are what should notice. */
    boolean isCoded() {
        return files.stream().allMatch(file -> file.startsWith(CODED));
    }

    /** Reads a patch; anything missing in its head is an error that names file and line. */
    static Mutant read(final Path patch) throws IOException {
        final List<String> lines = Files.readAllLines(patch);
        final Iterator<String> head = lines.iterator();
        final String name = field(patch, head, "Mutant");
        final String rule = field(patch, head, "Rule");
        final String removes = field(patch, head, "Removes");
        final String unsafe = field(patch, head, "Unsafe");
        final String expect = field(patch, head, "Expect");
        final String sixth = lines.size() > HEAD ? lines.get(HEAD) : "";
        final String script = sixth.startsWith(SCRIPT) ? field(patch, head, "Script") : null;
        final String test = sixth.startsWith(TEST) ? field(patch, head, "Test") : null;
        if (!patch.getFileName().toString().equals(name + ENDING)) {
            throw new ConfigException(patch + " holds the mutant '" + name + "', but must be named after it");
        }
        final List<String> files = new ArrayList<>();
        for (final String line : lines) {
            if (line.startsWith(CHANGED)) {
                files.add(line.substring(CHANGED.length()).strip());
            }
        }
        if (files.isEmpty()) {
            throw new ConfigException(patch + " changes no file: no line starts with '" + CHANGED + "'");
        }
        return new Mutant(name, rule, removes, unsafe, expect, script, test, List.copyOf(files), patch);
    }

    private static String field(final Path patch, final Iterator<String> head, final String key) {
        final String line = head.hasNext() ? head.next() : "";
        final String start = key + ": ";
        if (!line.startsWith(start) || line.length() == start.length()) {
            throw new ConfigException(patch + ": '" + line + "' stands where '" + start + "...' must stand");
        }
        return line.substring(start.length()).strip();
    }
}
