package io.fleet.storage.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.log.Checksum;
import io.fleet.storage.ordered.OrderedEntryHandler;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotStore;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What versions before this one have written is read, and what later ones have written is refused by name. */
class GoldenFilesTest {
    private static final int VERSION_OFFSET = 12;
    private static final int CHECKSUM_OFFSET = 8;
    private static final int LOG_HEADER_LENGTH = 52;
    private static final int MANIFEST_LENGTH = 64;

    private final Map<String, Long> positions = new HashMap<>();

    private ScatteredLog scattered(final FaultDisk disk) {
        return ScatteredLog.open(GoldenFiles.SCATTERED, GoldenFiles.IDENTITY, List.of(disk),
            (group, lsn, ballot, storageGroup, meta, position) -> {
                assertEquals(1, storageGroup);
                assertTrue(meta.sameValue(GoldenFiles.meta(lsn)), () -> "lsn " + lsn + " has another value");
                positions.put(group + "/" + lsn + "/" + ballot, position);
            });
    }

    @Test
    void shouldReadTheLogsOfVersion1() {
        final FaultDisk disk = GoldenFiles.unpack("logs-1.zip");
        final ScatteredLog scattered = scattered(disk);
        assertTrue(scattered.wasClosed());
        assertEquals(GoldenFiles.ENTRIES + 1, positions.size());
        assertEquals(positions.get("3/5/2"), positions.get("3/5/9"), "a re-stamp says where the body is");
        final ExpandableArrayBuffer target = new ExpandableArrayBuffer();
        for (long lsn = 1; lsn <= GoldenFiles.ENTRIES; lsn++) {
            final int length = scattered.readBody(positions.get("3/" + lsn + "/2"), GoldenFiles.meta(lsn), target);
            assertEquals(Bodies.body(lsn, GoldenFiles.length(lsn)), new UnsafeBuffer(target.byteArray(), 0, length));
        }
        final OrderedLog ordered = OrderedLog.open(GoldenFiles.ORDERED, GoldenFiles.IDENTITY, disk,
            scattered::readBody);
        assertTrue(ordered.wasClosed());
        assertEquals(GoldenFiles.ENTRIES, bodies(ordered, 3).size());
        assertEquals(GoldenFiles.ENTRIES - 1, bodies(ordered, 4).size());
        ordered.close();
        scattered.close();
    }

    /** Reads a group, and answers the LSNs that have bodies. */
    private static List<Long> bodies(final OrderedLog log, final int group) {
        assertEquals(GoldenFiles.ENTRIES, log.durable(group));
        final List<Long> found = new ArrayList<>();
        assertEquals(GoldenFiles.ENTRIES, log.read(group, 1, GoldenFiles.ENTRIES, 1 << 20,
            (lsn, meta, body, offset, length) -> {
                assertTrue(meta.sameValue(GoldenFiles.meta(lsn)), () -> "lsn " + lsn + " has another value");
                if (length != OrderedEntryHandler.NO_BODY) {
                    assertEquals(Bodies.body(lsn, GoldenFiles.length(lsn)), new UnsafeBuffer(body, offset, length));
                    found.add(lsn);
                }
            }));
        return found;
    }

    @Test
    void shouldReadTheSnapshotsOfVersion1() {
        final FaultDisk disk = GoldenFiles.unpack("snapshots-1.zip");
        try (SnapshotInput input = SnapshotStore.open(GoldenFiles.IDENTITY, disk).newest(6)) {
            assertNotNull(input);
            assertEquals(GoldenFiles.SNAPSHOT_LSN, input.lsn());
            assertEquals(GoldenFiles.SNAPSHOT_LENGTH, input.remaining());
            final byte[] bytes = new byte[GoldenFiles.SNAPSHOT_LENGTH];
            assertEquals(bytes.length, input.read(bytes, 0, bytes.length));
            for (int i = 0; i < bytes.length; i++) {
                assertEquals(GoldenFiles.payload(i), bytes[i]);
            }
        }
    }

    /** Makes a sound header say another version. */
    private static void version(final FaultDisk disk, final String file, final int headerLength, final int version) {
        final byte[] bytes = disk.bytes(file).clone();
        final UnsafeBuffer header = new UnsafeBuffer(bytes);
        header.putInt(VERSION_OFFSET, version, ByteOrder.LITTLE_ENDIAN);
        header.putInt(CHECKSUM_OFFSET, new Checksum().of(header, VERSION_OFFSET, headerLength - VERSION_OFFSET),
            ByteOrder.LITTLE_ENDIAN);
        disk.overwrite(file, bytes);
    }

    private static String file(final FaultDisk disk, final String part) {
        return disk.list().stream().filter(each -> each.contains(part)).sorted().findFirst().orElseThrow();
    }

    @Test
    void shouldRefuseLogsOfOtherVersionsAndNameTheFile() {
        for (final int version : new int[] {0, 4}) {
            final FaultDisk disk = GoldenFiles.unpack("logs-1.zip");
            final String scattered = file(disk, "scattered");
            version(disk, scattered, LOG_HEADER_LENGTH, version);
            final String refused = assertThrows(ForeignStorageException.class, () -> scattered(disk)).getMessage();
            assertTrue(refused.contains(scattered) && refused.contains("written for format version " + version)
                && refused.contains("format version 1"), refused);
            final String ordered = file(disk, "ordered");
            version(disk, ordered, LOG_HEADER_LENGTH, version);
            final String other = assertThrows(ForeignStorageException.class,
                () -> OrderedLog.open(GoldenFiles.ORDERED, GoldenFiles.IDENTITY, disk, null)).getMessage();
            assertTrue(other.contains(ordered) && other.contains("written for format version " + version)
                && other.contains("format version 1"), other);
        }
    }

    @Test
    void shouldRefuseSnapshotsOfOtherVersionsAndNameTheFile() {
        for (final int version : new int[] {0, 2}) {
            final FaultDisk disk = GoldenFiles.unpack("snapshots-1.zip");
            final String manifest = disk.list().stream().filter(each -> !each.contains("part")).findFirst()
                .orElseThrow();
            version(disk, manifest, MANIFEST_LENGTH, version);
            final String refused = assertThrows(ForeignStorageException.class,
                () -> SnapshotStore.open(GoldenFiles.IDENTITY, disk).newest(6)).getMessage();
            assertTrue(refused.contains(manifest) && refused.contains("written in format version " + version)
                && refused.contains("this is version 1"), refused);
        }
    }
}
