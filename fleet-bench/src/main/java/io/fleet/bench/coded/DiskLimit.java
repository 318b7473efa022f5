package io.fleet.bench.coded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Gives each node of this process as many bytes a second to write as a disk of its own has: the kernel (Linux, control
 * groups of version 1, {@code blkio}) holds up the writes of a node's threads. It sees what is written past the page
 * cache, as logs are. Needs root. One thread.
 */
final class DiskLimit implements AutoCloseable {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final Path MOUNTS = Path.of("/proc/mounts");
    private static final Path DEVICES = Path.of("/sys/dev/block");
    /** Names of threads are cut after 15 characters there. */
    private static final Pattern NODE_THREAD = Pattern.compile("fleet-node-(\\d+)(-.*)?");
    private static final int MAJOR_SHIFT = 8;
    private static final int MAJOR_MASK = 0xFFF;
    private static final int MINOR_HIGH_SHIFT = 12;
    private static final int MINOR_LOW_MASK = 0xFF;
    private static final int MINOR_HIGH_MASK = 0xFFF00;

    private final Path hierarchy;
    private final String device;
    private final long bytesPerSecond;
    private final List<Path> groups = new ArrayList<>();

    /**
     * Prepares limits.
     *
     * @param directory      on the disk.
     * @param bytesPerSecond that a node may write.
     * @throws IllegalStateException that says what this machine lacks.
     */
    DiskLimit(final Path directory, final long bytesPerSecond) throws IOException {
        this.bytesPerSecond = bytesPerSecond;
        hierarchy = Files.isReadable(MOUNTS) ? hierarchy(Files.readAllLines(MOUNTS)) : null;
        if (hierarchy == null || !Files.isWritable(hierarchy)) {
            throw new IllegalStateException("--disk needs Linux, the controller blkio of control groups version 1, and"
                + " root; " + (hierarchy == null ? "there is no such controller" : hierarchy + " cannot be written"));
        }
        device = device(((Number) Files.getAttribute(directory, "unix:dev")).longValue());
    }

    /** Where the controller is; null where it is not. */
    static Path hierarchy(final List<String> mounts) {
        return mounts.stream().map(line -> line.split(" "))
            .filter(fields -> fields.length > 3 && "cgroup".equals(fields[2])
                && List.of(fields[3].split(",")).contains("blkio"))
            .map(fields -> Path.of(fields[1])).findFirst().orElse(null);
    }

    /** Which node a thread belongs to; -1 for none. */
    static int nodeOf(final String thread) {
        final Matcher matcher = NODE_THREAD.matcher(thread);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
    }

    /** The numbers of a device as the kernel writes them. */
    static String numbers(final long device) {
        return (device >>> MAJOR_SHIFT & MAJOR_MASK) + ":"
            + (device & MINOR_LOW_MASK | device >>> MINOR_HIGH_SHIFT & MINOR_HIGH_MASK);
    }

    /** The limit is of a whole disk, not of a partition. */
    private static String device(final long number) throws IOException {
        final String numbers = numbers(number);
        final Path entry = DEVICES.resolve(numbers);
        if (!Files.exists(entry)) {
            throw new IllegalStateException("--disk needs data on a disk: there is no block device " + numbers);
        }
        final Path disk = entry.toRealPath();
        return Files.exists(disk.resolve("partition"))
            ? Files.readString(disk.getParent().resolve("dev")).trim() : numbers;
    }

    /** Puts each thread of a node that runs now under the limit of its node. */
    void apply() {
        try (Stream<Path> tasks = Files.list(TASKS)) {
            for (final Path task : tasks.toList()) {
                final int node = nodeOf(name(task));
                if (node >= 0) {
                    Files.writeString(group(node).resolve("tasks"), task.getFileName().toString());
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot limit the disks of nodes: " + e.getMessage(), e);
        }
    }

    private static String name(final Path task) {
        try {
            return Files.readString(task.resolve("comm")).trim();
        } catch (final IOException e) {
            // It has ended.
            return "";
        }
    }

    private Path group(final int node) throws IOException {
        final Path group = hierarchy.resolve("fleet-bench-" + ProcessHandle.current().pid() + "-" + node);
        if (!groups.contains(group)) {
            Files.createDirectories(group);
            groups.add(group);
            Files.writeString(group.resolve("blkio.throttle.write_bps_device"), device + " " + bytesPerSecond);
        }
        return group;
    }

    /** Threads that are left go back to where the process began; call it when the nodes are closed. */
    @Override
    public void close() throws IOException {
        for (final Path group : groups) {
            for (final String task : Files.readAllLines(group.resolve("tasks"))) {
                Files.writeString(hierarchy.resolve("tasks"), task);
            }
            Files.delete(group);
        }
        groups.clear();
    }
}
