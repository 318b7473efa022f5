package io.fleet.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * One file of a {@link SimMedium}: what is durable, what the device lost after it had confirmed it, and the writes
 * that were made since the last sync. Readers see all of it, as through a page cache; a loss of power keeps what is
 * durable and any subset of the unsynced sectors.
 */
final class FileImage {
    static final int SECTOR = 512;

    private final long length;
    /** How much of it takes space: all, or up to where it has been written. */
    private long space;
    private final SparseImage durable;
    private final List<Write> unsynced = new ArrayList<>();
    /** Confirmed writes that are not durable, and the durable ones that were made over them, in order. */
    private final List<Write> lost = new ArrayList<>();

    /** A write; with a file elsewhere it is one that the device puts there instead of here. */
    private record Write(long position, byte[] bytes, FileImage elsewhere, long elsewhereAt) {
        long end() {
            return position + bytes.length;
        }

        boolean overlaps(final Write other) {
            return position < other.end() && other.position < end();
        }
    }

    FileImage(final long length) {
        this(length, new SparseImage(length));
    }

    private FileImage(final long length, final SparseImage durable) {
        this.length = length;
        space = length;
        this.durable = durable;
    }

    long length() {
        return length;
    }

    long space() {
        return space;
    }

    /** How much more space it takes once it is written up to an end. */
    long spaceFor(final long end) {
        return Math.max(0, end - space);
    }

    /** It takes space up to an end at least. */
    void takeSpace(final long end) {
        space = Math.max(space, end);
    }

    /** It takes no space yet, wherever it is not written. */
    void leaveSpace() {
        space = 0;
    }

    boolean isClean() {
        return unsynced.isEmpty();
    }

    /** Whether something that was confirmed would be gone after a loss of power. */
    boolean hasLost() {
        return !lost.isEmpty();
    }

    int pagesInUse() {
        return durable.pagesInUse();
    }

    /** The durable pages that were ever written, by their position in the file. */
    List<Long> usedPages() {
        return durable.usedPages();
    }

    void write(final long position, final DirectBuffer source, final int offset, final int count) {
        writeElsewhere(position, source, offset, count, null, 0);
    }

    /** A write that the device will put into another place; until then readers see it where it belongs. */
    void writeElsewhere(final long position, final DirectBuffer source, final int offset, final int count,
                        final FileImage elsewhere, final long elsewhereAt) {
        if (count > 0) {
            final byte[] bytes = new byte[count];
            source.getBytes(offset, bytes);
            unsynced.add(new Write(position, bytes, elsewhere, elsewhereAt));
        }
    }

    int read(final long position, final MutableDirectBuffer target, final int offset, final int count) {
        final int readable = (int) Math.max(0, Math.min(count, length - position));
        if (readable == 0) {
            return 0;
        }
        durable.read(position, target, offset, readable);
        overlay(lost, position, target, offset, readable);
        overlay(unsynced, position, target, offset, readable);
        return readable;
    }

    void sync() {
        for (final Write write : unsynced) {
            persist(write, 0, write.bytes.length);
        }
        unsynced.clear();
    }

    /** A sync that confirms everything, and makes durable only what is chosen. */
    void syncFalsely(final String name, final Survivors survivors) {
        for (int number = 0; number < unsynced.size(); number++) {
            final Write write = unsynced.get(number);
            for (int done = 0; done < write.bytes.length; done += sectorStep(write, done)) {
                final int step = sectorStep(write, done);
                if (survivors.keeps(new UnsyncedSector(name, number, write.position + done, step))) {
                    persist(write, done, step);
                } else {
                    lost.add(part(write, done, step));
                }
            }
        }
        unsynced.clear();
    }

    FileImage copy() {
        final FileImage copy = new FileImage(length, durable.copy());
        for (final Write write : unsynced) {
            copy.unsynced.add(write.elsewhere == null ? write : new Write(write.position, write.bytes,
                new FileImage(write.elsewhereAt + write.bytes.length), write.elsewhereAt));
        }
        copy.lost.addAll(lost);
        copy.space = space;
        return copy;
    }

    /** A copy of what readers see, all of it durable, cut or filled with zeros to a length. */
    FileImage settled(final long newLength) {
        final SparseImage contents = durable.copy();
        for (final List<Write> writes : List.of(lost, unsynced)) {
            for (final Write write : writes) {
                contents.write(write.position, write.bytes, 0, write.bytes.length);
            }
        }
        return new FileImage(newLength, contents.resized(newLength));
    }

    /** Adds the unsynced sectors in the order of the writes. */
    void unsynced(final String name, final List<UnsyncedSector> sectors) {
        for (int number = 0; number < unsynced.size(); number++) {
            final Write write = unsynced.get(number);
            for (int done = 0; done < write.bytes.length; done += sectorStep(write, done)) {
                sectors.add(new UnsyncedSector(name, number, write.position + done, sectorStep(write, done)));
            }
        }
    }

    /** Makes the chosen ones of the unsynced sectors durable and forgets the others, and what the device had lost. */
    void losePower(final String name, final Survivors survivors) {
        for (int number = 0; number < unsynced.size(); number++) {
            final Write write = unsynced.get(number);
            for (int done = 0; done < write.bytes.length; done += sectorStep(write, done)) {
                final int step = sectorStep(write, done);
                if (survivors.keeps(new UnsyncedSector(name, number, write.position + done, step))) {
                    persist(write, done, step);
                }
            }
        }
        unsynced.clear();
        lost.clear();
    }

    void flipBit(final long position, final int bit) {
        durable.flipBit(position, bit);
    }

    /** Replaces durable bytes. */
    void damage(final long position, final byte[] bytes) {
        durable.write(position, bytes, 0, bytes.length);
    }

    private void persist(final Write write, final int done, final int step) {
        final Write part = part(write, done, step);
        if (write.elsewhere != null) {
            write.elsewhere.durable.write(write.elsewhereAt + done, write.bytes, done, step);
            lost.add(part);
            return;
        }
        durable.write(write.position + done, write.bytes, done, step);
        for (int i = 0; i < lost.size(); i++) {
            if (lost.get(i).overlaps(part)) {
                lost.add(part);
                return;
            }
        }
    }

    private static Write part(final Write write, final int done, final int step) {
        if (step == write.bytes.length) {
            return write;
        }
        final byte[] bytes = new byte[step];
        System.arraycopy(write.bytes, done, bytes, 0, step);
        return new Write(write.position + done, bytes, null, 0);
    }

    private static void overlay(final List<Write> writes, final long position, final MutableDirectBuffer target,
                                final int offset, final int readable) {
        for (final Write write : writes) {
            final long from = Math.max(position, write.position);
            final long to = Math.min(position + readable, write.end());
            if (from < to) {
                final int at = offset + (int) (from - position);
                target.putBytes(at, write.bytes, (int) (from - write.position), (int) (to - from));
            }
        }
    }

    private static int sectorStep(final Write write, final int done) {
        return (int) Math.min(SECTOR - (write.position + done) % SECTOR, write.bytes.length - done);
    }
}
