package io.fleet.ec.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.TransportKind;
import io.fleet.config.Mode;
import io.fleet.fixture.process.NodeProcess;
import io.fleet.fixture.process.RemoteScenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Five members and a client, each in a process of its own; whoever the client sends to is killed. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("full")
class RemoteClientTest {
    @TempDir
    private Path directory;

    @Test
    void shouldExecuteEachCommandOnceWhenItsProxyIsKilled() throws Exception { // C8, C10, S9, S13
        try (RemoteScenario scenario = new RemoteScenario(Mode.CODED, TransportKind.MDC, 5, directory)) {
            scenario.play(1_500, 30, new Proxy());
        }
    }

    /** Whoever has taken most entries; there is one client. */
    private static final class Proxy implements RemoteScenario.Victims {
        @Override
        public int choose(final NodeProcess[] nodes) throws IOException {
            int most = 0;
            for (int i = 1; i < nodes.length; i++) {
                most = nodes[i].taken() > nodes[most].taken() ? i : most;
            }
            assertTrue(nodes[most].taken() > 0, "none has taken anything");
            return most;
        }

        @Override
        public void awaitBack(final NodeProcess node) throws IOException {
            while (!"VOTER".equals(node.standing())) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
