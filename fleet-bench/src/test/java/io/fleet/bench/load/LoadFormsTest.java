package io.fleet.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.bench.peer.ControlLine;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** What is told from process to process arrives as it was. */
class LoadFormsTest {
    @Test
    void shouldReadTheSpecThatItWrites() {
        final LoadSpec spec = new LoadSpec(Workload.MIX, 64, 10_000, 256, 1234.5, 1, 2, 3);
        assertEquals(spec, LoadSpec.parse(new ControlLine("measure", spec.text()).fields()));
    }

    @Test
    void shouldReadTheResultThatItWrites() {
        final Histogram latencies = Histograms.empty();
        latencies.recordValue(1_000);
        latencies.recordValue(Histograms.HIGHEST_NS);
        final LoadResult result = new LoadResult(5, 6, 7, 8, latencies, "why");
        final LoadResult read = LoadResult.parse(new ControlLine("result", result.text()).fields(), "why");
        assertEquals(result, read);
    }

    @Test
    void shouldMergeHistogramsWithoutLosingAny() {
        final Histogram one = Histograms.empty();
        final Histogram other = Histograms.empty();
        for (int i = 1; i <= 99; i++) {
            one.recordValue(1_000);
        }
        other.recordValue(5_000_000);
        final Histogram both = Histograms.merge(List.of(one, other));
        assertEquals(100, both.getTotalCount());
        assertEquals(1_000, both.getValueAtPercentile(99), 1);
        assertEquals(5_000_000, both.getMaxValue(), 5_000);
        assertEquals(99, one.getTotalCount(), "a part was changed");
    }

    @Test
    void shouldRefuseWhatIsNoHistogram() {
        assertThrows(RuntimeException.class, () -> Histograms.decode("AAAA"));
    }
}
