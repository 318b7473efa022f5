package io.fleet.storage.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.StorageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a disk refuses is understood in any language of the system, and its files are nobody else's. */
class DiskErrorsTest {
    private static final String GERMAN_FULL = "Auf dem Ger\u00e4t ist kein Speicherplatz mehr verf\u00fcgbar";
    private static final String GERMAN_QUOTA = "Der zugewiesene Plattenplatz (Quota) ist \u00fcberschritten";
    private static final String GERMAN_BROKEN = "Eingabe-/Ausgabefehler";

    @TempDir
    private Path temporary;

    @Test
    @Tag("hazard-S-E1")
    void shouldKnowAFullDiskInAnyLanguage() throws Exception {
        try (TmpFs small = TmpFs.mount(temporary.resolve("small"), 64); RealDisk disk = RealDisk.open(small.path())) {
            assertFalse(disk.space().isFull(new IOException(GERMAN_FULL), 4096), "there is space, whatever it says");
            fill(small.path());
            for (final String words : List.of(GERMAN_FULL, GERMAN_QUOTA, "No space left on device", "")) {
                assertTrue(disk.space().isFull(new IOException(words), 4096), words);
                assertTrue(disk.space().isFull(new IOException(words), 0), words);
            }
            assertTrue(disk.space().isFull(new IOException((String) null), 4096));
            Files.delete(small.path().resolve("filler"));
            assertFalse(disk.space().isFull(new IOException(GERMAN_BROKEN), 4096));
            assertEquals(List.of(), disk.list());
        }
    }

    /** As with a quota or without file descriptors: the file system has space, and gives none. */
    @Test
    @Tag("hazard-S-E1")
    @Tag("hazard-X-M8")
    void shouldWaitWhereTheDiskTakesWhatIsWrittenOverAndNothingNew() throws Exception {
        try (TmpFs small = TmpFs.mount(temporary.resolve("few"), "size=1m,nr_inodes=4");
             RealDisk disk = RealDisk.open(small.path());
             DiskFile first = disk.create("a", 4096)) {
            disk.create("b", 4096).close();
            assertThrows(DiskFullException.class, () -> disk.create("c", 4096));
            first.write(0, new UnsafeBuffer(new byte[10]), 0, 10);
            first.sync();
            assertTrue(disk.space().isFull(new IOException(GERMAN_QUOTA), 4096));
            disk.delete("b");
            assertFalse(disk.space().isFull(new IOException(GERMAN_BROKEN), 4096));
            disk.create("c", 4096).close();
            final StorageException there = assertThrows(StorageException.class, () -> disk.create("c", 4096));
            assertFalse(there instanceof DiskFullException, "it is there already");
        }
    }

    @Test
    @Tag("hazard-X-H5")
    void shouldMakeFilesAndDirectoriesThatNobodyElseCanRead() throws IOException {
        final Path directory = temporary.resolve("a/b");
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"),
            "this file system has no modes");
        try (RealDisk disk = RealDisk.open(directory)) {
            disk.create("zeros", 8192).close();
            disk.createUnwritten("unwritten", 8192).close();
            for (final String name : List.of("zeros", "unwritten", "fleet.lock")) {
                assertEquals("rw-------", mode(directory.resolve(name)), name);
            }
            assertEquals("rwx------", mode(directory));
            assertEquals("rwx------", mode(directory.getParent()));
        }
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-x---"));
        RealDisk.open(directory).close();
        assertEquals("rwxr-x---", mode(directory), "what was there stays as it was made, with a warning");
    }

    /** A whole JVM under another language, where one is installed: the words are those of the system. */
    @Test
    @Tag("hazard-S-E1")
    void shouldKnowAFullDiskUnderAnotherLocale() throws Exception {
        final String locale = otherLocale();
        assumeTrue(locale != null, "no locale of another language than English is installed (locale -a)");
        try (TmpFs small = TmpFs.mount(temporary.resolve("small"), 64)) {
            final ProcessBuilder command = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin",
                "java").toString(), "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), Fills.class.getName(), small.path().toString());
            command.environment().put("LC_ALL", locale);
            final Process process = command.redirectErrorStream(true).start();
            final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), said);
            assertTrue(said.startsWith("full: "), said);
        }
    }

    /** Fills its disk. */
    static final class Fills {
        private Fills() {
        }

        public static void main(final String[] args) {
            try (RealDisk disk = RealDisk.open(Path.of(args[0]))) {
                disk.create("f", 1 << 20);
            } catch (final DiskFullException e) {
                System.out.println("full: " + e.getMessage());
            }
        }
    }

    private static String otherLocale() throws Exception {
        try {
            final Process process = new ProcessBuilder("locale", "-a").start();
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(process.getInputStream(),
                StandardCharsets.UTF_8)); Stream<String> lines = reader.lines()) {
                return lines.filter(line -> line.matches("(de|fr|es|it|ja|pt|ru|zh)_.*")).findFirst().orElse(null);
            }
        } catch (final IOException e) {
            return null;
        }
    }

    private static String mode(final Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static void fill(final Path directory) throws IOException {
        final byte[] page = new byte[4096];
        try (var out = Files.newOutputStream(directory.resolve("filler"))) {
            while (true) {
                out.write(page);
            }
        } catch (final IOException full) {
            assertTrue(Files.exists(directory.resolve("filler")));
        }
    }
}
