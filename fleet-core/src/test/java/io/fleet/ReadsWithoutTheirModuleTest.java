package io.fleet;

import static io.fleet.fixture.cluster.Clusters.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.client.ReadConsistency;
import io.fleet.error.ReadNotServedException;
import io.fleet.fixture.machine.AddingMachine;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked by clients that have only this module on their class path. */
class ReadsWithoutTheirModuleTest {
    @TempDir
    Path directory;

    @Test
    void shouldNameTheArtifactThatServesThem() throws Exception {
        try (FleetCluster cluster =
            FleetCluster.builder().nodes(1).machine(AddingMachine::new).directory(directory).launch()) {
            final CompletableFuture<byte[]> read =
                cluster.client(0).query(ReadConsistency.LINEARIZABLE_QUORUM, new byte[0], new byte[0]);
            final Throwable failure = assertThrows(ExecutionException.class, () -> get(read)).getCause();
            assertInstanceOf(ReadNotServedException.class, failure);
            assertEquals("this client has no reads beside the log: they need the Maven artifact io.fleet:fleet-reads on"
                + " its class path, and it is not there", failure.getMessage());
            assertNotNull(get(cluster.client(0).query(ReadConsistency.LINEARIZABLE_LOG, new byte[0], new byte[0])),
                "through the log it goes on");
        }
    }
}
