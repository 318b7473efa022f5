package io.fleet.bench.micro;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/**
 * One way of coding one payload, by each codec.
 *
 * @param work      encode or reconstruct.
 * @param shape     data and parity shards, such as 3+2.
 * @param length    bytes of the payload.
 * @param perSecond bytes of payload in a nanosecond, by codec; one that was not measured is missing.
 */
record CodecResult(String work, String shape, int length, Map<String, Double> perSecond) {
    private static final String REFERENCE = "BACKBLAZE";
    private static final List<String> CODECS = List.of(REFERENCE, "TABLE", "VECTOR");

    /** One for each work, shape and length, in the order in which they were first measured. */
    static List<CodecResult> of(final Collection<RunResult> runs) {
        final Map<String, CodecResult> all = new LinkedHashMap<>();
        for (final RunResult run : runs) {
            final BenchmarkParams params = run.getParams();
            final String name = params.getBenchmark();
            final String work = name.substring(name.lastIndexOf('.') + 1);
            final int length = Integer.parseInt(params.getParam("length"));
            final String shape = params.getParam("shape");
            all.computeIfAbsent(work + ' ' + shape + ' ' + length,
                key -> new CodecResult(work, shape, length, new LinkedHashMap<>())).perSecond.put(params.getParam(
                    "codec"), length / run.getPrimaryResult().getScore());
        }
        return List.copyOf(all.values());
    }

    /** The head of the table. */
    static List<String> head() {
        return List.of("work", "k+m", "payload", "backblaze GB/s", "table GB/s", "vector GB/s", "table", "vector");
    }

    /** The cells of its line: gigabytes a second, and how many times the reference that is. */
    List<String> cells() {
        return List.of(work, shape, String.format(Locale.ROOT, "%,d", length), rate(CODECS.get(0)),
            rate(CODECS.get(1)), rate(CODECS.get(2)), ratio(CODECS.get(1)), ratio(CODECS.get(2)));
    }

    private String rate(final String codec) {
        return perSecond.containsKey(codec) ? String.format(Locale.ROOT, "%.2f", perSecond.get(codec)) : "";
    }

    private String ratio(final String codec) {
        return perSecond.containsKey(codec) && perSecond.containsKey(REFERENCE)
            ? String.format(Locale.ROOT, "x %.2f", perSecond.get(codec) / perSecond.get(REFERENCE)) : "";
    }
}
