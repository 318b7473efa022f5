package io.fleet.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * One file of a {@link SimMedium}: what is durable, and the writes that were made since the last sync. Readers see
 * both; a loss of power keeps any subset of the unsynced sectors.
 */
final class FileImage {
    static final int SECTOR = 512;

    private final long length;
    private final SparseImage durable;
    private final List<Unsynced> unsynced = new ArrayList<>();

    private record Unsynced(long position, byte[] bytes) {
    }

    FileImage(final long length) {
        this(length, new SparseImage(length));
    }

    private FileImage(final long length, final SparseImage durable) {
        this.length = length;
        this.durable = durable;
    }

    long length() {
        return length;
    }

    boolean isClean() {
        return unsynced.isEmpty();
    }

    int pagesInUse() {
        return durable.pagesInUse();
    }

    void write(final long position, final DirectBuffer source, final int offset, final int count) {
        if (count > 0) {
            final byte[] bytes = new byte[count];
            source.getBytes(offset, bytes);
            unsynced.add(new Unsynced(position, bytes));
        }
    }

    int read(final long position, final MutableDirectBuffer target, final int offset, final int count) {
        final int readable = (int) Math.max(0, Math.min(count, length - position));
        if (readable == 0) {
            return 0;
        }
        durable.read(position, target, offset, readable);
        for (final Unsynced write : unsynced) {
            final long from = Math.max(position, write.position);
            final long to = Math.min(position + readable, write.position + write.bytes.length);
            if (from < to) {
                final int at = offset + (int) (from - position);
                target.putBytes(at, write.bytes, (int) (from - write.position), (int) (to - from));
            }
        }
        return readable;
    }

    void sync() {
        for (final Unsynced write : unsynced) {
            durable.write(write.position, write.bytes, 0, write.bytes.length);
        }
        unsynced.clear();
    }

    FileImage copy() {
        final FileImage copy = new FileImage(length, durable.copy());
        copy.unsynced.addAll(unsynced);
        return copy;
    }

    /** Adds the unsynced sectors in the order of the writes. */
    void unsynced(final String name, final List<UnsyncedSector> sectors) {
        for (int number = 0; number < unsynced.size(); number++) {
            final Unsynced write = unsynced.get(number);
            int done = 0;
            while (done < write.bytes.length) {
                final int step = sectorStep(write, done);
                sectors.add(new UnsyncedSector(name, number, write.position + done, step));
                done += step;
            }
        }
    }

    /** Makes the chosen ones of the unsynced sectors durable and forgets the others. */
    void losePower(final String name, final Survivors survivors) {
        for (int number = 0; number < unsynced.size(); number++) {
            final Unsynced write = unsynced.get(number);
            int done = 0;
            while (done < write.bytes.length) {
                final int step = sectorStep(write, done);
                if (survivors.keeps(new UnsyncedSector(name, number, write.position + done, step))) {
                    durable.write(write.position + done, write.bytes, done, step);
                }
                done += step;
            }
        }
        unsynced.clear();
    }

    private static int sectorStep(final Unsynced write, final int done) {
        return (int) Math.min(SECTOR - (write.position + done) % SECTOR, write.bytes.length - done);
    }

    void flipBit(final long position, final int bit) {
        durable.flipBit(position, bit);
    }
}
