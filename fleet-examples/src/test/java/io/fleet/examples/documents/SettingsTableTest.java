package io.fleet.examples.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.NodeConfig;
import io.fleet.config.GroupConfig;
import io.fleet.node.config.SnapshotConfig;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the reference says of settings is what the code says: names, ranges and defaults. */
class SettingsTableTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path PAGE = ROOT.resolve("docs/reference.md");
    /** The javadoc of a setting's method, as far as its range and default go. */
    private static final Pattern RANGE =
        Pattern.compile("@param value (\\d.* by default)[.:][^/]*\\*/\\s+public GroupConfig with(\\w+)\\(");

    @Test
    void shouldGiveEachSettingOfAGroupItsRangeAndDefault() throws IOException {
        final String source = Files.readString(ROOT.resolve("fleet-core/src/main/java/"
            + GroupConfig.class.getName().replace('.', '/') + ".java"));
        final String page = Files.readString(PAGE);
        final Set<String> told = new TreeSet<>();
        final Matcher setting = RANGE.matcher(source);
        while (setting.find()) {
            final String name = lower(setting.group(2));
            told.add(name);
            assertTrue(page.contains("\n| `" + name + "` | " + setting.group(1) + " | "),
                "docs/reference.md must have | `" + name + "` | " + setting.group(1) + " |");
        }
        for (final String policy : Set.of(
            "persistence", "copies", "quorums", "dissemination", "replierPolicy", "learning", "leases")) {
            told.add(policy);
            assertTrue(page.contains("\n| `" + policy + "` | `" + valueOf(policy) + "` by default | "), policy);
        }
        final Set<String> all = new TreeSet<>();
        for (final var method : GroupConfig.class.getMethods()) {
            if (method.getName().startsWith("with")) {
                all.add(lower(method.getName().substring("with".length())));
            }
        }
        assertEquals(all, told);
    }

    private static Object valueOf(final String policy) {
        final GroupConfig config = GroupConfig.scattered();
        return switch (policy) {
            case "persistence" -> config.persistence();
            case "copies" -> config.copies();
            case "quorums" -> config.quorums();
            case "dissemination" -> config.dissemination();
            case "replierPolicy" -> config.replierPolicy();
            case "learning" -> config.learning();
            default -> config.leases();
        };
    }

    @Test
    void shouldGiveEachSettingOfSnapshotsItsDefault() throws ReflectiveOperationException, IOException {
        final String page = Files.readString(PAGE);
        for (final RecordComponent setting : SnapshotConfig.class.getRecordComponents()) {
            final String value = setting.getAccessor().invoke(SnapshotConfig.defaults()).toString();
            assertTrue(page.contains("\n| `" + setting.getName() + "` | " + value + " |")
                || page.contains("\n| `" + setting.getName() + "` | `" + value + "` |"), setting.getName());
        }
    }

    @Test
    void shouldNameEachSettingOfANode() throws IOException {
        final String page = Files.readString(PAGE);
        for (final var method : NodeConfig.Builder.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && !method.getName().equals("build")) {
                assertTrue(Pattern.compile("\n\\|[^|]*`" + method.getName() + "`").matcher(page).find(),
                    method.getName());
            }
        }
    }

    private static String lower(final String name) {
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }
}
