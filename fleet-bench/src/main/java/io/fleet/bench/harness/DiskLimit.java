package io.fleet.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives each node as many bytes a second to write as a disk of its own has: the kernel (Linux, control groups of
 * version 1, {@code blkio}) holds up the writes of a node's threads or processes. It sees what they write past the page
 * cache, as logs of Fleet are, and what they write from it by a sync; not what the kernel writes later by itself, nor
 * the file system's journal. Needs root. One thread.
 */
public final class DiskLimit implements AutoCloseable {
    private static final Path MOUNTS = Path.of("/proc/mounts");
    private static final Path DEVICES = Path.of("/sys/dev/block");
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
    public DiskLimit(final Path directory, final long bytesPerSecond) throws IOException {
        this.bytesPerSecond = bytesPerSecond;
        hierarchy = controller();
        device = device(((Number) Files.getAttribute(directory, "unix:dev")).longValue());
    }

    private static Path controller() throws IOException {
        final Path hierarchy = Files.isReadable(MOUNTS) ? hierarchy(Files.readAllLines(MOUNTS)) : null;
        if (hierarchy == null || !Files.isWritable(hierarchy)) {
            throw new IllegalStateException("--disk needs Linux, the controller blkio of control groups version 1, and"
                + " root; " + (hierarchy == null ? "there is no such controller" : hierarchy + " cannot be written"));
        }
        return hierarchy;
    }

    /** Where the controller is; null where it is not. */
    static Path hierarchy(final List<String> mounts) {
        return mounts.stream().map(line -> line.split(" "))
            .filter(fields -> fields.length > 3 && "cgroup".equals(fields[2])
                && List.of(fields[3].split(",")).contains("blkio"))
            .map(fields -> Path.of(fields[1])).findFirst().orElse(null);
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

    /** Puts a thread of this process under the limit of a node. */
    public void limitThread(final int node, final String thread) throws IOException {
        Files.writeString(group(node).resolve("tasks"), thread);
    }

    /** Puts a process under the limit of a node, with the threads and processes that it starts from then on. */
    void limitProcess(final int node, final long pid) throws IOException {
        Files.writeString(group(node).resolve("cgroup.procs"), Long.toString(pid));
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
