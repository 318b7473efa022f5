package io.fleet.bench.load;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * A part of a measured interval: what was answered in it, whenever it was asked for. So a server that stands still is
 * seen where it goes on again.
 *
 * @param fromNs    where it begins, from the begin of the interval.
 * @param toNs      where it ends.
 * @param completed how many answers.
 * @param failed    how many failures.
 * @param latencies in nanoseconds, as in {@link LoadResult#latencies()}.
 */
public record Slice(long fromNs, long toNs, long completed, long failed, Histogram latencies) {
    /**
     * How fast it went.
     *
     * @return answers for each second of it; NaN when it has no length.
     */
    public double perSecond() {
        return toNs == fromNs ? Double.NaN : completed * 1e9 / (toNs - fromNs);
    }

    /**
     * In the form of {@link #parse}.
     *
     * @return words of the form name=value.
     */
    public String text() {
        return "from=" + fromNs + " to=" + toNs + " completed=" + completed + " failed=" + failed + " histogram="
            + Histograms.encode(latencies);
    }

    /**
     * Reads {@link #text}.
     *
     * @param fields by name.
     * @return the slice.
     */
    public static Slice parse(final Map<String, String> fields) {
        return new Slice(Long.parseLong(fields.get("from")), Long.parseLong(fields.get("to")),
            Long.parseLong(fields.get("completed")), Long.parseLong(fields.get("failed")),
            Histograms.decode(fields.get("histogram")));
    }
}
