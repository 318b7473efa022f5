package io.fleet.verify.torture.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.verify.process.FileTrees;
import io.fleet.verify.torture.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {
    private static final RunName DEAD = new RunName(12, 345);

    @TempDir
    private Path directory;
    private final Leftovers leftovers = new Leftovers(DEAD::equals);

    @Test
    void shouldFindNamesInTexts() {
        assertEquals(Optional.of(DEAD), RunName.find("-Dfleet.torture.run=fleet-torture-12-345"));
        assertEquals(Optional.of(DEAD), RunName.find("fleet-torture-12-345-8837"));
        assertEquals(Optional.empty(), RunName.find("fleet-torture-x-345"));
        assertEquals(Optional.empty(), RunName.find("fleet-torture-12"));
        assertEquals(DEAD, RunName.find(DEAD.toString()).orElseThrow());
    }

    @Test
    void shouldTellTheLivingFromTheDeadAndFromWhoHasTheirNumber() {
        final RunName own = RunName.own();
        assertTrue(own.isAlive());
        assertFalse(new RunName(own.pid(), own.started() - 100).isAlive());
    }

    @Test
    void shouldEndOnlyNodesOfDeadRuns() {
        assertTrue(leftovers.isNode(List.of("java", "-Dfleet.torture.run=fleet-torture-12-345", "-cp", "x")));
        assertFalse(leftovers.isNode(List.of("java", "-Dfleet.torture.run=fleet-torture-13-345", "-cp", "x")));
        assertFalse(leftovers.isNode(List.of("java", "-cp", "x", "kv", "--dir", "/tmp/fleet-torture-12-345/node-0")));
        assertFalse(leftovers.isNode(List.of("vi", "fleet-torture-12-345")));
    }

    @Test
    void shouldUnmountOnlyWhatDeadRunsMounted() {
        assertEquals(List.of(Path.of("/tmp/a b/disk-0"), Path.of("/tmp/c")), leftovers.mounts(List.of(
            "fleet-torture-12-345 /tmp/a\\040b/disk-0 tmpfs rw,relatime,size=1024k 0 0",
            "tmpfs /tmp/fleet-torture-12-345/x tmpfs rw 0 0",
            "fleet-torture-13-345 /tmp/d tmpfs rw 0 0",
            "fleet-torture-12-345 /tmp/e ext4 rw 0 0",
            "x-fleet-torture-12-345 /tmp/f tmpfs rw 0 0",
            "fleet-torture-12-345 /tmp/c tmpfs rw 0 0",
            "")));
    }

    @Test
    void shouldDeleteOnlyDirectoriesThatDeadRunsStillHadInUse() throws IOException {
        final Path inUse = Files.createDirectory(directory.resolve("fleet-torture-12-345-77"));
        Site.mark(inUse, true);
        final Path kept = Files.createDirectory(directory.resolve("fleet-torture-12-345-78"));
        Site.mark(kept, true);
        Site.mark(kept, false);
        Site.mark(Files.createDirectory(directory.resolve("fleet-torture-13-345-79")), true);
        Site.mark(Files.createDirectory(directory.resolve("other")), true);
        assertEquals(List.of(inUse), leftovers.directories(directory));
    }

    @Test
    void shouldCopyAndDeleteTrees() throws IOException {
        final Path root = Files.createDirectories(directory.resolve("root/a/b")).getParent().getParent();
        Files.writeString(root.resolve("a/b/file"), "x");
        final Path copy = directory.resolve("copy");
        FileTrees.copy(root, copy);
        FileTrees.delete(root);
        assertFalse(Files.exists(root));
        assertEquals("x", Files.readString(copy.resolve("a/b/file")));
        FileTrees.delete(root);
    }
}
