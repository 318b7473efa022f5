package io.fleet;

import static io.fleet.fixture.cluster.Clusters.bytes;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.in;
import static io.fleet.fixture.cluster.Clusters.patient;
import static io.fleet.fixture.cluster.Clusters.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.fixture.machine.RopeMachine;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that uses payload handles (C1) in a group of the default mode, on whole nodes. */
@Tag("slow")
class PayloadClusterTest {
    @TempDir
    Path directory;

    @Test
    void shouldKeepPayloadsAcrossRestartsAndSnapshots() throws Exception {
        final String large = "payload ".repeat(20_000);
        try (FleetCluster cluster = launch()) {
            assertEquals("", submit(cluster.client(0), "put a", "first"));
            submit(cluster.client(1), "append a", large);
            submit(cluster.client(2), "put n", "41");
            assertEquals("42", submit(cluster.client(0), "add n", ""));
            assertEquals("<first" + large + ">", query(cluster.client(1), "get a"));
            get(cluster.node(0).requestSnapshot(0));
            submit(cluster.client(0), "append a", "!");
            cluster.stop(2);
            assertEquals("<41>", submit(cluster.client(0), "swap n", "9"));
            cluster.restart(2);
            assertEquals("<first" + large + "!>", query(cluster.client(2), "get a"));
        }
        try (FleetCluster cluster = launch()) {
            assertEquals("<first" + large + "!>", query(cluster.client(0), "get a"));
            assertEquals("<first" + large + "!>", submit(cluster.client(1), "take a", ""));
            assertEquals("<>", query(cluster.client(2), "get a"));
        }
    }

    private FleetCluster launch() {
        return in(directory).nodes(3).machine(RopeMachine::new)
            .config(patient(GroupConfig.scattered().withMaxCommandBytes(1 << 20))).launch();
    }

    private static String submit(final FleetClient client, final String header, final String payload)
        throws Exception {
        return text(client.submit(bytes(header), bytes(payload)));
    }

    private static String query(final FleetClient client, final String header) throws Exception {
        return text(client.query(bytes(header), new byte[0]));
    }
}
