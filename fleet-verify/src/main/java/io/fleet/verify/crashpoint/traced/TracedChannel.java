package io.fleet.verify.crashpoint.traced;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A channel that tells of every write and sync; a sync reaches no device, for the tree alone counts. */
final class TracedChannel extends FileChannel {
    private final FileChannel real;
    private final String path;
    private final FileTree tree;
    private final FileTree.Node node;

    TracedChannel(final FileChannel real, final String path, final FileTree tree) {
        this.real = real;
        this.path = path;
        this.tree = tree;
        node = tree.open(path);
    }

    @Override
    public int write(final ByteBuffer source) throws IOException {
        final long at = real.position();
        final ByteBuffer copy = source.duplicate();
        return told(at, copy, real.write(source));
    }

    @Override
    public int write(final ByteBuffer source, final long position) throws IOException {
        final ByteBuffer copy = source.duplicate();
        return told(position, copy, real.write(source, position));
    }

    private int told(final long position, final ByteBuffer copy, final int count) {
        final byte[] bytes = new byte[count];
        copy.get(bytes);
        tree.write(node, path, position, bytes);
        return count;
    }

    @Override
    public long write(final ByteBuffer[] sources, final int offset, final int length) throws IOException {
        long sum = 0;
        for (int i = offset; i < offset + length; i++) {
            sum += write(sources[i]);
        }
        return sum;
    }

    @Override
    public void force(final boolean metaData) {
        tree.sync(node, path);
    }

    @Override
    public int read(final ByteBuffer target) throws IOException {
        return real.read(target);
    }

    @Override
    public long read(final ByteBuffer[] targets, final int offset, final int length) throws IOException {
        return real.read(targets, offset, length);
    }

    @Override
    public int read(final ByteBuffer target, final long position) throws IOException {
        return real.read(target, position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(final long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public FileChannel truncate(final long size) {
        throw new UnsupportedOperationException("a traced file is not truncated");
    }

    @Override
    public long transferTo(final long position, final long count, final WritableByteChannel target) {
        throw new UnsupportedOperationException("a traced file is not transferred");
    }

    @Override
    public long transferFrom(final ReadableByteChannel source, final long position, final long count) {
        throw new UnsupportedOperationException("a traced file is not transferred to");
    }

    @Override
    public MappedByteBuffer map(final MapMode mode, final long position, final long size) {
        throw new UnsupportedOperationException("writes to a mapped file cannot be traced");
    }

    @Override
    public FileLock lock(final long position, final long size, final boolean shared) throws IOException {
        return real.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(final long position, final long size, final boolean shared) throws IOException {
        return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}
