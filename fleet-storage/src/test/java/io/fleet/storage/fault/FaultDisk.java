package io.fleet.storage.fault;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A directory in memory. What was written and not synced is lost by sectors in a power loss; a killed process loses
 * nothing but leaves it unsynced. Every operation may be the last.
 */
public final class FaultDisk implements Disk {
    /** Bytes that are written or lost together. */
    public static final int SECTOR = 512;

    private final String name;
    private final Random random;
    private final TreeMap<String, Image> images = new TreeMap<>();
    private long operations;
    private long crashAt = Long.MAX_VALUE;
    private boolean dead;
    private long capacity = Long.MAX_VALUE;
    private boolean failSync;
    private int failReads;
    private int generation;

    public FaultDisk(final String name, final Random random) {
        this.name = name;
        this.random = random;
    }

    /** The operation that is so many operations ahead will be the last. */
    public synchronized void crashIn(final int operationsAhead) {
        crashAt = operations + operationsAhead;
    }

    public synchronized void noCrash() {
        crashAt = Long.MAX_VALUE;
    }

    public synchronized void capacity(final long bytes) {
        capacity = bytes;
    }

    /** Bytes of a file cannot be read any more, until they are written over. */
    public synchronized void goBad(final String file, final int from, final int length) {
        images.get(file).bad.set(from, from + length);
    }

    /** So many reads fail from now on. */
    public synchronized void failReads(final int count) {
        failReads = count;
    }

    /** The next sync fails, and forgets what it should have written, as kernels do. */
    public synchronized void failNextSync() {
        failSync = true;
    }

    /** Ends the process; page cache and media stay. */
    public synchronized void kill() {
        generation++;
        dead = false;
        crashAt = Long.MAX_VALUE;
    }

    /** Ends the process and loses any subset of unsynced sectors. */
    public synchronized void powerLoss() {
        final double keep = new double[] {0, 0.5, 0.9, 1}[random.nextInt(4)];
        for (final Image image : images.values()) {
            for (int at = 0; at < image.current.length; at += SECTOR) {
                final int sector = at / SECTOR;
                if (image.dirty.get(sector) && random.nextDouble() < keep) {
                    image.persist(sector);
                }
            }
            image.dirty.clear();
            image.current = image.durable.clone();
        }
        kill();
    }

    public synchronized byte[] bytes(final String file) {
        return images.get(file).current;
    }

    /** Damages media and cache alike. */
    public synchronized void flip(final String file, final long position, final int mask) {
        images.get(file).current[(int) position] ^= (byte) mask;
        images.get(file).durable[(int) position] ^= (byte) mask;
    }

    public synchronized void zero(final String file, final int from, final int to) {
        Arrays.fill(images.get(file).current, from, to, (byte) 0);
        Arrays.fill(images.get(file).durable, from, to, (byte) 0);
    }

    /** Replaces contents on media and in the cache. */
    public synchronized void overwrite(final String file, final byte[] bytes) {
        images.put(file, new Image(bytes.clone()));
    }

    public synchronized void truncate(final String file, final int length) {
        images.put(file, new Image(Arrays.copyOf(images.get(file).durable, length)));
    }

    public synchronized void remove(final String file) {
        images.remove(file);
    }

    /** A copy of all durable contents. */
    public synchronized FaultDisk copy(final String copyName) {
        final FaultDisk copy = new FaultDisk(copyName, random);
        images.forEach((file, image) -> copy.images.put(file, new Image(image.durable.clone())));
        return copy;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized List<String> list() {
        alive(generation);
        return new ArrayList<>(images.keySet());
    }

    @Override
    public synchronized boolean exists(final String file) {
        alive(generation);
        return images.containsKey(file);
    }

    @Override
    public synchronized DiskFile create(final String file, final long length) {
        if (images.containsKey(file)) {
            throw new StorageException(name + "/" + file + " exists");
        }
        if (used() + length > capacity) {
            throw new DiskFullException(name + "/" + file + ": no space");
        }
        if (isLast("create " + file)) {
            if (random.nextInt(3) > 0) {
                final int prefix = random.nextBoolean() ? (int) length : random.nextInt((int) length + 1);
                images.put(file, new Image(new byte[prefix]));
            }
            throw new SimulatedCrash("create " + file);
        }
        images.put(file, new Image(new byte[(int) length]));
        return new File(file, images.get(file), generation);
    }

    @Override
    public synchronized DiskFile open(final String file) {
        alive(generation);
        if (!images.containsKey(file)) {
            throw new StorageException(name + "/" + file + " does not exist");
        }
        return new File(file, images.get(file), generation);
    }

    @Override
    public synchronized void rename(final String from, final String to) {
        final boolean last = isLast("rename " + from);
        if (!last || random.nextBoolean()) {
            final Image image = images.remove(from);
            if (image == null) {
                throw new StorageException(name + "/" + from + " does not exist");
            }
            images.put(to, image);
        }
        if (last) {
            throw new SimulatedCrash("rename " + from);
        }
    }

    @Override
    public synchronized void delete(final String file) {
        final boolean last = isLast("delete " + file);
        if (!last || random.nextBoolean()) {
            if (images.remove(file) == null) {
                throw new StorageException(name + "/" + file + " does not exist");
            }
        }
        if (last) {
            throw new SimulatedCrash("delete " + file);
        }
    }

    @Override
    public void close() {
        // contents stay for whoever opens them next
    }

    private long used() {
        return images.values().stream().mapToLong(image -> image.current.length).sum();
    }

    private void alive(final int openedIn) {
        if (dead || openedIn != generation) {
            throw new SimulatedCrash("the process has ended");
        }
    }

    private boolean isLast(final String operation) {
        if (dead) {
            throw new SimulatedCrash(operation + " after the end");
        }
        dead = ++operations >= crashAt;
        return dead;
    }

    private static final class Image {
        private final BitSet dirty = new BitSet();
        private final BitSet bad = new BitSet();
        private byte[] durable;
        private byte[] current;

        private Image(final byte[] bytes) {
            durable = bytes;
            current = bytes.clone();
        }

        private void persist(final int sector) {
            final int from = sector * SECTOR;
            System.arraycopy(current, from, durable, from, Math.min(SECTOR, current.length - from));
        }
    }

    private final class File implements DiskFile {
        private final String fileName;
        private final Image image;
        private final int openedIn;

        private File(final String fileName, final Image image, final int openedIn) {
            this.fileName = fileName;
            this.image = image;
            this.openedIn = openedIn;
        }

        @Override
        public String name() {
            return fileName;
        }

        @Override
        public long length() {
            return image.current.length;
        }

        @Override
        public void write(final long position, final DirectBuffer source, final int offset, final int length) {
            synchronized (FaultDisk.this) {
                alive(openedIn);
                final boolean last = isLast("write " + fileName);
                final int count = last ? random.nextInt(length + 1) : length;
                if (position + length > image.current.length) {
                    throw new StorageException(fileName + ": write beyond the end");
                }
                source.getBytes(offset, image.current, (int) position, count);
                image.bad.clear((int) position, (int) position + count);
                if (count > 0) {
                    image.dirty.set((int) position / SECTOR, (int) (position + count - 1) / SECTOR + 1);
                }
                if (last) {
                    throw new SimulatedCrash("write " + fileName);
                }
            }
        }

        @Override
        public int read(final long position, final MutableDirectBuffer target, final int offset, final int length) {
            synchronized (FaultDisk.this) {
                alive(openedIn);
                final int count = (int) Math.max(0, Math.min(length, image.current.length - position));
                final int badAt = count == 0 ? -1 : image.bad.nextSetBit((int) position);
                if (failReads > 0 || badAt >= 0 && badAt < position + count) {
                    failReads = Math.max(0, failReads - 1);
                    throw new ReadFailedException(FaultDisk.this.name + "/" + fileName + " at " + position
                        + ": input/output error", null);
                }
                target.putBytes(offset, image.current, (int) Math.min(position, image.current.length), count);
                return count;
            }
        }

        @Override
        public void sync() {
            synchronized (FaultDisk.this) {
                alive(openedIn);
                final boolean last = isLast("sync " + fileName);
                if (last) {
                    throw new SimulatedCrash("sync " + fileName);
                }
                if (failSync) {
                    failSync = false;
                    image.dirty.clear();
                    throw new StorageException(name + "/" + fileName + ": sync failed");
                }
                image.dirty.stream().forEach(image::persist);
                image.dirty.clear();
            }
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
