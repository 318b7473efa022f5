package io.fleet.examples.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.examples.kv.KvMachine;
import io.fleet.metrics.FleetMetrics;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Run with {@code -Dfleet.metrics.write=true} it writes the table of meters into the page; otherwise it checks it. */
class MetricsTableTest {
    private static final Path PAGE = Path.of("").toAbsolutePath().resolveSibling("docs/reference.md");
    private static final String BEGIN = "<!-- metrics: made by MetricsTableTest -->\n";
    private static final String END = "<!-- metrics: end -->\n";

    @Test
    void shouldTellWhatEachMeterCounts() throws IOException {
        final String page = Files.readString(PAGE);
        final int begin = page.indexOf(BEGIN);
        final int end = page.indexOf(END);
        assertTrue(begin >= 0 && end > begin, PAGE + " has no place for the table of meters");
        final String made = page.substring(0, begin) + BEGIN + table() + page.substring(end);
        if (Boolean.getBoolean("fleet.metrics.write")) {
            Files.writeString(PAGE, made);
        } else {
            assertEquals(made, page, "the table in docs/reference.md is not that of the meters; write it with mvn test"
                + " -pl fleet-examples -am -Dtest=MetricsTableTest -Dfleet.metrics.write=true"
                + " -Dsurefire.failIfNoSpecifiedTests=false");
        }
    }

    /** The meters of a node that hosts a group of each mode, with leases and threads for long reads. */
    private static String table() {
        final Map<String, String> rows = new TreeMap<>();
        try (FleetCluster cluster = FleetCluster.builder().nodes(3).readThreads(1)
            .group(0, GroupConfig.scattered().withLeases(LeaseConfig.of(250)), KvMachine::new)
            .group(1, GroupConfig.coded(1, 2), KvMachine::new).launch()) {
            final SimpleMeterRegistry registry = new SimpleMeterRegistry();
            new FleetMetrics(cluster.node(0).core()).bindTo(registry);
            for (final Meter meter : registry.getMeters()) {
                final Meter.Id id = meter.getId();
                final String tags = id.getTags().stream().map(Tag::getKey)
                    .filter(key -> !key.equals("node") && !key.equals("group")).map(key -> ", `" + key + "`")
                    .collect(Collectors.joining());
                rows.put(id.getName(), "| `" + id.getName() + "` | " + id.getType().name().toLowerCase(Locale.ROOT)
                    + tags + " | " + id.getDescription() + " |\n");
            }
        }
        return "| meter | kind, tags | what |\n|---|---|---|\n" + String.join("", rows.values());
    }
}
