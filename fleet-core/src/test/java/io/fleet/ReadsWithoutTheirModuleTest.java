package io.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.machine.AddingMachine;
import io.fleet.machine.ReadConsistency;
import io.fleet.machine.ReadNotServedException;
import io.fleet.mark.Expects;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of nodes that have only this module on their class path. */
class ReadsWithoutTheirModuleTest {
    @TempDir
    Path directory;

    @Test
    @Expects("group-reads.nothing-serves-them")
    void shouldNameTheArtifactThatServesThem() {
        try (FleetCluster cluster =
                 FleetCluster.builder().nodes(1).machine(AddingMachine::new).directory(directory).launch()) {
            final CompletableFuture<byte[]> read =
                cluster.client(0).query(ReadConsistency.LINEARIZABLE_QUORUM, new byte[0], new byte[0]);
            final Throwable failure =
                assertThrows(ExecutionException.class, () -> read.get(30, TimeUnit.SECONDS)).getCause();
            assertInstanceOf(ReadNotServedException.class, failure);
            assertEquals("group 0 serves no reads beside the log: they need the Maven artifact io.fleet:fleet-reads on"
                + " the class path of its nodes, and it is not there", failure.getMessage());
        }
    }
}
