package io.fleet.transport.aeron.config;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.process.Children;
import io.fleet.transport.aeron.AeronTransports;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequiredFlagsTest {
    @Test
    void shouldNameTheMissingFlag() throws IOException, InterruptedException {
        final String output = Children.run(Children.java(List.of(), Launch.class, List.of()));
        assertTrue(output.contains("ConfigException: this JVM lacks the flag"
            + " --add-opens java.base/jdk.internal.misc=ALL-UNNAMED"), output);
        assertTrue(output.endsWith("exit 1"), output);
    }

    @Test
    void shouldLaunchWithTheFlag() throws IOException, InterruptedException {
        final String output = Children.run(Children.java(List.of(Children.ADD_OPENS), Launch.class, List.of()));
        assertTrue(output.endsWith("exit 0"), output);
    }

    /** Launches and closes. */
    static final class Launch {
        private Launch() {
        }

        public static void main(final String[] args) {
            AeronTransports.launch(AeronConfig.builder().build()).close();
        }
    }
}
