package io.fleet.bench.load;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What one measurement gave.
 *
 * @param completed answered inside the interval.
 * @param failed    answered with a failure, or with a value of the wrong length.
 * @param lost      without any answer when waiting was over; with the open loop also those that were due and could not
 *                  even be started.
 * @param tookNs    how long the interval was.
 * @param latencies in nanoseconds, of all answered operations that count: closed loop from the start of each, open loop
 *                  from when it was due.
 * @param failure   the first failure in words; empty when there was none.
 */
public record LoadResult(long completed, long failed, long lost, long tookNs, Histogram latencies, String failure) {
    /**
     * In the form of {@link #parse}; the failure is not in it.
     *
     * @return words of the form name=value.
     */
    public String text() {
        return "completed=" + completed + " failed=" + failed + " lost=" + lost + " took=" + tookNs
            + " histogram=" + Histograms.encode(latencies);
    }

    /**
     * Reads the fields of {@link #text}.
     *
     * @param fields  by name.
     * @param failure the first failure, empty for none.
     * @return the result.
     */
    public static LoadResult parse(final Map<String, String> fields, final String failure) {
        return new LoadResult(Long.parseLong(fields.get("completed")), Long.parseLong(fields.get("failed")),
            Long.parseLong(fields.get("lost")), Long.parseLong(fields.get("took")),
            Histograms.decode(fields.get("histogram")), failure);
    }

    /**
     * How fast it went.
     *
     * @return answers for each second of the interval.
     */
    public double perSecond() {
        return completed * 1e9 / tookNs;
    }
}
