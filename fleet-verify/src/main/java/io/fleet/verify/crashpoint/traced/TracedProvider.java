package io.fleet.verify.crashpoint.traced;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** The calls of a {@link TracedFileSystem}: each is made on the real files and told. */
final class TracedProvider extends FileSystemProvider {
    private final TracedFileSystem system;
    private final FileTree tree;

    TracedProvider(final TracedFileSystem system, final FileTree tree) {
        this.system = system;
        this.tree = tree;
    }

    @Override
    public FileChannel newFileChannel(final Path path, final Set<? extends OpenOption> options,
                                      final FileAttribute<?>... attributes) throws IOException {
        final boolean isNew = !Files.exists(real(path));
        final FileChannel channel = FileChannel.open(real(path), options, attributes);
        if (isNew) {
            tree.create(inTree(path), false);
        }
        return new TracedChannel(channel, inTree(path), tree);
    }

    @Override
    public void createDirectory(final Path path, final FileAttribute<?>... attributes) throws IOException {
        Files.createDirectory(real(path), attributes);
        tree.create(inTree(path), true);
    }

    @Override
    public void delete(final Path path) throws IOException {
        Files.delete(real(path));
        tree.delete(inTree(path));
    }

    @Override
    public void move(final Path source, final Path target, final CopyOption... options) throws IOException {
        Files.move(real(source), real(target), options);
        tree.rename(inTree(source), inTree(target));
    }

    @Override
    @SuppressWarnings("StreamResourceLeak") // what is returned closes it
    public DirectoryStream<Path> newDirectoryStream(final Path path, final DirectoryStream.Filter<? super Path> filter)
        throws IOException {
        final DirectoryStream<Path> stream = Files.newDirectoryStream(real(path),
            found -> filter.accept(new TracedPath(system, found)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                final Iterator<Path> found = stream.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return found.hasNext();
                    }

                    @Override
                    public Path next() {
                        return new TracedPath(system, found.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                stream.close();
            }
        };
    }

    @Override
    public void checkAccess(final Path path, final AccessMode... modes) throws IOException {
        real(path).getFileSystem().provider().checkAccess(real(path), modes);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(final Path path, final Class<A> type,
                                                            final LinkOption... options) throws IOException {
        return Files.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(final Path path, final String attributes, final LinkOption... options)
        throws IOException {
        return Files.readAttributes(real(path), attributes, options);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(final Path path, final Class<V> type,
                                                                final LinkOption... options) {
        return Files.getFileAttributeView(real(path), type, options);
    }

    @Override
    public FileStore getFileStore(final Path path) throws IOException {
        return Files.getFileStore(real(path));
    }

    @Override
    public boolean isSameFile(final Path path, final Path other) throws IOException {
        return Files.isSameFile(real(path), real(other));
    }

    @Override
    public boolean isHidden(final Path path) throws IOException {
        return Files.isHidden(real(path));
    }

    @Override
    public String getScheme() {
        return "traced";
    }

    @Override
    public FileSystem newFileSystem(final URI uri, final Map<String, ?> environment) {
        throw new UnsupportedOperationException("it is made by its constructor");
    }

    @Override
    public FileSystem getFileSystem(final URI uri) {
        return system;
    }

    @Override
    public Path getPath(final URI uri) {
        return new TracedPath(system, Path.of(uri));
    }

    @Override
    public SeekableByteChannel newByteChannel(final Path path, final Set<? extends OpenOption> options,
                                              final FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public void copy(final Path source, final Path target, final CopyOption... options) {
        throw new UnsupportedOperationException("a traced file is not copied");
    }

    @Override
    public void setAttribute(final Path path, final String attribute, final Object value,
                             final LinkOption... options) {
        throw new UnsupportedOperationException("attributes of traced files are not changed");
    }

    private static Path real(final Path path) {
        return TracedPath.real(path);
    }

    private static String inTree(final Path path) {
        return ((TracedPath) path).inTree();
    }
}
