package io.fleet.remote;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleet.TransportKind;
import io.fleet.transport.aeron.Children;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class RemoteClientTest {
    @TempDir
    Path directory;

    @Test
    void shouldCountEachCommandOnceWhileTheLeaderIsRestarted() throws Exception {
        RemoteScenario.play(TransportKind.MDC, directory);
    }

    @Tag("full")
    @Test
    void shouldCountEachCommandOnceByMulticastWhileTheLeaderIsRestarted() throws Exception {
        final String name = "fleet-remote-" + ProcessHandle.current().pid();
        assumeTrue(Children.succeeds("ip", "netns", "add", name),
            "a network namespace cannot be made here: needs root and iproute2");
        try {
            final boolean ready = Children.succeeds("ip", "-n", name, "link", "set", "lo", "up")
                && Children.succeeds("ip", "-n", name, "link", "set", "lo", "multicast", "on")
                && Children.succeeds("ip", "-n", name, "route", "add", "224.0.0.0/4", "dev", "lo");
            assumeTrue(ready, "multicast cannot be set up in a network namespace here");
            final List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", name));
            command.addAll(Children.java(List.of(Children.ADD_OPENS), RemoteScenario.class,
                List.of(TransportKind.MULTICAST.name(), directory.toString())));
            final String output = Children.run(command);
            assertTrue(output.endsWith("passed\nexit 0"), output);
        } finally {
            Children.succeeds("ip", "netns", "delete", name);
        }
    }
}
