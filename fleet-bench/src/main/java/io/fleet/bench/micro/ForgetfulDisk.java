package io.fleet.bench.micro;

import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A disk that costs a copy and no more: syncs do nothing, and a file has memory for its first block; all that lies
 * behind is written to one window of memory, over and over. So files may be long, and a benchmark that appends sees the
 * log's own work and hardly any change of files. Nothing behind the block can be read back. One thread.
 */
final class ForgetfulDisk implements Disk {
    private static final int BLOCK = 4096;
    private static final int WINDOW = 1 << 20;

    private final Map<String, ForgetfulFile> files = new TreeMap<>();
    private final UnsafeBuffer window = new UnsafeBuffer(new byte[WINDOW]);

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public List<String> list() {
        return new ArrayList<>(files.keySet());
    }

    @Override
    public boolean exists(final String file) {
        return files.containsKey(file);
    }

    @Override
    public DiskFile create(final String file, final long length) {
        final ForgetfulFile created = new ForgetfulFile(file, length, window);
        files.put(file, created);
        return created;
    }

    @Override
    public DiskFile open(final String file) {
        return files.get(file);
    }

    @Override
    public void rename(final String from, final String to) {
        files.put(to, files.remove(from));
    }

    @Override
    public void delete(final String file) {
        files.remove(file);
    }

    @Override
    public void close() {
        files.clear();
    }

    /** One file. */
    private static final class ForgetfulFile implements DiskFile {
        private final String name;
        private final long length;
        private final UnsafeBuffer window;
        private final UnsafeBuffer block = new UnsafeBuffer(new byte[BLOCK]);

        ForgetfulFile(final String name, final long length, final UnsafeBuffer window) {
            this.name = name;
            this.length = length;
            this.window = window;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public void write(final long position, final DirectBuffer source, final int offset, final int count) {
            if (position < BLOCK) {
                block.putBytes((int) position, source, offset, Math.min(count, BLOCK - (int) position));
            }
            int done = 0;
            while (done < count) {
                final int at = (int) (position + done & WINDOW - 1);
                final int part = Math.min(count - done, WINDOW - at);
                window.putBytes(at, source, offset + done, part);
                done += part;
            }
        }

        @Override
        public int read(final long position, final MutableDirectBuffer target, final int offset, final int count) {
            final int available = (int) Math.max(0, Math.min(count, length - position));
            target.setMemory(offset, available, (byte) 0);
            if (position < BLOCK) {
                block.getBytes((int) position, target, offset, Math.min(available, BLOCK - (int) position));
            }
            return available;
        }

        @Override
        public void sync() {
            // What is in memory is as durable as it will be.
        }

        @Override
        public void close() {
            // There is nothing to let go of.
        }
    }
}
