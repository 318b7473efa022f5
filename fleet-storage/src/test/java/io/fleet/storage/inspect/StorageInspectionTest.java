package io.fleet.storage.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.Finding;
import io.fleet.storage.Finding.Severity;
import io.fleet.storage.StorageException;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.log.LogScan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class StorageInspectionTest {
    @TempDir
    private Path temporary;

    private Path node() throws Exception {
        final Path path = temporary.resolve("node");
        Directories.write(path);
        return path;
    }

    @Test
    void shouldFindNothingInSoundDirectories() throws Exception {
        final Path path = node();
        final TreeMap<String, String> before = contents(path);

        final InspectionReport report = StorageInspection.verify(List.of(path));

        assertEquals(List.of(), report.findings());
        assertTrue(report.isSound());
        assertEquals(Directories.IDENTITY, report.identity());
        assertEquals(List.of(1, 2, 3), report.meta().members());
        assertTrue(report.meta().closed());
        assertEquals(1 << 16, report.meta().groups().get(0).promised());
        assertEquals(List.of("scattered", "ordered"), report.logs().stream().map(LogScan.Summary::log).toList());
        assertEquals(44, report.logs().get(0).records());
        assertEquals(40, report.logs().get(1).records());
        assertTrue(report.logs().get(0).files() > 2, report.toString());
        assertTrue(report.logs().stream().allMatch(LogScan.Summary::closed));
        assertEquals(20, report.snapshots().get(0).lsn());
        assertEquals(200_000, report.snapshots().get(0).bytes());
        assertEquals(before, contents(path), "nothing may change");
    }

    @Test
    void shouldReadWhatANodeIsWriting() throws Exception {
        final Path path = temporary.resolve("running");
        try (Directories node = new Directories(List.of(path))) {
            node.append(7);
            final InspectionReport first = StorageInspection.verify(List.of(path));
            assertEquals(List.of(), first.findings());
            assertEquals(7, first.logs().get(0).records());
            final AtomicReference<Exception> failure = new AtomicReference<>();
            final Thread writer = new Thread(() -> {
                try {
                    node.append(2000);
                } catch (final Exception e) {
                    failure.set(e);
                }
            });
            writer.start();
            while (writer.isAlive()) {
                final InspectionReport report = StorageInspection.verify(List.of(path));
                assertEquals(0, report.damages(), report.findings().toString());
            }
            writer.join();
            assertNull(failure.get());
            assertEquals(2007 + 200, StorageInspection.verify(List.of(path)).logs().get(0).records());
        }
    }

    @Test
    void shouldNameEachDamagedPlace() throws Exception {
        final Path path = node();
        final Path sealed = Directories.file(path, "scattered-00000001-.*sealed");
        Directories.flip(sealed, 4096 + 64 + 200);
        final Path second = Directories.file(path, "scattered-00000002-.*sealed");
        Directories.flip(second, 4096 + 8);

        final InspectionReport report = StorageInspection.verify(List.of(path));

        assertFalse(report.isSound());
        assertEquals(Severity.DAMAGE, report.findings().get(0).severity());
        assertEquals(sealed.toString(), report.findings().get(0).file());
        assertEquals(4096 + 64, report.findings().get(0).offset());
        assertTrue(report.findings().get(0).what().startsWith("a record fails its checksum; lsn 1 "),
            report.findings().toString());
        final Finding header = report.findings().stream().filter(f -> f.file().equals(second.toString()))
            .findFirst().orElseThrow();
        assertEquals(4096, header.offset());
        assertTrue(header.what().startsWith("the flush header fails its checksum; flush "), header.what());
        assertTrue(report.findings().stream().anyMatch(f -> f.what().startsWith("lsn 1 of group 1 refers to directory 0"
            + " file 1 offset 4160: a record fails its checksum")), report.findings().toString());
        assertTrue(report.logs().get(0).records() >= 44 - 10, "the sound flushes behind are read");
    }

    @Test
    void shouldJudgeEveryDamageAsAStartDoes() throws Exception {
        final Path path = node();
        final List<Path> files;
        try (var all = Files.list(path)) {
            files = all.filter(file -> file.toString().matches(".*(log|sealed)")).sorted().toList();
        }
        int damaged = 0;
        int sound = 0;
        for (final Path file : files) {
            for (long position = 5; position < 32 * 1024; position += 1777) {
                Directories.flip(file, position);
                final InspectionReport report = StorageInspection.verify(List.of(path));
                assertEquals(Directories.starts(copy(path, "copy-" + (damaged + sound))), report.isSound(),
                    file + " at " + position + ": " + report.findings());
                damaged += report.isSound() ? 0 : 1;
                sound += report.isSound() ? 1 : 0;
                Directories.flip(file, position);
            }
        }
        assertTrue(damaged > 20 && sound > 20, damaged + " damaged, " + sound + " sound");
        assertEquals(List.of(), StorageInspection.verify(List.of(path)).findings());
    }

    private Path copy(final Path path, final String name) throws Exception {
        final Path copy = Files.createDirectories(temporary.resolve(name));
        try (var all = Files.list(path)) {
            for (final Path file : all.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    @Test
    void shouldMissTheSnapshotThatAStartWouldMiss() throws Exception { // S15
        final Path path = node();
        try (Directories node = new Directories(List.of(path))) {
            assertTrue(node.ordered.skipTo(1, 60));
            node.flush();
        }
        assertEquals(List.of(Finding.damage(path.toString(), null, -1,
            "the ordered log of group 1 begins at lsn 61, and no snapshot covers what was before")),
            StorageInspection.verify(List.of(path)).findings());
        try (Directories node = new Directories(List.of(path))) {
            node.snapshot(60);
        }
        assertEquals(List.of(), StorageInspection.verify(List.of(path)).findings());
        try (var all = Files.list(path)) {
            for (final Path file : all.filter(file -> file.getFileName().toString().startsWith("snapshot-")).toList()) {
                Files.delete(file);
            }
        }
        assertFalse(StorageInspection.verify(List.of(path)).isSound());
    }

    @Test
    void shouldTellATornLastFlushFromDamage() throws Exception {
        final Path path = node();
        final Path active = Directories.file(path, "scattered-.*log");
        final InspectionReport before = StorageInspection.verify(List.of(path));
        final int end = before.logs().get(0).endOffset();
        Directories.flip(active, end + 10);

        final InspectionReport report = StorageInspection.verify(List.of(path));

        assertTrue(report.isSound(), report.findings().toString());
        assertEquals(1, report.doubts());
        assertEquals(Severity.DOUBT, report.findings().get(0).severity());
        assertEquals(active.toString(), report.findings().get(0).file());
        assertEquals(end, report.findings().get(0).offset());
        assertFalse(report.logs().get(0).closed());
    }

    @Test
    void shouldNameMissingAndForeignFiles() throws Exception {
        final Path path = node();
        Files.delete(Directories.file(path, "scattered-00000002-.*sealed"));
        final Path other = temporary.resolve("other");
        Directories.write(other);
        final Path ordered = Directories.file(path, "ordered-00000001.*");
        damageOnly(path, "scattered-00000002.log", "the file is missing; scattered-00000003");

        Directories.truncate(ordered, 4096);
        damageOnly(path, ordered.getFileName().toString(), "the file header says file length 32768, it is 4096");

        Files.write(ordered, new byte[32 * 1024], java.nio.file.StandardOpenOption.TRUNCATE_EXISTING);
        damageOnly(path, ordered.getFileName().toString(), "the file header has no magic");
    }

    @Test
    void shouldNameDamagedMetaAndSnapshots() throws Exception {
        final Path path = node();
        Directories.flip(path.resolve("meta"), 30);
        final InspectionReport one = StorageInspection.verify(List.of(path));
        assertTrue(one.isSound());
        assertEquals(Severity.NOTE, one.findings().get(0).severity());
        assertEquals(Directories.IDENTITY, one.identity());

        Directories.flip(path.resolve("meta"), 256 * 1024 + 30);
        damageOnly(path, "meta", "neither slot passes its checksum");

        final Path part = Directories.file(path, "snapshot-.*part000001");
        Directories.flip(part, 65536 + 100);
        final InspectionReport damaged = damageOnly(path, part.getFileName().toString(),
            "chunk 2 of the snapshot of group 1 at lsn 20 is unsound");
        assertFalse(damaged.snapshots().get(0).sound());
        assertTrue(damaged.findings().stream().anyMatch(f -> f.offset() == 65536), damaged.findings().toString());

        Files.delete(path.resolve("meta"));
        damageOnly(path, "meta", "the file is missing, but the logs hold records: what the node had promised is lost");
    }

    @Test
    void shouldNameALostLog() throws Exception {
        final Path path = node();
        try (var all = Files.list(path)) {
            for (final Path file : all.filter(f -> f.getFileName().toString().startsWith("ordered-")).toList()) {
                Files.move(file, path.resolve("damaged-" + file.getFileName()));
            }
        }
        final InspectionReport report = StorageInspection.verify(List.of(path));
        assertEquals(1, report.damages());
        assertTrue(report.findings().toString().contains("the ordered log is missing, but the node votes"));
        assertTrue(report.findings().toString().contains("files 'damaged-...' of logs that were set aside before"));
    }

    @Test
    void shouldReadSeveralDirectoriesInAnyOrder() throws Exception {
        final Path a = temporary.resolve("a");
        final Path b = temporary.resolve("b");
        Directories.write(a, b);

        final InspectionReport report = StorageInspection.verify(List.of(b, a));
        assertEquals(List.of(), report.findings());
        assertEquals(3, report.logs().size());
        assertEquals(44, report.logs().stream().filter(l -> l.log().equals("scattered"))
            .mapToLong(LogScan.Summary::records).sum());

        final InspectionReport part = StorageInspection.verify(List.of(a));
        assertTrue(part.isSound(), part.findings().toString());
        assertTrue(part.findings().toString().contains("the node has 2 directories, of which 1 are looked at"));

        assertThrows(StorageException.class, () -> StorageInspection.verify(List.of(a, a)));
        final Path file = Directories.file(b, "scattered-00000001.*");
        Files.copy(Directories.file(a, "scattered-00000001.*"), file, StandardCopyOption.REPLACE_EXISTING);
        assertThrows(StorageException.class, () -> StorageInspection.verify(List.of(a, b)), "both are directory 0 now");
    }

    @Test
    void shouldShowTheRecordsThatAreAskedFor() throws Exception {
        final Path path = node();
        final List<LogEntry> shown = new ArrayList<>();

        final InspectionReport report =
            StorageInspection.dump(List.of(path), new RecordFilter("scattered", 1, 10, 12, 3), shown::add);

        assertEquals(4, report.matchedRecords(), "three entries, and one that was accepted again");
        assertEquals(3, shown.size());
        final LogEntry ten = shown.get(0);
        assertEquals(10, ten.lsn());
        assertEquals(LogEntry.Kind.ENTRY, ten.kind());
        assertEquals(1 << 16 | 1, ten.ballot());
        assertEquals(Directories.BODY, ten.length());
        assertEquals(Bodies.meta(10, Bodies.body(10, Directories.BODY)).digest, ten.digest());
        assertEquals(ten.position(), ten.bodyPosition());
        assertEquals(List.of(), report.snapshots());

        shown.clear();
        StorageInspection.dump(List.of(path), RecordFilter.all(), shown::add);
        assertEquals(84, shown.size());
        assertEquals(ten.position(), shown.stream().filter(e -> e.kind() == LogEntry.Kind.REFERENCE && e.lsn() == 10)
            .findFirst().orElseThrow().bodyPosition());
    }

    @Test
    void shouldRefuseWhatIsNotADirectoryOfANode() throws Exception {
        assertThrows(StorageException.class, () -> StorageInspection.verify(List.of(temporary)));
        assertThrows(StorageException.class, () -> StorageInspection.verify(List.of(temporary.resolve("none"))));
    }

    @Test
    void shouldBoundWhatItNames() throws Exception {
        final Path path = temporary.resolve("many");
        try (Directories node = new Directories(List.of(path))) {
            node.append(1200);
        }
        try (var all = Files.list(path)) {
            for (final Path file : all.filter(f -> f.toString().matches(".*scattered-.*sealed")).toList()) {
                Files.write(file, new byte[32 * 1024]);
            }
        }
        final InspectionReport report = StorageInspection.verify(List.of(path));
        assertEquals(StorageInspection.MAX_FINDINGS, report.findings().size());
        assertTrue(report.damages() > 1100, report.damages() + " damages");
    }

    private static InspectionReport damageOnly(final Path path, final String file, final String what) throws Exception {
        final InspectionReport report = StorageInspection.verify(List.of(path));
        assertFalse(report.isSound());
        assertTrue(report.findings().stream().anyMatch(f -> f.severity() == Severity.DAMAGE
            && f.file().equals(path + "/" + file) && f.what().startsWith(what)), report.findings().toString());
        return report;
    }

    private static TreeMap<String, String> contents(final Path path) throws Exception {
        final TreeMap<String, String> contents = new TreeMap<>();
        try (var all = Files.list(path)) {
            for (final Path file : all.toList()) {
                contents.put(file.getFileName().toString(), Files.getLastModifiedTime(file) + " "
                    + java.util.Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return contents;
    }
}
