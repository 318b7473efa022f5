package io.fleet.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
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
        this.length = length;
        durable = new SparseImage(length);
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

    /** Makes a random subset of the unsynced sectors durable and forgets the others. */
    void losePower(final SplittableRandom random) {
        for (final Unsynced write : unsynced) {
            final int fate = random.nextInt(4);
            if (fate == 0) {
                continue;
            }
            int done = 0;
            while (done < write.bytes.length) {
                final int step = (int) Math.min(SECTOR - (write.position + done) % SECTOR, write.bytes.length - done);
                if (fate == 1 || random.nextBoolean()) {
                    durable.write(write.position + done, write.bytes, done, step);
                }
                done += step;
            }
        }
        unsynced.clear();
    }

    void flipBit(final long position, final int bit) {
        durable.flipBit(position, bit);
    }
}
