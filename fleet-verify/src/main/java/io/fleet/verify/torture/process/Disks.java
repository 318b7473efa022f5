package io.fleet.verify.torture.process;

import io.fleet.verify.process.FileTrees;
import io.fleet.verify.process.SystemCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file system of its own for each node's data, in memory and of limited size, so that it can be full: a file of
 * ballast takes what is left. Mounting needs rights that not everybody has.
 */
public final class Disks implements AutoCloseable {
    private static final int CHUNK = 1 << 16;
    private static final String BALLAST = "ballast";

    private final List<Path> mounted = new ArrayList<>();

    /**
     * Mounts one for each node, all or none.
     *
     * @param directory takes the mount points.
     * @param name      of the run.
     * @param count     of nodes.
     * @param mebibytes the size of each.
     * @throws IOException says why this cannot be done here.
     */
    public Disks(final Path directory, final RunName name, final int count, final long mebibytes)
        throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            final Path point = Files.createDirectories(directory.resolve("disk-" + i));
            final SystemCommand mount = SystemCommand.run("mount", "-t", "tmpfs", "-o", "mode=0700,size=" + mebibytes
                + "m",
                name.toString(), point.toString());
            if (!mount.succeeded()) {
                close();
                throw new IOException(mount.output());
            }
            mounted.add(point);
        }
    }

    /** Where a node keeps its data. */
    public Path data(final int node) {
        return mounted.get(node).resolve("data");
    }

    /** Leaves no room. */
    public void fill(final int node) throws IOException {
        final byte[] chunk = new byte[CHUNK];
        final Path ballast = mounted.get(node).resolve(BALLAST);
        boolean isFull = false;
        try (OutputStream out = Files.newOutputStream(ballast)) {
            while (!isFull) {
                isFull = !write(out, chunk);
            }
        }
    }

    private static boolean write(final OutputStream out, final byte[] chunk) {
        try {
            out.write(chunk);
            return true;
        } catch (final IOException noSpaceLeft) {
            return false;
        }
    }

    /** Takes the ballast away. */
    public void free(final int node) throws IOException {
        Files.deleteIfExists(mounted.get(node).resolve(BALLAST));
    }

    /** Copies what is on them into the directory, since they end with the run. */
    public void keep(final Path directory) throws IOException {
        for (int i = 0; i < mounted.size(); i++) {
            free(i);
            FileTrees.copy(mounted.get(i), directory.resolve("node-" + i));
        }
    }

    /** Unmounts; the nodes must have ended. Any thread. */
    @Override
    public synchronized void close() {
        try {
            for (final Path point : mounted) {
                unmount(point);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot unmount: " + e.getMessage(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        mounted.clear();
    }

    /** Also while somebody looks into it. */
    static void unmount(final Path point) throws IOException, InterruptedException {
        if (!SystemCommand.run("umount", point.toString()).succeeded()) {
            final SystemCommand lazily = SystemCommand.run("umount", "-l", point.toString());
            if (!lazily.succeeded()) {
                throw new IOException(lazily.output());
            }
        }
        Files.deleteIfExists(point);
    }
}
