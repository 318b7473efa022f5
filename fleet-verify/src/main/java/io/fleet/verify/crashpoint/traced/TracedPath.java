package io.fleet.verify.crashpoint.traced;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/** A real path, seen through a {@link TracedFileSystem}. */
final class TracedPath implements Path {
    private final TracedFileSystem system;
    private final Path real;

    TracedPath(final TracedFileSystem system, final Path real) {
        this.system = system;
        this.real = real;
    }

    Path real() {
        return real;
    }

    /** Where it is in the traced tree. */
    String inTree() {
        return system.top().relativize(real).toString().replace(File.separatorChar, '/');
    }

    static Path real(final Path path) {
        return path instanceof TracedPath traced ? traced.real : path;
    }

    private Path traced(final Path path) {
        return path == null ? null : new TracedPath(system, path);
    }

    @Override
    public FileSystem getFileSystem() {
        return system;
    }

    @Override
    public boolean isAbsolute() {
        return real.isAbsolute();
    }

    @Override
    public Path getRoot() {
        return traced(real.getRoot());
    }

    @Override
    public Path getFileName() {
        return traced(real.getFileName());
    }

    @Override
    public Path getParent() {
        return traced(real.getParent());
    }

    @Override
    public int getNameCount() {
        return real.getNameCount();
    }

    @Override
    public Path getName(final int index) {
        return traced(real.getName(index));
    }

    @Override
    public Path subpath(final int from, final int to) {
        return traced(real.subpath(from, to));
    }

    @Override
    public boolean startsWith(final Path other) {
        return real.startsWith(real(other));
    }

    @Override
    public boolean endsWith(final Path other) {
        return real.endsWith(real(other));
    }

    @Override
    public Path normalize() {
        return traced(real.normalize());
    }

    @Override
    public Path resolve(final Path other) {
        return traced(real.resolve(real(other)));
    }

    @Override
    public Path resolve(final String other) {
        return traced(real.resolve(other));
    }

    @Override
    public Path relativize(final Path other) {
        return traced(real.relativize(real(other)));
    }

    @Override
    public URI toUri() {
        return real.toUri();
    }

    @Override
    public Path toAbsolutePath() {
        return traced(real.toAbsolutePath());
    }

    @Override
    public Path toRealPath(final LinkOption... options) throws IOException {
        return traced(real.toRealPath(options));
    }

    @Override
    public File toFile() {
        return real.toFile();
    }

    @Override
    public WatchKey register(final WatchService watcher, final WatchEvent.Kind<?>[] events,
                             final WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException("a traced path is not watched");
    }

    @Override
    public int compareTo(final Path other) {
        return real.compareTo(real(other));
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof TracedPath traced && traced.real.equals(real);
    }

    @Override
    public int hashCode() {
        return real.hashCode();
    }

    @Override
    public String toString() {
        return real.toString();
    }
}
