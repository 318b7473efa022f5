package io.fleet.verify.crashpoint.machine;

import io.fleet.testkit.sim.SimHash;
import java.util.Arrays;
import org.agrona.MutableDirectBuffer;

/** What the device holds of one file of fixed length; a page exists only where something was written. */
final class VolumeFile {
    private static final byte[] ZEROS = new byte[Page.LENGTH];

    private final int length;
    private final Page[] pages;

    VolumeFile(final long length) {
        this(Math.toIntExact(length), new Page[Math.toIntExact((length + Page.LENGTH - 1) / Page.LENGTH)]);
    }

    private VolumeFile(final int length, final Page[] pages) {
        this.length = length;
        this.pages = pages;
    }

    VolumeFile copy() {
        return new VolumeFile(length, pages.clone());
    }

    int length() {
        return length;
    }

    void write(final int position, final byte[] source, final int offset, final int count) {
        for (int done = 0; done < count; ) {
            final int index = (position + done) / Page.LENGTH;
            final int inPage = (position + done) % Page.LENGTH;
            final int step = Math.min(Page.LENGTH - inPage, count - done);
            pages[index] = Page.with(pages[index], inPage, source, offset + done, step);
            done += step;
        }
    }

    void read(final int position, final MutableDirectBuffer target, final int offset, final int count) {
        for (int done = 0; done < count; ) {
            final int index = (position + done) / Page.LENGTH;
            final int inPage = (position + done) % Page.LENGTH;
            final int step = Math.min(Page.LENGTH - inPage, count - done);
            target.putBytes(offset + done, bytesOf(index), inPage, step);
            done += step;
        }
    }

    /** Whether the device holds these bytes already; they do not cross a page. */
    boolean holds(final int position, final byte[] bytes, final int offset, final int count) {
        final int inPage = position % Page.LENGTH;
        return Arrays.equals(bytesOf(position / Page.LENGTH), inPage, inPage + count, bytes, offset, offset + count);
    }

    long mixInto(final long hash) {
        long sum = SimHash.mix(hash, length);
        for (int i = 0; i < pages.length; i++) {
            if (pages[i] != null) {
                sum = SimHash.mix(SimHash.mix(sum, i), pages[i].hash());
            }
        }
        return sum;
    }

    private byte[] bytesOf(final int index) {
        return pages[index] == null ? ZEROS : pages[index].bytes;
    }
}
