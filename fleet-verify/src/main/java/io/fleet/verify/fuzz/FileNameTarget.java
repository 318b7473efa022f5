package io.fleet.verify.fuzz;

import io.fleet.storage.disk.Disk;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.storage.snapshot.SnapshotStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The names of the files in a directory, one a line. Names that are not ours are passed over. */
final class FileNameTarget extends DiskTarget {
    private static final ScatteredLogConfig SCATTERED =
        new ScatteredLogConfig(LogTarget.FILE_LENGTH, LogTarget.STAGING_LENGTH);
    private static final OrderedLogConfig ORDERED =
        new OrderedLogConfig(LogTarget.FILE_LENGTH, LogTarget.STAGING_LENGTH, 1, 0);
    private static final long BOUND = 2L << 20;

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    @Override
    public String name() {
        return "file-names";
    }

    @Override
    public List<byte[]> seeds() {
        if (files.isEmpty()) {
            files.putAll(files(FileNameTarget::openAll));
            files.putAll(files(disk -> SnapshotStore.open(IDENTITY, disk).begin(3, 17).commit()));
        }
        return List.of(String.join("\n", files.keySet()).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public List<byte[]> words() {
        final List<byte[]> words = new ArrayList<>();
        for (final String word : List.of(".log", ".next", ".sealed", "-00000001", "-99999999", "00000000",
            "scattered-99999999999.log\n", "ordered-4294967296.next\n", "scattered-100000000.log\n", "\n",
            "-0000000000000001-00000000000000ff-00002000.sealed", "ffffffffffffffff", "7fffffff", ".part000000",
            ".manifest", ".new", "damaged-", "meta", "snapshot-")) {
            words.add(word.getBytes(StandardCharsets.UTF_8));
        }
        files.keySet().forEach(file -> words.add((file + "\n").getBytes(StandardCharsets.UTF_8)));
        return words;
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final Map<String, byte[]> renamed = new LinkedHashMap<>();
        final List<byte[]> contents = new ArrayList<>(files.values());
        final List<String> names = new String(input, StandardCharsets.UTF_8).lines().distinct().limit(12)
            .collect(Collectors.toList());
        for (final String name : names) {
            renamed.put(name, contents.get(renamed.size() % contents.size()));
        }
        final Disk disk = disk(renamed);
        return opened(() -> meter.within(BOUND, () -> openAll(disk))).replaceAll("[0-9a-f]{8,}", "0");
    }

    private static void openAll(final Disk disk) {
        OrderedLog.isNew(ORDERED, disk);
        OrderedLog.open(ORDERED, IDENTITY, disk, (position, expected, target) -> 0).abandon();
        ScatteredLog.open(SCATTERED, IDENTITY, List.of(disk), (g, l, b, s, m, p) -> {}).abandon();
        final var input = SnapshotStore.open(IDENTITY, disk).newest(3);
        if (input != null) {
            input.close();
        }
    }
}
