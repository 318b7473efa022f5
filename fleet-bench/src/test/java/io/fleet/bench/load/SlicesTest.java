package io.fleet.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.bench.peer.ControlLine;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A measurement that tells what it saw while it goes on. */
class SlicesTest {
    private static final long SLICE_NS = LoadFixture.SECOND_NS / 4;
    private static final double RATE = 10_000;

    private final LoadFixture fixture = new LoadFixture();
    private final List<Slice> slices = new ArrayList<>();

    private LoadResult run(final double rate, final int slots, final int most) {
        final LoadSpec spec = new LoadSpec(Workload.PUT, LoadFixture.VALUE_BYTES, 100, slots, rate,
            LoadFixture.SECOND_NS, LoadFixture.SECOND_NS, LoadFixture.SECOND_NS, SLICE_NS);
        return fixture.runner.run(spec, fixture.server, new Interval() {
            @Override
            public void begins() {
                fixture.begins++;
            }

            @Override
            public boolean goesOn(final Slice slice) {
                slices.add(slice);
                return slices.size() < most;
            }

            @Override
            public void ends() {
                fixture.ends++;
            }
        });
    }

    private void assertWhole(final LoadResult result, final double seconds) {
        assertEquals(1, fixture.ends, "the interval ends once");
        assertEquals(0, slices.get(0).fromNs());
        for (int i = 1; i < slices.size(); i++) {
            assertEquals(slices.get(i - 1).toNs(), slices.get(i).fromNs(), "slices follow each other");
        }
        assertEquals(seconds, slices.get(slices.size() - 1).toNs() / 1e9, 0.01);
        assertEquals(result.completed(), slices.stream().mapToLong(Slice::completed).sum());
        assertEquals(0, result.lost());
    }

    @Test
    void shouldTellAllOfTheInterval() {
        fixture.server.takes(1_000_000);
        final LoadResult result = run(RATE, 4_000, 100);
        assertEquals(4, slices.size());
        assertWhole(result, 1);
        assertEquals(RATE, slices.get(1).perSecond(), RATE * 0.1);
        assertEquals(RATE, result.latencies().getTotalCount(), RATE * 0.05, "the whole has the parts");
    }

    @Test
    void shouldEndWithASliceWhenItIsToldSo() {
        fixture.server.takes(1_000_000);
        for (final double rate : new double[] {RATE, 0}) {
            slices.clear();
            fixture.ends = 0;
            final LoadResult result = run(rate, 16, 2);
            assertEquals(2, slices.size());
            assertWhole(result, 0.5);
            assertEquals(LoadFixture.SECOND_NS / 2, result.tookNs(), 1e7);
        }
    }

    @Test
    void shouldSeeAStandstillWhereItEnds() {
        final long beginNs = fixture.server.nowNs() + LoadFixture.SECOND_NS;
        fixture.server.standsStill(beginNs + SLICE_NS, beginNs + 2 * SLICE_NS + SLICE_NS / 2);
        run(RATE, 16_000, 100);
        assertEquals(0, slices.get(1).completed());
        assertTrue(slices.get(2).latencies().getMaxValue() > SLICE_NS, "nobody noticed the standstill");
        assertTrue(slices.get(0).latencies().getMaxValue() < SLICE_NS / 10, "it was noticed before it was there");
    }

    @Test
    void shouldReadTheSliceThatItWrites() {
        final Histogram latencies = Histograms.empty();
        latencies.recordValue(1_000);
        final Slice slice = new Slice(1, 2, 3, 4, latencies);
        assertEquals(slice, Slice.parse(new ControlLine("slice", slice.text()).fields()));
    }
}
