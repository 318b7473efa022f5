package io.fleet.verify.crashpoint.traced;

import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;

/** A directory of the real file system that tells a {@link FileTree} of every call that changes it. */
public final class TracedFileSystem extends FileSystem {
    private final Path top;
    private final TracedProvider provider;

    public TracedFileSystem(final Path top, final FileTree tree) {
        this.top = top;
        provider = new TracedProvider(this, tree);
    }

    /** The directory. */
    Path top() {
        return top;
    }

    @Override
    public Path getPath(final String first, final String... more) {
        return new TracedPath(this, top.getFileSystem().getPath(first, more));
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("it holds nothing to close");
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return top.getFileSystem().getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(new TracedPath(this, top));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return top.getFileSystem().supportedFileAttributeViews();
    }

    @Override
    public PathMatcher getPathMatcher(final String pattern) {
        throw new UnsupportedOperationException("a traced directory has no matchers");
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException("a traced directory has no users");
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException("a traced directory is not watched");
    }
}
