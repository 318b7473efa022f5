package io.fleet.verify.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassSwapTest {
    @TempDir
    private Path directory;

    @Test
    void shouldLeaveNothingOfAMutantForTheNext() throws Exception {
        final Path classes = Files.createDirectories(directory.resolve("mutant/a/b")).getParent().getParent();
        Files.writeString(classes.resolve("a/b/Old.class"), "broken");
        Files.writeString(classes.resolve("a/New.class"), "broken too");
        final Path target = Files.createDirectories(directory.resolve("target/a/b")).getParent().getParent();
        Files.writeString(target.resolve("a/b/Old.class"), "sound");
        final ClassSwap swap = new ClassSwap(target);
        swap.put(classes);
        assertEquals("broken", Files.readString(target.resolve("a/b/Old.class")));
        assertEquals("broken too", Files.readString(target.resolve("a/New.class")));
        swap.undo();
        assertEquals("sound", Files.readString(target.resolve("a/b/Old.class")));
        assertFalse(Files.exists(target.resolve("a/New.class")));
    }
}
