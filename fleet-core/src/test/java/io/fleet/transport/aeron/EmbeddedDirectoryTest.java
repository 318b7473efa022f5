package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class EmbeddedDirectoryTest {
    @Test
    void shouldDeleteTheDirectoriesOfKilledProcessesOnly() throws IOException, InterruptedException {
        final List<String> command = Children.java(List.of(Children.ADD_OPENS), Idle.class, List.of());
        final Process killed = Children.start(command);
        final Process alive = Children.start(command);
        try (AeronTransports own = AeronTransports.launch(AeronConfig.builder().build());
            BufferedReader killedOutput = Children.reader(killed);
            BufferedReader aliveOutput = Children.reader(alive)) {
            final File ofKilled = new File(killedOutput.readLine());
            final File ofAlive = new File(aliveOutput.readLine());
            killed.destroyForcibly().waitFor();
            assertTrue(ofKilled.isDirectory(), "a killed process leaves its directory");

            AeronTransports.launch(AeronConfig.builder().build()).close();
            assertFalse(ofKilled.exists());
            assertFalse(new File(ofKilled + ".lock").exists());
            assertTrue(ofAlive.isDirectory());
            assertTrue(new File(own.driverDirectory()).isDirectory());
        } finally {
            killed.destroyForcibly().waitFor();
            alive.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldLeaveNothingBehind() {
        final AeronTransports transports = AeronTransports.launch(AeronConfig.builder().build());
        final File directory = new File(transports.driverDirectory());
        assertTrue(new File(directory + ".lock").exists());
        transports.close();
        assertFalse(directory.exists());
        assertFalse(new File(directory + ".lock").exists());
    }

    /** Launches, says where, and stays. */
    static final class Idle {
        private Idle() {
        }

        public static void main(final String[] args) throws IOException {
            try (AeronTransports transports = AeronTransports.launch(AeronConfig.builder().build())) {
                System.out.println(transports.driverDirectory());
                System.in.read();
            }
        }
    }
}
