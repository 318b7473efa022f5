package io.fleet.testkit.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.MutableDirectBuffer;

/**
 * The bytes of a file of fixed length as pages that exist only where something other than zero was written. Copies
 * share pages until one of them changes.
 */
final class SparseImage {
    static final int PAGE = 4096;
    private static final byte[] ZEROS = new byte[PAGE];

    private final byte[][] pages;
    /** Of each page: whether no other image has it. */
    private final boolean[] owned;

    SparseImage(final long length) {
        this(new byte[Math.toIntExact((length + PAGE - 1) / PAGE)][]);
    }

    private SparseImage(final byte[][] pages) {
        this.pages = pages;
        owned = new boolean[pages.length];
    }

    SparseImage copy() {
        return resized((long) pages.length * PAGE);
    }

    /** Nobody changes the source afterwards: where it is a page, it is taken as it is. */
    void write(final long position, final byte[] source, final int offset, final int length) {
        int done = 0;
        while (done < length) {
            final int index = (int) ((position + done) / PAGE);
            final int inPage = (int) ((position + done) % PAGE);
            final int step = Math.min(PAGE - inPage, length - done);
            if (step == PAGE && source.length == PAGE && !isZero(source, 0, PAGE)) {
                pages[index] = source;
                owned[index] = false;
            } else if (pages[index] != null || !isZero(source, offset + done, step)) {
                System.arraycopy(source, offset + done, own(index), inPage, step);
            }
            done += step;
        }
    }

    void read(final long position, final MutableDirectBuffer target, final int offset, final int length) {
        int done = 0;
        while (done < length) {
            final int index = (int) ((position + done) / PAGE);
            final int inPage = (int) ((position + done) % PAGE);
            final int step = Math.min(PAGE - inPage, length - done);
            target.putBytes(offset + done, pages[index] == null ? ZEROS : pages[index], inPage, step);
            done += step;
        }
    }

    void flipBit(final long position, final int bit) {
        own((int) (position / PAGE))[(int) (position % PAGE)] ^= (byte) (1 << bit);
    }

    /** A copy with another length. */
    SparseImage resized(final long length) {
        Arrays.fill(owned, false);
        return new SparseImage(Arrays.copyOf(pages, Math.toIntExact((length + PAGE - 1) / PAGE)));
    }

    /** A page that is to be changed. */
    private byte[] own(final int index) {
        if (!owned[index]) {
            pages[index] = pages[index] == null ? new byte[PAGE] : pages[index].clone();
            owned[index] = true;
        }
        return pages[index];
    }

    /** Positions of the pages that exist. */
    List<Long> usedPages() {
        final List<Long> used = new ArrayList<>();
        for (int i = 0; i < pages.length; i++) {
            if (pages[i] != null) {
                used.add((long) i * PAGE);
            }
        }
        return used;
    }

    int pagesInUse() {
        int count = 0;
        for (final byte[] page : pages) {
            if (page != null) {
                count++;
            }
        }
        return count;
    }

    private static boolean isZero(final byte[] source, final int offset, final int length) {
        return Arrays.equals(source, offset, offset + length, ZEROS, 0, length);
    }
}
