package io.fleet.examples.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.FleetCluster;
import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.examples.kv.KvMachine;
import io.fleet.metrics.FleetMetrics;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Run with {@code -Dfleet.metrics.write=true} it writes the page of meters; otherwise it checks it. */
class MetricsTableTest {
    private static final String PAGE = "docs/generated/metrics.md";
    private static final String HEAD = """
        # Metrics

        Made by `MetricsTableTest` from the meters of a node. How to bind them is in the
        [reference](../reference.md#metrics), which ones to watch in the [runbook](../runbook.md#watch-it).

        """;

    @Test
    void shouldTellWhatEachMeterCounts() throws IOException {
        final Repository repository = Repository.find();
        final String made = HEAD + table();
        if (Boolean.getBoolean("fleet.metrics.write")) {
            repository.write(PAGE, made);
        } else {
            assertEquals(made, repository.read(PAGE), PAGE + " is old; write it with scripts/docs.sh");
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
