package io.fleet.storage.disk;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A small file system in memory, mounted where a test says; the test is skipped where that is not allowed. */
final class TmpFs implements AutoCloseable {
    private final Path path;

    private TmpFs(final Path path) {
        this.path = path;
    }

    static TmpFs mount(final Path path, final int kibibytes) throws Exception {
        return mount(path, "size=" + kibibytes + "k");
    }

    static TmpFs mount(final Path path, final String options) throws Exception {
        Files.createDirectories(path);
        assumeTrue(succeeds("mount", "-t", "tmpfs", "-o", options, "fleet-test", path.toString()),
            "cannot mount a small file system at " + path + "; a full disk is tested as root only");
        return new TmpFs(path);
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws Exception {
        if (!succeeds("umount", path.toString())) {
            throw new IOException("cannot unmount " + path);
        }
    }

    private static boolean succeeds(final String... command) throws InterruptedException {
        try {
            final Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (final IOException e) {
            return false;
        }
    }
}
