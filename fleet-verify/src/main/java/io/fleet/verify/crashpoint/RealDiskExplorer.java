package io.fleet.verify.crashpoint;

import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.disk.RealDisk;
import io.fleet.verify.crashpoint.machine.CrashMachine;
import io.fleet.verify.crashpoint.machine.CrashMoment;
import io.fleet.verify.crashpoint.machine.DiskStep;
import io.fleet.verify.crashpoint.machine.PointFilter;
import io.fleet.verify.crashpoint.machine.Survival;
import io.fleet.verify.crashpoint.machine.WorkloadResult;
import io.fleet.verify.crashpoint.traced.FileTree;
import io.fleet.verify.crashpoint.traced.TracedFileSystem;
import io.fleet.verify.process.FileTrees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * All points of the system calls of {@link RealDisk}: whatever subset of them a power failure keeps, a file that was
 * created is there in full length, one that was renamed has its new name only, one that was deleted is gone, and what
 * was synced can be read. The other workloads take this for granted.
 */
final class RealDiskExplorer {
    static final String NAME = "real-disk";
    private static final int LENGTH = 1_536;
    private static final String DIRECTORY = "deep/down";

    private final PointFilter filter;
    private final WorkloadResult result = new WorkloadResult(NAME);
    private final FileTree tree = new FileTree();
    private final Map<String, Content> expected = new TreeMap<>();
    private boolean isOpen;
    private String doing = "";
    private String with = "";

    /** A file: what was synced last, and what was written since. */
    private static final class Content {
        private byte[] synced = new byte[LENGTH];
        private final List<byte[]> written = new ArrayList<>();

        boolean allows(final byte[] found) {
            if (found.length != LENGTH) {
                return false;
            }
            for (int at = 0; at < LENGTH; at += CrashMachine.SECTOR) {
                final int from = at;
                final int to = at + CrashMachine.SECTOR;
                if (!same(synced, found, from, to) && written.stream().noneMatch(one -> same(one, found, from, to))) {
                    return false;
                }
            }
            return true;
        }

        private static boolean same(final byte[] one, final byte[] other, final int from, final int to) {
            return java.util.Arrays.equals(one, from, to, other, from, to);
        }
    }

    RealDiskExplorer(final PointFilter filter) {
        this.filter = filter;
    }

    WorkloadResult explore() {
        final long startNs = System.nanoTime();
        Path top = null;
        try {
            top = Files.createTempDirectory("fleet-crashpoints");
            tree.listener(this::at);
            script(new TracedFileSystem(top, tree).getPath(top.toString()));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deleteAll(top);
        }
        result.operations(tree.operations());
        result.seconds((System.nanoTime() - startNs) / 1e9);
        return result;
    }

    private void script(final Path top) {
        try (RealDisk disk = RealDisk.open(top.resolve(DIRECTORY))) {
            isOpen = true;
            final DiskFile first = create(disk, "first");
            write(first, 0, LENGTH, 1);
            sync(first);
            write(first, 512, 512, 2);
            write(first, 0, 1_024, 3);
            rename(disk, "first", "second");
            sync(first, "second");
            create(disk, "third").close();
            rename(disk, "second", "third");
            first.close();
            final DiskFile again = create(disk, "first");
            write(again, 512, 1_024, 4);
            delete(disk, "third");
            sync(again);
            again.close();
            delete(disk, "first");
            create(disk, "first").close();
        }
    }

    private DiskFile create(final RealDisk disk, final String file) {
        doing = "create " + file;
        final DiskFile created = disk.create(file, LENGTH);
        doing = "";
        expected.put(file, new Content());
        return created;
    }

    private void write(final DiskFile file, final int position, final int length, final int value) {
        final Content content = expected.get(file.name());
        final byte[] after = content.written.isEmpty() ? content.synced.clone()
            : content.written.get(content.written.size() - 1).clone();
        java.util.Arrays.fill(after, position, position + length, (byte) value);
        content.written.add(after);
        file.write(position, new UnsafeBuffer(after), position, length);
    }

    private void sync(final DiskFile file) {
        sync(file, file.name());
    }

    private void sync(final DiskFile file, final String name) {
        file.sync();
        final Content content = expected.get(name);
        content.synced = content.written.get(content.written.size() - 1);
        content.written.clear();
    }

    private void rename(final RealDisk disk, final String from, final String to) {
        doing = "rename " + from;
        with = to;
        disk.rename(from, to);
        doing = "";
        with = "";
        expected.put(to, expected.remove(from));
    }

    private void delete(final RealDisk disk, final String file) {
        doing = "delete " + file;
        disk.delete(file);
        doing = "";
        expected.remove(file);
    }

    private void at(final DiskStep operation, final CrashMoment moment) {
        final List<Survival> survivals = Survival.of(tree.units());
        for (int i = 0; i < survivals.size(); i++) {
            result.point(operation.kind(), moment);
            if (filter.names(operation.number())) {
                result.choice(moment, i);
            }
            if (filter.first(operation.number(), moment, i)) {
                result.ran();
                final String problem = check(tree.survivors(survivals.get(i)));
                if (problem != null) {
                    result.failure(NAME + "." + operation.number() + "/" + PointFilter.choice(moment, i), operation,
                        problem);
                }
            }
        }
    }

    private String check(final Map<String, byte[]> found) {
        if (isOpen && !found.containsKey(DIRECTORY)) {
            return "the directory is gone, though it was opened";
        }
        final Map<String, byte[]> files = new TreeMap<>();
        found.forEach((path, bytes) -> {
            if (path.startsWith(DIRECTORY + "/") && !path.endsWith(".lock")) {
                files.put(path.substring(DIRECTORY.length() + 1), bytes);
            }
        });
        for (final Map.Entry<String, Content> entry : expected.entrySet()) {
            final String file = entry.getKey();
            final byte[] bytes = files.remove(file);
            final String problem = doing.endsWith(" " + file) || file.equals(with)
                ? checkChanging(file, bytes, files) : entry.getValue().allows(bytes == null ? new byte[0] : bytes)
                    ? null : file + (bytes == null ? " is gone" : " has other bytes than were synced or written");
            if (problem != null) {
                return problem;
            }
        }
        final boolean only = files.isEmpty() || files.size() == 1 && (files.containsKey(with)
            || files.entrySet().stream().allMatch(file -> doing.equals("create " + file.getKey())
                && isPrefix(file.getValue())));
        return only ? null : "files that should not be there: " + files.keySet();
    }

    /** Whether a file that is being created holds no more than it will. */
    private static boolean isPrefix(final byte[] bytes) {
        return bytes.length <= LENGTH && java.util.Arrays.equals(bytes, new byte[bytes.length]);
    }

    /** A file that is being renamed, replaced or deleted. */
    private String checkChanging(final String file, final byte[] bytes, final Map<String, byte[]> others) {
        if (doing.startsWith("delete ")) {
            return bytes == null || expected.get(file).allows(bytes) ? null : file + " is half deleted";
        }
        if (file.equals(with)) {
            final Content moving = expected.get(doing.substring("rename ".length()));
            return bytes != null && (expected.get(file).allows(bytes) || moving.allows(bytes)) ? null
                : file + " is neither what it was nor what replaces it";
        }
        final byte[] renamed = others.get(with);
        final boolean whole = bytes != null && expected.get(file).allows(bytes)
            || bytes == null && renamed != null && expected.get(file).allows(renamed);
        return whole ? null : file + " has neither its old nor its new name";
    }

    private static void deleteAll(final Path top) {
        if (top == null) {
            return;
        }
        try {
            FileTrees.delete(top);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
