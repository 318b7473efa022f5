package io.fleet.verify.crashpoint.machine;

import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.testkit.sim.SimHash;
import io.fleet.testkit.sim.SimulatedCrash;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The disks of one machine: what the devices hold, and the writes since the last sync of their files. It can be copied
 * at any moment, and what a crash leaves is chosen, never drawn. Creating, renaming and deleting are atomic and durable
 * when they return, as {@link Disk} promises; that the real disk keeps this promise is explored by
 * {@code RealDiskExplorer}. Single-threaded.
 */
public final class CrashMachine {
    public static final int SECTOR = 512;

    private final String name;
    private final List<TreeMap<String, VolumeFile>> volumes = new ArrayList<>();
    private final List<Unsynced> unsynced = new ArrayList<>();
    private OperationGate gate = OperationGate.OPEN;
    private long operations;
    private long process;
    private Creation creation;

    /** A write that no sync has made durable. */
    private record Unsynced(VolumeFile file, int position, byte[] bytes) {
    }

    /** A file on its way. */
    private record Creation(int volume, String file, long length) {
    }

    /** What of a write the device takes at once: a sector, or less of one. */
    private record Unit(Unsynced write, int offset, int length) {
        void keep() {
            write.file.write(write.position + offset, write.bytes, offset, length);
        }
    }

    public CrashMachine(final String name, final int disks) {
        this.name = name;
        for (int i = 0; i < disks; i++) {
            volumes.add(new TreeMap<>());
        }
    }

    /** The same machine once more, as it is at this moment, with no process and no gate. */
    public CrashMachine copy() {
        final CrashMachine copy = new CrashMachine(name, 0);
        final Map<VolumeFile, VolumeFile> copies = new IdentityHashMap<>();
        for (final TreeMap<String, VolumeFile> volume : volumes) {
            final TreeMap<String, VolumeFile> files = new TreeMap<>();
            volume.forEach((file, data) -> files.put(file, copies.computeIfAbsent(data, VolumeFile::copy)));
            copy.volumes.add(files);
        }
        for (final Unsynced write : unsynced) {
            copy.unsynced.add(new Unsynced(copies.get(write.file), write.position, write.bytes));
        }
        copy.creation = creation;
        return copy;
    }

    String name() {
        return name;
    }

    public void gate(final OperationGate newGate) {
        gate = newGate;
        operations = 0;
    }

    public long operations() {
        return operations;
    }

    /** The disks as a new process sees them; those of the process before are dead. */
    public List<Disk> mount() {
        process++;
        final List<Disk> disks = new ArrayList<>();
        for (int i = 0; i < volumes.size(); i++) {
            disks.add(new MachineDisk(this, i, process));
        }
        return disks;
    }

    /** The process is gone, and the machine and its page cache live on. */
    public void kill() {
        process++;
        creation = null;
    }

    /** How many parts of unsynced writes can each be kept or lost. */
    int units() {
        return unitList().size();
    }

    /** How long the file is to be that is being created; -1 when there is none. */
    long creationLength() {
        return creation == null ? -1 : creation.length;
    }

    /** Ends the process; of the unsynced writes stays what is chosen, from the given unit on. */
    public void losePower(final Survival survival, final int firstUnit) {
        if (survival.created() >= 0 && creation != null) {
            volumes.get(creation.volume).put(creation.file, new VolumeFile(survival.created()));
        }
        final List<Unit> units = unitList();
        for (int i = 0; i < units.size(); i++) {
            if (survival.kept().get(firstUnit + i)) {
                units.get(i).keep();
            }
        }
        unsynced.clear();
        kill();
    }

    /** The disks are replaced by empty ones; there is no process. */
    public void wipe() {
        volumes.forEach(TreeMap::clear);
        unsynced.clear();
    }

    /** A file of the first disk is gone, or all of its bytes are; there is no process. */
    public void lose(final String file, final boolean whole) {
        final VolumeFile before = volumes.get(0).remove(file);
        if (before == null) {
            throw new IllegalStateException(name + " has no file " + file);
        }
        if (!whole) {
            volumes.get(0).put(file, new VolumeFile(before.length()));
        }
    }

    /** A bit of a file of the first disk turns over; there is no process. */
    public void flip(final String prefix, final int position) {
        final String file = volumes.get(0).ceilingKey(prefix);
        if (file == null || !file.startsWith(prefix)) {
            throw new IllegalStateException(name + " has no file " + prefix);
        }
        final UnsafeBuffer bit = new UnsafeBuffer(new byte[1]);
        volumes.get(0).get(file).read(position, bit, 0, 1);
        volumes.get(0).get(file).write(position, new byte[] {(byte) (bit.getByte(0) ^ 1)}, 0, 1);
    }

    /** A hash of everything that the devices hold; meaningful when nothing is unsynced. */
    public long fingerprint() {
        long hash = SimHash.START;
        for (final TreeMap<String, VolumeFile> volume : volumes) {
            hash = SimHash.mix(hash, volume.size());
            for (final Map.Entry<String, VolumeFile> file : volume.entrySet()) {
                hash = file.getValue().mixInto(SimHash.mix(hash, file.getKey().hashCode()));
            }
        }
        return hash;
    }

    TreeMap<String, VolumeFile> volume(final int index, final long mountedBy) {
        if (mountedBy != process) {
            throw new SimulatedCrash(name + " is not this process's any more");
        }
        return volumes.get(index);
    }

    String diskName(final int volume) {
        return name + "/disk-" + volume;
    }

    /** Creates a file; the caller has checked that there is none. */
    VolumeFile create(final int volume, final String file, final long length) {
        final DiskStep operation = next(DiskStep.Kind.CREATE, volume, file, 0, length);
        gate.at(this, operation, CrashMoment.BEFORE);
        creation = new Creation(volume, file, length);
        gate.at(this, operation, CrashMoment.DURING);
        creation = null;
        final VolumeFile created = new VolumeFile(length);
        volumes.get(volume).put(file, created);
        gate.at(this, operation, CrashMoment.AFTER);
        return created;
    }

    void write(final int volume, final String file, final VolumeFile data, final int position, final byte[] bytes) {
        final DiskStep operation = next(DiskStep.Kind.WRITE, volume, file, position, bytes.length);
        gate.at(this, operation, CrashMoment.BEFORE);
        unsynced.add(new Unsynced(data, position, bytes));
        gate.at(this, operation, CrashMoment.AFTER);
    }

    void sync(final int volume, final String file, final VolumeFile data) {
        final DiskStep operation = next(DiskStep.Kind.SYNC, volume, file, 0, 0);
        gate.at(this, operation, CrashMoment.BEFORE);
        for (final Unsynced write : unsynced) {
            if (write.file == data) {
                data.write(write.position, write.bytes, 0, write.bytes.length);
            }
        }
        unsynced.removeIf(write -> write.file == data);
        gate.at(this, operation, CrashMoment.AFTER);
    }

    void rename(final int volume, final String from, final String to) {
        final TreeMap<String, VolumeFile> files = volumes.get(volume);
        final DiskStep operation = next(DiskStep.Kind.RENAME, volume, from + " -> " + to, 0, 0);
        gate.at(this, operation, CrashMoment.BEFORE);
        forget(files.put(to, files.remove(from)));
        gate.at(this, operation, CrashMoment.AFTER);
    }

    void delete(final int volume, final String file) {
        final DiskStep operation = next(DiskStep.Kind.DELETE, volume, file, 0, 0);
        gate.at(this, operation, CrashMoment.BEFORE);
        forget(volumes.get(volume).remove(file));
        gate.at(this, operation, CrashMoment.AFTER);
    }

    /** What a reader sees: the device's bytes under the unsynced writes. */
    int read(final VolumeFile data, final int position, final org.agrona.MutableDirectBuffer target, final int offset,
             final int count) {
        final int readable = Math.max(0, Math.min(count, data.length() - position));
        data.read(position, target, offset, readable);
        for (final Unsynced write : unsynced) {
            if (write.file == data) {
                final int from = Math.max(position, write.position);
                final int to = Math.min(position + readable, write.position + write.bytes.length);
                if (from < to) {
                    target.putBytes(offset + from - position, write.bytes, from - write.position, to - from);
                }
            }
        }
        return readable;
    }

    private void forget(final VolumeFile gone) {
        unsynced.removeIf(write -> write.file == gone);
    }

    private DiskStep next(final DiskStep.Kind kind, final int volume, final String file, final long offset,
                           final long length) {
        return new DiskStep(++operations, kind, diskName(volume) + "/" + file, offset, length);
    }

    /** In the order of writing. A sector that the device would hold either way is not counted. */
    private List<Unit> unitList() {
        final List<Unit> units = new ArrayList<>();
        for (int i = 0; i < unsynced.size(); i++) {
            final Unsynced write = unsynced.get(i);
            int done = 0;
            while (done < write.bytes.length) {
                final int at = write.position + done;
                final int step = Math.min(SECTOR - at % SECTOR, write.bytes.length - done);
                if (!write.file.holds(at, write.bytes, done, step) || isWrittenBefore(i, at, step)) {
                    units.add(new Unit(write, done, step));
                }
                done += step;
            }
        }
        return units;
    }

    private boolean isWrittenBefore(final int index, final int at, final int length) {
        final VolumeFile file = unsynced.get(index).file;
        for (int i = 0; i < index; i++) {
            final Unsynced other = unsynced.get(i);
            if (other.file == file && other.position < at + length && at < other.position + other.bytes.length) {
                return true;
            }
        }
        return false;
    }

    static StorageException missing(final String disk, final String file) {
        return new StorageException("disk " + disk + ": no file " + file);
    }
}
