package io.fleet.modules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The limits, and the types that are over one of them today: a list that may only get shorter. */
class LimitsTest {
    private static final Path LIST = Path.of("src/test/resources/io/fleet/modules/limits.txt");
    private static final String FIXTURE = "io.fleet.modules.fixture.limits";

    private final Limits fixture = Limits.of(FIXTURE, new ClassFileImporter().importPackages(FIXTURE));

    @Test
    void shouldKeepWithinTheLimits() throws IOException {
        final Map<String, Integer> listed = listed();
        final Map<String, Integer> over = over();
        if (Boolean.getBoolean("fleet.limits.write")) {
            Files.write(LIST, lines(listed, over));
        }
        final List<String> wrong = new ArrayList<>();
        over.forEach((key, number) -> {
            if (number > listed.getOrDefault(key, 0)) {
                wrong.add(key + " has " + number + ", and may have " + listed.getOrDefault(key, limit(key)));
            }
        });
        listed().forEach((key, number) -> {
            if (number > over.getOrDefault(key, 0)) {
                wrong.add(key + " is listed with " + number + ", and has " + over.getOrDefault(key, limit(key))
                    + " or fewer: well done; run this test once with -Dfleet.limits.write=true");
            }
        });
        assertEquals(List.of(), wrong);
    }

    @Test
    void shouldCountWhatIsWritten() {
        assertEquals(2, fixture.counts(Limits.Kind.FIELDS).get(FIXTURE + ".one.First"));
        assertEquals(3, fixture.counts(Limits.Kind.METHODS).get(FIXTURE + ".one.First"));
        assertEquals(2, fixture.counts(Limits.Kind.PARAMETERS).get(FIXTURE + ".one.First"));
        assertEquals(0, fixture.counts(Limits.Kind.PARAMETERS).get(FIXTURE + ".one.Data"));
        assertEquals(1, fixture.counts(Limits.Kind.METHODS).get(FIXTURE + ".one.Data"));
        assertEquals(1, fixture.counts(Limits.Kind.USES).get(FIXTURE + ".one.First"));
        assertEquals(4, fixture.counts(Limits.Kind.TYPES).get(FIXTURE + ".one"));
    }

    @Test
    void shouldFindCirclesWithinAPackage() {
        assertEquals(3, fixture.counts(Limits.Kind.CIRCLE).get(FIXTURE + ".one.First"));
        assertEquals(3, fixture.counts(Limits.Kind.CIRCLE).get(FIXTURE + ".one.Second"));
        assertEquals(3, fixture.counts(Limits.Kind.CIRCLE).get(FIXTURE + ".one.Third"));
        assertEquals(1, fixture.counts(Limits.Kind.CIRCLE).get(FIXTURE + ".one.Data"));
    }

    @Test
    void shouldFindCirclesOfPackages() {
        assertEquals(2, fixture.counts(Limits.Kind.PACKAGES).get(FIXTURE + ".one"));
        assertEquals(2, fixture.counts(Limits.Kind.PACKAGES).get(FIXTURE + ".two"));
    }

    private static Map<String, Integer> over() {
        final Limits limits = Limits.of("io.fleet", new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.fleet"));
        for (final String module : List.of("storage", "machine", "ec", "reads", "testkit", "verify", "cli", "bench")) {
            final String root = "io.fleet." + module;
            assertTrue(limits.counts(Limits.Kind.TYPES).keySet().stream().anyMatch(name ->
                (name + ".").startsWith(root + ".")), "no class of " + root + " is in sight");
        }
        final Map<String, Integer> over = new TreeMap<>();
        for (final Limits.Kind kind : Limits.Kind.values()) {
            limits.counts(kind).forEach((name, number) -> {
                if (number > kind.limit()) {
                    over.put(kind + " " + name, number);
                }
            });
        }
        return over;
    }

    private static int limit(final String key) {
        return Limits.Kind.valueOf(key.substring(0, key.indexOf(' '))).limit();
    }

    private static Map<String, Integer> listed() throws IOException {
        final Map<String, Integer> listed = new TreeMap<>();
        for (final String line : Files.readAllLines(LIST)) {
            if (!line.startsWith("#")) {
                listed.put(line.substring(0, line.lastIndexOf(' ')),
                    Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1)));
            }
        }
        return listed;
    }

    /** Nothing is added, and no number grows. */
    private static List<String> lines(final Map<String, Integer> listed, final Map<String, Integer> over)
        throws IOException {
        final List<String> lines = new ArrayList<>(
            Files.readAllLines(LIST).stream().filter(line -> line.startsWith("#")).toList());
        listed.forEach((key, number) -> {
            if (over.containsKey(key)) {
                lines.add(key + " " + Math.min(number, over.get(key)));
            }
        });
        return lines;
    }
}
