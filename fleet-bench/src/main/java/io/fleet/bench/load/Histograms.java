package io.fleet.bench.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms of latencies in nanoseconds, up to ten minutes and with three digits, on their way between processes. */
public final class Histograms {
    static final long HIGHEST_NS = TimeUnit.MINUTES.toNanos(10);
    static final int DIGITS = 3;

    private Histograms() {
    }

    /**
     * An empty one.
     *
     * @return a histogram of its own.
     */
    public static Histogram empty() {
        return new Histogram(HIGHEST_NS, DIGITS);
    }

    /**
     * What several measurements saw together.
     *
     * @param parts of each.
     * @return a new histogram that holds all their values.
     */
    public static Histogram merge(final Collection<Histogram> parts) {
        final Histogram all = empty();
        parts.forEach(all::add);
        return all;
    }

    /** In the library's own compressed form, as one word. */
    static String encode(final Histogram histogram) {
        final ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        final int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    /** The opposite of {@link #encode}. */
    static Histogram decode(final String word) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(word)), 0);
        } catch (final DataFormatException e) {
            throw new IllegalArgumentException("a histogram of " + word.length() + " letters cannot be read", e);
        }
    }
}
