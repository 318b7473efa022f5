package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleet.fixture.process.Children;
import io.fleet.transport.aeron.config.AeronConfig;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDirectoryTest {
    @TempDir
    private Path shared;

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

    /** What another user of this machine could have put there to have files deleted. */
    @Test
    @Tag("hazard-X-H4")
    void shouldDeleteNothingThroughLinks() throws IOException {
        final Path precious = Files.createDirectory(shared.resolve("precious"));
        final Path file = Files.writeString(precious.resolve("log"), "data");
        Files.createFile(shared.resolve("fleet-driver-x.lock"));
        Files.createSymbolicLink(Files.createDirectory(shared.resolve("fleet-driver-x")).resolve("l"), precious);
        Files.createFile(shared.resolve("fleet-driver-y.lock"));
        Files.createSymbolicLink(shared.resolve("fleet-driver-y"), precious);
        Files.createSymbolicLink(shared.resolve("fleet-driver-z.lock"), file);
        EmbeddedDirectory.create(shared).close();
        assertEquals("data", Files.readString(file));
        assertFalse(Files.exists(shared.resolve("fleet-driver-x"), LinkOption.NOFOLLOW_LINKS), "its own dead one goes");
        assertTrue(Files.exists(shared.resolve("fleet-driver-y"), LinkOption.NOFOLLOW_LINKS));
        assertTrue(Files.exists(shared.resolve("fleet-driver-z.lock"), LinkOption.NOFOLLOW_LINKS));
    }

    @Test
    @Tag("hazard-X-H5")
    void shouldKeepItsBuffersWhereOnlyItsUserCanEnter() throws IOException {
        final String user = Files.getOwner(Files.createFile(shared.resolve("probe"))).getName();
        final Path home = shared.resolve("fleet-" + user);
        try (EmbeddedDirectory first = EmbeddedDirectory.create(shared);
             EmbeddedDirectory second = EmbeddedDirectory.create(shared)) {
            assertEquals(home, Path.of(first.name()).getParent());
            assertEquals(home, Path.of(second.name()).getParent());
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home)));
        }
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertIsElsewhere(home);
        Files.delete(home);
        Files.createSymbolicLink(home, Files.createDirectory(shared.resolve("theirs")));
        assertIsElsewhere(home);
    }

    /** Where tests run as root, a directory can be made to be another user's. */
    @Test
    @Tag("hazard-X-H4")
    void shouldUseNothingOfAnotherUser() throws IOException {
        final UserPrincipal self = Files.getOwner(Files.createFile(shared.resolve("probe")));
        final Path home = Files.createDirectory(shared.resolve("fleet-" + self.getName()));
        final Path lock = Files.createFile(shared.resolve("fleet-driver-x.lock"));
        final Path directory = Files.createDirectory(shared.resolve("fleet-driver-x"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        try {
            final UserPrincipal nobody =
                shared.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
            Files.setOwner(home, nobody);
            Files.setOwner(directory, nobody);
        } catch (final IOException e) {
            assumeTrue(false, "cannot give a directory to another user; that is tested as root only: " + e);
        }
        assertIsElsewhere(home);
        assertTrue(Files.exists(directory));
        assertFalse(Files.exists(lock), "that is of this user");
    }

    private void assertIsElsewhere(final Path home) throws IOException {
        try (EmbeddedDirectory other = EmbeddedDirectory.create(shared)) {
            final Path parent = Path.of(other.name()).getParent();
            assertNotEquals(home, parent);
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(parent)));
        }
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
