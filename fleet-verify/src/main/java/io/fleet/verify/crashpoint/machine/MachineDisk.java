package io.fleet.verify.crashpoint.machine;

import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** One disk of a {@link CrashMachine} as one process sees it. */
final class MachineDisk implements Disk {
    private final CrashMachine machine;
    private final int volume;
    private final long process;

    MachineDisk(final CrashMachine machine, final int volume, final long process) {
        this.machine = machine;
        this.volume = volume;
        this.process = process;
    }

    @Override
    public String name() {
        return machine.diskName(volume);
    }

    @Override
    public List<String> list() {
        return new ArrayList<>(files().keySet());
    }

    @Override
    public boolean exists(final String file) {
        return files().containsKey(file);
    }

    @Override
    public DiskFile create(final String file, final long length) {
        if (exists(file)) {
            throw new StorageException("disk " + name() + ": file " + file + " exists already");
        }
        return new OpenFile(file, machine.create(volume, file, length));
    }

    @Override
    public DiskFile open(final String file) {
        return new OpenFile(file, find(file));
    }

    @Override
    public void rename(final String from, final String to) {
        find(from);
        machine.rename(volume, from, to);
    }

    @Override
    public void delete(final String file) {
        find(file);
        machine.delete(volume, file);
    }

    @Override
    public void close() {
        files();
    }

    private VolumeFile find(final String file) {
        final VolumeFile data = files().get(file);
        if (data == null) {
            throw CrashMachine.missing(name(), file);
        }
        return data;
    }

    private TreeMap<String, VolumeFile> files() {
        return machine.volume(volume, process);
    }

    /** One open file. */
    private final class OpenFile implements DiskFile {
        private final String name;
        private final VolumeFile data;
        private boolean closed;

        OpenFile(final String name, final VolumeFile data) {
            this.name = name;
            this.data = data;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long length() {
            return data.length();
        }

        @Override
        public void write(final long position, final DirectBuffer source, final int offset, final int length) {
            requireOpen();
            if (position < 0 || length < 0 || position > data.length() - length) {
                throw new StorageException("disk " + MachineDisk.this.name() + ": write of " + length + " bytes at "
                    + position + " of " + name + ", which is " + data.length() + " bytes long");
            }
            final byte[] bytes = new byte[length];
            source.getBytes(offset, bytes);
            machine.write(volume, name, data, (int) position, bytes);
        }

        @Override
        public int read(final long position, final MutableDirectBuffer target, final int offset, final int length) {
            requireOpen();
            return machine.read(data, (int) Math.min(position, data.length()), target, offset, length);
        }

        @Override
        public void sync() {
            requireOpen();
            machine.sync(volume, name, data);
        }

        @Override
        public void close() {
            closed = true;
        }

        private void requireOpen() {
            files();
            if (closed) {
                throw new StorageException("disk " + MachineDisk.this.name() + ": file " + name + " is closed");
            }
        }
    }
}
