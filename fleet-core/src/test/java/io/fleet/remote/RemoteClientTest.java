package io.fleet.remote;

import static io.fleet.fixture.cluster.Clusters.await;

import io.fleet.TransportKind;
import io.fleet.config.Mode;
import io.fleet.fixture.process.Children;
import io.fleet.fixture.process.NodeProcess;
import io.fleet.fixture.process.RemoteScenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three members and a client, each in a process of its own; the leader is killed. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("slow")
class RemoteClientTest {
    @TempDir
    Path directory;

    @Test
    void shouldCountEachCommandOnceWhileTheLeaderIsRestarted() throws Exception {
        play(TransportKind.MDC, directory);
    }

    @Tag("full")
    @Test
    void shouldCountEachCommandOnceByMulticastWhileTheLeaderIsRestarted() throws Exception {
        Children.passByMulticast("fleet-remote", RemoteClientTest.class, directory.toString());
    }

    /** For a run in a network namespace: a directory for the nodes. */
    public static void main(final String[] arguments) throws Exception {
        play(TransportKind.MULTICAST, Path.of(arguments[0]));
        System.out.println("passed");
    }

    private static void play(final TransportKind transport, final Path directory) throws Exception {
        try (RemoteScenario scenario = new RemoteScenario(Mode.SCATTERED, transport, 3, directory)) {
            scenario.play(3_000, 50, nodes -> {
                await("node 0 knows who leads", () -> leader(nodes) >= 0);
                return leader(nodes);
            });
        }
    }

    private static int leader(final NodeProcess[] nodes) {
        try {
            return nodes[0].leader();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
